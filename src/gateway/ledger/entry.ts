/**
 * What the write ledger stores about a write: hashes, ids of results, encrypted texts, and its state. No name, address, e-mail or other
 * input value can be read in it.
 */
import { DAY_MS } from '@realty-forms/platform/clock.ts';

/**
 * RESERVED: nothing was sent. SENT: the write may have been sent; this is durable before its first byte is sent. COMMITTED and REJECTED:
 * the outcome is known. UNKNOWN: the write was sent and got no answer. It is never sent again, but may still turn out to be COMMITTED.
 */
export type State = 'RESERVED' | 'SENT' | 'COMMITTED' | 'REJECTED' | 'UNKNOWN';

export interface Entry {
  /** A hash of caller, agent, operation and key; random if no key was given. */
  readonly id: string;
  /** Random: of all attempts with this id, only the one that reserved the entry may send the write and settle the entry. */
  readonly attempt: string;
  /** The process that executes the write. */
  readonly owner: string;
  readonly operation: string;
  readonly state: State;
  /** The id of the id key that made the hashes. */
  readonly keyId: number;
  readonly inputHash: string;
  /** The hash of the values that identify the result upstream; null if the write cannot be searched for. */
  readonly matchHash: string | null;
  /** All hashes by which another entry can have the same match: the same values, with each key of the ring. */
  readonly matches: readonly string[];
  /** The hash of a body, which is known only once it has been sent; null if there is no body, or it broke off. */
  readonly contentHash: string | null;
  /** Ids that say where to search for the result of the write. */
  readonly place: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly sentAt: number | null;
  readonly result: StoredResult | null;
}

/** What a replay needs. */
export interface StoredResult {
  readonly ids?: Readonly<Record<string, string>>;
  /** The texts of a COMMITTED write, or the errors of a REJECTED one, encrypted (`hashes`). Version 0.4 stored them in another form. */
  readonly sealed?: string;
  /** The owner is still reading what the answer left out, and will settle the entry once more. */
  readonly isPart?: true;
  /** The claim that reconciliation gave this write, because no answer named what it created. */
  readonly found?: string;
  /** The claim on what the answer said was created. */
  readonly made?: string;
}

/** How long an entry is retained for its key. */
export const ENTRY_RETENTION_MS = DAY_MS;
/** Longer than any entry can look back, so that no other entry claims the same thing. */
export const CLAIM_RETENTION_MS = 3 * ENTRY_RETENTION_MS;
/** How long a process counts as alive after its last heartbeat. */
export const LEASE_MS = 5_000;
