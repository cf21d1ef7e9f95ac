/**
 * The delivery of an event, until the clients of all streams that share it have read its text, or the streams have ended. Until then,
 * a large text counts among the large responses of its caller. The execution of an event without any stream stops.
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

/** Streams share the execution of an event, so a client that disconnects does not abort it. */
export const neverAborted = new AbortController().signal;
