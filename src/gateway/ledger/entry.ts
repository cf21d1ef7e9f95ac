/**
 * What the write ledger keeps of a write: hashes, ids of results, and how far it came. No name, address, e-mail or other value
 * of an input is in it, and no text that quotes one.
 */
import type { UserError } from '../outcome.ts';
import type { Template } from './template.ts';

export type Operation =
  | 'createTransaction'
  | 'addServiceProviders'
  | 'uploadFile'
  | 'registerMember'
  | 'verifyMemberToken'
  | 'shareApp'
  | 'createTicket'
  | 'createRegistrationTicket';

/**
 * RESERVED: nothing was sent. SENT: it may have gone out, this is on the disk before the first byte is. COMMITTED, REJECTED: known.
 * UNKNOWN: it went out and no answer came; it is never sent again, and may still be found to be COMMITTED.
 */
export type State = 'RESERVED' | 'SENT' | 'COMMITTED' | 'REJECTED' | 'UNKNOWN';

export interface Entry {
  /** A hash of caller, agent, operation and key; random where no key was given. */
  readonly id: string;
  /** Random: of all who hold the id, only who reserved it may send and settle. */
  readonly attempt: string;
  /** The process that carries it out. */
  readonly owner: string;
  readonly operation: Operation;
  readonly state: State;
  /** The id of the key that the hashes were made with. */
  readonly keyId: number;
  readonly inputHash: string;
  /** The hash of a body that is known only when it has been sent; null where there is none, or it broke off. */
  readonly contentHash: string | null;
  /** Ids that say where to look for what was written. */
  readonly place: Readonly<Record<string, string>>;
  /** The hash of what it is known again by; null where it cannot be looked for. */
  readonly matchHash: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly result: StoredResult | null;
}

/** What a replay tells. */
export interface StoredResult {
  readonly ids?: Readonly<Record<string, string>>;
  readonly texts?: Readonly<Record<string, Template | null>>;
  readonly errors?: readonly StoredError[];
  /** Its process still reads what the answer left out, and settles it once more. */
  readonly isPart?: true;
  /** The claim that was found to be its, where no answer said so. */
  readonly found?: string;
  /** The claim of what its answer said that it made. */
  readonly made?: string;
}

/** What it made stands in the entry too: a claim is found under its id, and ids come again with their keys. */
export function withMade(result: StoredResult | null, claim: string | null): StoredResult | null {
  return claim === null ? result : { ...result, made: claim };
}

export interface StoredError extends Pick<UserError, 'field' | 'code'> {
  readonly message: Template | null;
  readonly upstream: {
    readonly status: number;
    readonly type: Template | null;
    readonly message: Template | null;
  } | null;
}

/** How long an entry answers for its key. */
export const KEPT_MS = 24 * 60 * 60_000;
/** Longer than any entry can look back: what one has claimed, no other may. */
export const CLAIM_KEPT_MS = 3 * KEPT_MS;
/** How long a process that says nothing more is taken for alive. */
export const LEASE_MS = 5_000;
/** A lease that is longer is from before the clock was put back; two clocks that are read at once may differ by a little. */
export const LONGEST_LEASE_MS = 2 * LEASE_MS;
