/**
 * What an endpoint has shown about its batches. The specification has batches of 1 to 100 records and a meta that counts them
 * (2.1, section 8); a service may return fewer, always the same number, or count otherwise. This is learned from batches that
 * contradict each other, never from a single one, because a list may change at any time.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';

/** The endpoints that return batches. */
export type ListEndpoint = 'activeUsers' | 'listTrans';

/** One batch as the service returned it. */
export interface Answer<T> {
  readonly data: readonly T[];
  /** Null if the response does not state it. */
  readonly max: number | null;
  readonly total?: number;
  readonly nextBatchNo?: number | null;
}

/** After so many answers in batches of `size`, the service is asked in other sizes again: what was learned may hold no longer. */
const MAX_AGE = 500;

export class Habits {
  readonly endpoint: ListEndpoint;
  /** The only size of batches that are requested; null while the service returns as many records as it is asked for. */
  size: number | null = null;
  /** Whether it leaves records out of its batches: the number of a batch does not show which records it has. */
  isSparse = false;
  /** Whether it has stated the end of a list where there were more records, and has not announced any since. */
  isMetaFalse = false;
  /** Whether it names a next batch even where nothing follows. */
  isNextFalse = false;
  /** Whether its meta announces records beyond the batch; null until a part of a list has shown it. */
  isCounting: boolean | null = null;
  /** The most records that a batch has had. */
  largest = 0;
  #age = 0;

  constructor(endpoint: ListEndpoint) {
    this.endpoint = endpoint;
  }

  /** Whether a batch without the requested number of records may end where the service ends all of them, not where the list does. */
  isEndDoubtful(answer: Answer<unknown>, number: number): boolean {
    // A meta that announces more is believed for short lists, so that the usual ones take one call. Where a later batch begins, a
    // service may see differently.
    const known = this.isCounting && number === 1 ? Math.max(this.largest, limits.batchSize.default) : this.largest;
    const isLargest = this.size === null && answer.data.length >= known;
    return isLargest || this.isMetaFalse || (!this.isNextFalse && namesNext(answer, number));
  }

  see({ size, number }: Batch, answer: Answer<unknown>): void {
    const count = answer.data.length;
    if (this.size !== null) this.#age += 1;
    if (count > 0 && !namesNext(answer, number)) this.isNextFalse = false;
    if (count > size) return;
    this.largest = Math.max(this.largest, count);
    if (count === size && statedLength(answer) > size * number) [this.isMetaFalse, this.isCounting] = [false, true];
  }

  learn(size: number, isSparse: boolean): void {
    [this.size, this.isSparse, this.#age] = [size, isSparse, 0];
  }

  /** Called before a list is read, so that the batches of one are read alike. */
  renew(): void {
    if (this.#age >= MAX_AGE) this.forget();
  }

  /** Called when an answer contradicts what was learned. */
  forget(): void {
    [this.size, this.isSparse, this.isNextFalse, this.isCounting, this.largest] = [null, false, false, null, 0];
  }
}

/** The habits of all endpoints; one object for each gateway. */
export type ListHabits = Readonly<Record<ListEndpoint, Habits>>;

export function createHabits(): ListHabits {
  return { activeUsers: new Habits('activeUsers'), listTrans: new Habits('listTrans') };
}

/** How many records the answer says the list has. A `total` beyond the batch counts the list, whatever `max` counts then. */
export function statedLength({ data, max, total = 0 }: Answer<unknown>): number {
  return total > data.length ? Math.max(total, max ?? 0) : (max ?? 0);
}

export function namesNext({ nextBatchNo }: Answer<unknown>, number: number): boolean {
  return (nextBatchNo ?? 0) > number;
}
