/** What listeners and pages of changes are told. */
import type { ListedRecord } from './listed-record.ts';

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
