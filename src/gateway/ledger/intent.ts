/**
 * What a use case hands to the ledger: one write, as a row. How it is told from others, how it is sent, what is kept of its
 * answer and how that is told again, and, where the service can be read for it, how it is found when no answer came.
 *
 * A body that streams fits in: `request` holds what is known before (the name, the transaction), `content.digest` is asked for
 * when `send` has ended, and a replay asks `content.read` to read the body to its end, unsent, so that the two are compared.
 */

import type { Cut } from '../../upstream/cut.ts';
import type { Author } from '../author.ts';
import type { Writing, Written } from '../outcome.ts';
import type { Operation } from './entry.ts';

export interface Intent<Answer> extends Writing {
  readonly operation: Operation;
  readonly author: Author;
  /** The agent that it is for; empty where none stands behind it. */
  readonly agent: string;
  /** All of the input but the key, as it is sent: the same input has an equal one. */
  readonly request: unknown;
  /** Sends it. Called once at most, after it is on the disk that it may have been. Undefined for an answer of no use. */
  readonly send: () => Promise<Answer | undefined>;
  /** Reads what the answer itself does not say, once it is written down that it came; `keep` is then asked again. */
  readonly complete?: ((answer: Answer) => Promise<Answer>) | undefined;
  /** What a replay needs of the answer: ids, texts without secrets, and what was made (`transaction:77`), for creations. */
  readonly keep: (answer: Answer) => Kept & { readonly claim?: string | undefined };
  /** The answer again, from what was kept; what is secret or somebody's data is null in it. */
  readonly recall: (kept: Kept) => Answer | null | Promise<Answer | null>;
  /** There for creations: how to look for it. They are kept without a key too, because what they made must be claimed. */
  readonly trace?: Trace<Answer> | undefined;
  readonly content?: Content | undefined;
}

export interface Kept {
  readonly ids?: Readonly<Record<string, string>> | undefined;
  readonly texts?: Readonly<Record<string, string | null>> | undefined;
}

interface Trace<Answer> {
  /** Ids that say where to look. */
  readonly place: Readonly<Record<string, string>>;
  /** What it is known again by; only its hash is kept. */
  readonly match: unknown;
  readonly find: Find<Answer>;
}

export interface Content {
  /** The digest of what `send` has sent; null where it broke off. */
  readonly digest: () => string | null;
  /** Reads all of what came, sends none of it, and gives its digest. Called once at most. */
  readonly read: () => Promise<string>;
}

/** A write whose outcome is to be found. It may come from before the process started: of its input there are hashes only. */
interface Unresolved {
  readonly place: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly isMatch: (values: unknown) => boolean;
  /** Its body broke off, or has none, or nobody knows: what fits may be a part of it. */
  readonly isCut: boolean;
}

export interface Candidate<Answer> {
  readonly claim: string;
  /** False for what fits and may be older than the write: it is shown, and decides nothing. */
  readonly isDecisive: boolean;
  readonly ids: Readonly<Record<string, string>>;
  readonly answer: Answer;
}

/** Looks through the service, reading only; `isWhole` is false where there was more to look through than it may. */
export type Find<Answer> = (
  unresolved: Unresolved,
  signal: Cut,
) => Promise<{ readonly candidates: readonly Candidate<Answer>[]; readonly isWhole: boolean }>;

/** A write's outcome as it is told. */
export interface Recorded<Answer> extends Written<Answer> {
  /** It was carried out before, and is told again. */
  readonly replayed: boolean;
  /** Of an UNKNOWN one: what may be it; null where that could not be looked for. */
  readonly possible: readonly Answer[] | null;
}

/**
 * Carries a write out once. The same key and input give the outcome again; another input throws IDEMPOTENCY_MISMATCH, and one
 * under way, after a wait, IDEMPOTENCY_IN_PROGRESS. LEDGER_UNAVAILABLE: nothing was sent, because it could not be written down.
 */
export type Once = <Answer>(intent: Intent<Answer>) => Promise<Recorded<Answer>>;
