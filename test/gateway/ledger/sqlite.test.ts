// The ledger in SQLite: in memory, and in a file behind a thread, which several processes can share.
import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSqliteStore } from '../../../src/gateway/ledger/sqlite-start.ts';
import { openLedgerInMemory } from '../../../src/gateway/ledger/sqlite-store.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/store.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { holdClock } from '../../support/held-clock.ts';
import { describeLedger } from './behaviour.ts';
import { startProcess } from './process.ts';

describeLedger('SQLite', async (clock) => openLedgerInMemory(clock));

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ledger-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const heldAt = () => holdClock(systemClock.now());

async function open(path: string): Promise<LedgerStore> {
  const store = await startSqliteStore(path);
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await store.close();
    isClosed = true;
  };
  onTestFinished(close);
  return { ...store, close };
}

test('a file keeps what it was told, and is its owner’s only', async () => {
  const path = join(await folder(), 'data', 'ledger.sqlite');
  const store = await open(path);
  await startProcess(store, heldAt()).write();
  await store.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await startProcess(await open(path), heldAt()).write()).replayed).toBe(true);
});

test('processes share a file', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  const stores = await Promise.all([open(path), open(path)]);
  const writes = Array.from({ length: 40 }, (_, index) => startProcess(stores[index % 2]!, heldAt()).write());
  const all = await Promise.all(writes);
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('a file that is no ledger stops the start, by its name', async () => {
  const path = join(await folder(), 'ledger.sqlite');
  await writeFile(path, 'something else, long enough to be taken for a database file of another kind'.repeat(20));
  await expect(startSqliteStore(path)).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining(path),
  });
});

test('a store that was closed refuses writes', async () => {
  const store = await open(join(await folder(), 'ledger.sqlite'));
  const process = startProcess(store, heldAt());
  await store.close();
  await expect(process.write()).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
});
