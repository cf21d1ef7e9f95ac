/** Stands for the response of an event until the event's text is handed to whoever sends it. */
import type { Delivery } from '../context.ts';

export class EventDelivery implements Delivery {
  destroyed = false;
  readonly #listeners: (() => void)[] = [];

  on(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.destroyed = true;
    for (const listener of this.#listeners) listener();
  }
}
