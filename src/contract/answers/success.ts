/**
 * Whether a response reports success (4.7 to 4.9, 4.12, 4.15, 4.16): by its `result` or, without one, by its `status`. The
 * result takes precedence because a status of 200 also accompanies results that report a failure.
 */

import { isBlank } from '../columns/kinds.ts';
import { readNumber } from './json.ts';

/** Whether a text is `Success`, in any letter case. */
export function isSuccessText(text: unknown): boolean {
  return typeof text === 'string' && text.trim().toLowerCase() === 'success';
}

/** A status as a number or as text; the texts `success` and `ok` stand for 200. Null for anything else. */
export function readStatus(value: unknown): number | null {
  if (isSuccessText(value) || (typeof value === 'string' && value.trim().toLowerCase() === 'ok')) return 200;
  const status = readNumber(value);
  return status !== null && Number.isInteger(status) ? status : null;
}

/**
 * Whether a write's response has a sign that it was executed, the number of what was created or a result of `Success`, so that an
 * error status beside it proves nothing.
 */
export function showsExecution({
  transId,
  result,
}: {
  readonly transId?: unknown;
  readonly result?: unknown;
}): boolean {
  return isSuccessText(result) || (!isBlank(transId) && Number(transId) !== 0);
}

export function reportsSuccess({ status, result }: { readonly status?: unknown; readonly result?: unknown }): boolean {
  if (!isBlank(result)) return isSuccessText(result);
  const number = readStatus(status);
  return number !== null && number >= 200 && number < 300;
}
