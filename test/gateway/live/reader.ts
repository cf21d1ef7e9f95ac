/** A client of a feed: what it shows after the events that it was given, and how often it was given what it showed already. */
import type { Changed } from '../../../src/gateway/live/tracking/changes.ts';
import type { ModelService } from './model-service.ts';

export class Reader {
  readonly #service: ModelService;
  shown = new Map<string, string>();
  repeats = 0;
  reloads = 0;

  constructor(service: ModelService) {
    this.#service = service;
  }

  /** Null: it loads the list. */
  take(changes: readonly Changed[] | null): void {
    if (changes === null) {
      this.reloads += 1;
      this.shown = this.#service.rows();
      return;
    }
    for (const { record } of changes) {
      const row = JSON.stringify(record.flat);
      if (this.shown.get(record.transId) === row) this.repeats += 1;
      this.shown.set(record.transId, row);
    }
  }
}
