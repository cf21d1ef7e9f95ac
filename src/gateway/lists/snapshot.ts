/** What a read of a list gives: consecutive records, the length of the list, and whether it ends with them. */
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { startOf } from './batches.ts';

/** Consecutive records. */
export interface Snapshot<T> {
  readonly start: number;
  readonly records: readonly T[];
  /** The length of the whole list, at least as long as the records seen show. */
  readonly max: number;
  /** Whether the list ends with these records. */
  readonly isLast: boolean;
  /** Whether `max` is stated and nothing contradicts it. */
  readonly isCounted: boolean;
  /** Whether one answer has all of them. Between two, the list may have changed. */
  readonly isOneAnswer: boolean;
  /** Whether it has, as its length shows. */
  readonly isTorn: boolean;
}

/** A list that is read in batches. */
export interface Batched<T> {
  /**
   * The batch, as if the service returned exactly what is requested. Throws UPSTREAM_INVALID if that cannot be determined. Without
   * `isEndNeeded`, the meta is trusted about the end of the list.
   */
  readonly read: (batch: Batch, isEndNeeded?: boolean) => Promise<Snapshot<T>>;
}

/** A list that is already known as a whole. */
export function knownList<T>(all: readonly T[], isCounted = true): Batched<T> {
  const read = async (batch: Batch): Promise<Snapshot<T>> => {
    const start = startOf(batch);
    const end = start + batch.size;
    return snapshot({ start, records: all.slice(start, end), max: all.length, isLast: end >= all.length, isCounted });
  };
  return { read };
}

type Shown<T> = Pick<Snapshot<T>, 'start' | 'records' | 'max' | 'isLast'> & Partial<Snapshot<T>>;

/** All fields in one order, so that every snapshot has the same hidden class. */
export function snapshot<T>({ start, records, max, isLast, ...more }: Shown<T>): Snapshot<T> {
  const { isCounted = true, isOneAnswer = true, isTorn = false } = more;
  return { start, records, max, isLast, isCounted, isOneAnswer, isTorn };
}
