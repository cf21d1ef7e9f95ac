/**
 * Where the ledger's entries are stored. Every change is an atomic compare-and-set, and durable when its promise resolves. Calls reject if
 * the store cannot be reached. Several processes may share one store.
 */
import type { Leases } from '@realty-forms/platform/stores/leases.ts';
import type { Query } from '@realty-forms/platform/stores/sql.ts';
import { GatewayFault } from '../../fault.ts';
import type { Entry, State, StoredResult } from '../entry.ts';

/** An entry in its current state. */
export interface StoredEntry {
  readonly entry: Entry;
  /** No live process executes the write: the lease of its owner has expired. */
  readonly isOrphan: boolean;
}

interface Reserved extends StoredEntry {
  /** True if `entry` is the one that was passed in, false if it was already there. */
  readonly isNew: boolean;
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

export interface LedgerStore extends SharedDatabase {
  /** Stores the entry unless its id is taken. An orphaned RESERVED entry is replaced, since nothing was sent for it. */
  readonly reserve: (entry: Entry) => Promise<Reserved>;
  readonly read: (id: string) => Promise<StoredEntry | null>;
  /** RESERVED → SENT, for this attempt only; false if this attempt no longer holds the entry RESERVED. */
  readonly markSent: (id: string, attempt: string, sentAt: number) => Promise<boolean>;
  /**
   * SENT, UNKNOWN or partial (`isPart`) → the settlement, for this attempt only; UNKNOWN can only follow SENT. A settlement overrides what
   * reconciliation found, for this entry and for another entry that was given the same claim, which becomes UNKNOWN again.
   */
  readonly settle: (id: string, attempt: string, settlement: Settlement) => Promise<boolean>;
  /** Removes this attempt's entry unless it has an answer. The caller is certain that the write did nothing. */
  readonly release: (id: string, attempt: string) => Promise<boolean>;
  /** Removes the entry if this attempt still holds it RESERVED: it may have been sent since another process read it. */
  readonly releaseUnsent: (id: string, attempt: string) => Promise<boolean>;
  /**
   * SENT or UNKNOWN → COMMITTED with `claim`, for this attempt only; no other write may hold the claim. TAKEN: another write holds it.
   * BUSY: another entry with the same match is still SENT, or is COMMITTED without knowing what it created, so the claim may belong to that
   * entry. SETTLED: the attempt already has an outcome, or its entry is gone.
   */
  readonly claim: (
    id: string,
    attempt: string,
    claim: string,
    result: StoredResult,
  ) => Promise<'CLAIMED' | 'TAKEN' | 'BUSY' | 'SETTLED'>;
  /** The claims that no other write holds. What an earlier write with the same key created counts as held. */
  readonly unclaimed: (id: string, claims: readonly string[]) => Promise<readonly string[]>;
  /** Some of the orphaned entries that are RESERVED or SENT. */
  readonly orphans: () => Promise<readonly Entry[]>;
  /** Renews the owner's lease: it counts as alive for LEASE_MS from now. */
  readonly beat: (owner: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Steps = Record<string, (...args: never[]) => Promise<unknown>>;

/** Turns any failure of the store into LEDGER_UNAVAILABLE; the write may be tried again later. */
export function withFaults(store: LedgerStore): LedgerStore {
  const steps = store as object as Steps;
  const guarded: Steps = {};
  for (const name of Object.keys(steps))
    guarded[name] = async (...args) => {
      try {
        return await steps[name]?.(...args);
      } catch (cause) {
        throw new GatewayFault('LEDGER_UNAVAILABLE', `the write ledger failed: ${name}`, { cause });
      }
    };
  return guarded as object as LedgerStore;
}
