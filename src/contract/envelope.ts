/**
 * The wrappers of answers (2.1, section 4): wrap builds one, unwrap takes it off and says in one sentence what does not fit.
 * `next_batch_no` of the last batch is unspecified, so it is passed on and never relied on.
 */
import type { Wrapper } from './endpoints.ts';
import { isJsonObject } from './json.ts';
import { MAX_INTEGER } from './kinds.ts';

export interface Page<T> {
  /** Records in this batch (`meta.total`). */
  readonly total: number;
  /** Records that match the filter (`meta.max`); null where the endpoint has none (listFiles). */
  readonly max: number | null;
  readonly nextBatchNo: number | null;
  readonly data: readonly T[];
}

export type Unwrapped =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** The meta and data of a list response (2.1). */
export function wrapPage<T>(page: Page<T>): { meta: Record<string, number | null>; data: readonly T[] } {
  const meta =
    page.max === null ? { total: page.total } : { total: page.total, max: page.max, next_batch_no: page.nextBatchNo };
  return { meta, data: page.data };
}

/** Takes the wrapper off; pages come out as `Page`, all else as it is. */
export function unwrap(wrapper: Wrapper, body: unknown): Unwrapped {
  switch (wrapper) {
    case 'page':
      return isEmptyList(body) ? noRecords(null) : unwrapPage(innerOf(body));
    case 'pageInList':
      return isEmptyList(body) ? noRecords(0) : unwrapPage(innerOf(body));
    case 'list':
      return Array.isArray(body) && body.every(isJsonObject)
        ? { ok: true, value: body }
        : { ok: false, problem: 'expected a list of records' };
    case 'text':
      return typeof body === 'string' ? { ok: true, value: body } : { ok: false, problem: 'expected a text' };
    case 'object':
      return isJsonObject(body) ? { ok: true, value: body } : { ok: false, problem: 'expected an object' };
    case 'any':
      return { ok: true, value: body };
  }
}

const innerOf = (body: unknown): unknown => (Array.isArray(body) && body.length === 1 ? body[0] : body);

const isEmptyList = (body: unknown): boolean => Array.isArray(body) && body.length === 0;

/**
 * A list without its meta, which has no other reading than that it holds nothing. Only of the endpoint whose page stands in a
 * list does it say that nothing fits: an empty answer must not pass for a list of users that has no one in it.
 */
function noRecords(max: number | null): Unwrapped {
  const page: Page<unknown> = { total: 0, max, nextBatchNo: null, data: [] };
  return { ok: true, value: page };
}

function unwrapPage(body: unknown): Unwrapped {
  if (!isJsonObject(body) || !isJsonObject(body.meta))
    return { ok: false, problem: 'expected an object with meta and data' };
  const max = count(body.meta.max);
  const total = count(body.meta.total);
  const data = body.data === null && (total ?? max) === 0 ? [] : body.data;
  if (!Array.isArray(data) || !data.every(isJsonObject)) {
    return { ok: false, problem: 'expected data to be a list of records' };
  }
  const page: Page<unknown> = {
    total: total ?? data.length,
    max,
    nextBatchNo: count(body.meta.next_batch_no),
    data,
  };
  return { ok: true, value: page };
}

/** A count as a number or as text; null for anything else, and for what the graph cannot tell. */
function count(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= MAX_INTEGER
    ? (number as number)
    : null;
}
