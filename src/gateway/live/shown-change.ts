/** A change as the graph reads it, on a page of changes and in a stream. */
import type { Transaction } from '../reading/transactions.ts';
import type { FeedEvent } from './following/changes.ts';

/** A change, or the request to load the list again; while listening, also whether the service can be read. */
export interface TransactionChange {
  readonly kind: FeedEvent['kind'];
  readonly cursor: string;
  readonly version: string | null;
  readonly transaction: Transaction | null;
}

/** What each event is shown with beside itself: the transaction, if there is one. */
export function shownChange(event: FeedEvent, transaction: Transaction | null): TransactionChange {
  return new ShownChange(event, transaction);
}

/** A class, because an object literal with a getter has a hidden class of its own. */
class ShownChange implements TransactionChange {
  readonly kind: FeedEvent['kind'];
  readonly version: string | null;
  readonly transaction: Transaction | null;
  readonly #event: FeedEvent;

  constructor(event: FeedEvent, transaction: Transaction | null) {
    this.kind = event.kind;
    this.version = event.kind === 'CHANGED' ? event.record.fingerprint : null;
    this.transaction = transaction;
    this.#event = event;
  }

  get cursor(): string {
    return this.#event.cursor;
  }
}
