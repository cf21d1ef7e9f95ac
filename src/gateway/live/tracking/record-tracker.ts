/**
 * Tracks one transaction for a service. A service's id names no agent, so there is no list to read. Each poll reads the record; once the
 * record is gone, polls throw NOT_FOUND: the second one in a row, since a copy of the service that lags behind may lack the record.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { TransactionGrant } from '../../callers/grants.ts';
import { notFound } from '../../fault.ts';
import type { Polled, StateFingerprint, Tracker } from './change-tracker.ts';
import { contentHash } from './change-window.ts';
import { Changed } from './changes.ts';

/** Null if there is no such transaction. */
export type ReadRecord = () => Promise<FlatRecord | null>;

export class RecordTracker implements Tracker {
  readonly #read: ReadRecord;
  readonly #transId: string;
  #fingerprint: string | null = null;
  #isMissing = false;
  /** A stream of one transaction cannot be resumed: clients that return read the transaction. */
  readonly cursor: string;
  /** There is no list to count. */
  readonly countedAt = Number.POSITIVE_INFINITY;
  readonly length = null;

  constructor(read: ReadRecord, { transId }: TransactionGrant, reloadCursor: string) {
    this.#read = read;
    this.#transId = transId;
    this.cursor = reloadCursor;
  }

  get reloadCursor(): string {
    return this.cursor;
  }

  get isReady(): boolean {
    return this.#fingerprint !== null;
  }

  get fingerprint(): StateFingerprint {
    return this.#fingerprint ?? '';
  }

  compareWith(fingerprint: StateFingerprint): boolean {
    return fingerprint === this.fingerprint;
  }

  async poll(): Promise<Polled> {
    const flat = await this.#read();
    const mayLagBehind = this.isReady && !this.#isMissing;
    this.#isMissing = flat === null;
    if (flat === null && mayLagBehind) return { changes: [], changesAfter };
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
