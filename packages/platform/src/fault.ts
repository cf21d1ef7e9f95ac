/**
 * The only error base class, and all faults, one row each: who has to act, what clients see of it, with which status, and whether a retry
 * can help. A code is declared nowhere else; the types of the codes follow from the rows.
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
  /** The text in docs/errors.md or, if clients see another code, in docs/logs.md, as Markdown. */
  readonly meaning: string;
  readonly atFault: AtFault;
  /** The code that clients see, if it is another one. */
  readonly client?: string;
  /** The same request may succeed later. */
  readonly retryable?: true;
  /** What clients read instead of the fault's own message, which is then for the log only. */
  readonly message?: string;
  /** The HTTP status if the fault is the whole response; without it, the fault only fails fields of the graph. */
  readonly status?: number;
  /** The seconds after which such a response suggests a retry; 1 by default. */
  readonly retryAfter?: number;
  /** For faults that can occur when a file link is opened: the code and the message of the response, if they differ. */
  readonly link?: { readonly code?: string; readonly message?: string };
  /** What the fault of a call proves about the service: that it has an outage, or that it responded. */
  readonly shows?: 'outage' | 'response';
}

/** Faults of calls to the POST API. */
const callFaults = {
  UPSTREAM_UNAVAILABLE: {
    meaning:
      'The service cannot be reached: no connection, no complete response, or a 5xx. 503: the token cannot be verified at the moment',
    atFault: 'upstream',
    retryable: true,
    message: 'The service cannot be reached at the moment',
    status: 502,
    link: { message: 'The file cannot be reached at the moment' },
    shows: 'outage',
  },
  UPSTREAM_TIMEOUT: {
    meaning: 'The service did not respond in time, retries included',
    atFault: 'upstream',
    retryable: true,
    message: 'The service did not respond in time',
    status: 504,
    link: {},
    shows: 'outage',
  },
  /** A 4xx that section 7 lists, except 401, or a 4xx that it does not list. The gateway promises to send only valid requests. */
  UPSTREAM_REJECTED: {
    meaning: 'The service rejected the request',
    atFault: 'gateway',
    message: 'The service rejected the request',
    status: 502,
    link: {},
    shows: 'response',
  },
  UPSTREAM_ACCESS_DENIED: {
    meaning: 'The service denied access to the gateway',
    atFault: 'gateway',
    message: 'The service denied access to the gateway',
    status: 502,
    link: {},
    shows: 'response',
  },
  UPSTREAM_RATE_LIMITED: {
    meaning: 'the POST API limits the gateway',
    atFault: 'upstream',
    client: 'RATE_LIMITED',
    retryable: true,
    message: "The service's rate limit is reached; try again later",
    status: 503,
    link: {},
    shows: 'response',
  },
  UPSTREAM_INVALID: {
    meaning: "The service's response cannot be read: not JSON, in another wrapper, too long, or a redirect",
    atFault: 'upstream',
    message: "The service's response cannot be read",
    status: 502,
    link: {},
    shows: 'response',
  },
  OVERLOADED: {
    meaning:
      '503: the gateway is overloaded; wait for `retry-after` seconds. 200: too many calls wait for the service, or a write could not be recorded and was not sent',
    atFault: 'gateway',
    retryable: true,
    message: 'Too many requests are waiting for the service',
    status: 503,
    link: {},
  },
  UPSTREAM_CALLS_SPENT: {
    meaning: '`UPSTREAM_CALLS_PER_MINUTE` is used up, and the call has waited until its deadline; it was not sent',
    atFault: 'gateway',
    client: 'RATE_LIMITED',
    retryable: true,
    message: 'The gateway has used up its calls to the service for now; try again later',
    status: 503,
    link: {},
  },
  ABORTED: {
    meaning: 'the client disconnected, and sees nothing',
    atFault: 'caller',
    client: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The request was aborted',
    status: 503,
    link: {},
  },
} as const satisfies Record<string, FaultRow & Required<Pick<FaultRow, 'message' | 'status' | 'link'>>>;

const badInput = { atFault: 'caller', client: 'BAD_USER_INPUT', status: 400 } as const;

/** Faults of use cases. */
const useCaseFaults = {
  UNAUTHENTICATED: {
    meaning:
      '200: no token; each root field has an error. 401: the token is malformed, bad or expired, and nothing runs. Get a new token',
    atFault: 'caller',
    status: 401,
  },
  FORBIDDEN: {
    meaning:
      'The token lacks the scope, the field is for services only, or no active agent belongs to the offices in the token. 403: the same for an export',
    atFault: 'caller',
    status: 403,
  },
  NOT_FOUND: {
    meaning:
      "The object does not exist or is not the caller's; the two look the same. 404: the path is unknown, or a file link opens nothing",
    atFault: 'caller',
    status: 404,
    link: { message: 'No file was found for this link' },
  },
  BAD_USER_INPUT: {
    meaning:
      "200: one field's argument is invalid. 400: the request, its document or its variables are invalid or over a [limit](#limits). Other 4xx: see below",
    atFault: 'caller',
    status: 400,
  },
  INVALID_CURSOR: {
    meaning:
      'The cursor does not belong to this list with this filter and order. Start at the first page. 400: it is not the cursor of an export, or the index was rebuilt',
    atFault: 'caller',
    status: 400,
  },
  QUERY_TOO_COSTLY: {
    meaning: '400: the query may need too many upstream [calls](query.md#what-a-query-costs). Request less at a time',
    atFault: 'caller',
    status: 400,
  },
  QUERY_TOO_LARGE: { meaning: 'a query or its variables exceed a [limit](errors.md#limits)', ...badInput },
  LINK_EXPIRED: {
    meaning: 'the file or calendar link has expired, or the operator has ended calendar links; request a new one',
    atFault: 'caller',
    client: 'NOT_FOUND',
    status: 410,
    link: { code: 'LINK_EXPIRED', message: 'The link has expired; request a new one' },
  },
  IDEMPOTENCY_MISMATCH: { meaning: 'The key was used with other input', atFault: 'caller' },
  IDEMPOTENCY_IN_PROGRESS: { meaning: 'A write with this key is running', atFault: 'caller', retryable: true },
  LEDGER_UNAVAILABLE: {
    meaning: 'the write ledger cannot be written; the write was not sent',
    atFault: 'gateway',
    client: 'OVERLOADED',
    retryable: true,
    message: 'The gateway cannot record writes at the moment, so it has not sent this one; retry later',
  },
  /** The index, which searches read, is damaged or cannot be reached; lists of transactions do not need it. */
  INDEX_UNAVAILABLE: {
    meaning: 'the index cannot be read',
    atFault: 'gateway',
    client: 'OVERLOADED',
    retryable: true,
    message: 'Search is not available at the moment; lists of transactions still work',
    status: 503,
  },
  SEARCH_TIMEOUT: {
    meaning: 'The search took more than 10 seconds. Ask for fewer agents or dates, more letters, or fewer counts',
    atFault: 'gateway',
    message: 'The search took too long; narrow it, or select fewer counts',
    status: 503,
  },
  /** The issuer of the callers' tokens counts as upstream too. */
  KEYS_UNAVAILABLE: {
    meaning: "the issuer's key set cannot be read",
    atFault: 'upstream',
    client: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The token cannot be verified at the moment',
    status: 503,
    retryAfter: 30,
  },
  STREAM_ENDED: {
    meaning:
      'The last result of a stream that has lasted an hour, whose caller cannot be verified at the moment, or whose gateway stops. [Subscribe again](listen.md#listening-for-changes)',
    atFault: 'gateway',
    retryable: true,
    message: 'The stream has ended; subscribe again',
  },
  CALLER_RESPONSES_FULL: {
    meaning: 'undelivered large responses of the caller have used up their memory',
    atFault: 'caller',
    client: 'OVERLOADED',
    retryable: true,
    status: 503,
  },
  RESPONSES_FULL: {
    meaning: 'undelivered large responses have used up their memory (an eighth of the heap limit)',
    atFault: 'gateway',
    client: 'OVERLOADED',
    retryable: true,
    status: 503,
  },
} as const satisfies Record<string, FaultRow>;

/** Faults of the server, which rejects requests before they reach a use case. */
const requestFaults = {
  BAD_REQUEST: {
    meaning:
      'malformed JSON, not UTF-8, a batch of operations, a malformed form, no `host` header, an attempt to open a WebSocket, or a GET or multipart request without `apollo-require-preflight`',
    ...badInput,
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'a method other than GET or POST, or a mutation by GET; see `allow`',
    ...badInput,
    status: 405,
  },
  NOT_ACCEPTABLE: {
    meaning: '`accept` allows neither `application/json` nor `application/graphql-response+json`',
    ...badInput,
    status: 406,
  },
  REQUEST_TIMEOUT: {
    meaning:
      'the request arrived too slowly; if its headers did, `/graphql` uses this format too. A connection that sends no request is closed without a response, 10 seconds after it was opened or 72 after its last response',
    ...badInput,
    status: 408,
  },
  BODY_TOO_LARGE: { meaning: 'the body is over the limit', ...badInput, status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { meaning: 'the `content-type` or charset is not accepted', ...badInput, status: 415 },
  UNSUPPORTED_ENCODING: { meaning: 'the body is compressed', ...badInput, status: 415 },
  EXPECTATION_FAILED: { meaning: 'an `expect` header other than `100-continue`', ...badInput, status: 417 },
  MISDIRECTED: {
    meaning: 'an unknown name in the `host` header; the operator can add it to `ALLOWED_HOSTS`',
    ...badInput,
    status: 421,
  },
  HEADERS_TOO_LARGE: {
    meaning: 'the headers are over the limit; `/graphql` may use this format too',
    ...badInput,
    status: 431,
  },
  /** No response was sent: the client disconnected first. The status is for the log only. */
  CLIENT_CLOSED: {
    meaning: 'the client disconnected, and sees nothing',
    atFault: 'caller',
    client: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    status: 499,
  },
  RATE_LIMITED: {
    meaning:
      '429: too many requests per minute or at the same time, as the message says; wait for `retry-after` seconds. 200: the service limits the gateway',
    atFault: 'caller',
    retryable: true,
    status: 429,
  },
  INTERNAL: {
    meaning:
      'An unexpected failure. 500: of the whole request. Report `extensions.requestId`, which is also in the log',
    atFault: 'gateway',
    message: 'An unexpected error occurred',
    status: 500,
  },
} as const satisfies Record<string, FaultRow>;

const invalidDocument = { meaning: 'the document is invalid', ...badInput } as const;

/** Faults of requests whose document cannot be executed, by Apollo's codes. */
const documentFaults = {
  BAD_USER_INPUT: useCaseFaults.BAD_USER_INPUT,
  BAD_REQUEST: requestFaults.BAD_REQUEST,
  GRAPHQL_PARSE_FAILED: invalidDocument,
  GRAPHQL_VALIDATION_FAILED: invalidDocument,
  OPERATION_RESOLUTION_FAILURE: invalidDocument,
  PERSISTED_QUERY_NOT_SUPPORTED: { ...invalidDocument, status: 200 },
} as const satisfies Record<string, FaultRow>;

export type UpstreamFaultCode = keyof typeof callFaults;
export type GatewayFaultCode = keyof typeof useCaseFaults;
export type FaultCode = UpstreamFaultCode | GatewayFaultCode | keyof typeof documentFaults | keyof typeof requestFaults;

export const faults: Readonly<Record<FaultCode, FaultRow>> = {
  ...useCaseFaults,
  ...callFaults,
  ...requestFaults,
  ...documentFaults,
};

export const upstreamFaultCodes = Object.keys(callFaults) as readonly UpstreamFaultCode[];
export const requestFaultCodes = Object.keys(requestFaults) as readonly (keyof typeof requestFaults)[];

/** The code that clients see. */
export function clientCodeOf(code: FaultCode): FaultCode {
  return (faults[code].client as FaultCode | undefined) ?? code;
}

/** The HTTP status and headers of a response that reports only the fault. */
export function responseTo(code: FaultCode): {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { status = requestFaults.INTERNAL.status, retryAfter = 1 } = faults[code];
  if (status === 401) return { status, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } };
  return { status, headers: status === 429 || status === 503 ? { 'retry-after': String(retryAfter) } : {} };
}

/** The code of a rejected request whose reason is only known by its status. */
export function codeOfStatus(status: number): FaultCode {
  return (
    requestFaultCodes.find((code) => faults[code].status === status) ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL')
  );
}

/** Whether a code is one of Apollo's for documents that cannot be executed. */
export function isDocumentFault(code: unknown): code is keyof typeof documentFaults {
  return typeof code === 'string' && Object.hasOwn(documentFaults, code);
}
