// Each npm script that is a program of ours answers --help, and does nothing else then. The others are tools, which have a --help of their own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { standingPrograms } from '../support/programs/commands.ts';
import { environment } from '../support/programs/main-process.ts';

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const tools = ['vitest', 'tsc', 'biome', 'knip', 'graphql-codegen'];
const own = Object.entries(scripts).filter(([name, command]) => name !== 'postinstall' && command.startsWith('node '));

test('scripts need no shell: each is a program of ours in Node, or a tool', () => {
  const others = Object.values(scripts).filter((command) => !command.startsWith('node '));
  expect(others.filter((command) => !tools.includes(command.split(' ')[0] ?? ''))).toEqual([]);
  expect(Object.values(scripts).filter((command) => /[&|;<>$]/.test(command))).toEqual([]);
});

const programs = standingPrograms();
afterAll(programs.end);

test.each(own)('npm run %s -- --help says what it does', async (name, command) => {
  const [, file = '', ...args] = command.split(' ');
  const { code, stdout } = await programs.run(file, [...args, '--help'], environment({}));
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`npm (run )?(-s )?${name === 'start' ? 'start' : name}\\b`));
});
