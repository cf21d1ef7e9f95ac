/**
 * What a use case hands to the ledger: one write, as a row. It says how to tell the write from others, how to send it, what to
 * store of its response and how to replay that, and, if the service can be searched for it, how to find it without a response.
 *
 * A streamed body fits in too: `request` holds what is known beforehand (the name, the transaction), the ledger calls
 * `content.digest` after `send` has ended, and for a replay `content.read`, which reads the body to its end without sending it,
 * so that the two digests can be compared.
 */

import type { SentValue } from '@realty-forms/contract/calls/sent-value.ts';
import type { Author } from '../writing/author.ts';
import type { UserError, WriteOutcome } from '../writing/outcome.ts';
import type { Operation } from './operations.ts';

export interface Intent<Result> {
  readonly operation: Operation;
  readonly author: Author;
  /** The NRDS id of the agent that the write is for; empty if there is none. */
  readonly agent: string;
  /**
   * What the same write was if it was made for another of the caller's agents, or under another notation of the agent's id. Where
   * `check` would reject it, its outcome is sought there first.
   */
  readonly elsewhere?: (() => readonly { readonly agent: string; readonly request: unknown }[]) | undefined;
  /** The number of the transaction that the write changes; undefined for one that makes something. */
  readonly changes?: string | undefined;
  /** All of the input except the key, in the form that is sent: equal inputs give equal requests. */
  readonly request: unknown;
  /** The values of the request, so that the rejection of one of them can be mapped to its field. */
  readonly sent: readonly SentValue[];
  /**
   * What keeps the write from being sent: errors in the input, a right that is missing. Asked only if the key has no entry, since
   * an outcome that is recorded remains what it is, whatever has changed since.
   */
  readonly check?: (() => readonly UserError[] | Promise<readonly UserError[]>) | undefined;
  /** Sends the write. Called at most once, after SENT is recorded durably. Undefined for an unusable response. */
  readonly send: () => Promise<Result | undefined>;
  /** Reads what the response left out, after the response has been recorded; `toStored` is then called again. */
  readonly complete?: ((result: Result) => Promise<Result>) | undefined;
  /**
   * What a replay needs of the result: ids and, with `search`, what was made (`transaction:77`). Without it, what the operation's
   * row says.
   */
  readonly toStored?: (result: Result) => Stored & { readonly claim?: string | undefined };
  /** Rebuilds the result from what was stored; without it, the result consists of the stored texts, or is null. */
  readonly restore?: (stored: Stored) => Result | null | Promise<Result | null>;
  /** For creations and uploads: how to find one. They are recorded even without a key, since what they made must be claimed. */
  readonly search?: Search<Result> | null | undefined;
  readonly content?: Content | undefined;
}

export interface Stored {
  readonly ids?: Readonly<Record<string, string>> | undefined;
  readonly texts?: Readonly<Record<string, string | null>> | undefined;
}

interface Search<Result> {
  /** Ids that say where to search. */
  readonly place: Readonly<Record<string, string>>;
  /** The values that identify the result upstream; only their hash is stored. */
  readonly match: unknown;
  readonly find: Find<Result>;
  /** The ids that the response named, if the outcome is UNKNOWN although it named some; stored for later searches. */
  readonly named?: (() => Stored['ids']) | undefined;
}

export interface Content {
  /** The digest of what `send` has sent; null if the body broke off. */
  readonly digest: () => string | null;
  /** Reads the whole body without sending it, and resolves to its digest. Called at most once. */
  readonly read: () => Promise<string>;
}

/** A write whose outcome is to be determined. It may predate this process, so only hashes of its input are known. */
interface UnresolvedWrite {
  readonly place: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly isMatch: (values: unknown) => boolean;
  /** True unless a whole body is known to have been sent; a match may then be only a part of it. */
  readonly mayBePartial: boolean;
  /** The ids that the response named, although it was not that of a success. */
  readonly named: Stored['ids'];
}

export interface Candidate<Result> {
  readonly claim: string;
  /** How another version writes the claim: what it has claimed is not taken either. */
  readonly formerClaim?: string | undefined;
  /** False for a match that may be older than the write: it is reported, but does not decide the outcome. */
  readonly isDecisive: boolean;
  /** False for a match whose time does not fit, unless clocks or time zones are wrong: it is reported if no other is. */
  readonly isTimely: boolean;
  /** True for a record that differs from what was sent: it is reported, and keeps nothing else from deciding. */
  readonly isSimilar?: boolean | undefined;
  readonly ids: Readonly<Record<string, string>>;
  readonly result: Result;
}

/** Searches the service, with reads only; `isExhaustive` is false if there was more to search than the limit allows. */
export type Find<Result> = (
  unresolved: UnresolvedWrite,
  signal: AbortSignal,
) => Promise<{ readonly candidates: readonly Candidate<Result>[]; readonly isExhaustive: boolean }>;

/** A write's outcome as it is returned to the caller. */
export interface Recorded<Result> extends WriteOutcome<Result> {
  /** The write was executed before, and this is its recorded outcome. */
  readonly replayed: boolean;
  /** For UNKNOWN: the results that may be this write's; null if they could not be searched for. */
  readonly possibleMatches: readonly Result[] | null;
}

/**
 * Executes a write once. The same key and input return the same outcome again; a different input throws IDEMPOTENCY_MISMATCH,
 * and a write still in progress after a wait throws IDEMPOTENCY_IN_PROGRESS. LEDGER_UNAVAILABLE means that nothing was sent,
 * because the write could not be recorded.
 */
export type Once = <Result>(intent: Intent<Result>) => Promise<Recorded<Result>>;
