/**
 * The only error base class, and every fault there is, one row each: who has to act, what a client sees of it, whether a retry
 * can help. A code is declared nowhere else; the types of the codes follow from the rows.
 */
import type { AtFault } from './observing/request-facts.ts';

/**
 * A fault has a stable code, a message fit for the log (with the offending value and the limit, never a secret) and its cause.
 */
export class Fault<Code extends string = string> extends Error {
  override readonly name: string = 'Fault';
  readonly code: Code;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

interface FaultRow {
  readonly atFault: AtFault;
  /** The code that clients see, if another. */
  readonly client?: string;
  /** The same request may succeed later. */
  readonly retryable?: true;
  /** What clients read in place of the fault's own message, which is then for the log only. */
  readonly message?: string;
  /** The HTTP status of a response that consists of the fault; 503 if none is given. */
  readonly status?: number;
  /** In how many seconds such a response suggests a retry, if not in one. */
  readonly retryAfter?: number;
  /** The response of a file link, for faults that following one can raise; code and message, if they differ. */
  readonly link?: { readonly status: number; readonly code?: string; readonly message?: string };
  /** What the fault of a call proves about the service: that it is out of order, or that it responded. */
  readonly shows?: 'outage' | 'response';
}

/** Of calls to the POST API. */
const ofCalls = {
  /** Connection refused or reset, host name not resolved, response cut off, or a 5xx. */
  UPSTREAM_UNAVAILABLE: {
    atFault: 'upstream',
    retryable: true,
    message: 'The service cannot be reached at the moment',
    link: { status: 502, message: 'The file cannot be reached at the moment' },
    shows: 'outage',
  },
  /** The deadline of the whole call has passed. */
  UPSTREAM_TIMEOUT: {
    atFault: 'upstream',
    retryable: true,
    message: 'The service did not respond in time',
    link: { status: 504 },
    shows: 'outage',
  },
  /** A 4xx that section 7 lists, other than 401, or a 4xx that it does not list. The gateway promises to send only valid requests. */
  UPSTREAM_REJECTED: {
    atFault: 'gateway',
    message: 'The service rejected the request',
    link: { status: 502 },
    shows: 'response',
  },
  /** 401 for a fresh token, or the gateway's own credentials were rejected. */
  UPSTREAM_ACCESS_DENIED: {
    atFault: 'gateway',
    message: 'The service denied access to the gateway',
    link: { status: 502 },
    shows: 'response',
  },
  UPSTREAM_RATE_LIMITED: {
    atFault: 'upstream',
    client: 'RATE_LIMITED',
    retryable: true,
    message: 'The rate limit of the service is reached; try again later',
    link: { status: 503 },
    shows: 'response',
  },
  /** A response that the contract cannot read: not JSON, another wrapper, too long, or a redirect. */
  UPSTREAM_INVALID: {
    atFault: 'upstream',
    message: 'The response of the service cannot be read',
    link: { status: 502 },
    shows: 'response',
  },
  /** Not sent: too many calls of its kind are in progress, and the gateway's own queue is full or the wait took too long. */
  OVERLOADED: {
    atFault: 'gateway',
    retryable: true,
    message: 'Too many requests are waiting for the service',
    link: { status: 503 },
  },
  /** The caller's own signal aborted the call. */
  ABORTED: {
    atFault: 'caller',
    client: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The request was aborted',
    link: { status: 503 },
  },
} as const satisfies Record<string, FaultRow & Required<Pick<FaultRow, 'message' | 'link'>>>;

/** Of use cases. */
const ofUseCases = {
  UNAUTHENTICATED: { atFault: 'caller', status: 401 },
  FORBIDDEN: { atFault: 'caller' },
  /** The same for an object that does not exist and for one that is not the caller's. */
  NOT_FOUND: { atFault: 'caller', link: { status: 404, message: 'There is no file behind this link' } },
  BAD_USER_INPUT: { atFault: 'caller', status: 400 },
  INVALID_CURSOR: { atFault: 'caller' },
  QUERY_TOO_COSTLY: { atFault: 'caller', status: 400 },
  QUERY_TOO_LARGE: { atFault: 'caller', client: 'BAD_USER_INPUT', status: 400 },
  LINK_EXPIRED: {
    atFault: 'caller',
    client: 'NOT_FOUND',
    link: { status: 410, code: 'LINK_EXPIRED', message: 'The link has expired. Request a new one' },
  },
  IDEMPOTENCY_MISMATCH: { atFault: 'caller' },
  IDEMPOTENCY_IN_PROGRESS: { atFault: 'caller', retryable: true },
  /** A write was not sent, because it could not be recorded in the ledger. */
  LEDGER_UNAVAILABLE: {
    atFault: 'gateway',
    client: 'OVERLOADED',
    retryable: true,
    message: 'Writes cannot be recorded at the moment, so this one was not sent',
  },
  /** The issuer of the callers' tokens counts as upstream too. */
  KEYS_UNAVAILABLE: {
    atFault: 'upstream',
    client: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The token cannot be verified at the moment',
    retryAfter: 30,
  },
  /** A stream was ended while it could have gone on: it is old, its caller cannot be verified for now, or the process stops. */
  STREAM_ENDED: { atFault: 'gateway', retryable: true, message: 'The stream has ended; subscribe again' },
  /** The responses that are not delivered yet leave no room for another large one: the caller's own, or all. */
  CALLER_RESPONSES_FULL: { atFault: 'caller', client: 'OVERLOADED', retryable: true },
  RESPONSES_FULL: { atFault: 'gateway', client: 'OVERLOADED', retryable: true },
} as const satisfies Record<string, FaultRow>;

const badInput = { atFault: 'caller', client: 'BAD_USER_INPUT' } as const;

/** Of requests whose document cannot be executed, by Apollo's codes. */
const ofDocuments = {
  BAD_USER_INPUT: ofUseCases.BAD_USER_INPUT,
  BAD_REQUEST: badInput,
  GRAPHQL_PARSE_FAILED: badInput,
  GRAPHQL_VALIDATION_FAILED: badInput,
  OPERATION_RESOLUTION_FAILURE: badInput,
  PERSISTED_QUERY_NOT_FOUND: badInput,
  PERSISTED_QUERY_NOT_SUPPORTED: badInput,
} as const satisfies Record<string, FaultRow>;

/** Of the server, which rejects requests before they reach a use case. */
const ofRequests = {
  METHOD_NOT_ALLOWED: badInput,
  REQUEST_TIMEOUT: badInput,
  BODY_TOO_LARGE: badInput,
  UNSUPPORTED_MEDIA_TYPE: badInput,
  UNSUPPORTED_ENCODING: badInput,
  MISDIRECTED: badInput,
  HEADERS_TOO_LARGE: badInput,
  RATE_LIMITED: { atFault: 'caller', retryable: true },
  INTERNAL: { atFault: 'gateway', message: 'An unexpected error occurred' },
} as const satisfies Record<string, FaultRow>;

export type UpstreamFaultCode = keyof typeof ofCalls;
export type GatewayFaultCode = keyof typeof ofUseCases;
export type FaultCode = UpstreamFaultCode | GatewayFaultCode | keyof typeof ofDocuments | keyof typeof ofRequests;

export const faults: Readonly<Record<FaultCode, FaultRow>> = {
  ...ofCalls,
  ...ofUseCases,
  ...ofDocuments,
  ...ofRequests,
};

export const upstreamFaultCodes = Object.keys(ofCalls) as readonly UpstreamFaultCode[];

/** The code that clients see. */
export function clientCodeOf(code: FaultCode): FaultCode {
  return (faults[code].client as FaultCode | undefined) ?? code;
}

/** Whether a code is one of Apollo's for documents that cannot be executed. */
export function isDocumentFault(code: unknown): code is keyof typeof ofDocuments {
  return typeof code === 'string' && Object.hasOwn(ofDocuments, code);
}
