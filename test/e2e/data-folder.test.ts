// The data folder holds keys and all agents' records: only its owner can read it.
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';

const modesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const entry = statSync(join(folder, name), { throwIfNoEntry: false });
      // A temporary file, which is gone again.
      if (entry === undefined) return [];
      return [[name, `${entry.isDirectory() ? 'd' : '-'}${(entry.mode & 0o777).toString(8)}`]];
    }),
  );

async function start(folder: string, more: NodeJS.ProcessEnv = {}) {
  const main = startMain({ DATA_DIR: folder, ...more });
  await main.printed(/"graphql":/);
  return {
    modes: modesOf(folder),
    stop: () => {
      main.signal('SIGTERM');
      return main.ended;
    },
  };
}

/** Node’s cache of compiled code is then in the data folder too. */
const withCache = { NODE_COMPILE_CACHE: undefined };

test('every file, of Node’s compile cache too, is created with mode 0600 and every folder with 0700, and looser modes are tightened', {
  // Two starts one after the other, the first without compiled code.
}, async () => {
  const folder = join(temporaryFolder(), 'data');
  const first = await start(folder, withCache);
  expect(Object.keys(first.modes)).toEqual(
    expect.arrayContaining([
      'client-secret',
      'compiled',
      'id-keys',
      'signing-key.json',
      'reference.sqlite',
      'reference.sqlite-wal',
    ]),
  );
  expect(new Set(Object.values(first.modes))).toEqual(new Set(['-600', 'd700']));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect((await first.stop()).code).toBe(0);
  expect(readdirSync(join(folder, 'compiled'), { recursive: true }).length).toBeGreaterThan(100);
  expect(new Set(Object.values(modesOf(folder)))).toEqual(new Set(['-600', 'd700']));
  const secrets = ['client-secret', 'id-keys', 'signing-key.json', 'reference.sqlite'];
  for (const name of secrets) chmodSync(join(folder, name), 0o644);
  const second = await start(folder);
  expect(secrets.map((name) => second.modes[name])).toEqual(secrets.map(() => '-600'));
  await second.stop();
});
