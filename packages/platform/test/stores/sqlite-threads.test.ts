// SQLite in threads of its own: one that writes, in transactions, and one that reads.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { holdDeadlines } from '../../../../test/support/held-deadlines.ts';
import { openThreadedSqlite } from '../../src/stores/sqlite-threads.ts';

const MINUTE = 60_000;

async function open(maxReadMs = MINUTE) {
  const folder = await mkdtemp(join(tmpdir(), 'threads-'));
  const path = join(folder, 'data.sqlite');
  const database = await openThreadedSqlite(path, maxReadMs);
  onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  await database.transact(null, (run) => run('create table items (name text primary key)'));
  return { database, path };
}

test('a transaction that fails leaves nothing behind, and the next one begins after it', async () => {
  const { database } = await open();
  const insert = 'insert into items (name) values ($1)';
  const failing = database.transact(null, async (run) => {
    await run(insert, ['one']);
    await run(insert, ['one']);
  });
  const next = database.transact(null, (run) => run(insert, ['two']));
  // The code of a constraint.
  await expect(failing).rejects.toMatchObject({ message: expect.stringContaining('UNIQUE'), errcode: 1555 });
  await next;
  expect(await database.query('select name from items')).toEqual([{ name: 'two' }]);
});

test('no other process takes the file for one that nobody has open, and deletes the files next to it', async () => {
  const { path } = await open();
  const take = `const file = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 });
    try { file.exec('pragma locking_mode = exclusive; select * from items') } catch ({ message }) { console.log(message) }`;
  expect(execFileSync(process.execPath, ['-e', take, path], { encoding: 'utf8' })).toContain('database is locked');
});

test('the log is emptied although another process is just emptying it', async () => {
  const { database, path } = await open();
  const other = await openThreadedSqlite(path, MINUTE);
  onTestFinished(other.close);
  const reader = new DatabaseSync(path);
  reader.exec('begin; select * from items');
  const [emptied, watch] = [other.checkpoint(), new DatabaseSync(path)];
  onTestFinished(() => watch.close());
  await vi.waitFor(() => expect(watch.prepare('pragma wal_checkpoint(passive)').get()).toMatchObject({ busy: 1 }));
  const emptiedAgain = database.checkpoint();
  await Promise.race([emptiedAgain, database.query('select * from items')]);
  reader.close();
  await Promise.all([emptied, emptiedAgain]);
});

test('what has waited for its turn does not wait as long again for a lock of another connection', async () => {
  const { database, path } = await open();
  const insert = () => database.transact(null, (run) => run("insert into items (name) values ('one')"));
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  let now = 0;
  onTestFinished(vi.spyOn(performance, 'now').mockImplementation(() => (now += MINUTE)).mockRestore);
  await expect(insert()).rejects.toThrow('database is locked');
  other.exec('rollback');
  await insert();
  expect(await database.query('select name from items')).toEqual([{ name: 'one' }]);
});

test('a reader sees nothing of a transaction under way, and does not wait for it', async () => {
  const { database } = await open();
  await database.transact(null, async (run) => {
    await run("insert into items (name) values ('one')");
    expect(await database.query('select count(*) as count from items')).toEqual([{ count: 0 }]);
  });
  expect(await database.query('select count(*) as count from items')).toEqual([{ count: 1 }]);
});

test('a statement of the reader cannot write', async () => {
  const { database } = await open();
  await expect(database.query("insert into items (name) values ('one')")).rejects.toThrow(/readonly/);
});

const count = (to: number) =>
  `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${to}) select max(n) as n from counted`;

test('a statement that takes too long is given up, and the next ones are run by another thread', async () => {
  const { database } = await open(500);
  const pass = holdDeadlines();
  // A statement that takes longer than the next ones, and what was asked for meanwhile.
  const slow = expect(database.query(count(4_000_000))).rejects.toMatchObject({
    message: 'a statement took more than 500 ms',
    errcode: 9,
  });
  const next = database.query(count(10));
  await Promise.resolve();
  pass(500);
  await slow;
  expect(await next).toEqual([{ n: 10 }]);
  await database.transact(null, (run) => run("insert into items (name) values ('one')"));
  expect(await database.query('select name from items')).toEqual([{ name: 'one' }]);
});

test('statements that are given up while they wait for a thread open none of their own', async () => {
  let threads = 0;
  const onWorker = (): void => {
    threads += 1;
  };
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const { database } = await open(500);
  const pass = holdDeadlines();
  const giveUp = async (statement: Promise<unknown>): Promise<void> => {
    await setImmediate();
    pass(500);
    await expect(statement).rejects.toThrow('took more than 500 ms');
  };
  // It still runs when the others are given up, also on a busy machine.
  const slow = giveUp(database.query(count(12_000_000)));
  const alsoSlow = database.query(count(4_000_000));
  const [first, second, third] = [1, 2, 3].map((to) => database.query(count(to)));
  const opening = once(process, 'worker') as Promise<[Worker]>;
  await slow;
  const [worker] = await opening;
  await once(worker, 'message');
  await giveUp(alsoSlow);
  // They wait until the first statement ends.
  await giveUp(first as Promise<unknown>);
  await giveUp(second as Promise<unknown>);
  expect(await third).toEqual([{ n: 3 }]);
  // The writer's, those of the two slow statements, and one for the rest.
  expect(threads).toBe(4);
});

test('nothing is written to a file that was moved away', async () => {
  const { database, path } = await open();
  await rename(path, `${path}.moved`);
  const writing = database.transact(null, (run) => run("insert into items (name) values ('one')"));
  await expect(writing).rejects.toThrow(/was deleted or replaced/);
  await rename(`${path}.moved`, path);
});

test('a file that cannot be opened is rejected, and after the end so is every statement', async () => {
  await expect(openThreadedSqlite('/proc/none/data.sqlite', MINUTE)).rejects.toThrow();
  const folder = await mkdtemp(join(tmpdir(), 'threads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await openThreadedSqlite(join(folder, 'data.sqlite'), MINUTE);
  await database.close();
  await expect(database.query('select 1')).rejects.toThrow(/exited/);
});
