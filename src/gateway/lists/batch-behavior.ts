/**
 * How an endpoint returns batches, as its answers have shown. By the specification, batches are as large as requested, and the meta
 * counts the list (2.1, section 8). A service may return fewer records, always the same number, or count differently. The gateway learns
 * this from batches that contradict each other, never from a single one, because a list may change at any time.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { responseFor } from '../../upstream/answers/response.ts';

/** The endpoints that return batches. */
type ListEndpoint = 'activeUsers' | 'listTrans';

/** One batch as the service returned it. */
export interface Answer<T> {
  readonly data: readonly T[];
  /** Null if the answer does not state it. */
  readonly max: number | null;
  readonly total?: number;
  readonly nextBatchNo?: number | null;
}

/** After this many answers in batches of `size`, other sizes are requested again, because the service may have changed. */
const MAX_AGE = 500;

export class BatchBehavior {
  readonly endpoint: ListEndpoint;
  /** The only batch size that is requested; null while the service returns as many records as requested. */
  size: number | null = null;
  /** Whether batches lack records, so that a batch's number does not tell which records it has. */
  isSparse = false;
  /** Whether the meta has stated the end of a list before its last record, and has announced no records since. */
  isMetaWrong = false;
  /** Whether it names a next batch even if nothing follows. */
  isNextWrong = false;
  /** Whether the meta announces records beyond the batch; null until part of a list has shown it. */
  isCounting: boolean | null = null;
  /** Whether batch 1 is the first batch; not checked until records are missing. */
  isNumberedFromOne = false;
  /** Whether a list of what has changed since a time lacks the newest change. */
  isSinceMisread = false;
  /** The largest number of records that a batch has had. */
  largest = 0;
  #age = 0;

  constructor(endpoint: ListEndpoint) {
    this.endpoint = endpoint;
  }

  /** Whether a batch with fewer records than requested may end at the service's limit rather than at the end of the list. */
  isEndDoubtful(answer: Answer<unknown>, number: number): boolean {
    // If the service's meta counts the list, it is trusted for the first batch of short lists, so that most lists take one call.
    const known = this.isCounting && number === 1 ? Math.max(this.largest, limits.batchSize.default) : this.largest;
    const isLargest = this.size === null && answer.data.length >= known;
    return isLargest || this.isMetaWrong || (!this.isNextWrong && namesNext(answer, number));
  }

  observe({ size, number }: Batch, answer: Answer<unknown>): void {
    const count = answer.data.length;
    if (this.size !== null) this.#age += 1;
    if (count > 0 && !namesNext(answer, number)) this.isNextWrong = false;
    if (count > size) return;
    this.largest = Math.max(this.largest, count);
    if (count === size && statedLength(answer) > size * number) [this.isMetaWrong, this.isCounting] = [false, true];
  }

  setSize(size: number, isSparse: boolean): void {
    [this.size, this.isSparse, this.#age] = [size, isSparse, 0];
  }

  /** Called before a list is read, so that all of its batches are read in the same way. */
  resetIfOld(): void {
    if (this.#age >= MAX_AGE) this.reset();
  }

  /** Called when an answer contradicts what was learned. */
  reset(): void {
    [this.size, this.isSparse, this.isNextWrong, this.isCounting, this.largest] = [null, false, false, null, 0];
  }
}

/** The behavior of all endpoints; one object per gateway. */
export type BatchBehaviors = Readonly<Record<ListEndpoint, BatchBehavior>>;

export function createBatchBehaviors(): BatchBehaviors {
  return { activeUsers: new BatchBehavior('activeUsers'), listTrans: new BatchBehavior('listTrans') };
}

/** How many records the list has, according to the answer. A `total` beyond the batch counts the list, even if `max` does not. */
export function statedLength({ data, max, total = 0 }: Answer<unknown>): number {
  return total > data.length ? Math.max(total, max ?? 0) : (max ?? 0);
}

export function namesNext({ nextBatchNo }: Answer<unknown>, number: number): boolean {
  return (nextBatchNo ?? 0) > number;
}

/** Whether two batches begin with the same records, as they do if the service ignores batch numbers. */
export function beginAlike<T>(one: Answer<T>, other: Answer<T>): boolean {
  const length = Math.min(one.data.length, other.data.length);
  if (length === 0 || !areAlike(one, other, length)) return false;
  // Records that differ only in columns that were not read are not the same.
  return areAlike(responseFor(one), responseFor(other), length);
}

function areAlike(one: Answer<unknown>, other: Answer<unknown>, length: number): boolean {
  return one.data.slice(0, length).every((each, at) => JSON.stringify(each) === JSON.stringify(other.data[at]));
}
