/**
 * Reads the changes of a list. A change window is every record that has changed since some time, in as many batches as it takes, sorted by
 * insertDate: a record that changes meanwhile keeps its position, and a new record only pushes others back. Sorted by lastUpdateDate, a
 * changed record would jump to the end, and another record would slip into a batch that has already been read. Each record in the window
 * has its number, its times, and a fingerprint that shows whether its content has changed.
 */
import { hash } from 'node:crypto';
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch, ListTransactions, TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { flatOf, SelectedRecord, selectGroups } from '@realty-forms/contract/columns/selection.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { invalidAnswer } from '../../../upstream/faults.ts';
import { MAX_ID_PART_BYTES } from '../../ids/seal.ts';
import type { Answer, BatchBehavior } from '../../lists/batch-behavior.ts';
import { List } from '../../lists/list.ts';
import type { Snapshot } from '../../lists/snapshot.ts';
import { readWholeList } from '../../lists/whole-list.ts';
import type { Decode } from '../../reading/decode.ts';
import { isAfter, isTooFarAhead, newestIn, type Timestamp, timestampOf } from './timestamps.ts';

/** One agent's list. */
export interface ListSource {
  readonly read: (
    list: Omit<ListTransactions, 'agentNrdsId'>,
    batch: Batch,
  ) => Promise<Answer<FlatRecord | SelectedRecord>>;
  /** Drops cached reads; called before something is read again. */
  readonly forget: () => void;
  /** What the service has shown about its lists. */
  readonly batchBehavior: BatchBehavior;
}

export interface ChangeWindow {
  /** When the window begins; null for the whole list. */
  readonly since: Timestamp | null;
  /** When the read began, by our clock. */
  readonly readAt: number;
  /** In the order of their changes; records with unreadable times come first. */
  readonly records: readonly ListedRecord[];
}

export interface ChangeWindowOptions {
  readonly decode: Pick<Decode, 'transaction' | 'timeZone'>;
  readonly clock: Clock;
  readonly overlapMs: number;
  readonly log: Log;
}

/** A window with more records is too large. */
const MAX_RECORDS = 500;
/** How often a list that keeps changing is read before the read fails. */
const MAX_PASSES = 4;

const byInsertion: TransactionOrder = { field: 'INSERT_DATE', direction: 'ASC' };
const newestFirst: TransactionOrder = { field: 'LAST_UPDATE_DATE', direction: 'DESC' };

/** Null if the window has too many records. */
export async function readChangeWindow(
  source: ListSource,
  since: Timestamp | null,
  { decode, clock, overlapMs }: ChangeWindowOptions,
): Promise<ChangeWindow | null> {
  const filter = since === null ? {} : { lastUpdateDateSince: since.text };
  let startedAt = 0;
  const read = await readWholeList({
    open() {
      source.forget();
      startedAt = clock.now();
      return openList(source, { filter, order: byInsertion, full: true });
    },
    keyOf: (flat) => listedRecord(decode, flat).transId,
    // If a record entered the first batch late, the next read shows it only if this read was quick.
    isUsable: ({ batches }) => batches === 1 || clock.now() - startedAt < overlapMs / 2,
    most: MAX_RECORDS,
    attempts: MAX_PASSES,
  });
  if (read?.isWhole === false) return null;
  if (read !== null) {
    const records = new Map(read.records.map((flat) => listedRecord(decode, flat)).map((each) => [each.transId, each]));
    return {
      since,
      readAt: startedAt,
      records: [...records.values()].sort((one, other) => (one.updated?.ms ?? 0) - (other.updated?.ms ?? 0)),
    };
  }
  throw invalidAnswer('listTrans', `the list changed during each read, ${MAX_PASSES} times in a row`);
}

/** Whether a window lacks the newest change, which is in it: the service reads the time of its beginning in another way. */
export function lacksNewest({ since, records }: ChangeWindow, newest: Timestamp | null, now: number): boolean {
  if (since === null || newest === null || !isAfter(newest, since)) return false;
  // Impossible times are after every beginning.
  return records.every(({ updated }) => updated !== null && isTooFarAhead(updated, now));
}

function openList(source: ListSource, list: Parameters<ListSource['read']>[0]) {
  return new List((batch) => source.read(list, batch), source.batchBehavior);
}

/** The length of a list: a range, because it can be uncertain whether a changed record is new. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/** The length of a list that the service does not count. */
export const unknownLength: LengthRange = { min: 0, max: Number.POSITIVE_INFINITY };

export async function readLength(source: ListSource): Promise<LengthRange> {
  source.forget();
  return lengthOf(await readSummaries(source, 1));
}

/** If the service does not count the list, its length is known only if the list is short. */
function lengthOf({ max, isCounted, isLast }: Snapshot<unknown>): LengthRange {
  return isCounted || isLast ? { min: max, max } : unknownLength;
}

function readSummaries(source: ListSource, size: number) {
  return openList(source, { filter: {}, order: newestFirst, full: false }).read({ size, number: 1 });
}

/** Stands for a window that is too large: a hash of the newest records and of the length of the list. */
export async function readOverflow(source: ListSource, { decode }: ChangeWindowOptions): Promise<string> {
  const batch = { size: limits.batchSize.max, number: 1 };
  const list = openList(source, { filter: {}, order: newestFirst, full: true });
  const { max, records } = await list.read(batch);
  return fingerprintOf([max, ...records.map((flat) => listedRecord(decode, flat).fingerprint).sort()].join());
}

/**
 * The newest time in the list, and its length. In descending order, the first record has the newest time, unless its time is unreadable or
 * impossible.
 */
export async function readNewest(source: ListSource, { decode, clock, overlapMs }: ChangeWindowOptions) {
  const read = async (size: number): Promise<{ readonly newest: Timestamp | null; readonly length: LengthRange }> => {
    const batch = await readSummaries(source, size);
    const times = batch.records.map((flat) =>
      timestampOf(decode.transaction(flat, summary).record.lastUpdateDate, decode.timeZone),
    );
    return { newest: newestIn(times, null, { overlapMs, now: clock.now() }), length: lengthOf(batch) };
  };
  const first = await read(1);
  const isKnown = first.newest !== null || first.length.max <= 1;
  return isKnown ? first : { ...(await read(limits.batchSize.max)), length: first.length };
}

const summary = selectGroups('summary');

export interface ListedRecord {
  readonly transId: string;
  readonly flat: FlatRecord;
  /** The same for the same content; clients see it as `version`. */
  readonly fingerprint: string;
  /** Null if upstream's value is blank or cannot be read. */
  readonly updated: Timestamp | null;
  readonly inserted: Timestamp | null;
}

const FINGERPRINT_BYTES = 8;
export const FINGERPRINT_CHARACTERS = 11;
/** Made once, because making a selection takes longer than reading a record. */
const recognizable = selectGroups('summary', 'identifier');

/**
 * Throws UPSTREAM_INVALID for a record without a number, which could not be distinguished from others, or with a number too long for an id.
 */
export function listedRecord(
  decode: Pick<Decode, 'transaction' | 'timeZone'>,
  row: FlatRecord | SelectedRecord,
): ListedRecord {
  const { transId, lastUpdateDate, insertDate } = decode.transaction(row, recognizable).record;
  if (transId == null || transId === '') throw invalidAnswer('listTrans', 'a full record has no transId');
  if (transId.length > MAX_ID_PART_BYTES)
    throw invalidAnswer('listTrans', 'a record has a transId that is too long for an id');
  const flat = row instanceof SelectedRecord ? flatOf(row) : row;
  return {
    transId,
    flat,
    fingerprint: contentHash(flat),
    updated: timestampOf(lastUpdateDate, decode.timeZone),
    inserted: timestampOf(insertDate, decode.timeZone),
  };
}

/** Shows whether a record has changed. */
export function contentHash(flat: FlatRecord): string {
  return fingerprintOf(JSON.stringify(Object.entries(flat).sort(([one], [other]) => (one < other ? -1 : 1))));
}

export function fingerprintOf(text: string): string {
  return hash('sha256', text, 'buffer').subarray(0, FINGERPRINT_BYTES).toString('base64url');
}
