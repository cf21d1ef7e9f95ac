/** A client of a feed: what it shows after the events that it was given, and how often it was given what it showed already. */
import type { Changed } from '../../../src/gateway/live/tracking/changes.ts';
import type { ModelService } from './model-service.ts';

export class Reader {
  readonly #service: ModelService;
  shown = new Map<string, string>();
  #atStart = new Map<string, string>();
  /** Records that a reload showed in a state which the poll under way may not have read: the next poll tells of it again. */
  #ahead = new Set<string>();
  repeats = 0;
  reloads = 0;

  constructor(service: ModelService) {
    this.#service = service;
  }

  /** A poll begins. */
  begin(): void {
    this.#atStart = this.#service.rows();
  }

  /** Null: it loads the list. */
  take(changes: readonly Changed[] | null): void {
    if (changes === null) {
      this.reloads += 1;
      this.shown = this.#service.rows();
      this.#ahead = new Set([...this.shown].flatMap(([id, row]) => (this.#atStart.get(id) === row ? [] : [id])));
      return;
    }
    for (const { record } of changes) {
      const row = JSON.stringify(record.flat);
      if (this.shown.get(record.transId) === row && !this.#ahead.has(record.transId)) this.repeats += 1;
      this.#ahead.delete(record.transId);
      this.shown.set(record.transId, row);
    }
  }
}
