/**
 * What an endpoint has shown about its batches. The specification has batches of 1 to 100 records and a meta that counts them
 * (2.1, section 8); a service may return fewer, always the same number, or count otherwise. This is learned from batches that
 * contradict each other, never from a single one, because a list may change at any time.
 */
import { limits } from '../../contract/calls/endpoints.ts';

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

export class Habits {
  readonly endpoint: ListEndpoint;
  /** The only size of batches that are requested; null while the service returns as many records as it is asked for. */
  size: number | null = null;
  /** Whether it leaves records out of its batches: the number of a batch does not show which records it has. */
  isSparse = false;
  /** Whether it has stated the end of a list where there were more records. */
  isMetaFalse = false;
  /** Whether it names a next batch even where nothing follows. */
  isNextFalse = false;
  /** The most records that a batch is known to have; the default size (section 8) until there was a longer one. */
  #largest: number = limits.batchSize.default;

  constructor(endpoint: ListEndpoint) {
    this.endpoint = endpoint;
  }

  /** Whether a batch without the requested number of records may end where the service ends all of them, not where the list does. */
  isEndDoubtful(answer: Answer<unknown>, number: number): boolean {
    const isLargest = this.size === null && answer.data.length >= this.#largest;
    return isLargest || this.isMetaFalse || (!this.isNextFalse && namesNext(answer, number));
  }

  see(count: number): void {
    this.#largest = Math.max(this.#largest, count);
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
