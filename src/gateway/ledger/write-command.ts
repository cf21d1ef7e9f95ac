/**
 * A write that a use case passes to the ledger. The command says how to distinguish the write from others, how to send it, what to store of
 * its answer and how to replay that, and, if the service can be searched, how to find the result without an answer. For a streamed body,
 * `request` contains what is known beforehand (the name, the transaction). The ledger calls `content.digest` after `send` has ended. For a
 * replay, it calls `content.read`, which reads the whole body without sending it, and compares the two digests.
 */
import type { SentValue } from '@realty-forms/contract/calls/messages.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import type { Principal } from '../callers/principal.ts';
import { badInput } from '../fault.ts';
import type { UserError, WriteOutcome } from '../writing/outcome.ts';

export interface WriteCommand<Result> {
  /** The name of the mutation: a key is unique within it, and the write is counted under it. */
  readonly operation: string;
  /** What the user should do if it is unknown whether the write was executed. */
  readonly ifUnknown: string;
  readonly author: Author;
  /** The NRDS id of the agent that the write is for; empty if there is none. */
  readonly agent: string;
  /**
   * The same write for the caller's other agents, and with other notations of the agent's id. If `check` rejects the write, the ledger
   * first looks for its outcome there.
   */
  readonly elsewhere?: (() => readonly { readonly agent: string; readonly request: unknown }[]) | undefined;
  /** Feeds are polled for what changes, and it is saved in the search index. An upload changes no transaction. */
  readonly changes: { readonly transId: string } | 'a new transaction' | 'no transaction';
  /** The whole input except the key, in the form that is sent: equal inputs give equal requests. */
  readonly request: unknown;
  /** The values of the request, so that the rejection of a value can be mapped to its field. */
  readonly sent: readonly SentValue[];
  /**
   * Reasons not to send the write: errors in the input, or a missing right. Called only if the key has no entry, because a recorded outcome
   * is returned even if things have changed since.
   */
  readonly check?: (() => readonly UserError[] | Promise<readonly UserError[]>) | undefined;
  /**
   * Sends the write. Called at most once, after SENT is recorded durably. Undefined for an unusable answer. `isUnclaimed` says whether no
   * other write is known to have created what the claim names, and no other one looks for something with these values.
   */
  readonly send: (isUnclaimed: IsUnclaimed) => Promise<Result | undefined>;
  /**
   * Searches for what the answer left out, after the answer has been recorded; `toStored` is then called again. If its claim may belong to
   * another write, the result stays as it was.
   */
  readonly complete?: ((result: Result) => Promise<Result>) | undefined;
  /**
   * What a replay needs of the result, by default nothing: ids, texts without secrets, and, with `search`, a claim on
   * what was created (`transaction:77`).
   */
  readonly toStored?: (result: Result) => Stored & { readonly claim?: string | undefined };
  /** Rebuilds the result from what was stored. By default, the result is the stored texts, or null. */
  readonly restore?: (stored: Stored) => Result | null | Promise<Result | null>;
  /** How to find a creation or an upload. These are recorded even without a key, because the ledger must claim what they created. */
  readonly search?: Search<Result> | null | undefined;
  readonly content?: Content | undefined;
}

export type IsUnclaimed = (claim: string, match: unknown) => Promise<boolean>;

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
  /** The ids that the answer named although the outcome is UNKNOWN; stored for later searches. */
  readonly named?: (() => Stored['ids']) | undefined;
}

export interface Content {
  /** The digest of what `send` sent; null if the body broke off. */
  readonly digest: () => string | null;
  /** Reads the whole body without sending it, and resolves to its digest. Called at most once. */
  readonly read: () => Promise<string>;
}

/** A write whose outcome has to be determined. It may be older than this process, so only hashes of its input are known. */
interface UnresolvedWrite {
  readonly place: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly isMatch: (values: unknown) => boolean;
  /** True unless the whole body is known to have been sent; a match may be only a part of it. */
  readonly mayBePartial: boolean;
  /** The ids that its answer named. */
  readonly named: Stored['ids'];
}

export interface Candidate<Result> {
  readonly claim: string;
  /** False for a match that may be older than the write: it is reported, but does not determine the outcome. */
  readonly isDecisive: boolean;
  /** False for a match whose time fits only if clocks or time zones are wrong: it is reported if there is no other match. */
  readonly isTimely: boolean;
  /** True for a record that differs from the input: it is reported, and other matches can still determine the outcome. */
  readonly isSimilar?: boolean | undefined;
  /** The values of the record, if they are not those that were sent: another write may have sent them. */
  readonly rewritten?: unknown;
  readonly ids: Readonly<Record<string, string>>;
  readonly result: Result;
}

/** Searches the service, with reads only; `isExhaustive` is false if the limit ended the search. */
export type Find<Result> = (
  unresolved: UnresolvedWrite,
  signal: AbortSignalLike,
) => Promise<{ readonly candidates: readonly Candidate<Result>[]; readonly isExhaustive: boolean }>;

/** A write's outcome as it is returned to the caller. */
export interface Recorded<Result> extends WriteOutcome<Result> {
  /** The write was executed before, and this is its recorded outcome. */
  readonly replayed: boolean;
  /** If the outcome is UNKNOWN: the results that may be this write's; null if they could not be searched for. */
  readonly possibleMatches: readonly Result[] | null;
}

/**
 * Executes a write once. The same key and input return the same outcome again. A different input throws IDEMPOTENCY_MISMATCH; a write that
 * is still in progress after a wait throws IDEMPOTENCY_IN_PROGRESS. LEDGER_UNAVAILABLE means that nothing was sent, because the write could
 * not be recorded.
 */
export type WriteOnce = <Result>(command: WriteCommand<Result>) => Promise<Recorded<Result>>;

const KEY = /^[\x20-\x7e]{1,255}$/;

export interface Author {
  readonly subject: string;
  /** Null for a write without a key. */
  readonly key: string | null;
}

/** The caller as an author. Throws BAD_USER_INPUT for a malformed key. */
export function authorOf({ subject }: Pick<Principal, 'subject'>, key: string | null | undefined): Author {
  if (typeof key === 'string' && !KEY.test(key)) {
    throw badInput('idempotencyKey', 'must be 1 to 255 printable ASCII characters');
  }
  return { subject, key: key ?? null };
}
