// What lies in the data folder holds keys and everybody's records: nobody but its owner reads any of it, and a second service
// over it is told of the first.
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holdDataFolder } from '../../src/reference/data-folder.ts';
import { catchLog } from '../support/caught-log.ts';
import { startMain, temporaryFolder } from '../support/main-process.ts';

const modesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const entry = statSync(join(folder, name));
      return [name, `${entry.isDirectory() ? 'd' : '-'}${(entry.mode & 0o777).toString(8)}`];
    }),
  );

async function start(folder: string) {
  const main = startMain({ DATA_DIR: folder, PORT: '0', REFERENCE_PORT: '0' });
  await main.printed(/^GraphQL +/m);
  return {
    modes: modesOf(folder),
    said: () => main.stdout() + main.stderr(),
    kill: () => {
      main.signal('SIGKILL');
      return main.ended;
    },
    stop: () => {
      main.signal('SIGTERM');
      return main.ended;
    },
  };
}

test('every file is made with mode 0600 and every folder with 0700, and a looser one is tightened', async () => {
  const folder = join(temporaryFolder(), 'data');
  const first = await start(folder);
  expect(Object.keys(first.modes)).toEqual(
    expect.arrayContaining(['id-keys', 'signing-key.json', 'reference.sqlite', 'reference.sqlite-wal']),
  );
  expect(new Set(Object.values(first.modes))).toEqual(new Set(['-600', 'd700']));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await first.stop();
  const secrets = ['id-keys', 'signing-key.json', 'reference.sqlite'];
  for (const name of secrets) chmodSync(join(folder, name), 0o644);
  const second = await start(folder);
  expect(secrets.map((name) => second.modes[name])).toEqual(['-600', '-600', '-600']);
  await second.stop();
});

test('a second service over a folder serves too, and warns by its name; a crash leaves no warning behind', async () => {
  const folder = join(temporaryFolder(), 'data');
  const shared = `"dataDir":"${folder}","msg":"another process serves the data of this folder too`;
  const first = await start(folder);
  const second = await start(folder);
  expect(second.said()).toContain(shared);
  expect(first.said()).not.toContain(shared);
  await Promise.all([first.kill(), second.kill()]);
  const third = await start(folder);
  expect(third.said()).not.toContain(shared);
  await third.stop();
});

test('where a folder cannot be held, a service starts without a word', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'reference.lock'));
  const { log, lines } = catchLog();
  holdDataFolder(folder, log)();
  // 20 is debug.
  expect(lines.map((line) => line['level'])).toEqual([20]);
});
