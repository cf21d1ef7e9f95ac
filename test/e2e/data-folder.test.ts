// The data folder holds keys and all agents' records: only its owner can read it.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

const modesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const entry = statSync(join(folder, name), { throwIfNoEntry: false });
      // A temporary file, which is gone again.
      if (entry === undefined) return [];
      return [[name, `${entry.isDirectory() ? 'd' : '-'}${(entry.mode & 0o777).toString(8)}`]];
    }),
  );

async function start(folder: string) {
  const main = startMain({ DATA_DIR: folder });
  await main.printed(/"graphql":/);
  return {
    modes: modesOf(folder),
    stop: () => {
      main.signal('SIGTERM');
      return main.ended;
    },
  };
}

test('every file of Node’s compile cache is created with mode 0600 and every folder with 0700', async () => {
  const folder = join(temporaryFolder(), 'data');
  // What fails soon has compiled less, which a whole start would take seconds for.
  const { code } = await startMain({ DATA_DIR: folder, PORT: 'none', NODE_COMPILE_CACHE: undefined }).ended;
  expect(code).toBe(1);
  expect(readdirSync(join(folder, 'compiled'), { recursive: true }).length).toBeGreaterThan(20);
  expect(new Set(Object.values(modesOf(folder)))).toEqual(new Set(['-600', 'd700']));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('every file is created with mode 0600 and every folder with 0700, and a looser mode of one that is there is tightened', async () => {
  const folder = seededFolder();
  chmodSync(join(folder, 'reference.sqlite'), 0o644);
  const { modes, stop } = await start(folder);
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining([
      'client-secret',
      'id-keys',
      'signing-key.json',
      'reference.sqlite',
      'reference.sqlite-wal',
    ]),
  );
  expect(new Set(Object.values(modes))).toEqual(new Set(['-600', 'd700']));
  expect((await stop()).code).toBe(0);
  expect(new Set(Object.values(modesOf(folder)))).toEqual(new Set(['-600', 'd700']));
});
