/** The events of one transaction among those of its agent's list. */
import type { FeedEvent } from './following/changes.ts';

export class EventsOfOne implements AsyncIterableIterator<FeedEvent, undefined> {
  readonly #all: AsyncIterableIterator<FeedEvent, undefined>;
  readonly #transId: string;

  constructor(all: AsyncIterableIterator<FeedEvent, undefined>, transId: string) {
    this.#all = all;
    this.#transId = transId;
  }

  async next(): Promise<IteratorResult<FeedEvent, undefined>> {
    for (;;) {
      const found = await this.#all.next();
      if (found.done || found.value.kind !== 'CHANGED' || found.value.record.transId === this.#transId) return found;
    }
  }

  async return(): Promise<IteratorResult<FeedEvent, undefined>> {
    await this.#all.return?.();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
