/**
 * What the write ledger stores about a write: hashes, ids of results, and its state. It stores no name, address, e-mail or other input
 * value, and no text that quotes one.
 */
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import type { UserError } from '../writing/outcome.ts';
import type { TextTemplate } from './text-template.ts';

/**
 * RESERVED: nothing was sent. SENT: the write may have been sent; this is durable before its first byte is sent. COMMITTED and REJECTED:
 * the outcome is known. UNKNOWN: the write was sent and got no answer. It is never sent again, but may still turn out to be COMMITTED.
 */
export type State = 'RESERVED' | 'SENT' | 'COMMITTED' | 'REJECTED' | 'UNKNOWN';

/** Hashes of a write's input, made with one of the id keys. */
export interface InputHashes {
  /** The id of the key. */
  readonly keyId: number;
  readonly inputHash: string;
  /** The hash of the values that identify the result upstream; null if the write cannot be searched for. */
  readonly matchHash: string | null;
}

export interface Entry extends InputHashes {
  /** A hash of caller, agent, operation and key; random if no key was given. */
  readonly id: string;
  /** Random: of all attempts with this id, only the one that reserved the entry may send the write and settle the entry. */
  readonly attempt: string;
  /** The process that executes the write. */
  readonly owner: string;
  readonly operation: string;
  readonly state: State;
  /** The hashes with the other keys of the ring: while keys are rotated, another replica may know only one of them. */
  readonly otherHashes: readonly InputHashes[];
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
  readonly texts?: Readonly<Record<string, TextTemplate | null>>;
  readonly errors?: readonly StoredError[];
  /** The owner is still reading what the answer left out, and will settle the entry once more. */
  readonly isPart?: true;
  /** The claim that reconciliation gave this write, because no answer named what it created. */
  readonly found?: string;
  /** The claim on what the answer said was created. */
  readonly made?: string;
  /** The content's hashes with the other keys of the ring, by the keys' ids. */
  readonly otherContents?: Readonly<Record<number, string>>;
}

/** All hashes by which another entry can have the same match. */
export function matchesOf({ matchHash, otherHashes }: Pick<Entry, 'matchHash' | 'otherHashes'>): readonly string[] {
  return [matchHash, ...otherHashes.map((each) => each.matchHash)].filter((match) => match !== null);
}

export interface StoredError extends Pick<UserError, 'field' | 'code'> {
  readonly message: TextTemplate | null;
  readonly upstream: {
    readonly status: number;
    readonly type: TextTemplate | null;
    readonly message: TextTemplate | null;
  } | null;
}

/** How long an entry is retained for its key. */
export const ENTRY_RETENTION_MS = DAY_MS;
/** Longer than any entry can look back, so that no other entry claims the same thing. */
export const CLAIM_RETENTION_MS = 3 * ENTRY_RETENTION_MS;
/** How long a process counts as alive after its last heartbeat. */
export const LEASE_MS = 5_000;
