/** The result of reading a list: consecutive records, the length of the list, and whether they are its last ones. */
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { startOf } from './batches.ts';

/** Consecutive records. */
export interface Snapshot<T> {
  readonly start: number;
  readonly records: readonly T[];
  /** The length of the whole list, at least as long as the records seen prove. */
  readonly max: number;
  /** Whether the list ends with these records. */
  readonly isLast: boolean;
  /** Whether the service states `max`, and nothing contradicts it. */
  readonly isCounted: boolean;
  /** Whether the records come from one answer. Between two answers, the list may have changed. */
  readonly isOneAnswer: boolean;
  /** Whether it has changed, judging by its length. */
  readonly isTorn: boolean;
}

/** A list that is read in batches. */
export interface Batched<T> {
  /**
   * Reads the batch, as if the service returned exactly what is requested. Throws UPSTREAM_INVALID if that cannot be determined. Without
   * `isEndNeeded`, trusts the meta about the end of the list.
   */
  readonly read: (batch: Batch, isEndNeeded?: boolean) => Promise<Snapshot<T>>;
}

/** A list of which all records are known. */
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
