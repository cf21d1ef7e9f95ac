// Runs the commands with which docs/deploy.md copies a database, unchanged.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/programs/main-process.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8');
const command = [...page.matchAll(/^```sh\n(.*?)^```$/gms)]
  .map(([, text = '']) => text)
  .find((text) => /backup/.test(text));

test('an open database is copied completely, although the Node on PATH is too old', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'data'));
  const open = new DatabaseSync(join(folder, 'data/reference.sqlite'));
  open.exec("PRAGMA journal_mode = WAL; CREATE TABLE kept (word TEXT); INSERT INTO kept VALUES ('here')");
  const old = join(folder, 'old');
  mkdirSync(old);
  writeFileSync(join(old, 'node'), '#!/bin/sh\nexit 9\n', { mode: 0o755 });
  await promisify(execFile)('/bin/sh', ['-euc', String(command)], {
    cwd: folder,
    env: { PATH: `${old}:/bin:/usr/bin` },
  });
  open.close();
  const copy = new DatabaseSync(join(folder, 'backup/reference.sqlite'), { readOnly: true });
  expect(copy.prepare('SELECT word FROM kept').get()).toEqual({ word: 'here' });
  copy.close();
});
