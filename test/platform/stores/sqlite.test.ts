// A database file that several processes open at once.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

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

test('opening a new file waits for another writer, and then switches to WAL mode', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'new.sqlite');
  const module = new URL('../../../src/platform/stores/sqlite.ts', import.meta.url).href;
  const writer = new DatabaseSync(path);
  writer.exec('begin immediate; create table first (a)');
  const worker = new Worker(opener, { eval: true, workerData: { path, module }, execArgv: [] });
  const ended = once(worker, 'exit');
  expect(await once(worker, 'message')).toEqual(['begun']);
  const [opened] = await Promise.all([once(worker, 'message'), commitSoon(writer)]);
  expect(opened).toEqual(['wal']);
  // Then its files are closed, and can be removed.
  await ended;
});

/** Commits once the other thread has run into the lock: each turn of the event loop gives it time for that. */
async function commitSoon(writer: DatabaseSync): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  writer.exec('commit');
  writer.close();
}
