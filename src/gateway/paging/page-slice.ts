/** The records of a page, and where they are in a list that may have changed while they were read. */

export interface PageSlice<T> {
  readonly start: number;
  readonly records: readonly T[];
  readonly max: number;
  /** The record before the page, if it was read too. */
  readonly previous: T | null;
  /** Whether the list has changed so much that the page may lack records or repeat some. */
  readonly hasLostPlace: boolean;
  /** Whether the length of the list is known. */
  readonly isCounted: boolean;
  /** Whether the page ends, in the direction of reading, at the other cursor that was given. */
  readonly isBounded: boolean;
  /** Whether no record was reached because the list changed during each read: the cursor at which reading began leads on. */
  readonly isPutOff: boolean;
}

interface Read {
  /** How many records the page has. */
  readonly count: number;
  /** The offset after the last of them, and the length of the list, as of the latest batch. */
  readonly end: number;
  readonly max: number;
  /** Whether nothing follows the place where reading has ended. */
  readonly isPastEnd: boolean;
  /** Whether reading back from the end of the list has found no record. */
  readonly isNothing: boolean;
}

/** Where the page begins, and how long the list is. */
export function placeOf({ count, end, max, isPastEnd, isNothing }: Read): Pick<PageSlice<unknown>, 'start' | 'max'> {
  // Without a record, no cursor leads on: nothing is said to be before the page, or a client would ask for the end again.
  const start = isNothing ? 0 : Math.max(0, end - count);
  // Records of the page may have gone since, so that those before its end are fewer than the page has.
  const gone = Math.max(0, count - end);
  // The length that goes with these offsets; the list ends where nothing follows, or a client would look there forever.
  const length = count > 0 ? Math.max(max + gone, start + count) : Math.min(max, isPastEnd ? start : max);
  return { start: Math.min(start, length), max: length };
}
