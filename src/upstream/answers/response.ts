/**
 * Reads one HTTP response of one endpoint: returns the value inside the wrapper, or throws a typed fault. Statuses have
 * the meaning that section 7 gives them (402, 405, 411, 412 and 413 reject a value, unlike in HTTP), and a status in
 * the body counts as much as the one in the HTTP status line.
 */
import { objectIn, unwrap } from '../../contract/answers/envelope.ts';
import { type ReadError, readErrorBody, readErrorText } from '../../contract/answers/errors.ts';
import { isExact } from '../../contract/answers/json.ts';
import { showsExecution } from '../../contract/answers/success.ts';
import { type EndpointName, endpoints } from '../../contract/calls/endpoints.ts';
import { isRecordOf } from '../../contract/columns/known-records.ts';
import { covers, type Selection } from '../../contract/columns/selection.ts';
import type { Clock } from '../../platform/clock.ts';
import { type JsonLimits, jsonExcess } from '../../platform/web/json-size.ts';
import type { HttpResponse } from '../connections/transport.ts';
import { UpstreamFault } from '../faults.ts';
import { markDamaged, textOf } from './body-text.ts';
import type { ColumnReader } from './columns.ts';
import { errorFault } from './error-response.ts';
import { jsonWithoutSecrets } from './redaction.ts';

export interface ResponseContext {
  readonly clock: Clock;
  /** Values that must not appear in a message, in case upstream quotes the request. */
  readonly secrets: () => readonly string[];
  /** The request. A response that may be any JSON may echo it. */
  readonly request?: object | undefined;
  /** Reads the endpoint's records without the columns that are not selected. */
  readonly columns?: ColumnReader | undefined;
  readonly selection?: Selection | undefined;
}

/**
 * The property of a partially read response that gives access to the rest. It is not a WeakMap because a minor collection
 * treats its values as alive whatever happens to their keys, so each body would survive until the next full collection.
 */
const FULL_BODY = Symbol('fullBody');

/**
 * A response with everything that is selected, or with all columns if there is no selection: unchanged, or read again
 * in full if it lacks a selected column.
 */
export function responseFor<T extends object>(response: T, selection?: Selection): T {
  const fullBody = (response as { readonly [FULL_BODY]?: FullBody })[FULL_BODY];
  if (fullBody === undefined || (selection !== undefined && covers(fullBody.selection, selection))) return response;
  return fullBody.value() as T;
}

/** Returns the value inside the wrapper, or throws the fault that the response is classified as. */
export function readResponse(endpoint: EndpointName, response: HttpResponse, context: ResponseContext): unknown {
  const { columns, selection } = context;
  const partial = (selection && columns?.read(response.body, selection)) ?? null;
  const excess = partial === null ? jsonExcess(response.body, limits) : null;
  const body = partial?.body ?? (excess === null ? parseBody(endpoint, response, context) : undefined);
  const reported = body === undefined ? null : readErrorBody(body);
  if (response.status >= 400) {
    const error = reported ?? readErrorText(endpoint, response.status, body);
    throw errorFault(endpoint, response.status, error, response, context);
  }
  const status = response.status < 300 ? statusInBody(endpoint, body, reported, context.request) : null;
  const isError = status !== null && !(isStatusOnly(reported) && isWrappedRecord(endpoint, body));
  if (isError && endpoints[endpoint].effect === 'write' && showsExecution(objectIn(body) ?? {}))
    throw invalidResponse(endpoint, response, `JSON with the error status ${status} beside a sign of success`);
  if (isError) throw errorFault(endpoint, status, reported, response, context);
  if (response.status >= 300) throw invalidResponse(endpoint, response, 'a redirect, which is not followed');
  if (excess !== null) throw invalidResponse(endpoint, response, `JSON with ${excess}`);
  if (body === undefined) throw invalidResponse(endpoint, response, `${contentType(response)}, not JSON`);
  const unwrapped = unwrap(endpoint, body);
  if (!unwrapped.ok) throw invalidResponse(endpoint, response, `JSON of an unexpected shape: ${unwrapped.problem}`);
  const { value } = unwrapped;
  // Such a value is shown to the caller as it is.
  if (endpoints[endpoint].wrapper === 'any') return jsonWithoutSecrets(value, context.secrets());
  if (partial !== null && selection !== undefined)
    (value as { [FULL_BODY]?: FullBody })[FULL_BODY] = new FullBody(endpoint, response, selection);
  return value;
}

/** The body of a response that was read for one selection, for callers that need more of the same response. */
class FullBody {
  readonly selection: Selection;
  readonly #endpoint: EndpointName;
  readonly #response: HttpResponse;
  #value: unknown;

  constructor(endpoint: EndpointName, response: HttpResponse, selection: Selection) {
    this.#endpoint = endpoint;
    this.#response = response;
    this.selection = selection;
  }

  value(): unknown {
    this.#value ??= this.#read();
    return this.#value;
  }

  #read(): unknown {
    const unwrapped = unwrap(this.#endpoint, parseExactly(textOf(this.#response).text));
    return unwrapped.ok ? unwrapped.value : undefined;
  }
}

/** A hundred records of a thousand columns, or 16,000 files. */
const limits: JsonLimits = { values: 100_000, depth: 32, uncountedBytes: 262_144 };

/** Without content, 204 means that a list has no records. An empty body with any other status is cut off, or a proxy's. */
function parseBody(endpoint: EndpointName, response: HttpResponse, context: ResponseContext): unknown {
  if (response.status === 204 && response.body.length === 0 && hasRecords(endpoint)) return [];
  return parse(response, context);
}

function hasRecords(endpoint: EndpointName): boolean {
  const { wrapper } = endpoints[endpoint];
  return wrapper === 'list' || wrapper === 'page' || wrapper === 'pageInList';
}

/**
 * Parses JSON, whatever the content type; undefined if it is not JSON. The parser's error quotes the body, so it is not
 * passed on.
 */
function parse(
  response: HttpResponse,
  { columns, selection }: Pick<ResponseContext, 'columns' | 'selection'>,
): unknown {
  const { text, isDamaged } = textOf(response);
  try {
    const body = parseExactly(text);
    if (isDamaged) markDamaged(body);
    if (selection !== undefined) columns?.learn(body, response.body, selection);
    return body;
  } catch {
    return undefined;
  }
}

/** The JSON of a response as it was sent, with its wrapper; undefined if it is not JSON. */
export function jsonOf(response: HttpResponse): unknown {
  return jsonExcess(response.body, limits) === null ? parse(response, {}) : undefined;
}

/** The error status that a response has in its body although the HTTP status line reports success. */
function statusInBody(
  endpoint: EndpointName,
  body: unknown,
  reported: ReadError | null,
  request: object | undefined,
): number | null {
  const status = endpoints[endpoint].wrapper === 'any' ? topLevelStatus(body, request) : reported?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : null;
}

/**
 * In a response that may be any JSON (4.14), the status is its top-level property `status`, unless the request has one,
 * which the response may echo.
 */
function topLevelStatus(body: unknown, request: object | undefined): unknown {
  const isEcho = request !== undefined && Object.hasOwn(request, 'status');
  return typeof body === 'object' && body !== null && !isEcho ? Reflect.get(body, 'status') : null;
}

/** Whether the response is a single record in a list or a wrapper, where a status may be a column that the spec does not have. */
function isWrappedRecord(endpoint: EndpointName, body: unknown): boolean {
  const object = objectIn(body);
  return object !== body && isRecordOf(endpoint, object);
}

/** Whether the error is nothing but a status. */
function isStatusOnly(reported: ReadError | null): boolean {
  return reported?.type === null && reported.message === null;
}

/** The fault for a response of unknown shape, described without quoting it. */
export function invalidResponse(endpoint: EndpointName, response: HttpResponse, what: string): UpstreamFault {
  const message = `responded with ${response.status} and ${response.body.length} bytes of ${what}`;
  return new UpstreamFault('UPSTREAM_INVALID', message, { endpoint, status: response.status, sent: true });
}

function contentType({ headers }: HttpResponse): string {
  return headers['content-type']?.split(';')[0]?.trim().slice(0, 80) || 'no content type';
}

/**
 * Matches wherever the number of a property or of a list item may be inexact. Nearly all bodies have no match and are parsed
 * without checking each value. A match inside a string only costs that check; the string stays unchanged.
 */
const SUSPECT = /[:[,]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;
/** A body that is nothing but a number. As an alternative in the pattern above, it would nearly double that pattern's time. */
const SUSPECT_BODY = /^\s*-?\d/;

/**
 * JSON.parse for bodies whose numbers matter: ids and prices. A number that a double cannot represent exactly
 * (`9007199254740993`, `1e400`) is returned as its source text, which the contract accepts like a number (2). Throws whenever
 * JSON.parse does.
 */
export function parseExactly(text: string): unknown {
  return SUSPECT.test(text) || SUSPECT_BODY.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value;
}
