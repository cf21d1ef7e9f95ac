/**
 * What became of a write, told as far as it is known: COMMITTED, REJECTED with what can be put right, or UNKNOWN when it left
 * and no readable answer came. A write is sent at most once. Refusals of the gateway itself to upstream (401, 429, nothing
 * sent) are no outcome, because nothing was done: those faults pass.
 */
import { INVALID_CHARACTER_MESSAGE } from '../contract/errors.ts';
import type { SentValue } from '../contract/sent-value.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import { UNKNOWN_AGENT } from './fault.ts';
import { unsendableCharacter } from './sendable-text.ts';

type Outcome = 'COMMITTED' | 'REJECTED' | 'UNKNOWN';
type UserErrorCode = 'INVALID_VALUE' | 'INVALID_CHARACTER' | 'NOT_FOUND' | 'REJECTED' | 'OUTCOME_UNKNOWN';

/** Something that the user can put right. */
export interface UserError {
  /** The path of the field in the input (`providers.0.email`), null where it is about none. */
  readonly field: string | null;
  readonly message: string;
  readonly code: UserErrorCode;
  /** What upstream answered, null where it was not asked or did not answer. */
  readonly upstream: { readonly status: number; readonly type: string | null; readonly message: string | null } | null;
}

/** A write's outcome; the answer is there when it is COMMITTED. */
export interface Written<Answer> {
  readonly outcome: Outcome;
  readonly userErrors: readonly UserError[];
  readonly answer: Answer | null;
}

/** What a payload tells of any write. */
export interface Told extends Pick<Written<unknown>, 'outcome' | 'userErrors'> {
  /** It was carried out before, under the same key, and is told again. */
  readonly replayed: boolean;
}

export interface Writing {
  /** The values of the request, so that a refusal of one of them finds its field. */
  readonly sent: readonly SentValue[];
  /** What to do when it is not known whether it was carried out, in a sentence. */
  readonly ifUnknown: string;
}

/** Sends one write. `send` gives undefined for an answer that does not hold what a success holds. */
export async function write<Answer>(
  send: () => Promise<Answer | undefined>,
  { sent, ifUnknown }: Writing,
): Promise<Written<Answer>> {
  try {
    const answer = await send();
    return answer === undefined ? unknown(ifUnknown) : { outcome: 'COMMITTED', userErrors: [], answer };
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
    // A refusal of the token request is an UPSTREAM_REJECTED too, and no business of the user's.
    if (error.sent === false || !mayHaveHappened(error)) throw error;
    return error.code === 'UPSTREAM_REJECTED' ? rejected(readRejection(error, sent)) : unknown(ifUnknown);
  }
}

/** Refused before anything was sent. */
export function refusal(userErrors: readonly UserError[]): Told {
  return { outcome: 'REJECTED', userErrors, replayed: false };
}

function rejected(userErrors: readonly UserError[]): Written<never> {
  return { outcome: 'REJECTED', userErrors, answer: null };
}

export function unknown(message: string): Written<never> {
  return {
    outcome: 'UNKNOWN',
    userErrors: [{ field: null, message, code: 'OUTCOME_UNKNOWN', upstream: null }],
    answer: null,
  };
}

/** A value that is refused before anything is sent. */
export function invalid(field: string | null, message: string): UserError {
  return { field, message, code: 'INVALID_VALUE', upstream: null };
}

/** One error for each of the values that is needed and blank. */
export function blanks(values: Readonly<Record<string, string>>): UserError[] {
  return Object.entries(values).flatMap(([field, value]) =>
    value.trim() === '' ? [invalid(field, 'Must not be blank')] : [],
  );
}

/** One error for each of the texts that is blank, or that has a character which the service takes nowhere (section 7, 402). */
export function unsendables(texts: Readonly<Record<string, string>>): UserError[] {
  return Object.entries(texts).flatMap(([field, text]) => {
    if (text.trim() === '') return blanks({ [field]: text });
    const character = unsendableCharacter(text);
    if (character === null) return [];
    const message = `Must not contain the character ${JSON.stringify(character)}`;
    return [{ field, message, code: 'INVALID_CHARACTER', upstream: null }];
  });
}

/** What the input names is not there, or not the caller's: nobody is told which. */
export function unfound(field: string, message: string): UserError {
  return { field, message, code: 'NOT_FOUND', upstream: null };
}

/** The answer to an agent that has not enabled access, and to one that is not the caller's. */
export function unknownAgent(): UserError {
  return unfound('agentNrdsId', UNKNOWN_AGENT);
}

/** The answer to an id that is none, that is another agent's, or whose transaction is gone. */
export function unknownTransaction(): UserError {
  return unfound('transactionId', 'There is no transaction with this id, or it is not visible to you');
}

/** A refusal of the caller or of the rate says that nothing was done; a failure after sending says nothing. */
function mayHaveHappened({ code, isInBody }: UpstreamFault): boolean {
  return isInBody || (code !== 'UPSTREAM_ACCESS_DENIED' && code !== 'UPSTREAM_RATE_LIMITED');
}

const NO_RECORDS = 'No records found';
const MISSING = 'Missing Required Parameter';
const NOT_TAKEN = 'The service does not accept this value';

function readRejection(fault: UpstreamFault, sent: readonly SentValue[]): UserError[] {
  const { status, upstreamType: type, upstreamMessage } = fault;
  const upstream = { status: status ?? 0, type, message: upstreamMessage };
  const message = upstreamMessage ?? type ?? 'The service refused the request';
  // By upstream's own words: those that are shown may lack what is a secret, and a part of an ordinary word, too.
  const said = fault.said.message ?? fault.said.type ?? '';
  if (said.startsWith(INVALID_CHARACTER_MESSAGE)) {
    const fields = fieldsWithValue(sent, said.slice(INVALID_CHARACTER_MESSAGE.length));
    return fields.map((field) => ({ field, message, code: 'INVALID_CHARACTER', upstream }));
  }
  const code = said === NO_RECORDS ? 'NOT_FOUND' : 'REJECTED';
  const named = valueNamed(sent, said);
  // It says so of a value that it will not have, too.
  const isGiven = said.startsWith(MISSING) && named !== undefined && named.value !== '';
  return [{ field: named?.field ?? null, message: isGiven ? NOT_TAKEN : message, code, upstream }];
}

/** The message of 402 quotes a value and names no field: every field with that value is meant. */
function fieldsWithValue(sent: readonly SentValue[], quoted: string): (string | null)[] {
  const isCut = quoted.endsWith('…');
  const found = sent.filter(
    ({ value }) => value === quoted || (isCut && value.length > quoted.length && value.startsWith(quoted.slice(0, -1))),
  );
  return found.length === 0 ? [null] : found.map(({ field }) => field);
}

/** `Missing Required Parameter: url`, `Unexpected Value in the parameter: data[0].Fax …`: the name behind the colon. */
function valueNamed(sent: readonly SentValue[], message: string): SentValue | undefined {
  const [, name] = /: ([\w.[\]]+)/.exec(message) ?? [];
  return sent.find(({ wire }) => wire === name) ?? onlyNameIn(sent, message);
}

/**
 * `Transaction creation failed: ZZ is not a stateID`: the one parameter whose name stands anywhere in the message. Only a name
 * with a capital inside, which prose has no word like, and none that a value sent could have brought along.
 */
function onlyNameIn(sent: readonly SentValue[], message: string): SentValue | undefined {
  const words = new Set(message.match(/\w+/g));
  const named = sent.filter(({ wire }) => /^[a-z]+[A-Z]/.test(wire) && words.has(wire));
  const [one] = named;
  return named.length === 1 && !sent.some(({ value }) => value.includes(one?.wire ?? '')) ? one : undefined;
}
