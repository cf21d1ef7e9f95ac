// The ledger in SQLite: in memory, and in a file with a thread of its own, which several processes can share.
import { statSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Entry } from '../../../../src/gateway/ledger/entry.ts';
import { startSqliteStore } from '../../../../src/gateway/ledger/stores/sqlite-store.ts';
import type { LedgerStore } from '../../../../src/gateway/ledger/stores/store.ts';
import { captureLog } from '../../../support/caught-log.ts';
import { openLedgerInMemory } from '../../../support/gateways/memory-ledger.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { author, startProcess } from '../process.ts';
import { describeLedger } from './behavior.ts';

describeLedger('SQLite', async (clock) => openLedgerInMemory(clock), 200);

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ledger-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const storeAt = () => createManualClock(systemClock.now());

async function open(path: string): Promise<LedgerStore> {
  const store = await startSqliteStore(path, captureLog().log);
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await store.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { ...store, close };
}

test('a file persists its entries, and only its owner can access it', async () => {
  const path = join(await folder(), 'data', 'ledger.sqlite');
  const store = await open(path);
  await startProcess(store, storeAt()).write();
  await store.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await startProcess(await open(path), storeAt()).write()).replayed).toBe(true);
});

test('two processes that share a file send a write once', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  const stores = await Promise.all([open(path), open(path)]);
  const sent = Promise.withResolvers<void>();
  const writes = Array.from({ length: 40 }, (_, index) =>
    startProcess(stores[index % 2]!, storeAt(), undefined, undefined, sent.promise).write(),
  );
  void Promise.race(writes).finally(sent.resolve);
  const all = await Promise.all(writes);
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('fails to start on a file that is not a database, and says what to do with it', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  await writeFile(path, 'something else, long enough to be taken for a database file of another kind'.repeat(20));
  await expect(startSqliteStore(path, captureLog().log)).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining(
      `${path} cannot be used: file is not a database. Move it away, with its -wal and -shm,`,
    ),
  });
});

test('fails to start on a file that another program has locked, and says so', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  await (await open(path)).close();
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  let now = 0;
  onTestFinished(vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000)).mockRestore);
  await expect(startSqliteStore(path, captureLog().log)).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining(`another program holds the lock of ${path} (\`fuser ${path}\``),
  });
});

test('a closed store rejects writes', async () => {
  const store = await open(join(await folder(), 'ledger.sqlite'));
  const process = startProcess(store, storeAt());
  await store.close();
  await expect(process.write()).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
});

test.each([
  ['deleted', '', (path: string) => rm(path)],
  ['moved', '', (path: string) => rename(path, `${path}.old`)],
  ['replaced', '', (path: string) => copyFile(path, `${path}.new`).then(() => rename(`${path}.new`, path))],
  ['without its log', '-wal', (path: string) => rm(path)],
  ['without what processes share', '-shm', (path: string) => rm(path)],
])('sends no write once its file is %s, since the next process would not know of it', async (done, ending, strike) => {
  const path = join(await folder(), 'ledger.sqlite');
  const process = startProcess(await open(path), storeAt());
  await process.write();
  await strike(`${path}${ending}`);
  const cause = { cause: { message: expect.stringContaining(`${path}${ending} was deleted or replaced`) } };
  await expect(process.write({ author: author(done) })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE', ...cause });
});

const entryOf = (id: string): Entry => ({
  id,
  attempt: id,
  owner: 'process',
  operation: 'createTransaction',
  state: 'RESERVED',
  keyId: 1,
  inputHash: 'hash',
  matchHash: null,
  matches: [],
  contentHash: null,
  place: {},
  sentAt: null,
  result: null,
});

test('if several entries arrive together, only the one that cannot be stored fails, with the reason', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  const store = await open(path);
  const other = new DatabaseSync(path);
  // It ends the transaction, as an error of a full disk does.
  other.exec(`create trigger full before insert on entries when new.id = 'b'
    begin select raise(rollback, 'the disk is full'); end`);
  other.close();
  const ids = ['a', 'b', 'c'];
  const stored = await Promise.allSettled(ids.map((id) => store.reserve(entryOf(id))));
  expect(stored).toMatchObject([
    { status: 'fulfilled', value: { isNew: true } },
    { status: 'rejected', reason: { message: 'the disk is full' } },
    { status: 'fulfilled', value: { isNew: true } },
  ]);
  const found = await Promise.all(ids.map((id) => store.read(id)));
  expect(found.map((each) => each?.entry.id)).toEqual(['a', undefined, 'c']);
});

test('a file of version 0.3 is refused with what to do', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  const file = new DatabaseSync(path);
  file.exec('create table entries (id text primary key, input_hash text not null)');
  file.close();
  await expect(open(path)).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining(
      'version 0.3 or an earlier one has written it. Move it away, with its -wal and -shm',
    ),
  });
});
