/** An index with rows typed by hand. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { expect } from 'vitest';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import type { IndexedRecord, SearchIndex } from '../../../src/gateway/search/index.ts';
import { createManualClock } from '../../support/held-clock.ts';
import { author, startProcess } from '../ledger/process.ts';

export const times = { timeZone: 'America/New_York' };

/** Opens an index of its own for a test, which closes it. */
export type OpenIndex = () => Promise<SearchIndex>;

export const row = (transId: string, record: FlatRecord = {}, seenAt = 1): IndexedRecord => ({
  transId,
  record: { transName: `Deal ${transId}`, ...record },
  seenAt,
});

/** Makes the rows the whole list of an agent. */
export async function load(
  index: Pick<SearchIndex, 'beginLoad' | 'saveBatch' | 'completeLoad'>,
  nrdsId: string,
  rows: readonly IndexedRecord[],
  asOf = 1,
): Promise<void> {
  const state = await index.beginLoad(nrdsId);
  await index.saveBatch(nrdsId, state.load, rows, 'end');
  await index.completeLoad(nrdsId, state.load, asOf, 'cursor');
}

/** While the index is locked by another connection, a statement that writes it lasts; the ledger and searches do not wait for it. */
export async function expectNothingElseWaits(
  index: SearchIndex,
  ledger: LedgerStore,
  lock: () => Promise<() => Promise<unknown>>,
): Promise<void> {
  await load(index, '111', [row('1')]);
  const unlock = await lock();
  let isSaved = false;
  const saving = index.saveWritten('111', row('2')).finally(() => {
    isSaved = true;
  });
  // What a row is made of takes threads of its own.
  for (let written = 0; written < 5; written += 1) {
    const command = { author: author(`key ${written}`) };
    expect(await startProcess(ledger, createManualClock(Date.now())).write(command)).toMatchObject({ replayed: false });
    expect(await index.stateOf('111')).toMatchObject({ rows: 1 });
  }
  expect(isSaved).toBe(false);
  await unlock();
  await saving;
  expect(await index.stateOf('111')).toMatchObject({ rows: 2 });
}
