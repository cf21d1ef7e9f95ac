/**
 * Reads the window of a list: every record that was changed since some time, in as many batches as it takes. The batches are
 * sorted by insertDate: a record that changes meanwhile keeps its place, and one that enters only pushes others back. Sorted by
 * lastUpdateDate, it would jump to the end, and another would slip into a batch already read.
 */

import type { Batch, ListTransactions, TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { UpstreamFault } from '../../fault.ts';
import type { Answer, Habits } from '../../lists/habits.ts';
import { List } from '../../lists/list.ts';
import { readWholeList } from '../../lists/whole-list.ts';
import type { Decode } from '../../reading/decode.ts';
import { type ListedRecord, listedRecord } from './listed-record.ts';
import type { Moment } from './moments.ts';

/** One agent's list. */
export interface ListSource {
  readonly read: (
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
  ) => Promise<Answer<FlatRecord | SelectedRecord>>;
  /** Called before something is read again, so that no earlier read is shown in its place. */
  readonly forget: () => void;
  /** What the service has shown about its batches. */
  readonly habits: Habits;
}

export interface Window {
  /** Where it begins; null for the whole list. */
  readonly since: Moment | null;
  /** Those that changed last come last; those whose times cannot be read come first. */
  readonly records: readonly ListedRecord[];
}

export interface WindowOptions {
  readonly decode: Pick<Decode, 'transaction' | 'timeZone'>;
  readonly clock: Clock;
  readonly overlapMs: number;
}

/** A window with more records is not read. */
const MAX_RECORDS = 500;
/** How many times a list that keeps changing is read before the read fails. */
const MAX_PASSES = 4;

const byInsertion: TransactionOrder = { field: 'INSERT_DATE', direction: 'ASC' };
export const newestFirst: TransactionOrder = { field: 'LAST_UPDATE_DATE', direction: 'DESC' };

/** Null if the window has too many records. */
export async function readWindow(
  source: ListSource,
  since: Moment | null,
  { decode, clock, overlapMs }: WindowOptions,
): Promise<Window | null> {
  const filter = since === null ? {} : { lastUpdateDateSince: since.text };
  let startedAt = 0;
  const read = await readWholeList({
    open() {
      source.forget();
      startedAt = clock.now();
      return openList(source, { filter, order: byInsertion, full: true });
    },
    keyOf: (flat) => listedRecord(decode, flat).transId,
    // What entered the first batch late is shown again by the next read only if this one was quick.
    isUsable: ({ batches }) => batches === 1 || clock.now() - startedAt < overlapMs / 2,
    most: MAX_RECORDS,
    attempts: MAX_PASSES,
  });
  if (read?.isWhole === false) return null;
  if (read !== null) {
    const records = new Map(read.records.map((flat) => listedRecord(decode, flat)).map((each) => [each.transId, each]));
    return { since, records: [...records.values()].sort(byUpdate) };
  }
  throw new UpstreamFault('UPSTREAM_INVALID', `the list changed during each read, ${MAX_PASSES} times in a row`, {
    endpoint: 'listTrans',
    sent: true,
  });
}

export function openList(source: ListSource, list: Parameters<ListSource['read']>[0]) {
  return new List((batch) => source.read(list, batch), source.habits);
}

function byUpdate(one: ListedRecord, other: ListedRecord): number {
  return (one.updated?.ms ?? 0) - (other.updated?.ms ?? 0);
}
