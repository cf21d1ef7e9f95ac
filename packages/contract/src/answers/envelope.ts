/**
 * The wrappers of answers (2.1, section 4): `wrapPage` builds one, `contentOf` removes one. Services differ in which wrapper they use
 * where, so one rule covers all endpoints. A wrapper is `{meta, data}`, or a list with one of them. The content of an answer is the data
 * of its wrapper, or the whole body if it has none. Both the content and a record in it may be in a list of one. The spec does not define
 * `next_batch_no` of the last batch, so it is passed on but never relied on.
 */
import { MAX_INTEGER } from '../columns/kinds.ts';
import { isJsonObject, readNumber } from './json.ts';

export interface Page<T> {
  /** Records in this batch (`meta.total`). */
  readonly total: number;
  /** Records that match the filter (`meta.max`); null if the answer does not state it. */
  readonly max: number | null;
  readonly nextBatchNo: number | null;
  readonly data: readonly T[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The meta and data of a list answer (2.1). */
export function wrapPage<T>(page: Page<T>): { meta: Record<string, number | null>; data: readonly T[] } {
  const meta =
    page.max === null ? { total: page.total } : { total: page.total, max: page.max, next_batch_no: page.nextBatchNo };
  return { meta, data: page.data };
}

export interface Content {
  /** Null if there is no wrapper. */
  readonly meta: JsonObject | null;
  readonly data: unknown;
}

/** The content of the wrapper, or the whole body if it has none. */
export function contentOf(body: unknown): Content {
  const inner = onlyItem(body);
  const isWrapper = isJsonObject(inner) && Object.hasOwn(inner, 'data') && isJsonObject(inner['meta']);
  return isWrapper ? { meta: inner['meta'] as JsonObject, data: inner['data'] } : { meta: null, data: body };
}

/** The single object in an answer, in any wrapper; null if there is no object, or more than one. */
export function objectIn(body: unknown): JsonObject | null {
  const object = onlyItem(contentOf(body).data);
  return isJsonObject(object) ? object : null;
}

/** The text of an answer that is only a text; otherwise null. */
export function textIn(body: unknown): string | null {
  const text = onlyItem(body);
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** The object outside the data: the wrapper itself, or the single object in an answer without a wrapper. */
export function outerObject(body: unknown): JsonObject | null {
  const outer = onlyItem(body);
  return isJsonObject(outer) ? outer : null;
}

export const onlyItem = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** A count, given as a number or as text; null for anything else, and for a number that GraphQL's `Int` cannot represent. */
export function readCount(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= MAX_INTEGER ? number : null;
}
