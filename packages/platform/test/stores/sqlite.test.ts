// A database file that several processes open at once.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqlite } from '../../src/stores/sqlite.ts';

/** Reports that it has begun, opens the file and reports the result. */
const opener = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.module).then(({ openSqlite }) => {
    parentPort.postMessage('begun');
    try {
      const database = openSqlite(workerData.path);
      parentPort.postMessage(database.prepare('pragma journal_mode').all([])[0].journal_mode);
      database.close();
    } catch (error) {
      parentPort.postMessage(error.message);
    }
  });
`;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('opening a new file waits for another writer, and then switches to WAL mode', async () => {
  const path = join(newFolder(), 'new.sqlite');
  const module = new URL('../../src/stores/sqlite.ts', import.meta.url).href;
  // Its commit, too, waits: each attempt to open the file reads it for a moment.
  const writer = new DatabaseSync(path, { timeout: 10_000 });
  writer.exec('begin immediate; create table first (a)');
  const worker = new Worker(opener, { eval: true, workerData: { path, module }, execArgv: [] });
  const ended = once(worker, 'exit');
  expect(await once(worker, 'message')).toEqual(['begun']);
  const [opened] = await Promise.all([once(worker, 'message'), commitSoon(writer)]);
  expect(opened).toEqual(['wal']);
  // Then its files are closed, and can be removed.
  await ended;
});

test('a file that is no database cannot be opened, and is closed again', () => {
  const path = join(newFolder(), 'notes.txt');
  writeFileSync(path, 'These are notes, and no database of any kind.'.repeat(100));
  const close = vi.spyOn(DatabaseSync.prototype, 'close');
  onTestFinished(() => close.mockRestore());
  expect(() => openSqlite(path)).toThrow('file is not a database');
  expect(close).toHaveBeenCalledTimes(1);
});

test('a commit is on disk before it returns', () => {
  const database = openSqlite(':memory:');
  onTestFinished(() => database.close());
  expect(database.prepare('pragma synchronous').all([])).toEqual([{ synchronous: 2 }]);
});

test('of 256 prepared statements, the one that was prepared first makes room for another', () => {
  const database = openSqlite(':memory:');
  onTestFinished(() => database.close());
  const { prepare } = database;
  const [first, second] = Array.from({ length: 256 }, (_, at) => prepare(`select ${at}`));
  expect(prepare('select 0')).toBe(first);
  prepare('select 256');
  expect(prepare('select 1')).toBe(second);
  expect(prepare('select 0')).not.toBe(first);
});

/** Commits once the other thread has run into the lock: each turn of the event loop gives it time for that. */
async function commitSoon(writer: DatabaseSync): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  writer.exec('commit');
  writer.close();
}
