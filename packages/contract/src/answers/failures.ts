/** Whether an answer whose status line reports a success contains an error all the same: beside its content, or in place of it. */
import { isBlank } from '../columns/kinds.ts';
import { SelectedRecord } from '../columns/selection.ts';
import { type JsonObject, onlyItem } from './envelope.ts';
import { messageNames, typeRow } from './errors.ts';
import { isJsonObject, readNumber } from './json.ts';
import { isNothingMessage } from './refusals.ts';
import { isFailure, isMeaningful, isSuccessStatus, reportsSuccess } from './success.ts';

/** Whether an object reports an error. A message without a success is one too if `isAlone` says that there is nothing else. */
export function isError(object: JsonObject, isAlone: boolean): boolean {
  const isNamed = Object.keys(object).some((name) => ERROR_NAME.test(name) && isProblem(object[name]));
  if (isNamed || isFailure(object['status'])) return true;
  return isAlone && !reportsSuccess(object) && hasMessage(object);
}

const ERROR_NAME = /errors?$|^(?:error|exception|fault)/i;

/**
 * Whether there is a remark next to an empty list: a text of several words, under a name for messages, that was not sent and does not say
 * that there are no records. Other names, such as those of a user or a time, contain no errors.
 */
export function hasRemark(value: unknown, sent: readonly unknown[], isSaid = false, name = ''): boolean {
  if (typeof value === 'string')
    return isSaid && SEVERAL_WORDS.test(value) && !isHarmless(value) && !sent.includes(value);
  if (typeof value !== 'object' || value === null || name === 'meta') return false;
  return Object.entries(value).some(([key, each]) => hasRemark(each, sent, isSaid || REMARK_NAME.test(key), key));
}

/** From the beginning of a word, because from each of its letters a long one would take its length squared. */
const SEVERAL_WORDS = /(?<!\S)[^\s\p{L}]*\p{L}\S*\s+\p{L}/u;
const REMARK_NAME = /comment|description|detail|info|message|notice|problem|reason|remark|result|text|warning/i;

/**
 * The same for the only record. Its status in digits may be a column that the specification does not have. So may a message, but not in a
 * record without any wrapper, or in one that lacks both the first column of its key and most of the others.
 */
export function isErrorItem(record: unknown, key: readonly string[] = [], isBare: boolean): boolean {
  if (!isJsonObject(record) || record instanceof SelectedRecord) return false;
  const { status } = record;
  const isWord = typeof status === 'string' && readNumber(status) === null;
  const named = key.filter((column) => isMeaningful(record[column]));
  const isIdentified = named[0] === key[0] || named.length > key.length / 2;
  return isError(isWord ? record : { ...record, status: null }, isBare || !isIdentified);
}

/** Whether an object has a message other than that all went well, or that there was nothing. */
export const hasMessage = (object: JsonObject): boolean =>
  messageNames.some((name) => !isBlank(object[name]) && !isHarmless(String(object[name])));

const isHarmless = (message: string): boolean =>
  /^\s*(?:ok|success)[.!]?\s*$/i.test(message) || isNothingMessage(message);

/** Whether a body has no data, only a message that there is none. */
export function isNothingFound(body: unknown): boolean {
  const object = onlyItem(body);
  if (!isJsonObject(object) || isError(object, false)) return false;
  const content = Object.hasOwn(object, 'data') ? Object.keys(object['data'] ?? {}).length : 0;
  return content === 0 && object['meta'] === undefined && messageNames.some((name) => isNothingMessage(object[name]));
}

/** Whether the value of an `error` says that there is one. */
function isProblem(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value === true || (isMeaningful(value) && !isSuccessStatus(value) && !/^\s*no?\s*$/i.test(String(value)));
}

/** Fields with which services say whether something succeeded. */
const flags = ['success', 'succeeded', 'ok', 'valid', 'isValid', 'verified'];

export function isRefuted(object: JsonObject, echoed: ReadonlySet<unknown>): boolean {
  const { type, title } = object;
  const isErrorType = [type, title].some((each) => typeRow(each) !== undefined && !echoed.has(each));
  return isErrorType || isError(object, false) || flags.some((name) => isFailure(object[name]) || object[name] === 0);
}
