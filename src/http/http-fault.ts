/**
 * Requests that the server rejects before any route sees them, and the code and body of every error response. Clients only see
 * messages of HttpFaults: those of other errors may contain paths, values or stacks.
 */
import { partyOf } from '../gateway/parties.ts';
import { Fault } from '../platform/fault.ts';
import type { Party } from '../platform/observing/request-facts.ts';
import { quoted } from '../platform/quote.ts';

/** The party at fault for each code, unless a more exact one is recorded; codes shared with faults have the same party. */
export const httpFaultParty = {
  BAD_REQUEST: 'caller',
  NOT_FOUND: partyOf.NOT_FOUND,
  METHOD_NOT_ALLOWED: 'caller',
  REQUEST_TIMEOUT: 'caller',
  LINK_EXPIRED: partyOf.LINK_EXPIRED,
  BODY_TOO_LARGE: 'caller',
  PATH_TOO_LONG: 'caller',
  UNSUPPORTED_MEDIA_TYPE: 'caller',
  UNSUPPORTED_ENCODING: 'caller',
  MISDIRECTED: 'caller',
  UNAUTHENTICATED: partyOf.UNAUTHENTICATED,
  RATE_LIMITED: 'caller',
  HEADERS_TOO_LARGE: 'caller',
  UPSTREAM_UNAVAILABLE: partyOf.UPSTREAM_UNAVAILABLE,
  UPSTREAM_TIMEOUT: partyOf.UPSTREAM_TIMEOUT,
  UPSTREAM_INVALID: partyOf.UPSTREAM_INVALID,
  UPSTREAM_REJECTED: partyOf.UPSTREAM_REJECTED,
  UPSTREAM_ACCESS_DENIED: partyOf.UPSTREAM_ACCESS_DENIED,
  OVERLOADED: partyOf.OVERLOADED,
  INTERNAL: 'gateway',
} as const satisfies Record<string, Party>;

export type HttpFaultCode = keyof typeof httpFaultParty;

interface HttpFaultOptions {
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Given for a failure whose details are in the log. */
  readonly requestId?: string;
}

/** A request that is rejected on purpose. */
export class HttpFault extends Fault<HttpFaultCode> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: HttpFaultCode,
    message: string,
    { headers = {}, requestId }: HttpFaultOptions = {},
  ) {
    super(code, message);
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
  }
}

/** Code and message by status, if nothing more exact is known. */
const byStatus: Readonly<Record<number, readonly [code: HttpFaultCode, message: string]>> = {
  400: ['BAD_REQUEST', 'The request cannot be read: its path, headers or body are malformed.'],
  404: ['NOT_FOUND', 'Nothing is served at this path.'],
  408: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
  413: ['BODY_TOO_LARGE', 'The body is too large.'],
  414: ['PATH_TOO_LONG', 'The path is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The content-type of the body is not supported.'],
  431: ['HEADERS_TOO_LARGE', 'The headers are too large.'],
};

/** More exact messages by Fastify's error code. */
const byCode: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The path is malformed.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; send a JSON object.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from its content-length.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
};

/** What messages mention of the request and its limits. */
interface MessageContext {
  readonly bodyLimit: number;
  readonly contentType: string | undefined;
}

/** The fault for a thrown error; undefined if the error is unexpected. */
export function httpFaultFor(error: unknown, { bodyLimit, contentType }: MessageContext): HttpFault | undefined {
  if (error instanceof HttpFault) return error;
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  const [name, defaultMessage] = byStatus[statusCode] ?? ['BAD_REQUEST', 'The request cannot be served.'];
  if (statusCode === 413) return new HttpFault(413, name, `The body is larger than ${bodyLimit} bytes.`);
  if (statusCode === 415) return new HttpFault(415, name, unsupportedTypeMessage(contentType));
  return new HttpFault(statusCode, name, (typeof code === 'string' && byCode[code]) || defaultMessage);
}

/** Only the graph takes bodies, in these two media types. */
function unsupportedTypeMessage(contentType = ''): string {
  const found =
    contentType === '' ? 'The body has no content-type' : `The content-type ${quoted(contentType)} is not supported`;
  return `${found}: send application/json, or multipart/form-data for a file.`;
}

export function httpFaultByStatus(status: number): HttpFault {
  const [code, message] = byStatus[status] ?? ['BAD_REQUEST', 'The request cannot be served.'];
  return new HttpFault(status, code, message);
}

/** The server's own failure: the message says only where to find the details. */
export function internalError(requestId: string): HttpFault {
  const message = `An unexpected error occurred. The log has the details under request ${requestId}.`;
  return new HttpFault(500, 'INTERNAL', message, { requestId });
}

/** Faults whose code also exists in the graph; all of them are transient. */
const transientCodes: ReadonlySet<string> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/** GraphQL clients get every error in GraphQL's format, with the graph's codes. */
export function graphqlErrorBody(fault: HttpFault): string {
  const { message, requestId } = fault;
  const retryable = transientCodes.has(fault.code);
  const code = retryable ? fault.code : fault.status >= 500 ? 'INTERNAL' : 'BAD_USER_INPUT';
  return JSON.stringify({ errors: [{ message, extensions: { code, retryable, requestId } }] });
}

export function plainErrorBody(fault: HttpFault): string {
  return JSON.stringify({ error: { code: fault.code, message: fault.message } });
}
