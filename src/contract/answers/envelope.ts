/**
 * The wrappers of responses (2.1, section 4): `wrapPage` builds one, `unwrap` removes one. Services differ in which wrapper
 * they use where, so there is one rule for all endpoints. A wrapper is `{meta, data}` or a list of one of them; what a
 * response contains is the data of its wrapper, or the whole body if it has none. Both the content and a record in it may
 * be in a list of one. The spec does not define `next_batch_no` of the last batch, so it is passed on but never relied on.
 */
import { type Endpoint, type EndpointName, endpoints } from '../calls/endpoints.ts';
import { MAX_INTEGER } from '../columns/kinds.ts';
import { isRecordOf } from '../columns/known-records.ts';
import { isJsonObject, readNumber } from './json.ts';
import { isSuccessText } from './success.ts';

export interface Page<T> {
  /** Records in this batch (`meta.total`). */
  readonly total: number;
  /** Records that match the filter (`meta.max`); null if the response does not state it. */
  readonly max: number | null;
  readonly nextBatchNo: number | null;
  readonly data: readonly T[];
}

export type Unwrapped =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

type JsonObject = Readonly<Record<string, unknown>>;

/** The meta and data of a list response (2.1). */
export function wrapPage<T>(page: Page<T>): { meta: Record<string, number | null>; data: readonly T[] } {
  const meta =
    page.max === null ? { total: page.total } : { total: page.total, max: page.max, next_batch_no: page.nextBatchNo };
  return { meta, data: page.data };
}

/**
 * Removes the wrapper: returns a `Page`, a list of records, an object, or any other content unchanged. A text of success
 * (4.9) becomes an object with this `result`. Otherwise says in one sentence what was expected.
 */
export function unwrap(endpoint: EndpointName, body: unknown): Unwrapped {
  const { wrapper, single }: Endpoint = endpoints[endpoint];
  if (wrapper === 'any') return { ok: true, value: body };
  const content = contentOf(body);
  if (wrapper === 'object' || wrapper === 'text') return unwrapObject(wrapper, content.data);
  const records = recordsIn(endpoint, content);
  if (records === null) return { ok: false, problem: 'expected a list of records' };
  if (wrapper === 'list') {
    const isAmbiguous = single === true && records.length > 1;
    return isAmbiguous ? { ok: false, problem: 'expected one record, not several' } : { ok: true, value: records };
  }
  const page: Page<unknown> = {
    total: readCount(content.meta?.['total']) ?? records.length,
    max: maxOf(content, records, wrapper === 'pageInList'),
    nextBatchNo: readCount(content.meta?.['next_batch_no']),
    data: records,
  };
  return { ok: true, value: page };
}

interface Content {
  /** Null if there is no wrapper. */
  readonly meta: JsonObject | null;
  readonly data: unknown;
}

/** What is inside the wrapper, if there is one. */
function contentOf(body: unknown): Content {
  const inner = onlyItem(body);
  const isWrapper = isJsonObject(inner) && Object.hasOwn(inner, 'data') && isJsonObject(inner['meta']);
  return isWrapper ? { meta: inner['meta'] as JsonObject, data: inner['data'] } : { meta: null, data: body };
}

/** The single object in a response, whatever its wrapper; null if there is none, or more than one. */
export function objectIn(body: unknown): JsonObject | null {
  const object = onlyItem(contentOf(body).data);
  return isJsonObject(object) ? object : null;
}

/** The text that a response without a wrapper is; null if it is none. */
export function textIn(body: unknown): string | null {
  const text = onlyItem(body);
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** The records in a response, whatever its wrapper and its endpoint. */
export function objectsIn(body: unknown): readonly JsonObject[] {
  const { data } = contentOf(body);
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
}

/** The object outside of the data: the wrapper itself, or the single object in a response that has none. */
export function outerObject(body: unknown): JsonObject | null {
  const outer = onlyItem(body);
  return isJsonObject(outer) ? outer : null;
}

const onlyItem = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** What has no column of a record is none, wherever it is: it may be anything else, such as an error. */
function recordsIn(endpoint: EndpointName, { meta, data }: Content): readonly unknown[] | null {
  if (Array.isArray(data)) return data.every((each) => isRecordOf(endpoint, each)) ? data : null;
  if (isRecordOf(endpoint, data)) return [data];
  const isEmpty = data === null && (readCount(meta?.['total']) ?? readCount(meta?.['max'])) === 0;
  return isEmpty ? [] : null;
}

/**
 * The length of the list. An empty list without a meta implies that nothing matches the filter only for the endpoint whose
 * page is inside a list: an empty response of activeUsers must not be taken for a complete list without any user.
 */
function maxOf({ meta }: Content, { length }: readonly unknown[], isInList: boolean): number | null {
  if (meta !== null) return readCount(meta['max']);
  return isInList && length === 0 ? 0 : null;
}

function unwrapObject(wrapper: 'object' | 'text', data: unknown): Unwrapped {
  const value = onlyItem(data);
  if (isJsonObject(value)) return { ok: true, value };
  if (typeof value === 'string' && (wrapper === 'text' || isSuccessText(value)))
    return { ok: true, value: { result: value } };
  return { ok: false, problem: wrapper === 'text' ? 'expected a string or an object' : 'expected an object' };
}

/** A count, given as a number or as text; null for anything else, and for a number that GraphQL's `Int` cannot represent. */
function readCount(value: unknown): number | null {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= MAX_INTEGER ? number : null;
}
