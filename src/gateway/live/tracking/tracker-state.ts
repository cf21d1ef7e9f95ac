/**
 * What a feed or a cursor keeps of a list: the newest time in it, the fingerprints of the last window, and the expected length of the list.
 * The next window begins an overlap before the newest time and never goes back, so unchanged records in it were in the previous window.
 * This also covers several writes within one second, and records that become visible late. Upstream does not announce deletions, agents who
 * left, or records that become visible later than the overlap. These show only in the length of the list, once it is not the previous
 * length plus the new records.
 */

import {
  type ChangeWindow,
  type ChangeWindowOptions,
  fingerprintOf,
  type LengthRange,
  type ListedRecord,
  type ListSource,
  lacksNewest,
  readChangeWindow,
  readLength,
  readNewest,
  readOverflow,
  unknownLength,
} from './change-window.ts';
import {
  isAfter,
  isNotAfter,
  isTooFarAhead,
  type NewestOptions,
  newestIn,
  readUntil,
  sinceOf,
  type Timestamp,
} from './timestamps.ts';

export interface TrackerState {
  /** The latest time of a change; null if there has been none. */
  readonly newest: Timestamp | null;
  /** Up to when the last window was read, by our clock. */
  readonly readAt: number;
  /** How long before the newest time the last window began. Another process, with another overlap, may have read that window. */
  readonly overlapMs: number;
  /** Fingerprints of the last window, without the changes that have not been delivered yet. */
  readonly known: ReadonlySet<string>;
  /** Which records of the last window may have been inserted within it; null if unknown. */
  readonly recent: ReadonlySet<string> | null;
  /** The length of the whole list. */
  readonly count: Count;
  /** A hash of the newest records, in place of a window that is too large to be read. */
  readonly overflow: string | null;
}

/** Of the last window and, if it is known exactly, of the length of the list. */
export function fingerprintOfState({ newest, known, overflow, count }: TrackerState): string {
  const window = fingerprintOf([newest?.text, overflow, ...[...known].sort()].join(' '));
  return count.min === count.max ? `${window} ${count.min}` : window;
}

const none: ReadonlySet<string> = new Set();
/** The state before anything is read. */
export const emptyState: TrackerState = {
  newest: null,
  readAt: 0,
  overlapMs: 0,
  known: none,
  recent: null,
  count: { min: 0, max: 0, at: 0 },
  overflow: null,
};

export type LastRead = Pick<TrackerState, 'newest' | 'readAt'>;

export function windowStart({ newest, readAt }: LastRead, overlapMs: number): Timestamp | null {
  return newest === null ? null : sinceOf(newest, overlapMs, readAt);
}

/** An empty list has no newest time, so its changes are read from the beginning. */
export function startOf({ newest, readAt }: LastRead): number {
  return Math.min(newest?.ms ?? Number.NEGATIVE_INFINITY, readAt);
}

/**
 * Whether a window lacks the newest change, which has to be in it. The record may also have left the list. A time that clocks showed twice
 * says nothing.
 */
export function isBehind({ newest }: LastRead, { records }: ChangeWindow, now: number): boolean {
  if (newest === null || newest.repeatedFrom !== null) return false;
  return records.every(({ updated }) => updated === null || isTooFarAhead(updated, now) || isAfter(newest, updated));
}

/** The records that are new or have changed, in the order of their changes. */
export function changesIn(state: TrackerState, window: ChangeWindow): readonly ListedRecord[] {
  const since = windowStart(state, state.overlapMs);
  // A window that begins earlier than this state needs shows records that were there before.
  const isWide = since !== null && (window.since === null || window.since.ms < since.ms);
  return window.records.filter(
    ({ fingerprint, updated }) =>
      !state.known.has(fingerprint) && !(isWide && updated !== null && isNotAfter(updated, since)),
  );
}

/** The state after the first `shown` changes in a window, or after all of them. */
export function advance(
  state: TrackerState,
  window: ChangeWindow,
  changes: readonly ListedRecord[],
  shown: number,
  { overlapMs, now }: NewestOptions,
): TrackerState {
  const { records } = window;
  // The newest record has left the list, or the service does not return it at the moment. The next window begins at the same time, and its
  // unchanged records were delivered before.
  if (records.length === 0) return state;
  const since = windowStart(state, state.overlapMs);
  const count = countAfter(state, since, changes.slice(0, shown));
  const pending = new Set(changes.slice(shown).map(({ fingerprint }) => fingerprint));
  const delivered = records.filter(({ fingerprint }) => !pending.has(fingerprint));
  const known = new Set(delivered.map(({ fingerprint }) => fingerprint));
  if (pending.size > 0) {
    // The next window must show the other changes again, so it begins where this one did.
    const recent = state.recent === null ? null : state.recent.union(recentOf(delivered, since));
    return { ...state, known, recent, count, overflow: null };
  }
  const newest = newestIn(
    records.map(({ updated }) => updated),
    state.newest,
    { overlapMs, now },
  );
  // If the clock was set back, the next window does not begin earlier than this one: old records would look new.
  const readAt = Math.max(startOf(state), readUntil(newest, window.readAt));
  const recent = recentOf(records, windowStart({ newest, readAt }, overlapMs));
  return { newest, readAt, overlapMs, known, recent, count, overflow: null };
}

/** The length of the list when it was last counted, plus the new records since then. */
export interface Count extends LengthRange {
  /** When the list was last counted, in milliseconds since the epoch. */
  readonly at: number;
}

/** What the next count starts from. */
interface Counted {
  readonly newest: Timestamp | null;
  /** The records of the last window that may have been inserted within it, as short hashes; null if unknown. */
  readonly recent: ReadonlySet<string> | null;
  readonly count: Count;
}

export const SHORT_HASH_CHARACTERS = 4;

/** A short form of a record's number, for cursors. A collision only makes a client reload its list. */
function shortHashOf({ transId }: ListedRecord): string {
  return fingerprintOf(transId).slice(0, SHORT_HASH_CHARACTERS);
}

function isUnknown({ max }: LengthRange): boolean {
  return max === Number.POSITIVE_INFINITY;
}

/**
 * Whether both can be the length of one list. A known and an unknown length are never consistent, because records may have been deleted.
 */
export function isConsistent(one: LengthRange, other: LengthRange): boolean {
  return isUnknown(one) === isUnknown(other) && one.min <= other.max && other.min <= one.max;
}

/** Whether the list may be as long as expected. Lists of fewer than two records are always counted. */
export function isExplained(expected: LengthRange, counted: LengthRange): boolean {
  return isUnknown(counted) ? expected.max >= 2 : isConsistent(expected, counted);
}

function countAfter(counted: Counted, since: Timestamp | null, changes: readonly ListedRecord[]): Count {
  let { min, max } = counted.count;
  for (const record of changes) {
    const isNew = isNewRecord(counted, since, record);
    if (isNew === true) min += 1;
    if (isNew !== false) max += 1;
  }
  return { ...counted.count, min, max };
}

/** Short hashes of the records that may have been inserted since then. */
function recentOf(records: readonly ListedRecord[], since: Timestamp | null): ReadonlySet<string> {
  return new Set(records.filter(({ inserted }) => !wasBefore(inserted, since)).map(shortHashOf));
}

/**
 * Whether a changed record is new; null if that is uncertain. A record that was inserted within the last window and existed then was in
 * that window, since it cannot have been changed before it was inserted.
 */
function isNewRecord(
  { newest, recent, count }: Counted,
  since: Timestamp | null,
  record: ListedRecord,
): boolean | null {
  const { inserted } = record;
  if (wasBefore(inserted, since) || recent?.has(shortHashOf(record))) return false;
  if (count.max === 0) return true;
  if (inserted === null || newest === null) return null;
  if (isAfter(inserted, newest)) return true;
  return recent !== null && since !== null && isAfter(inserted, since) ? true : null;
}

function wasBefore(inserted: Timestamp | null, since: Timestamp | null): boolean {
  return inserted !== null && since !== null && isNotAfter(inserted, since);
}

/**
 * The first state: the newest time of the list and its length, then the first window. If the window is too large to be read, as after a
 * mass update, or lacks the newest record, the state has a hash of the newest hundred records instead. If that hash changes, the list has to
 * be loaded again, until the window can be used.
 */
export async function readState(source: ListSource, options: ChangeWindowOptions) {
  const { overlapMs, clock, log } = options;
  const now = clock.now();
  const { newest, length } = await readNewest(source, options);
  const readAt = readUntil(newest, now);
  const beginning: TrackerState = { ...emptyState, newest, readAt, overlapMs, count: { ...length, at: now } };
  const since = windowStart(beginning, overlapMs);
  const read = await readChangeWindow(source, since, options);
  const isMisread = read !== null && lacksNewest(read, newest, now);
  if (isMisread && !source.batchBehavior.isSinceMisread) log.warn({}, MISREAD);
  // A list without times shows nothing about it.
  if (read !== null && newest !== null) source.batchBehavior.isSinceMisread = isMisread;
  const window = isMisread ? null : read;
  if (window === null) return { state: { ...beginning, overflow: await readOverflow(source, options) }, window };
  // Inserted after the list was counted.
  const late = window.records.filter(({ inserted }) =>
    newest === null ? length.max === 0 : inserted !== null && inserted.ms > newest.ms,
  );
  const state = advance(beginning, window, late, late.length, { overlapMs, now });
  // What was inserted within the window may have become visible only after the list was counted; then the length is another one now.
  const isInDoubt = late.length === 0 && recentOf(window.records, since).size > 0;
  if (isInDoubt && !isConsistent(length, await readLength(source)))
    return { state: { ...state, count: { ...unknownLength, at: now } }, window };
  return { state: { ...state, recent: state.recent ?? new Set<string>() }, window };
}

const MISREAD =
  'the POST API lists nothing since a time before the newest change, so each change has clients load their lists again; `npm run doctor` finds the setting';
