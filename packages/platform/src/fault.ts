/**
 * The only error base class, and every fault there is, one row each: who has to act, what a client sees of it, with which status,
 * whether a retry can help. A code is declared nowhere else; the types of the codes follow from the rows.
 */

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

/** Who has to act on a failure: the caller, the operator of the POST API, or the operator of the gateway. */
export type AtFault = 'caller' | 'upstream' | 'gateway';

interface FaultRow {
  readonly atFault: AtFault;
  /** The code that clients see, if another. */
  readonly client?: string;
  /** The same request may succeed later. */
  readonly retryable?: true;
  /** What clients read in place of the fault's own message, which is then for the log only. */
  readonly message?: string;
  /** The HTTP status of a response that consists of the fault; without one, only fields of the graph fail with it. */
  readonly status?: number;
  /** In how many seconds such a response suggests a retry, if not in one. */
  readonly retryAfter?: number;
  /** For faults that following a file link can raise: the code and the message of its response, if they differ. */
  readonly link?: { readonly code?: string; readonly message?: string };
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
    status: 502,
    link: { message: 'The file cannot be reached at the moment' },
    shows: 'outage',
  },
  /** The deadline of the whole call has passed. */
  UPSTREAM_TIMEOUT: {
    atFault: 'upstream',
    retryable: true,
    message: 'The service did not respond in time',
    status: 504,
    link: {},
    shows: 'outage',
  },
  /** A 4xx that section 7 lists, other than 401, or a 4xx that it does not list. The gateway promises to send only valid requests. */
  UPSTREAM_REJECTED: {
    atFault: 'gateway',
    message: 'The service rejected the request',
    status: 502,
    link: {},
    shows: 'response',
  },
  /** A fresh token was denied, or the gateway's own credentials were rejected. */
  UPSTREAM_ACCESS_DENIED: {
    atFault: 'gateway',
    message: 'The service denied access to the gateway',
    status: 502,
    link: {},
    shows: 'response',
  },
  UPSTREAM_RATE_LIMITED: {
    atFault: 'upstream',
    client: 'RATE_LIMITED',
    retryable: true,
    message: 'The rate limit of the service is reached; try again later',
    status: 503,
    link: {},
    shows: 'response',
  },
  /** A response that the contract cannot read: not JSON, another wrapper, too long, or a redirect. */
  UPSTREAM_INVALID: {
    atFault: 'upstream',
    message: 'The response of the service cannot be read',
    status: 502,
    link: {},
    shows: 'response',
  },
  /** Not sent: too many calls of its kind are in progress, and the gateway's own queue is full or the wait took too long. */
  OVERLOADED: {
    atFault: 'gateway',
    retryable: true,
    message: 'Too many requests are waiting for the service',
    status: 503,
    link: {},
  },
  /** Not sent: the calls per minute that all processes may make (UPSTREAM_CALLS_PER_MINUTE) are used up. */
  UPSTREAM_CALLS_SPENT: {
    atFault: 'gateway',
    client: 'RATE_LIMITED',
    retryable: true,
    message: 'The calls that the service allows are used up; try again later',
    status: 503,
    link: {},
  },
  /** The caller's own signal aborted the call. */
  ABORTED: {
    atFault: 'caller',
    client: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The request was aborted',
    status: 503,
    link: {},
  },
} as const satisfies Record<string, FaultRow & Required<Pick<FaultRow, 'message' | 'status' | 'link'>>>;

const badInput = { atFault: 'caller', client: 'BAD_USER_INPUT', status: 400 } as const;

/** Of use cases. */
const ofUseCases = {
  UNAUTHENTICATED: { atFault: 'caller', status: 401 },
  FORBIDDEN: { atFault: 'caller' },
  /** The same for an object that does not exist and for one that is not the caller's. */
  NOT_FOUND: { atFault: 'caller', status: 404, link: { message: 'There is no file behind this link' } },
  BAD_USER_INPUT: { atFault: 'caller', status: 400 },
  INVALID_CURSOR: { atFault: 'caller' },
  QUERY_TOO_COSTLY: { atFault: 'caller', status: 400 },
  QUERY_TOO_LARGE: badInput,
  LINK_EXPIRED: {
    atFault: 'caller',
    client: 'NOT_FOUND',
    status: 410,
    link: { code: 'LINK_EXPIRED', message: 'The link has expired. Request a new one' },
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
    status: 503,
    retryAfter: 30,
  },
  /** A stream was ended while it could have gone on: it is old, its caller cannot be verified for now, or the process stops. */
  STREAM_ENDED: { atFault: 'gateway', retryable: true, message: 'The stream has ended; subscribe again' },
  /** The responses that are not delivered yet leave no room for another large one: the caller's own, or all. */
  CALLER_RESPONSES_FULL: { atFault: 'caller', client: 'OVERLOADED', retryable: true, status: 503 },
  RESPONSES_FULL: { atFault: 'gateway', client: 'OVERLOADED', retryable: true, status: 503 },
} as const satisfies Record<string, FaultRow>;

/** Of requests whose document cannot be executed, by Apollo's codes. */
const ofDocuments = {
  BAD_USER_INPUT: ofUseCases.BAD_USER_INPUT,
  BAD_REQUEST: badInput,
  GRAPHQL_PARSE_FAILED: badInput,
  GRAPHQL_VALIDATION_FAILED: badInput,
  OPERATION_RESOLUTION_FAILURE: badInput,
  PERSISTED_QUERY_NOT_FOUND: { ...badInput, status: 200 },
  PERSISTED_QUERY_NOT_SUPPORTED: { ...badInput, status: 200 },
} as const satisfies Record<string, FaultRow>;

/** Of the server, which rejects requests before they reach a use case. */
const ofRequests = {
  METHOD_NOT_ALLOWED: { ...badInput, status: 405 },
  NOT_ACCEPTABLE: { ...badInput, status: 406 },
  REQUEST_TIMEOUT: { ...badInput, status: 408 },
  BODY_TOO_LARGE: { ...badInput, status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { ...badInput, status: 415 },
  UNSUPPORTED_ENCODING: { ...badInput, status: 415 },
  EXPECTATION_FAILED: { ...badInput, status: 417 },
  MISDIRECTED: { ...badInput, status: 421 },
  HEADERS_TOO_LARGE: { ...badInput, status: 431 },
  /** No response was sent: the client disconnected first. The status is for the log only. */
  CLIENT_CLOSED: { atFault: 'caller', client: 'UPSTREAM_UNAVAILABLE', retryable: true, status: 499 },
  RATE_LIMITED: { atFault: 'caller', retryable: true, status: 429 },
  INTERNAL: { atFault: 'gateway', message: 'An unexpected error occurred', status: 500 },
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

/** The HTTP status and headers of a response that consists of the fault. */
export function responseTo(code: FaultCode): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { status = ofRequests.INTERNAL.status, retryAfter = 1 } = faults[code];
  if (status === 401) return { status, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };
  return { status, headers: status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {} };
}

/** Whether a code is one of Apollo's for documents that cannot be executed. */
export function isDocumentFault(code: unknown): code is keyof typeof ofDocuments {
  return typeof code === 'string' && Object.hasOwn(ofDocuments, code);
}
