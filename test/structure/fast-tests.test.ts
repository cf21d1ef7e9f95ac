// The fast tests are those that open no socket and start no process or thread; in their project, whoever tries is refused.
import { expect, test } from 'vitest';
import { fastFiles } from '../support/fast-files.ts';

// Not by an import, by which this file would not be fast itself.
const net = process.getBuiltinModule('node:net');
const { execFileSync, spawn } = process.getBuiltinModule('node:child_process');
const { Worker } = process.getBuiltinModule('node:worker_threads');

test.each<[string, () => unknown]>([
  ['listen', () => net.createServer().listen(0)],
  ['connect', () => net.connect(9, '127.0.0.1')],
  ['connect', () => fetch('http://127.0.0.1:4000')],
  ['spawn', () => spawn('true')],
  ['execFileSync', () => execFileSync('true')],
  ['Worker', () => new Worker('', { eval: true })],
])('%s fails here: %s', async (name, open) => {
  const error: unknown = await Promise.try(open).catch((reason: unknown) => reason);
  const { message, cause } = error as Error;
  expect(cause instanceof Error ? cause.message : message).toContain(`${name} is called: this test is not fast`);
});

test('a file is fast unless what it imports opens something, itself or through the tests’ own files', () => {
  expect(fastFiles).toContain('packages/contract/test/columns/codec.test.ts');
  expect(fastFiles).toContain('test/structure/fast-tests.test.ts');
  // By its own import, and by one of a supporting file.
  expect(fastFiles).not.toContain('test/commands/schema.test.ts');
  expect(fastFiles).not.toContain('test/graphql/resolvers/accounts.test.ts');
  expect(fastFiles.filter((file) => file.startsWith('test/e2e/'))).toEqual([]);
});
