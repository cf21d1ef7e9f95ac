// An index whose file is deleted, replaced or damaged while it is used, or cannot be opened for now.
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReopeningIndex } from '../../../src/gateway/search/store/reopening-index.ts';
import { openSqliteIndex } from '../../../src/gateway/search/store/sqlite-index.ts';
import { captureLog } from '../../support/caught-log.ts';
import { load, row, times } from './index-under-test.ts';

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'index-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'index.sqlite');
  const { log, lines } = captureLog();
  const create = (connect = () => openSqliteIndex(path, times), fingerprint: string | null = 'settings') => {
    const index = createReopeningIndex({ connect, fingerprint, path, log });
    onTestFinished(() => index.close());
    return index;
  };
  return { path, create, lines, files: ['', '-wal', '-shm'].map((ending) => `${path}${ending}`) };
}

test('a file that is deleted while it is used is replaced, and the index says that it is not complete', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { create, files, lines, path } = await start();
  const [index, other] = [create(), create()];
  await load(index, '111', [row('1')]);
  expect(await other.freshness(['111'])).toMatchObject({ isComplete: true });
  for (const file of files) rmSync(file, { force: true });
  // How often it is checked whether there is another file.
  vi.advanceTimersByTime(1_000);
  expect(await index.freshness(['111'])).toMatchObject({ isComplete: false });
  await load(index, '111', [row('1'), row('2')]);
  expect(await other.stateOf('111')).toMatchObject({ rows: 2 });
  expect(lines.map(({ msg }) => msg)).toEqual(
    Array.from({ length: 2 }, () => 'the file of the search index was deleted or replaced; the index is filled again'),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('rows that are saved after the log next to the file was deleted are in the file that is opened next', async () => {
  const { create, files } = await start();
  const index = create();
  await load(index, '111', [row('1')]);
  rmSync(files[1] ?? '');
  await load(index, '111', [row('1'), row('2')]);
  expect(await create().stateOf('111')).toMatchObject({ isComplete: true, rows: 2 });
});

test('a file that is damaged while it is used is replaced, and what was asked for is done', async () => {
  const { create, path, lines } = await start();
  const first = create();
  const rows = Array.from({ length: 50 }, (_, at) => row(String(at)));
  await load(first, '111', rows);
  await first.close();
  const index = create();
  await index.open('');
  const file = await open(path, 'r+');
  const noise = Buffer.alloc(4_096, 0xa5);
  for (let at = 1; at * 4_096 < statSync(path).size; at += 1) await file.write(noise, 0, noise.length, at * 4_096);
  await file.close();
  expect((await index.changesSince(0, 1_000)).changes).toEqual([]);
  await load(index, '111', [row('1')]);
  expect(await index.stateOf('111')).toMatchObject({ isComplete: true, rows: 1 });
  expect(lines).toMatchObject([{ level: 50, msg: expect.stringMatching(/damaged/) }]);
});

test('a file that is no database is replaced at the start', async () => {
  const { create, path } = await start();
  writeFileSync(path, 'something else entirely, and longer than a header of SQLite has to be'.repeat(20));
  const index = create();
  await load(index, '111', [row('1')]);
  expect(await index.stateOf('111')).toMatchObject({ rows: 1 });
  expect(existsSync(path)).toBe(true);
});

test('an index that cannot be opened is opened when it can be', async () => {
  const { create, path } = await start();
  let isFull = true;
  const index = create(() =>
    isFull ? Promise.reject(new Error('database or disk is full')) : openSqliteIndex(path, times),
  );
  await expect(index.agents()).rejects.toThrow('disk is full');
  isFull = false;
  expect(await index.agents()).toEqual([]);
});

test('once a process with other settings has emptied it, which it logs, nothing is written until it is emptied again', async () => {
  const { create, path, lines } = await start();
  const index = create();
  await load(index, '111', [row('1')]);
  const other = create(() => openSqliteIndex(path, times), 'other settings');
  await load(other, '222', [row('2')]);
  expect(lines).toMatchObject([{ msg: expect.stringContaining('other settings, filled the search index') }]);
  await expect(index.saveWritten('111', row('1'))).rejects.toThrow('with other settings, has emptied');
  await index.reopen();
  await index.saveWritten('111', row('1'));
  expect((await index.agents()).map(({ nrdsId }) => nrdsId)).toEqual(['111']);
});

test('who opens it without settings finds what others have saved', async () => {
  const { create, path } = await start();
  await load(create(), '111', [row('1')]);
  const command = create(() => openSqliteIndex(path, times), null);
  expect(await command.stateOf('111')).toMatchObject({ isComplete: true, rows: 1 });
  await command.erase(['111']);
  expect(await command.agents()).toEqual([]);
});
