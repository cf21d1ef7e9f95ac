// The output of `npm run bench -- help`: each benchmark with what it measures.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const main = join(root, 'bench/main.ts');

test('lists every benchmark with what it measures, one per line', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'help']);
  const [usage, , ...lines] = stdout.trimEnd().split('\n');
  expect(usage).toBe('npm run bench -- NAME [options]');
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [, name] = /^ {2}([a-z-]+) +\w.{20,}$/.exec(line) ?? [];
    expect(existsSync(join(root, 'bench', `${name}.ts`)), line).toBe(true);
  }
});

test('prints the same list for an unknown name, and exits with 1', async () => {
  const refused = promisify(execFile)(process.execPath, [main, 'speed']);
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('  overload  ') });
});
