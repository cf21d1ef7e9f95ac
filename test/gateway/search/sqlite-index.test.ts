// The index in a SQLite file with threads of its own.
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSqliteStore } from '../../../src/gateway/ledger/stores/sqlite-store.ts';
import { rowMaker } from '../../../src/gateway/search/rows.ts';
import { indexReader } from '../../../src/gateway/search/store/reading.ts';
import { openSqliteIndex, sqliteDialect } from '../../../src/gateway/search/store/sqlite-index.ts';
import { indexWriter } from '../../../src/gateway/search/store/writing.ts';
import { captureLog } from '../../support/caught-log.ts';
import { indexInMemory, openSqlInMemory } from '../../support/gateways/search-index.ts';
import { expectNothingElseWaits, load, row, times } from './index-under-test.ts';
import { describeReading } from './reading-behavior.ts';
import { describeWriting } from './writing-behavior.ts';

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'index-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'index.sqlite');
}

async function open(path: string) {
  const index = await openSqliteIndex(path, times);
  onTestFinished(index.close);
  await index.open('settings');
  return index;
}

function openInMemory() {
  const database = openSqlInMemory();
  onTestFinished(database.close);
  return database;
}

describeWriting('SQLite', async () => indexInMemory(openInMemory(), times));
describeReading('SQLite', async (bounds) => indexInMemory(openSqlInMemory(), times, bounds));

test('the file is its owner’s alone, and what is erased is in none of its files', async () => {
  const path = await newPath();
  const index = await open(path);
  await load(index, '111', [row('77001', { City: 'Xanaduville' })]);
  await load(index, '222', [row('77002', { City: 'Zanzibartown' })]);
  await load(index, '333', [row('77003', { City: 'Yggdrasilton' }, 5)]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const stored = () => ['', '-wal'].map((end) => readFileSync(`${path}${end}`, 'latin1')).join('');
  expect(stored()).toContain('xanaduville');
  await index.erase(['111']);
  expect(stored()).not.toMatch(/xanaduville|77001/i);
  await index.disownSince(5);
  await index.erase([]);
  expect(stored()).not.toMatch(/yggdrasilton|77003/i);
  expect(stored()).toContain('zanzibartown');
  await index.erase('all');
  expect(stored()).not.toMatch(/zanzibartown|77002/i);
});

test('nothing counts as erased while a reader keeps it on disk', async () => {
  // Nothing waits for a lock: each look at the time is four seconds later.
  let time = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (time += 4_000));
  onTestFinished(() => now.mockRestore());
  const path = await newPath();
  const index = await open(path);
  await load(index, '111', [row('1')]);
  const reader = new DatabaseSync(path);
  reader.exec('begin; select * from agents');
  await expect(index.erase(['111'])).rejects.toThrow('a reader keeps');
  expect(await index.agents()).toMatchObject([{ rows: 0 }]);
  reader.close();
  await index.erase([]);
  expect(await index.agents()).toEqual([]);
});

test('an agent is erased in parts, between which others write, and is found no longer from the first one on', async () => {
  const database = openInMemory();
  const left: unknown[] = [];
  const transact: SqlDatabase['transact'] = (lock, work) =>
    database.transact(lock, async (run) => {
      const result = await work(run);
      const counted =
        "select (select count(*) from texts) as rows, (select count(*) from agents where nrds_id = '111') as own";
      left.push(...(await run(counted)).map(({ rows, own }) => [rows, own]));
      return result;
    });
  const index = indexInMemory({ ...database, transact }, times);
  await index.open('settings');
  const rows = Array.from({ length: 450 }, (_, at) => row(`${at}`));
  await load(index, '111', rows);
  left.length = 0;
  await index.erase(['111']);
  expect(left).toEqual([450, 250, 50, 0, 0].map((rows) => [rows, 0]));
  expect(await index.agents()).toEqual([]);
});

test('an agent who is loaded after everything was erased keeps its rows, whose number an earlier one had', async () => {
  const database = openInMemory();
  let during = async (): Promise<void> => undefined;
  const index = indexWriter(database, sqliteDialect(), rowMaker(times), () => during());
  await index.open('settings');
  await load(index, '111', [row('1')]);
  during = async () => {
    during = async () => undefined;
    await index.erase('all');
    await load(index, '222', [row('2')]);
  };
  await index.erase(['111']);
  expect(await index.agents()).toMatchObject([{ nrdsId: '222', rows: 1 }]);
});

test('a page of the log is read in the order of the log: for a long export, it does not read the rest of the log each time', async () => {
  const database = openInMemory();
  await indexInMemory(database).open('settings');
  const plan: unknown[] = [];
  const query: SqlDatabase['query'] = async (sql, values) => {
    plan.push(...(await database.query(`explain query plan ${sql}`, values)).map(({ detail }) => detail));
    return await database.query(sql, values);
  };
  await indexReader({ ...database, query }, sqliteDialect()).changesSince(0, 50);
  expect(plan).toContain('MERGE (UNION ALL)');
  for (const table of ['records', 'removals', 'departures'])
    expect(plan).toContainEqual(expect.stringMatching(`SEARCH ${table} USING INDEX \\w+ \\(change>\\?\\)`));
});

/** How many parts the text index has. */
function partsOf(path: string): () => number {
  const file = new DatabaseSync(path);
  onTestFinished(() => file.close());
  return () => Number(file.prepare('select count(distinct segid) as parts from text_index_idx').get()?.['parts']);
}

test('small changes leave few parts in the text index, whatever their number', async () => {
  const path = await newPath();
  const index = await open(path);
  const parts = partsOf(path);
  const counts: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    await index.saveWritten('111', row(`${at % 20}`, { City: `Salem ${at}` }, at + 1));
    if (at % 3 === 0) await index.remove('111', [`${at % 20}`], at + 2);
    counts.push(parts());
  }
  expect(Math.max(...counts)).toBeLessThan(8);
});

test('the parts of the text index become one after some loads, and what is found stays the same', async () => {
  const path = await newPath();
  const index = await open(path);
  const parts = partsOf(path);
  let most = 0;
  for (let at = 0; at < 50; at += 1) {
    const words = Array.from({ length: 200 }, (_, word) => (at * 200 + word).toString(36)).join(' ');
    await load(index, `${at}`, [row('1', { City: 'Salem' }), row('2', { City: words })]);
    if (at < 49) most = Math.max(most, parts());
  }
  expect(most).toBeGreaterThan(2);
  expect(parts()).toBe(1);
  const agents = Array.from({ length: 50 }, (_, at) => `${at}`);
  const found = await index.search({
    ...{ agents, words: ['sal'], values: [], ranges: [], facets: ['status'], isCounted: true },
    sort: { column: 'relevance', isDescending: true },
    window: { from: 'start', take: 1, after: null, before: null },
  });
  expect(found.total).toBe(50);
});

test('two processes share a file, and take turns', async () => {
  const path = await newPath();
  const [one, other] = [await open(path), await open(path)];
  await Promise.all([one, other].map((index, at) => load(index, `${at}`, [row('1'), row('2'), row('3')])));
  const { changes } = await one.changesSince(0, 100);
  expect(changes.map(({ change }) => change)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('no write of the ledger and no search waits for a statement that writes the index', async () => {
  const path = await newPath();
  const index = await open(path);
  const ledger = await startSqliteStore(`${path}.ledger`, captureLog().log);
  onTestFinished(ledger.close);
  await expectNothingElseWaits(index, ledger, async () => {
    const other = new DatabaseSync(path);
    other.exec('begin immediate');
    return async () => other.close();
  });
});
