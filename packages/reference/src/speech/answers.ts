/**
 * Rewrites an answer of the service in a speech: records, wrappers, meta, what stands for nothing, and errors. Pure: from the
 * answer as the specification and our defaults have it to the one that is sent. What it does not recognize, it leaves alone.
 */

import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { notFound, printError, speakError } from './errors.ts';
import { parseExactly } from './exact-json.ts';
import { type JsonRecord, speakNumber, speakRecord } from './records.ts';
import type { Shape, Speech } from './speech.ts';

export interface Answer {
  readonly status: number;
  /** The Content-Type; null if there is no body. */
  readonly type: string | null;
  readonly body: string;
  /** Of a 401: what its header says of why. */
  readonly challenge?: string | undefined;
}

export interface SpokenBy {
  readonly speech: Speech;
  /** The zone of times that answers have without an offset before they are rewritten. */
  readonly ownZone: string;
  /** The request's header. */
  readonly accept?: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const json = (value: unknown): Answer => ({ status: 200, type: JSON_TYPE, body: JSON.stringify(value) });

/** `endpoint` is null for an answer to a path that is none. */
export function speak(endpoint: EndpointName | null, answer: Answer, by: SpokenBy): Answer {
  const body = parseExactly(answer.body);
  if (body === undefined) return answer;
  if (answer.status >= 400) return speakError(endpoint, answer, body, by) ?? answer;
  if (endpoint === null || answer.status !== 200) return answer;
  const { wrapper } = endpoints[endpoint];
  switch (wrapper) {
    case 'page':
      return speakPage(endpoint, body, by) ?? answer;
    case 'pageInList':
      return (Array.isArray(body) ? speakPage(endpoint, body[0], by) : null) ?? answer;
    case 'list':
      return speakList(endpoint, body, by) ?? answer;
    case 'object':
      return isJsonObject(body) ? json(wrap(speakObject(endpoint, body, by), by.speech.wrappers[endpoint])) : answer;
    case 'text':
      return body === 'Success' ? json(wrap(by.speech.success.result, by.speech.wrappers[endpoint])) : answer;
    case 'any':
      return answer;
  }
}

function speakPage(endpoint: EndpointName, body: unknown, by: SpokenBy): Answer | null {
  if (!isJsonObject(body) || !isJsonObject(body['meta']) || !areRecords(body['data'])) return null;
  const { speech } = by;
  const meta = speakMeta(endpoint, body['meta'], body['data'].length, speech);
  const page = { meta, data: body['data'].map((record) => speakRecord(endpoint, record, speech, by.ownZone)) };
  const inWrapper = (value: unknown) => (speech.wrappers[endpoint] === 'page' ? value : [value]);
  if (page.data.length > 0) return json(inWrapper(page));
  const { list, pastTheEnd } = speech.nothing;
  const way = Number(body['meta']['max'] ?? 0) > 0 ? pastTheEnd : list;
  return speakNothing(way, inWrapper(page), inWrapper({ meta, data: null }), by);
}

function speakList(endpoint: EndpointName, body: unknown, by: SpokenBy): Answer | null {
  if (!areRecords(body)) return null;
  const { speech } = by;
  const [first] = body;
  // A write that answers with nothing has not failed to find anything.
  if (first === undefined && endpoints[endpoint].effect === 'write') return null;
  if (first === undefined && speech.errors.kinds === 'documented') return printError(400, notFound(endpoint), by);
  if (first === undefined) return speakNothing(speech.nothing.record, emptyOf(speech.wrappers[endpoint]), [], by);
  if (body.length > 1) return json(body.map((record) => speakRecord(endpoint, record, speech, by.ownZone)));
  return json(wrap(speakRecord(endpoint, first, speech, by.ownZone), speech.wrappers[endpoint]));
}

function speakNothing(way: Speech['nothing']['list'], wrapped: unknown, nulled: unknown, by: SpokenBy): Answer {
  switch (way) {
    case 'wrapped':
      return json(wrapped);
    case 'bare':
      return json([]);
    case 'null':
      return json(nulled);
    case '204':
      return { status: 204, type: null, body: '' };
    case '404':
      return printError(404, { status: 404, type: 'Not Found', message: 'No records found' }, by);
  }
}

function speakMeta(endpoint: EndpointName, meta: JsonRecord, rows: number, speech: Speech): JsonRecord {
  const { counts, lastBatch, max: counted } = speech.meta;
  const max =
    endpoint === 'listTrans'
      ? { matches: meta['max'], batch: rows, more: Number(meta['max']) + 5 }[counted]
      : meta['max'];
  const number = (value: unknown) => (counts === 'text' ? speakNumber(value, 'text') : value);
  const { next_batch_no: next, ...others } = meta;
  const spoken: Record<string, unknown> = { ...others, ...(max === undefined ? {} : { max }) };
  for (const [key, value] of Object.entries(spoken)) spoken[key] = number(value);
  if (next === undefined || (next === null && lastBatch === 'absent')) return spoken;
  const last = { null: null, absent: null, zero: 0, same: 1, text: '' }[lastBatch];
  return { ...spoken, next_batch_no: number(next ?? last) };
}

function speakObject(endpoint: EndpointName, body: JsonRecord, by: SpokenBy): JsonRecord {
  const { speech } = by;
  const changed: Record<string, unknown> = { ...body };
  const { status, result, file_url: url, expires_in: lifetime, member } = body;
  if (typeof status === 'number') changed['status'] = speakStatus(status, speech.success.status);
  if (result === 'Success') changed['result'] = speech.success.result;
  if (typeof url === 'string') changed['file_url'] = speakUrl(url, speech.fileUrl);
  if (lifetime !== undefined) changed['expires_in'] = speakNumber(lifetime, speech.numbers);
  if (isJsonObject(member)) changed['member'] = speakRecord(endpoint, member, speech, by.ownZone);
  return changed;
}

function speakStatus(status: number, way: Speech['success']['status']): unknown {
  if (way === 'number') return status;
  return way === 'word' && status === 200 ? 'success' : String(status);
}

function speakUrl(url: string, way: Speech['fileUrl']): string {
  if (way === 'absolute') return url;
  const address = new URL(url);
  if (way === 'relative') return address.pathname + address.search;
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

/** A bare object has no way to say that there is none. */
function emptyOf(shape: Shape): unknown {
  const empty = { meta: { total: 0 }, data: shape === 'data' ? null : [] };
  if (shape === 'page-in-list') return [empty];
  return shape === 'page' || shape === 'data' ? empty : [];
}

const areRecords = (value: unknown): value is readonly JsonRecord[] =>
  Array.isArray(value) && value.every(isJsonObject);
