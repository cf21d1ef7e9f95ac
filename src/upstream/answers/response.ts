/**
 * Reads one answer of one endpoint: parses it, has it judged (`contract/answers/judge`), and returns the value inside the wrapper or
 * throws a typed fault. Statuses have the meanings of section 7 (402, 405, 411, 412 and 413 reject a value, unlike in HTTP).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { errorRows, typeRow } from '@realty-forms/contract/answers/errors.ts';
import { parseExactly } from '@realty-forms/contract/answers/json.ts';
import { judge, type Refusal } from '@realty-forms/contract/answers/judge.ts';
import { isFromService } from '@realty-forms/contract/answers/refusals.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { HAS_INVALID_TEXT, isInvalidText } from '@realty-forms/contract/columns/kinds.ts';
import { covers, type Selection } from '@realty-forms/contract/columns/selection.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { once } from '@realty-forms/platform/once.ts';
import { jsonExcess, responseJsonLimits } from '@realty-forms/platform/web/json-size.ts';
import { retryAfterMs } from '@realty-forms/platform/web/retry-after.ts';
import type { HttpResponse } from '../connections/transport.ts';
import { UpstreamFault } from '../faults.ts';
import type { ColumnReader } from './columns.ts';
import { jsonWithoutSecrets, withoutSecrets } from './redaction.ts';

interface ResponseContext {
  readonly clock: Clock;
  /** Values that must not appear in a message, in case upstream quotes the request. */
  readonly secrets: () => readonly string[];
  /** The request, because an answer that may be any JSON may echo it. */
  readonly request?: object | undefined;
  /** Reads the endpoint's records without the columns that are not selected. */
  readonly columns?: ColumnReader | undefined;
  readonly selection?: Selection | undefined;
}

/**
 * The property of a partially read answer that gives access to the rest. A WeakMap would not do: a minor collection treats its values as
 * alive even if their keys are not, so each body would survive until the next full collection.
 */
const FULL_BODY = Symbol('fullBody');

/**
 * An answer with everything that is selected, or with all columns if there is no selection: unchanged, or read again in full if it lacks a
 * selected column.
 */
export function responseFor<T extends object>(response: T, selection?: Selection): T {
  const fullBody = (response as { readonly [FULL_BODY]?: FullBody })[FULL_BODY];
  if (fullBody === undefined || (selection !== undefined && covers(fullBody.selection, selection))) return response;
  return fullBody.value() as T;
}

/** Returns the value inside the wrapper, or throws the fault that the answer is classified as. */
export function readResponse(endpoint: EndpointName, response: HttpResponse, context: ResponseContext): unknown {
  const { columns, selection } = context;
  const partial = (selection && columns?.read(response.body, selection)) ?? null;
  const excess = partial === null ? jsonExcess(response.body, responseJsonLimits) : null;
  const body = partial?.body ?? (excess === null ? parse(response) : undefined);
  const text = () => (body === undefined ? response.body.toString('latin1', 0, MAX_TEXT) : '');
  const verdict = judge(endpoint, { ...response, body, text, request: context.request });
  if (verdict.is === 'refusal') throw errorFault(endpoint, verdict, response, body, context);
  if (verdict.is === 'unreadable')
    throw invalidResponse(endpoint, response, problemOf(verdict.problem, body, excess, response));
  const { value } = verdict;
  // The caller gets such a value as it is.
  if (endpoints[endpoint].wrapper === 'any') return jsonWithoutSecrets(value, context.secrets());
  if (partial !== null && selection !== undefined)
    (value as { [FULL_BODY]?: FullBody })[FULL_BODY] = fullBodyOf(endpoint, response, selection);
  return value;
}

/** Gives access to the rest of an answer that was read for one selection, for callers that need more of it. */
interface FullBody {
  readonly selection: Selection;
  readonly value: () => unknown;
}

function fullBodyOf(endpoint: EndpointName, response: HttpResponse, selection: Selection): FullBody {
  const value = once(() => {
    const verdict = judge(endpoint, { ...response, body: parseExactly(textOf(response).text), text: () => '' });
    return 'value' in verdict ? verdict.value : undefined;
  });
  return { selection, value };
}

/** How many characters of a body that is not JSON are examined. */
const MAX_TEXT = 4_096;

/** Parses JSON, whatever the content type; undefined if it is not JSON. The parser's error quotes the body, so it is not passed on. */
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
  return excess === null ? `${contentType(response)}, ${problem}` : `JSON with ${excess}`;
}

/** The fault for an answer of unknown shape, described without quoting it. */
export function invalidResponse(endpoint: EndpointName, response: HttpResponse, what: string): UpstreamFault {
  const message = `responded with ${response.status} and ${response.body.length} bytes of ${what}`;
  return new UpstreamFault('UPSTREAM_INVALID', message, { endpoint, status: response.status, sent: true });
}

function contentType({ headers }: HttpResponse): string {
  return headers['content-type']?.split(';')[0]?.trim().slice(0, 80) || 'no content type';
}

/** Encodings that write any text in ASCII bytes. */
const LIKE_ASCII = /^(?:utf-16|iso-2022-jp)/;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

interface BodyText {
  readonly text: string;
  readonly hasInvalidText: boolean;
}

/**
 * The text of an answer's body. JSON is UTF-8 (RFC 8259, 8.1); other bytes may be in the charset that the answer names. Otherwise, each
 * invalid byte becomes U+FFFD, so that one byte does not make a page unreadable, and the records that contain one are marked.
 */
export function textOf({ body, headers }: Pick<HttpResponse, 'body' | 'headers'>): BodyText {
  const label = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  const charset = label === undefined ? null : decoderFor(label);
  if (charset === null || !LIKE_ASCII.test(charset.encoding)) {
    // In ASCII every byte is a character.
    if (isAscii(body)) return { text: body.toString('latin1'), hasInvalidText: false };
    // Services name charsets that they do not use, and text in another charset is hardly ever valid UTF-8.
    if (isUtf8(body)) return { text: utf8.decode(body), hasInvalidText: false };
  }
  const text = (charset ?? utf8).decode(body);
  return { text, hasInvalidText: isInvalidText(text) };
}

const utf8 = new TextDecoder();

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/** Marks all records in a JSON value that have a text with U+FFFD. */
export function markInvalidText(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const members = Object.values(value);
  if (members.some(isInvalidText)) Object.assign(value, { [HAS_INVALID_TEXT]: true });
  for (const member of members) markInvalidText(member);
}

/**
 * The fault that an error status stands for: its code, which of upstream's texts may be shown and, for a write, whether the request reached
 * the service. Statuses have the meanings of section 7, which are not always HTTP's.
 */
function errorFault(
  endpoint: EndpointName,
  { status, error, means }: Refusal,
  response: HttpResponse,
  body: unknown,
  { clock, secrets }: { readonly clock: Clock; readonly secrets: () => readonly string[] },
): UpstreamFault {
  const redact = (text: string | null) => (text === null ? null : withoutSecrets(text, secrets()));
  const rows = errorRows.filter((row) => row.endpoint === endpoint && row.status === status);
  const type = error.type ?? (rows.length === 1 ? (rows[0]?.type ?? null) : null);
  // A type that the specification does not list may quote anything, and the message is logged.
  const isKnown = typeRow(type) !== undefined;
  const description = isKnown ? `${status} ${type}` : `${status}`;
  const isListed = rows.length > 0;
  const message = `responded with ${description}${isListed || status >= 500 ? '' : ', which the specification does not list'}`;
  const isWrite = endpoints[endpoint].effect === 'write';
  const intermediaryCode =
    isWrite && response.status >= 400 && !isListed && !isFromService(error, body)
      ? intermediaryCodes[status]
      : undefined;
  const pauseMs = retryAfterMs(response.headers['retry-after'], clock.now());
  return new UpstreamFault(
    means === 'denied' ? 'UPSTREAM_ACCESS_DENIED' : (intermediaryCode ?? codeOf(status)),
    message,
    {
      endpoint,
      status,
      isInBody: response.status < 400,
      sent: intermediaryCode !== 'UPSTREAM_UNAVAILABLE',
      upstreamType: isKnown ? type : redact(type),
      upstreamMessage: redact(error.message),
      rawError: error,
      means,
      retryAfterSeconds: pauseMs === null ? null : Math.ceil(pauseMs / 1_000),
    },
  );
}

/**
 * Statuses that an intermediary sends for a write, without any text of upstream's; they do not reject the input. Either the request did not
 * reach the service, so nothing was executed (404, 421, 425), or it was lost at an unknown point (408, 409).
 */
const intermediaryCodes: Readonly<Partial<Record<number, UpstreamFaultCode>>> = {
  404: 'UPSTREAM_UNAVAILABLE',
  421: 'UPSTREAM_UNAVAILABLE',
  425: 'UPSTREAM_UNAVAILABLE',
  408: 'UPSTREAM_INVALID',
  409: 'UPSTREAM_INVALID',
};

function codeOf(status: number): UpstreamFaultCode {
  if (status >= 500) return 'UPSTREAM_UNAVAILABLE';
  return status === 429 ? 'UPSTREAM_RATE_LIMITED' : 'UPSTREAM_REJECTED';
}
