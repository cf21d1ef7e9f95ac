/** What single values of an answer mean: success, failure, or neither. `judge.ts` decides which of them count for an endpoint. */
import { isBlank } from '../columns/kinds.ts';
import { readNumber } from './json.ts';

/** Whether a value is the text `Success`, in any letter case, or true, which a service may write as a text too. */
export function isSuccess(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(?:success|true)$/i.test(value.trim()));
}

/** A status as a number or as text; the texts `success` and `ok` stand for 200. Null for anything else. */
export function readStatus(value: unknown): number | null {
  if (typeof value === 'string' && /^(?:success|ok)$/i.test(value.trim())) return 200;
  const status = readNumber(value);
  return status !== null && Number.isInteger(status) ? status : null;
}

/** Decided by `result` or, without one, by `status`: a status of 200 also accompanies results that report a failure (4.7 to 4.9). */
export function reportsSuccess({ status, result }: { readonly status?: unknown; readonly result?: unknown }): boolean {
  return isBlank(result) ? isSuccessStatus(status) : isSuccess(result);
}

export function isSuccessStatus(value: unknown): boolean {
  const status = value === true ? 200 : readStatus(value);
  return status !== null && status >= 200 && status < 300;
}

/** A status of an error, or a word for a failure. A column of a record may have the same name and any other value. */
export function isFailure(value: unknown): boolean {
  if (value === false) return true;
  const status = readStatus(value);
  if (status !== null) return status >= 400 && status < 600;
  return typeof value === 'string' && FAILURE.test(value.trim());
}

const FAILURE =
  /^(?:err(?:or)?|fail(?:ed|ure)?|false|denied|access denied|rejected|refused|invalid|unauthori[sz]ed|forbidden|exception|fault)$/i;

/**
 * Whether a value names something: not blank, zero, negative, or a word that stands for no value. A nested value does if any of its members
 * does.
 */
export function isMeaningful(value: unknown): boolean {
  if (typeof value === 'number') return value > 0;
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isMeaningful);
  if (typeof value !== 'string') return false;
  const text = value.trim();
  const number = Number(text);
  if (!Number.isNaN(number)) return number > 0;
  return /[1-9\p{L}]/u.test(text) && !NO_VALUE.test(text);
}

const NO_VALUE = /^(?:null|undefined|none|nil|nan|n\/?a|not available|unknown|empty|true|false|error|-?infinity)$/i;
