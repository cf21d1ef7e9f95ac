/** An index with rows typed by hand. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { IndexedRecord, SearchIndex } from '../../../src/gateway/search/index.ts';

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
  index: SearchIndex,
  nrdsId: string,
  rows: readonly IndexedRecord[],
  asOf = 1,
): Promise<void> {
  const state = await index.beginLoad(nrdsId);
  await index.saveBatch(nrdsId, state.load, rows, 'end');
  await index.completeLoad(nrdsId, state.load, asOf, 'cursor');
}
