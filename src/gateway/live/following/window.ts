/**
 * Reads the window of a list: every record that was changed since some time, in as many batches as it takes. The batches are
 * sorted by insertDate: a record that changes meanwhile keeps its place, and one that enters only pushes others back, which
 * repeats them. Sorted by lastUpdateDate, it would jump to the end, and another would slip into a batch already read.
 */

import { limits } from '../../../contract/calls/endpoints.ts';
import type { Batch, ListTransactions, TransactionOrder } from '../../../contract/calls/requests.ts';
import type { FlatRecord } from '../../../contract/columns/codec.ts';
import type { SelectedRecord } from '../../../contract/columns/selection.ts';
import type { Clock } from '../../../platform/clock.ts';
import { UpstreamFault } from '../../fault.ts';
import type { BatchPage } from '../../paging/list-place.ts';
import type { Decode } from '../../reading/decode.ts';
import { type ListedRecord, listedRecord } from './listed-record.ts';
import type { Moment } from './moments.ts';

/** One agent's list. */
export interface ListSource {
  readonly read: (
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
  ) => Promise<BatchPage<FlatRecord | SelectedRecord>>;
  /** Called before something is read again, so that no earlier read is shown in its place. */
  readonly forget: () => void;
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

/** What is known of a list before its window is read. */
interface Expected {
  /** The fingerprints of the last window. */
  readonly known?: ReadonlySet<string> | undefined;
  /** False if the service tells the length of a batch only. */
  readonly isCounted?: boolean;
}

const MAX_BATCHES = 5;
/** How many times a list that keeps changing is read before the read fails. */
const MAX_PASSES = 4;
const BATCH_SIZE = limits.batchSize.max;

const byInsertion: TransactionOrder = { field: 'INSERT_DATE', direction: 'ASC' };
export const newestFirst: TransactionOrder = { field: 'LAST_UPDATE_DATE', direction: 'DESC' };

/**
 * Null if the window has more than five batches of records. If it has several, a record may slip from one into another between
 * two reads (one is deleted while another one enters), so it is read until it is the same twice, or the same as what is `known`.
 */
export async function readWindow(
  source: ListSource,
  since: Moment | null,
  options: WindowOptions,
  { known = none, isCounted = true }: Expected = {},
): Promise<Window | null> {
  let before: string | null = null;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    if (pass > 1) source.forget();
    const read = await readBatches(source, since, options, isCounted);
    if (read === 'too many') return null;
    if (read === 'torn') continue;
    const { records, isWhole } = read;
    const fingerprints = records.map(({ fingerprint }) => fingerprint);
    const order = fingerprints.join();
    if (isWhole || order === before || isSame(fingerprints, known)) return { since, records: records.sort(byUpdate) };
    before = order;
  }
  throw new UpstreamFault('UPSTREAM_INVALID', `the list changed during each read, ${MAX_PASSES} times in a row`, {
    endpoint: 'listTrans',
    sent: true,
  });
}

const none: ReadonlySet<string> = new Set();

interface Pass {
  readonly records: ListedRecord[];
  /** Whether they came in one batch. */
  readonly isWhole: boolean;
}

/** Torn: something has slipped between two batches. */
async function readBatches(
  source: ListSource,
  since: Moment | null,
  { decode, clock, overlapMs }: WindowOptions,
  isCounted: boolean,
): Promise<Pass | 'torn' | 'too many'> {
  const startedAt = clock.now();
  const filter = since === null ? {} : { lastUpdateDateSince: since.text };
  const records = new Map<string, ListedRecord>();
  let seen = 0;
  let before = 0;
  for (let number = 1; number <= MAX_BATCHES; number += 1) {
    const batch = { size: BATCH_SIZE, number };
    const { max, data } = await source.read({ filter, order: byInsertion, full: true }, batch);
    // Nobody can tell how many there are, nor whether something slips between two batches.
    if (!isCounted && data.length === BATCH_SIZE) return 'too many';
    // A record has left, and those behind it have moved up into batches already read.
    if (max < before) return 'torn';
    before = max;
    seen += data.length;
    for (const flat of data) {
      const record = listedRecord(decode, flat);
      records.set(record.transId, record);
    }
    if (data.length > 0 && seen < max) continue;
    // What entered the first batch late is shown again by the next read only if this one was quick.
    const isSlow = number > 1 && clock.now() - startedAt >= overlapMs / 2;
    return isSlow ? 'torn' : { records: [...records.values()], isWhole: number === 1 };
  }
  return 'too many';
}

function isSame(fingerprints: readonly string[], known: ReadonlySet<string>): boolean {
  return fingerprints.length === known.size && fingerprints.every((fingerprint) => known.has(fingerprint));
}

function byUpdate(one: ListedRecord, other: ListedRecord): number {
  return (one.updated?.ms ?? 0) - (other.updated?.ms ?? 0);
}
