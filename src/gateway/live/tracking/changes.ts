/** The events of feeds and pages of changes, and their form in the graph. */
import type { Transaction } from '../../reading/transactions.ts';
import type { ListedRecord } from './change-window.ts';

/**
 * READY: the list has to be loaded now; no change is lost between this event and the next. RESUMED: no change was missed since the given
 * cursor, or since the service could last be read. STALE: the service cannot be read, so the client's data may be old.
 */
interface ListEvent {
  readonly kind: 'READY' | 'RESUMED' | 'STALE';
  readonly cursor: string;
}

/** The service no longer has the transaction. This is confirmed before it is reported. */
interface Deleted {
  readonly kind: 'DELETED';
  readonly cursor: string;
  readonly transId: string;
}

export type FeedEvent = ListEvent | Changed | Deleted;

/** The transaction that an event is about; null if it is about the whole list. */
export function transIdOf(event: FeedEvent): string | null {
  if (event.kind === 'CHANGED') return event.record.transId;
  return event.kind === 'DELETED' ? event.transId : null;
}

/** A record after a change. Several changes between two reads count as one. All listeners share the object. */
export class Changed {
  readonly kind = 'CHANGED';
  readonly record: ListedRecord;
  readonly #seal: () => string;
  #cursor: string | undefined;

  constructor(record: ListedRecord, seal: () => string) {
    this.record = record;
    this.#seal = seal;
  }

  /** Sealed on first use: sealing is expensive, and many queries select no cursor of a single change. */
  get cursor(): string {
    this.#cursor ??= this.#seal();
    return this.#cursor;
  }
}

/** An event in the form of the graph, with its transaction, or with the id of a deleted one. */
export interface TransactionChange {
  readonly event: FeedEvent;
  readonly transaction: Transaction | null;
  readonly deletedId?: string | null;
}
