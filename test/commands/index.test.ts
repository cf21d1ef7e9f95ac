// npm run index: what the index has, and how it is erased.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { openSqliteIndex } from '../../src/gateway/search/store/sqlite-index.ts';
import { load, row, times } from '../gateway/search/index-under-test.ts';
import { standingCommand } from '../support/programs/commands.ts';
import { environment, temporaryFolder } from '../support/programs/main-process.ts';

const command = standingCommand('index');
afterAll(command.end);

/** A folder with an index of two agents, filled with the settings that `run` has. */
async function start(loading: readonly string[] = []) {
  const folder = temporaryFolder();
  const run = (...args: string[]) => command.run(args, environment({ DATA_DIR: folder }));
  const index = await openSqliteIndex(join(folder, 'index.sqlite'), times);
  await index.open(JSON.stringify(['embedded', 'America/New_York', null]));
  await load(index, '111', [row('1', { transName: 'Zebra Crossing' }), row('2')], Date.parse('2026-11-26T09:00:00Z'));
  await load(index, '222', [row('3', { transName: 'Walrus Way' })], Date.parse('2026-11-26T08:00:00Z'));
  for (const nrdsId of loading) await index.beginLoad(nrdsId);
  await index.close();
  const onDisk = (text: string) => readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(text));
  return { run, onDisk, folder };
}

test('says what the index has, and how current it is', async () => {
  const { run } = await start();
  const { stdout } = await run();
  expect(stdout).toBe('3 transactions of 2 agents\nAll are current as of 2026-11-26T08:00:00.000Z\n');
});

test('while lists are loading, says that, and that it does not know of lists which were not begun', async () => {
  const { run } = await start(['333']);
  expect((await run()).stdout.split('\n')).toEqual([
    '3 transactions of 3 agents; the lists of 1 are still loading',
    expect.stringContaining('gateway_index_loading_agents'),
    'Those that are loaded are current as of 2026-11-26T08:00:00.000Z',
    '',
  ]);
});

test('--erase leaves nothing of an agent on disk, and everything of others', async () => {
  const { run, onDisk } = await start();
  expect([onDisk('zebra'), onDisk('walrus')]).toEqual([true, true]);
  expect(await run('--erase', '111')).toMatchObject({ code: 0, stdout: 'Erased 2 transactions of 1 agent\n' });
  expect([onDisk('zebra'), onDisk('walrus')]).toEqual([false, true]);
  expect(await run('--erase', 'all')).toMatchObject({ code: 0, stdout: 'Erased 1 transactions of 1 agent\n' });
  expect(onDisk('walrus')).toBe(false);
});

test('--erase also erases what it had left of others when it was ended', async () => {
  const { run, folder } = await start();
  const file = new DatabaseSync(join(folder, 'index.sqlite'));
  file.exec("update agents set nrds_id = 'erased ' || number where nrds_id = '111'");
  file.close();
  expect(await run('--erase', '222')).toMatchObject({ code: 0, stdout: 'Erased 3 transactions of 2 agents\n' });
  expect((await run()).stdout).toMatch(/^0 transactions of 0 agents/);
});

test('--erase of an agent that the index does not have, and without an index, says so', async () => {
  const { run } = await start();
  expect(await run('--erase', '999')).toMatchObject({ code: 1, stdout: 'The index has no transactions of 999\n' });
  const empty = await command.run(['--erase', 'all'], environment({ DATA_DIR: temporaryFolder() }));
  expect(empty).toMatchObject({ code: 1, stdout: 'There is no index\n' });
});
