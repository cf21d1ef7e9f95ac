// `npm run schema`: its output and its exit code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { printSubgraph } from '../../src/graphql/federation/subgraph.ts';
import { printSdl } from '../../src/graphql/schema/sdl.ts';
import { runAlone, standingCommand } from '../support/programs/commands.ts';

const root = join(import.meta.dirname, '../..');
const usage = 'npm run -s schema [-- SWITCH]\n';

const command = standingCommand('schema');
afterAll(command.end);
const run = (...options: string[]) => command.run(options, process.env);

test('prints the schema as one document, and nothing else', async () => {
  expect(await runAlone('schema', [], process.env)).toEqual({ code: 0, stdout: printSdl(), stderr: '' });
});

test('prints the subgraph, as the settings choose it', async () => {
  const plain = { resolvesTransId: false, keepsNode: false, hasRequiredScopes: false };
  expect(await run('--federation')).toEqual({ code: 0, stdout: printSubgraph(plain), stderr: '' });
  const { stdout } = await run('--federation', '--trans-id', '--node', '--auth');
  expect(stdout).toBe(printSubgraph({ resolvesTransId: true, keepsNode: true, hasRequiredScopes: true }));
});

test('reports what changed since the last release', async () => {
  const { code, stdout } = await run('--diff');
  expect(stdout).toMatch(/^Breaking changes: none\nDangerous changes: ?(none)?\n/);
  expect(code).toBe(0);
});

test('shows how it is used', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^npm run -s schema \[-- SWITCH\]\n(.*\n)*--federation .*\n--diff .*\n--release /),
    stderr: '',
  });
});

test('rejects an unknown option, and leaves the released schema unchanged', async () => {
  const released = () => readFileSync(join(root, 'docs/schema.graphql'), 'utf8');
  const before = released();
  const { code, stdout, stderr } = await runAlone('schema', ['--relase'], process.env);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--relase');
  expect(stderr).toContain(usage);
  expect(released()).toEqual(before);
});
