/**
 * The outcome of a write, as far as it is known: COMMITTED, REJECTED with errors that the user can fix, or UNKNOWN if it was sent and no
 * readable answer came. A write is sent at most once. If upstream rejects the gateway itself (401, 429), or nothing was sent, nothing was
 * done and there is no outcome: those faults are thrown.
 */
import { INVALID_CHARACTER_MESSAGE } from '@realty-forms/contract/answers/errors.ts';
import type { SentValue } from '@realty-forms/contract/calls/messages.ts';
import { UpstreamFault } from '../../upstream/faults.ts';
import { UNKNOWN_AGENT } from '../fault.ts';
import type { IsUnclaimed, WriteCommand } from '../ledger/write-command.ts';
import { atMost, MAX_TEXT_BYTES, unsendableCharacter } from '../sendable-text.ts';

type Outcome = 'COMMITTED' | 'REJECTED' | 'UNKNOWN';
type UserErrorCode = 'INVALID_VALUE' | 'INVALID_CHARACTER' | 'NOT_FOUND' | 'REJECTED' | 'OUTCOME_UNKNOWN';

/** An error that the user can fix. */
export interface UserError {
  /** The path of the field in the input (`providers.0.email`); null if the error is not about one. */
  readonly field: string | null;
  readonly message: string;
  readonly code: UserErrorCode;
  /** Upstream's answer; null if it was not called or did not respond. */
  readonly upstream: { readonly status: number; readonly type: string | null; readonly message: string | null } | null;
}

/** A write's outcome; `result` is null unless it is COMMITTED. */
export interface WriteOutcome<Result> {
  readonly outcome: Outcome;
  readonly userErrors: readonly UserError[];
  readonly result: Result | null;
  /** Why it is UNKNOWN: the fault of the call, or an answer without the content of a success. */
  readonly reason?: UpstreamFault['code'] | 'NO_RESULT' | undefined;
}

/** What the payload of every write contains. */
export interface WritePayload extends Pick<WriteOutcome<unknown>, 'outcome' | 'userErrors'> {
  /** The write was executed before, under the same key, and this is its stored outcome. */
  readonly replayed: boolean;
}

/** How the message for an UNKNOWN outcome begins: `WriteCommand.ifUnknown`. */
export const NO_RESPONSE = 'The service sent no readable response, so';

/** Wraps an unexpected error, after which the outcome of the write is unknown. */
export class UnexpectedError extends Error {}

/** Sends one write. Throws an UpstreamFault, which means that nothing was done, or an UnexpectedError. */
export async function sendWrite<Result>(
  { send, sent, ifUnknown }: Pick<WriteCommand<Result>, 'send' | 'sent' | 'ifUnknown'>,
  isUnclaimed: IsUnclaimed = async () => true,
): Promise<WriteOutcome<Result>> {
  try {
    const result = await send(isUnclaimed);
    return result === undefined
      ? unknownOutcome(ifUnknown, 'NO_RESULT')
      : { outcome: 'COMMITTED', userErrors: [], result };
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw new UnexpectedError('a write failed', { cause: error });
    // A rejected token request is UPSTREAM_REJECTED too, but the user cannot fix it.
    if (error.sent === false || !mayHaveHappened(error)) throw error;
    return error.code === 'UPSTREAM_REJECTED'
      ? rejected(readRejection(error, sent))
      : unknownOutcome(ifUnknown, error.code);
  }
}

/** The part of a write's outcome that its payload contains, without the result. */
export function payloadOf({ outcome, userErrors, replayed }: WritePayload): WritePayload {
  return { outcome, userErrors, replayed };
}

function rejected(userErrors: readonly UserError[]): WriteOutcome<never> {
  return { outcome: 'REJECTED', userErrors, result: null };
}

export function unknownOutcome(message: string, reason?: WriteOutcome<never>['reason']): WriteOutcome<never> {
  return {
    outcome: 'UNKNOWN',
    userErrors: [errorsWith('OUTCOME_UNKNOWN')(null, message)],
    result: null,
    reason,
  };
}

const errorsWith =
  (code: UserErrorCode) =>
  (field: string | null, message: string): UserError => {
    return { field, message, code, upstream: null };
  };

/** Errors about values that are rejected before anything is sent. */
export const invalid = errorsWith('INVALID_VALUE');
export const invalidCharacter = errorsWith('INVALID_CHARACTER');
/** The input names something that does not exist or is not the caller's; the error does not say which. */
export const notFoundError = errorsWith('NOT_FOUND');

/** One error for each required value that is blank. */
export function blankErrors(values: Readonly<Record<string, string>>): UserError[] {
  return Object.entries(values).flatMap(([field, value]) =>
    value.trim() === '' ? [invalid(field, 'Must not be blank')] : [],
  );
}

/** One error for each required text of a record that is blank or too long. */
export function lengthErrors(texts: Readonly<Record<string, string>>): UserError[] {
  return Object.entries(texts).flatMap(([field, text]) =>
    Buffer.byteLength(text) > MAX_TEXT_BYTES
      ? [invalid(field, `Must be ${atMost(MAX_TEXT_BYTES)}`)]
      : blankErrors({ [field]: text }),
  );
}

/** One error for each text that is blank or too long, or has a character that the service never accepts (section 7, 402). */
export function textErrors(texts: Readonly<Record<string, string>>): UserError[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    const errors = lengthErrors({ [field]: text });
    const character = errors.length > 0 ? null : unsendableCharacter(text);
    if (character === null) return errors;
    return [invalidCharacter(field, mustNotContain(character))];
  });
}

const mustNotContain = (character: string): string => `Must not contain the character ${JSON.stringify(character)}`;

/** For an agent who has not enabled access, and for one who is not the caller's. */
export function unknownAgent(): UserError {
  return notFoundError('agentNrdsId', UNKNOWN_AGENT);
}

/** For an invalid id, for another agent's id, and for an id whose transaction no longer exists. */
export function unknownTransaction(): UserError {
  return notFoundError('transactionId', 'There is no transaction with this id, or it is not visible to you');
}

/** "Access denied" or "rate limited" as the HTTP status means that nothing was done; after any other failure, the write may have happened. */
function mayHaveHappened({ code, isInBody }: UpstreamFault): boolean {
  return isInBody || (code !== 'UPSTREAM_ACCESS_DENIED' && code !== 'UPSTREAM_RATE_LIMITED');
}

/** The answer if no member has the value, or several have it (4.12). */
const NO_RECORDS = 'No records found';
const MULTIPLE_RECORDS = 'Multiple records found';
/** The type in section 7; a service may name several parameters after it. */
const MISSING_PARAMETERS = /^missing required parameters?(?:: (?<names>.+))?$/i;
const NOT_ACCEPTED = 'The service does not accept this value';

function readRejection(fault: UpstreamFault, sent: readonly SentValue[]): UserError[] {
  const { status, upstreamType: type, upstreamMessage } = fault;
  const upstream = { status: status ?? 0, type, message: upstreamMessage };
  const message = upstreamMessage ?? type ?? 'The service rejected the request';
  // Upstream's original words decide, because removing secrets from the displayed text may also remove part of an ordinary word.
  const upstreamText = fault.rawError.message ?? fault.rawError.type ?? '';
  if (upstreamText.startsWith(INVALID_CHARACTER_MESSAGE)) {
    return valuesQuoted(sent, upstreamText.slice(INVALID_CHARACTER_MESSAGE.length)).map(({ field, value }) => {
      const character = unsendableCharacter(value);
      const own = character === null ? message : mustNotContain(character);
      return { field, message: own, code: 'INVALID_CHARACTER', upstream };
    });
  }
  const isOfTransaction = sent.some(({ upstreamName }) => upstreamName === 'transId');
  if (fault.means === 'unknownTransaction' || (fault.means === 'nothing' && isOfTransaction))
    return [{ ...unknownTransaction(), upstream }];
  if (fault.means === 'nothing')
    return [{ field: memberKey(sent)?.field ?? null, message, code: 'NOT_FOUND', upstream }];
  const code = upstreamText === NO_RECORDS ? 'NOT_FOUND' : 'REJECTED';
  const missing = MISSING_PARAMETERS.exec(upstreamText);
  const names = missing?.groups?.['names']?.split(/,\s*/) ?? [];
  const listed = names.length > 1 ? sent.filter(({ upstreamName }) => names.includes(upstreamName)) : [];
  const isAboutMember = upstreamText === NO_RECORDS || upstreamText === MULTIPLE_RECORDS;
  const only = isAboutMember
    ? memberKey(sent)
    : (parameterAfterColon(sent, upstreamText) ?? onlyParameterIn(sent, upstreamText));
  const named = listed.length > 0 ? listed : [only];
  return named.map((value) => {
    // Upstream uses the same message for a value that was sent but is not accepted.
    const wasSent = missing !== null && value !== undefined && value.value !== '';
    return { field: value?.field ?? null, message: wasSent ? NOT_ACCEPTED : message, code, upstream };
  });
}

/** The 402 message quotes a value and names neither field nor character, so every field with that value is returned. */
function valuesQuoted(
  sent: readonly SentValue[],
  quoted: string,
): readonly { readonly field: string | null; readonly value: string }[] {
  const isTruncated = quoted.endsWith('…');
  const found = sent.filter(
    ({ value }) =>
      value === quoted || (isTruncated && value.length > quoted.length && value.startsWith(quoted.slice(0, -1))),
  );
  return found.length === 0 ? [{ field: null, value: '' }] : found;
}

/** Undefined if the request named the member by both keys. */
function memberKey(sent: readonly SentValue[]): SentValue | undefined {
  const [key, ...others] = sent.filter(({ upstreamName }) => upstreamName === 'userName' || upstreamName === 'email');
  return others.length === 0 ? key : undefined;
}

/** As in `Missing Required Parameter: url` and in `Unexpected Value in the parameter: data[0].Fax …`. */
function parameterAfterColon(sent: readonly SentValue[], message: string): SentValue | undefined {
  const name = /: ([\w.[\]]+)/.exec(message)?.[1];
  return sent.find(({ upstreamName }) => upstreamName === name);
}

/**
 * The one parameter whose name occurs anywhere in the message, as in `Transaction creation failed: ZZ is not a stateID`. Only names with a
 * capital inside count, because prose contains none, and only if no value that was sent contains the name.
 */
function onlyParameterIn(sent: readonly SentValue[], message: string): SentValue | undefined {
  const words = new Set(message.match(/\w+/g));
  const [candidate, ...others] = sent.filter(
    ({ upstreamName }) => /^[a-z]+[A-Z]/.test(upstreamName) && words.has(upstreamName),
  );
  if (candidate === undefined || others.length > 0) return undefined;
  const mayBeQuoted = sent.some(({ value }) => value.includes(candidate.upstreamName));
  return mayBeQuoted ? undefined : candidate;
}
