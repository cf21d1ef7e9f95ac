/**
 * Rewrites an answer of the service in a dialect: records, wrappers, meta, empty answers and errors. Pure: takes the answer in the form of
 * the specification and our defaults, and returns the one to send. An unrecognized answer stays as it is.
 */

import { isJsonObject, parseExactly } from '@realty-forms/contract/answers/json.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Dialect, Shape } from './dialect.ts';
import { notFound, printError, writeError } from './errors.ts';
import { type JsonRecord, writeNumber, writeRecord } from './records.ts';

export interface Answer {
  readonly status: number;
  /** The Content-Type; null if there is no body. */
  readonly type: string | null;
  readonly body: string;
  /** The `WWW-Authenticate` header of a 401. */
  readonly challenge?: string | undefined;
}

export interface AnswerOptions {
  readonly dialect: Dialect;
  /** The zone of times without an offset, before answers are rewritten. */
  readonly ownZone: string;
  /** The request's `Accept` header. */
  readonly accept?: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const json = (value: unknown): Answer => ({ status: 200, type: JSON_TYPE, body: JSON.stringify(value) });

/** `endpoint` is null for an answer to an unknown path. */
export function writeAnswer(endpoint: EndpointName | null, answer: Answer, options: AnswerOptions): Answer {
  const body = jsonOf(answer.body);
  if (body === undefined) return answer;
  if (answer.status >= 400) return writeError(endpoint, answer, body, options) ?? answer;
  if (endpoint === null || answer.status !== 200) return answer;
  const { wrapper } = endpoints[endpoint];
  switch (wrapper) {
    case 'page':
      return writePage(endpoint, body, options) ?? answer;
    case 'pageInList':
      return (Array.isArray(body) ? writePage(endpoint, body[0], options) : null) ?? answer;
    case 'list':
      return writeList(endpoint, body, options) ?? answer;
    case 'object':
      return isJsonObject(body)
        ? json(wrap(writeObject(endpoint, body, options), options.dialect.wrappers[endpoint]))
        : answer;
    case 'text':
      return body === 'Success'
        ? json(wrap(options.dialect.success.result, options.dialect.wrappers[endpoint]))
        : answer;
    case 'any':
      return answer;
  }
}

function jsonOf(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function writePage(endpoint: EndpointName, body: unknown, options: AnswerOptions): Answer | null {
  if (!isJsonObject(body) || !isJsonObject(body['meta']) || !areRecords(body['data'])) return null;
  const { dialect } = options;
  const meta = writeMeta(endpoint, body['meta'], body['data'].length, dialect);
  const page = { meta, data: body['data'].map((record) => writeRecord(endpoint, record, dialect, options.ownZone)) };
  const inWrapper = (value: unknown) => (dialect.wrappers[endpoint] === 'page' ? value : [value]);
  if (page.data.length > 0) return json(inWrapper(page));
  const { list, pastTheEnd } = dialect.nothing;
  const form = Number(body['meta']['max'] ?? 0) > 0 ? pastTheEnd : list;
  return writeNothing(form, inWrapper(page), inWrapper({ meta, data: null }), options);
}

function writeList(endpoint: EndpointName, body: unknown, options: AnswerOptions): Answer | null {
  if (!areRecords(body)) return null;
  const { dialect } = options;
  const [first] = body;
  // An empty answer to a write does not mean that something was not found.
  if (first === undefined && endpoints[endpoint].effect === 'write') return null;
  if (first === undefined && dialect.errors.kinds === 'documented') return printError(400, notFound(endpoint), options);
  if (first === undefined)
    return writeNothing(dialect.nothing.record, emptyOf(dialect.wrappers[endpoint]), [], options);
  if (body.length > 1) return json(body.map((record) => writeRecord(endpoint, record, dialect, options.ownZone)));
  return json(wrap(writeRecord(endpoint, first, dialect, options.ownZone), dialect.wrappers[endpoint]));
}

function writeNothing(
  form: Dialect['nothing']['list'],
  wrapped: unknown,
  nulled: unknown,
  options: AnswerOptions,
): Answer {
  switch (form) {
    case 'wrapped':
      return json(wrapped);
    case 'bare':
      return json([]);
    case 'null':
      return json(nulled);
    case '204':
      return { status: 204, type: null, body: '' };
    case '404':
      return printError(404, { status: 404, type: 'Not Found', message: 'No records found' }, options);
  }
}

function writeMeta(endpoint: EndpointName, meta: JsonRecord, rows: number, dialect: Dialect): JsonRecord {
  const { counts, lastBatch, max: counted } = dialect.meta;
  const max =
    endpoint === 'listTrans'
      ? { matches: meta['max'], batch: rows, more: Number(meta['max']) + 5 }[counted]
      : meta['max'];
  const number = (value: unknown) => (counts === 'text' ? writeNumber(value, 'text') : value);
  const { next_batch_no: next, ...others } = meta;
  const written: Record<string, unknown> = { ...others, ...(max === undefined ? {} : { max }) };
  for (const [key, value] of Object.entries(written)) written[key] = number(value);
  if (next === undefined || (next === null && lastBatch === 'absent')) return written;
  const last = { null: null, absent: null, zero: 0, same: 1, text: '' }[lastBatch];
  return { ...written, next_batch_no: number(next ?? last) };
}

function writeObject(endpoint: EndpointName, body: JsonRecord, options: AnswerOptions): JsonRecord {
  const { dialect } = options;
  const changed: Record<string, unknown> = { ...body };
  const { status, result, file_url: url, expires_in: lifetime, member } = body;
  if (typeof status === 'number') changed['status'] = writeStatus(status, dialect.success.status);
  if (result === 'Success') changed['result'] = dialect.success.result;
  if (typeof url === 'string') changed['file_url'] = writeUrl(url, dialect.fileUrl);
  if (lifetime !== undefined) changed['expires_in'] = writeNumber(lifetime, dialect.numbers);
  if (isJsonObject(member)) changed['member'] = writeRecord(endpoint, member, dialect, options.ownZone);
  return changed;
}

function writeStatus(status: number, form: Dialect['success']['status']): unknown {
  if (form === 'number') return status;
  return form === 'word' && status === 200 ? 'success' : String(status);
}

function writeUrl(url: string, form: Dialect['fileUrl']): string {
  if (form === 'absolute') return url;
  const address = new URL(url);
  if (form === 'relative') return address.pathname + address.search;
  address.hostname = address.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return address.href;
}

function wrap(value: unknown, shape: Shape): unknown {
  switch (shape) {
    case 'object':
    case 'text':
    case 'any':
      return value;
    case 'list':
      return [value];
    case 'data':
      return { meta: { total: 1 }, data: value };
    case 'page':
      return { meta: { total: 1 }, data: [value] };
    case 'page-in-list':
      return [{ meta: { total: 1 }, data: [value] }];
  }
}

/** The wrapper without a record. A bare object cannot be empty, so it becomes an empty list. */
function emptyOf(shape: Shape): unknown {
  const empty = { meta: { total: 0 }, data: shape === 'data' ? null : [] };
  if (shape === 'page-in-list') return [empty];
  return shape === 'page' || shape === 'data' ? empty : [];
}

const areRecords = (value: unknown): value is readonly JsonRecord[] =>
  Array.isArray(value) && value.every(isJsonObject);
