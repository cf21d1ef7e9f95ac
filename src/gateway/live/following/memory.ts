/**
 * What a feed, or a cursor, remembers of a list: the newest time in it, the last window by fingerprints, and how long the list should
 * be. The next window begins an overlap before the newest time and never goes back, so whatever it shows unchanged was in the window
 * before. Several writes within one second, and records that become visible late, need nothing else. Upstream tells neither of
 * deletions, nor of agents who left, nor of records that become visible later than the overlap: only the list's length shows them,
 * once it is not the former length plus the new records.
 */
import { isAfter, isNotAfter, type Learning, type Moment, newestIn, sinceOf } from './moments.ts';
import { fingerprintOf, type Length, type ListedRecord, type Window } from './window.ts';

export interface Memory {
  /** The latest time of a change; null if there has been none. */
  readonly newest: Moment | null;
  /** How long before it the last window began; another process may have read that, with another overlap. */
  readonly overlapMs: number;
  /** Fingerprints of the last window, those of records that changed last at the end. */
  readonly known: ReadonlySet<string>;
  /** Fingerprints of the last window that have not been shown yet. */
  readonly due: ReadonlySet<string>;
  /** Which records of the last window may have been inserted within it; null if that is not remembered. */
  readonly recent: ReadonlySet<string> | null;
  /** How long the whole list is. */
  readonly count: Count;
  /** Instead of a window that is too large to be read, a hash of its newest records. */
  readonly crowd: string | null;
}

export function windowStart({ newest }: Pick<Memory, 'newest'>, overlapMs: number): Moment | null {
  return newest === null ? null : sinceOf(newest, overlapMs);
}

/** The records that are new or have changed, in the order of their changes. */
export function changesIn(memory: Memory, window: Window): readonly ListedRecord[] {
  const since = windowStart(memory, memory.overlapMs);
  // A window that begins earlier than this memory needs shows records that were there before.
  const isWide = since !== null && (window.since === null || window.since.ms < since.ms);
  return window.records.filter(
    ({ fingerprint, updated }) =>
      !memory.known.has(fingerprint) && !(isWide && updated !== null && isNotAfter(updated, since)),
  );
}

/** The memory after the first `shown` of its changes in a window, or after all of them. */
export function learn(
  memory: Memory,
  window: Window,
  changes: readonly ListedRecord[],
  shown: number,
  { overlapMs, now }: Learning,
): Memory {
  const { records } = window;
  // The newest record has left the list, or is not told for the moment. The next window begins at the same place, and what it shows
  // unchanged was shown before.
  if (records.length === 0) return memory;
  const since = windowStart(memory, memory.overlapMs);
  const count = countAfter(memory, since, changes.slice(0, shown));
  const due = new Set(changes.slice(shown).map(({ fingerprint }) => fingerprint));
  const learned = records.filter(({ fingerprint }) => !due.has(fingerprint));
  const known = new Set(learned.map(({ fingerprint }) => fingerprint));
  if (due.size > 0) {
    // The next window must show the rest again, so it begins where this one did.
    const recent = memory.recent === null ? null : memory.recent.union(recentOf(learned, since));
    return { ...memory, known, due, recent, count, crowd: null };
  }
  const newest = newestIn(
    records.map(({ updated }) => updated),
    memory.newest,
    { overlapMs, now },
  );
  const recent = recentOf(records, windowStart({ newest }, overlapMs));
  return { newest, overlapMs, known, due, recent, count, crowd: null };
}

/** How long a list was, and has become by what was seen since. */
export interface Count extends Length {
  /** When the list was last counted, in milliseconds since the epoch. */
  readonly at: number;
}

/** What a count is continued from. */
interface Counted {
  readonly newest: Moment | null;
  /** The records of the last window that may have been inserted within it, by their marks; null if they are not remembered. */
  readonly recent: ReadonlySet<string> | null;
  readonly count: Count;
}

export const MARK_CHARACTERS = 4;

/** Stands for a record's number where little room is left. Two that are mistaken for each other only make somebody load a list. */
function markOf({ transId }: ListedRecord): string {
  return fingerprintOf(transId).slice(0, MARK_CHARACTERS);
}

function isUnknown({ max }: Length): boolean {
  return max === Number.POSITIVE_INFINITY;
}

/** Whether both can be the length of one list. Between one that is known and one that is not, anything may have been deleted. */
export function agree(one: Length, other: Length): boolean {
  return isUnknown(one) === isUnknown(other) && one.min <= other.max && other.min <= one.max;
}

/** Whether the list may be as long as was expected. Of fewer than two records, everybody knows how many there are. */
export function isExplained(expected: Length, counted: Length): boolean {
  return isUnknown(counted) ? expected.max >= 2 : agree(expected, counted);
}

export function countAfter(counted: Counted, since: Moment | null, changes: readonly ListedRecord[]): Count {
  let { min, max } = counted.count;
  for (const record of changes) {
    const isNew = isNewRecord(counted, since, record);
    if (isNew === true) min += 1;
    if (isNew !== false) max += 1;
  }
  return { ...counted.count, min, max };
}

/** The marks of the records that may have been inserted since. */
export function recentOf(records: readonly ListedRecord[], since: Moment | null): ReadonlySet<string> {
  return new Set(records.filter(({ inserted }) => !wasBefore(inserted, since)).map(markOf));
}

/**
 * Whether a changed record is a new one; null if nobody can tell. One that was inserted within the last window would have been
 * in it if it had existed: it cannot have been changed before it was inserted.
 */
function isNewRecord({ newest, recent, count }: Counted, since: Moment | null, record: ListedRecord): boolean | null {
  const { inserted } = record;
  if (wasBefore(inserted, since) || recent?.has(markOf(record))) return false;
  if (count.max === 0) return true;
  if (inserted === null || newest === null) return null;
  if (isAfter(inserted, newest)) return true;
  return recent !== null && since !== null && isAfter(inserted, since) ? true : null;
}

function wasBefore(inserted: Moment | null, since: Moment | null): boolean {
  return inserted !== null && since !== null && isNotAfter(inserted, since);
}
