/**
 * Reads one HTTP response of one endpoint: parses it, has it judged (`contract/answers/judge`), and returns the value inside the
 * wrapper or throws a typed fault. Statuses have the meaning that section 7 gives them (402, 405, 411, 412 and 413 reject a value,
 * unlike in HTTP).
 */
import { parseExactly } from '@realty-forms/contract/answers/json.ts';
import { judge } from '@realty-forms/contract/answers/judge.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { covers, type Selection } from '@realty-forms/contract/columns/selection.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { jsonExcess, responseLimits } from '@realty-forms/platform/web/json-size.ts';
import type { HttpResponse } from '../connections/transport.ts';
import { UpstreamFault } from '../faults.ts';
import { markInvalidText, textOf } from './body-text.ts';
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
  const excess = partial === null ? jsonExcess(response.body, responseLimits) : null;
  const body = partial?.body ?? (excess === null ? parse(response) : undefined);
  const text = () => (body === undefined ? response.body.toString('latin1', 0, MAX_TEXT) : '');
  const verdict = judge(endpoint, { ...response, body, text, request: context.request });
  if (verdict.is === 'refusal') throw errorFault(endpoint, verdict, response, body, context);
  if (verdict.is === 'unreadable')
    throw invalidResponse(endpoint, response, problemOf(verdict.problem, body, excess, response));
  const { value } = verdict;
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
    const body = parseExactly(textOf(this.#response).text);
    const verdict = judge(this.#endpoint, { ...this.#response, body, text: () => '' });
    return 'value' in verdict ? verdict.value : undefined;
  }
}

/** How much is looked at of a body that is not JSON. */
const MAX_TEXT = 4_096;

/**
 * Parses JSON, whatever the content type; undefined if it is not JSON. The parser's error quotes the body, so it is not
 * passed on.
 */
function parse(response: HttpResponse): unknown {
  const { text, hasInvalidText } = textOf(response);
  try {
    const body = parseExactly(text);
    if (hasInvalidText) markInvalidText(body);
    return body;
  } catch {
    return undefined;
  }
}

function problemOf(problem: string, body: unknown, excess: string | null, response: HttpResponse): string {
  if (body !== undefined || response.status >= 300) return problem;
  return excess === null ? `${contentType(response)}, not JSON` : `JSON with ${excess}`;
}

/** The fault for a response of unknown shape, described without quoting it. */
export function invalidResponse(endpoint: EndpointName, response: HttpResponse, what: string): UpstreamFault {
  const message = `responded with ${response.status} and ${response.body.length} bytes of ${what}`;
  return new UpstreamFault('UPSTREAM_INVALID', message, { endpoint, status: response.status, sent: true });
}

function contentType({ headers }: HttpResponse): string {
  return headers['content-type']?.split(';')[0]?.trim().slice(0, 80) || 'no content type';
}
