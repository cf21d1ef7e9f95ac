/**
 * Follows one transaction of a service, whose ids name no agent, so that no list can be read for it. Each poll reads the record; one
 * that is gone ends whatever follows it.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { TransactionGrant } from '../../callers/access.ts';
import { notFound } from '../../fault.ts';
import { Changed } from './changes.ts';
import type { Followed, Mark, Polled } from './follower.ts';
import { contentHash } from './window.ts';

/** Null if there is no such transaction. */
export type ReadRecord = () => Promise<FlatRecord | null>;

export class RecordFollower implements Followed {
  readonly #read: ReadRecord;
  readonly #transId: string;
  #fingerprint: string | null = null;
  readonly hasSeenFuture = false;
  /** Nothing continues after a change of one transaction: whoever comes back reads it. */
  readonly cursor: string;
  /** There is no list to count. */
  readonly countedAt = Number.POSITIVE_INFINITY;

  constructor(read: ReadRecord, { transId }: TransactionGrant, noCursor: string) {
    this.#read = read;
    this.#transId = transId;
    this.cursor = noCursor;
  }

  get noCursor(): string {
    return this.cursor;
  }

  get hasStarted(): boolean {
    return this.#fingerprint !== null;
  }

  get mark(): Mark {
    return this.#fingerprint ?? '';
  }

  hear(mark: Mark): boolean {
    return mark === this.mark;
  }

  async poll(): Promise<Polled> {
    const flat = await this.#read();
    if (flat === null) throw notFound();
    const fingerprint = contentHash(flat);
    const before = this.#fingerprint;
    this.#fingerprint = fingerprint;
    if (before === null) return { changes: null, changesAfter };
    const record = { transId: this.#transId, flat, fingerprint, updated: null, inserted: null };
    const changes = fingerprint === before ? [] : [new Changed(record, () => this.cursor)];
    return { changes, changesAfter };
  }

  async count(): Promise<null> {
    return null;
  }
}

const changesAfter = (): null => null;
