/** What listeners and pages of changes are told, and how the graph shows it. */
import type { Transaction } from '../../reading/transactions.ts';
import type { ListedRecord } from './change-window.ts';

/** The list has to be loaded, now and whenever this comes again: nothing falls between it and what follows. */
interface Ready {
  readonly kind: 'READY';
  readonly cursor: string;
}

/** Nothing was missed since the cursor that was given, or since the service could not be read. */
interface Resumed {
  readonly kind: 'RESUMED';
  readonly cursor: string;
}

/** The service cannot be read: what is shown may be old. */
interface Stale {
  readonly kind: 'STALE';
  readonly cursor: string;
}

export type FeedEvent = Ready | Resumed | Stale | Changed;

/** A record as it is after a change; several changes between two reads are one. All listeners share the object. */
export class Changed {
  readonly kind = 'CHANGED';
  readonly record: ListedRecord;
  readonly #seal: () => string;
  #cursor: string | undefined;

  constructor(record: ListedRecord, seal: () => string) {
    this.record = record;
    this.#seal = seal;
  }

  /** Sealed when it is first asked for: sealing is expensive, and many queries select no cursor of a single change. */
  get cursor(): string {
    this.#cursor ??= this.#seal();
    return this.#cursor;
  }
}

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
