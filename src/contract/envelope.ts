/**
 * The wrappers of responses (2.1, section 4): `wrapPage` builds one, and `unwrap` removes one or describes in one sentence
 * what does not match. The spec does not define `next_batch_no` of the last batch, so it is passed on but never relied on.
 */
import type { Wrapper } from './endpoints.ts';
import { isJsonObject, readNumber } from './json.ts';
import { MAX_INTEGER } from './kinds.ts';

export interface Page<T> {
  /** Records in this batch (`meta.total`). */
  readonly total: number;
  /** Records that match the filter (`meta.max`); null if the endpoint does not return it (listFiles). */
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

/** Removes the wrapper. Pages are returned as a `Page`, all other content unchanged. */
export function unwrap(wrapper: Wrapper, body: unknown): Unwrapped {
  switch (wrapper) {
    case 'page':
      return isEmptyList(body) ? emptyPage(null) : unwrapPage(innerOf(body));
    case 'pageInList':
      return isEmptyList(body) ? emptyPage(0) : unwrapPage(innerOf(body));
    case 'list':
      return Array.isArray(body) && body.every(isJsonObject)
        ? { ok: true, value: body }
        : { ok: false, problem: 'expected a list of records' };
    case 'text':
      return typeof body === 'string' ? { ok: true, value: body } : { ok: false, problem: 'expected a string' };
    case 'object':
      return isJsonObject(body) ? { ok: true, value: body } : { ok: false, problem: 'expected an object' };
    case 'any':
      return { ok: true, value: body };
  }
}

const innerOf = (body: unknown): unknown => (Array.isArray(body) && body.length === 1 ? body[0] : body);

const isEmptyList = (body: unknown): boolean => Array.isArray(body) && body.length === 0;

/**
 * The page for an empty list without a meta, which can only mean that there are no records. It implies that nothing
 * matches the filter (max 0) only for the endpoint whose page is inside a list: an empty response of activeUsers must
 * not be taken for a complete list without any user.
 */
function emptyPage(max: number | null): Unwrapped {
  const page: Page<unknown> = { total: 0, max, nextBatchNo: null, data: [] };
  return { ok: true, value: page };
}

function unwrapPage(body: unknown): Unwrapped {
  if (!isJsonObject(body) || !isJsonObject(body.meta))
    return { ok: false, problem: 'expected an object with meta and data' };
  const max = readCount(body.meta.max);
  const total = readCount(body.meta.total);
  const data = body.data === null && (total ?? max) === 0 ? [] : body.data;
  if (!Array.isArray(data) || !data.every(isJsonObject)) {
    return { ok: false, problem: 'expected data to be a list of records' };
  }
  const page: Page<unknown> = {
    total: total ?? data.length,
    max,
    nextBatchNo: readCount(body.meta.next_batch_no),
    data,
  };
  return { ok: true, value: page };
}

/** A count, given as a number or as text; null for anything else, and for a number that GraphQL's `Int` cannot represent. */
function readCount(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= MAX_INTEGER ? number : null;
}
