// What `npm run bench -- help` tells: each benchmark, with what it measures.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'bench/main.ts');

test('lists every benchmark with what it measures, a line each', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'help']);
  const [usage, , ...lines] = stdout.trimEnd().split('\n');
  expect(usage).toBe('npm run bench -- NAME [switches]');
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [, name] = /^ {2}([a-z-]+) +\w.{20,}$/.exec(line) ?? [];
    expect(existsSync(join(root, 'bench', `${name}.ts`)), line).toBe(true);
  }
});

test('answers a name that is none with the same list', async () => {
  const refused = promisify(execFile)(process.execPath, [main, 'speed']);
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('  overload  ') });
});
