/**
 * Where the ledger's entries are stored. Every change is an atomic compare-and-set, and durable when its promise resolves. Calls reject if
 * the store cannot be reached. Several processes may share one store.
 */
import type { Leases } from '@realty-forms/platform/stores/leases.ts';
import type { Query } from '@realty-forms/platform/stores/sql.ts';
import { GatewayFault, withFaults } from '../../fault.ts';
import type { Entry, State, StoredResult } from '../entry.ts';
import type { storeIn } from './sql-steps.ts';

/** An entry in its current state. */
export interface StoredEntry {
  readonly entry: Entry;
  /** No live process executes the write: the lease of its owner has expired. */
  readonly isOrphan: boolean;
}

export interface Settlement {
  readonly state: Extract<State, 'COMMITTED' | 'REJECTED' | 'UNKNOWN'>;
  readonly result: StoredResult | null;
  readonly contentHash: string | null;
  /** What was created, such as `transaction:77`: no other write can claim it, not even a later one with the same key. */
  readonly claim: string | null;
}

/** The database, for other parts of the gateway: they have tables of their own in it, and leases for what only one process should do. */
export interface SharedDatabase extends Leases {
  /** Runs one statement. */
  readonly query: Query;
}

export type LedgerStore = Readonly<ReturnType<typeof storeIn>>;

/** Any failure of the store is LEDGER_UNAVAILABLE; the write may be tried again later. */
export function withLedgerFaults(store: LedgerStore): LedgerStore {
  return withFaults(
    store,
    (cause, step) => new GatewayFault('LEDGER_UNAVAILABLE', `the write ledger failed: ${step}`, { cause }),
  );
}
