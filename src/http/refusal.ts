/**
 * What the server refuses before any route sees it, and the words and shape of each answer that is an error. Messages
 * come from this file alone: those of thrown errors may hold paths, values or stacks and never reach a client.
 */
import { partyOf } from '../gateway/parties.ts';
import { Fault } from '../platform/fault.ts';
import { quoted } from '../platform/quote.ts';
import type { Party } from '../platform/request-facts.ts';

const { LINK_EXPIRED, NOT_FOUND, OVERLOADED, UNAUTHENTICATED, UPSTREAM_UNAVAILABLE, UPSTREAM_TIMEOUT } = partyOf;
const { UPSTREAM_INVALID, UPSTREAM_REJECTED, UPSTREAM_ACCESS_DENIED } = partyOf;

/** Whose fault each refusal is, unless who refused says more exactly; of a code that is a fault's too, as there. */
export const refusalParty = {
  BAD_REQUEST: 'caller',
  NOT_FOUND,
  METHOD_NOT_ALLOWED: 'caller',
  REQUEST_TIMEOUT: 'caller',
  LINK_EXPIRED,
  BODY_TOO_LARGE: 'caller',
  PATH_TOO_LONG: 'caller',
  UNSUPPORTED_MEDIA_TYPE: 'caller',
  UNSUPPORTED_ENCODING: 'caller',
  MISDIRECTED: 'caller',
  UNAUTHENTICATED,
  RATE_LIMITED: 'caller',
  HEADERS_TOO_LARGE: 'caller',
  UPSTREAM_UNAVAILABLE,
  UPSTREAM_TIMEOUT,
  UPSTREAM_INVALID,
  UPSTREAM_REJECTED,
  UPSTREAM_ACCESS_DENIED,
  OVERLOADED,
  INTERNAL: 'gateway',
} as const satisfies Record<string, Party>;

export type RefusalCode = keyof typeof refusalParty;

/** A request that is turned away on purpose. */
export class Refusal extends Fault<RefusalCode> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a failure that the log tells more of. */
  readonly requestId: string | undefined;

  constructor(
    status: number,
    code: RefusalCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    requestId?: string,
  ) {
    super(code, message);
    this.status = status;
    this.headers = headers;
    this.requestId = requestId;
  }
}

/** By status: the code and the message, where nothing more exact is known. */
const byStatus: Readonly<Record<number, readonly [code: RefusalCode, message: string]>> = {
  400: ['BAD_REQUEST', 'The request cannot be read: its path, headers or body are malformed.'],
  404: ['NOT_FOUND', 'There is nothing at this path.'],
  408: ['REQUEST_TIMEOUT', 'The request took too long to arrive.'],
  413: ['BODY_TOO_LARGE', 'The body is too large.'],
  414: ['PATH_TOO_LONG', 'The path is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The content-type of the body is not supported.'],
  431: ['HEADERS_TOO_LARGE', 'The headers are too large.'],
};

/** By Fastify's code: more exact words than the status has. */
const byCode: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: 'The path is malformed.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; send a JSON object.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as its content-length says.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
};

/** What messages tell of the request and of its limits. */
interface Told {
  readonly bodyLimit: number;
  readonly contentType: string | undefined;
}

/** The refusal that a thrown error stands for; undefined for what nobody foresaw. */
export function refusalFor(error: unknown, { bodyLimit, contentType }: Told): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  const [name, words] = byStatus[statusCode] ?? ['BAD_REQUEST', 'The request cannot be served.'];
  if (statusCode === 413) return new Refusal(413, name, `The body is larger than ${bodyLimit} bytes.`);
  if (statusCode === 415) return new Refusal(415, name, notTaken(contentType));
  return new Refusal(statusCode, name, (typeof code === 'string' && byCode[code]) || words);
}

/** Of the two that the graph takes, which is all that takes a body. */
function notTaken(contentType = ''): string {
  const found =
    contentType === '' ? 'The body has no content-type' : `The content-type ${quoted(contentType)} is not supported`;
  return `${found}: send application/json, or multipart/form-data for a file.`;
}

export function refusalByStatus(status: number): Refusal {
  const [code, message] = byStatus[status] ?? ['BAD_REQUEST', 'The request cannot be served.'];
  return new Refusal(status, code, message);
}

/** The server's own failure: says nothing but where to look it up. */
export function internalError(requestId: string): Refusal {
  return new Refusal(
    500,
    'INTERNAL',
    `An unexpected error occurred. The log has the details under request ${requestId}.`,
    {},
    requestId,
  );
}

/** Refusals that the graph has a code of the same name for: all of them pass. */
const passing: ReadonlySet<string> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/** Clients of GraphQL get every error in GraphQL's shape, with the codes of the graph. */
export function graphqlErrorBody(refusal: Refusal): string {
  const { message, requestId } = refusal;
  const retryable = passing.has(refusal.code);
  const code = retryable ? refusal.code : refusal.status >= 500 ? 'INTERNAL' : 'BAD_USER_INPUT';
  return JSON.stringify({ errors: [{ message, extensions: { code, retryable, requestId } }] });
}

export function plainErrorBody(refusal: Refusal): string {
  return JSON.stringify({ error: { code: refusal.code, message: refusal.message } });
}
