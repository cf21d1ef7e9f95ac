/**
 * Stands for the response of an event, until every stream that shares it has had its text taken by its client, or has ended: as long,
 * a large text counts among the large responses of its caller. An event that nobody waits for any more is not executed further.
 */
import type { Delivery } from '../context.ts';

export class EventDelivery implements Delivery {
  destroyed = false;
  readonly #listeners: (() => void)[] = [];
  #holders = 0;

  on(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  hold(): void {
    this.#holders += 1;
  }

  /** The last one that held it closes it. */
  drop(): void {
    this.#holders -= 1;
    if (this.#holders > 0 || this.destroyed) return;
    this.destroyed = true;
    for (const listener of this.#listeners) listener();
  }
}

/** An event is executed for whoever shares it, so no client that disconnects ends it. */
export const neverAborted = new AbortController().signal;
