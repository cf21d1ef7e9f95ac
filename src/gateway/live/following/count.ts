/**
 * How long a list should be. Upstream tells neither of deletions, nor of agents who left, nor of records that become visible
 * later than the overlap: only the list's length shows them, once it is not the former length plus the new records.
 */
import { fingerprintOf, type ListedRecord } from './listed-record.ts';
import { isAfter, isNotAfter, type Moment } from './moments.ts';

/** A range, because of some records nobody can tell whether they are new or were changed. */
export interface Length {
  readonly min: number;
  readonly max: number;
}

/** Of a list that nobody counts. */
export const unknownLength: Length = { min: 0, max: Number.POSITIVE_INFINITY };

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
