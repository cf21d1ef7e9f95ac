/**
 * Where the ledger's entries are. Every change compares and sets in one step, and is durable when its promise resolves; a store
 * that cannot be reached rejects. Several processes may share one.
 */
import type { Entry, State, StoredResult } from './entry.ts';

/** An entry as it is now. */
export interface Held {
  readonly entry: Entry;
  /** Nobody who is alive carries it out: the lease of its owner is over. */
  readonly isOrphan: boolean;
}

interface Reserved extends Held {
  /** The entry is the one that was given; else it is the one that was there. */
  readonly isNew: boolean;
}

export interface Settlement {
  readonly state: Extract<State, 'COMMITTED' | 'REJECTED' | 'UNKNOWN'>;
  readonly result: StoredResult | null;
  readonly contentHash: string | null;
  /** What was made, such as `transaction:77`: from now on no other's, not even of a later write under the same key. */
  readonly claim: string | null;
}

export interface LedgerStore {
  /** Puts the entry in, unless there is one of its id. One that is RESERVED and orphaned makes way: nothing was sent. */
  readonly reserve: (entry: Entry) => Promise<Reserved>;
  readonly read: (id: string) => Promise<Held | null>;
  /** RESERVED → SENT, of this attempt only; false where it is not RESERVED by it any more. */
  readonly markSent: (id: string, attempt: string, sentAt: number) => Promise<boolean>;
  /**
   * SENT, UNKNOWN or a part → what became of it, of this attempt only; UNKNOWN ends nothing but SENT. It outweighs what was found: of
   * this entry, and of another that has found the claim to be its own, which is UNKNOWN again.
   */
  readonly settle: (id: string, attempt: string, settlement: Settlement) => Promise<boolean>;
  /** Takes out what this attempt has no answer to: who carries it out is certain that nothing was done. */
  readonly release: (id: string, attempt: string) => Promise<boolean>;
  /** Takes out what is RESERVED by this attempt, and nothing that was sent since somebody else saw it so. */
  readonly releaseUnsent: (id: string, attempt: string) => Promise<boolean>;
  /**
   * SENT or UNKNOWN → COMMITTED with `claim`, of this attempt only; nothing else may have it. TAKEN: something has. BUSY: another
   * entry that looks for the same is still SENT, or was carried out and does not know what it made, so it may be that one's.
   * SETTLED: the attempt has an outcome already, or is none any more.
   */
  readonly claim: (
    id: string,
    attempt: string,
    claim: string,
    result: StoredResult,
  ) => Promise<'CLAIMED' | 'TAKEN' | 'BUSY' | 'SETTLED'>;
  /** Those that nothing has claimed but the entry as it is: what was made under its key before it is not its. */
  readonly unclaimed: (id: string, claims: readonly string[]) => Promise<readonly string[]>;
  /** Some of the entries that are RESERVED or SENT and orphaned. */
  readonly orphans: () => Promise<readonly Entry[]>;
  /** The owner is alive for as long as LEASE_MS from now. */
  readonly beat: (owner: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
