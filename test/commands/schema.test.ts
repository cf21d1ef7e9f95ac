// `npm run schema`: its output and its exit code.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printSubgraph } from '../../src/graphql/federation/sdl.ts';
import { printSdl } from '../../src/graphql/schema/sdl.ts';

const root = join(import.meta.dirname, '../..');
const usage = 'npm run -s schema [-- --federation [--trans-id] [--node] [--auth] | -- --diff | -- --release]';

function run(...options: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, 'src/commands/schema.ts'), ...options], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

test('prints the schema as one document, and nothing else', async () => {
  expect(await run()).toEqual({ code: 0, stdout: printSdl(), stderr: '' });
});

test('prints the subgraph, as the settings choose it', async () => {
  const plain = { resolvesTransId: false, keepsNode: false, tellsScopes: false };
  expect(await run('--federation')).toEqual({ code: 0, stdout: printSubgraph(plain), stderr: '' });
  const { stdout } = await run('--federation', '--trans-id', '--node', '--auth');
  expect(stdout).toBe(printSubgraph({ resolvesTransId: true, keepsNode: true, tellsScopes: true }));
});

test('reports what changed since the last release', async () => {
  const { code, stdout } = await run('--diff');
  expect(stdout).toMatch(/^Breaking changes: none\nDangerous changes: ?(none)?\n/);
  expect(code).toBe(0);
});

test('shows how it is used', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    stdout: `${usage}\n`,
    stderr: '',
  });
});

test('rejects an unknown option, and leaves the released schema unchanged', async () => {
  const released = () => ['schema', 'subgraph'].map((name) => readFileSync(join(root, `docs/${name}.graphql`), 'utf8'));
  const before = released();
  const { code, stdout, stderr } = await run('--relase');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('--relase');
  expect(stderr).toContain(usage);
  expect(released()).toEqual(before);
});
