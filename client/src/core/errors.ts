/** What can go wrong, in the gateway's own codes, for all clients. Branch on codes: messages are for people, and can change. */

/** One row per code in `extensions.code`: what to tell people. Codes can be added at any time, so handle unknown ones. */
const words = {
  UNAUTHENTICATED: 'Please sign in again.',
  FORBIDDEN: 'You are not allowed to do this.',
  NOT_FOUND: 'This does not exist, or you may not see it.',
  BAD_USER_INPUT: 'The request is not valid.',
  INVALID_CURSOR: 'Please load this list again from the beginning.',
  QUERY_TOO_COSTLY: 'This is too much at once. Please request less.',
  RATE_LIMITED: 'Too many requests. Please try again in a moment.',
  STREAM_ENDED: 'Live updates were interrupted.',
  OVERLOADED: 'The service is busy. Please try again in a moment.',
  SEARCH_TIMEOUT: 'This search took too long. Please narrow it.',
  UPSTREAM_UNAVAILABLE: 'The service cannot be reached at the moment. Please try again later.',
  UPSTREAM_TIMEOUT: 'The service did not respond in time. Please try again.',
  UPSTREAM_REJECTED: 'The service rejected the request.',
  UPSTREAM_ACCESS_DENIED: 'The service denied access.',
  UPSTREAM_INVALID: "The service's response cannot be read.",
  IDEMPOTENCY_IN_PROGRESS: 'This is already in progress.',
  IDEMPOTENCY_MISMATCH: 'This was already sent with different content. Please check whether it was saved.',
  INTERNAL: 'An unexpected error occurred.',
} as const;

export type ErrorCode = keyof typeof words;

export const errorCodes = Object.keys(words) as readonly ErrorCode[];

/** The same for requests that did not reach the gateway, which have no code. */
const wordsOnTheWay = {
  CONNECTION_FAILED: 'The connection failed. Please try again.',
  TOO_LARGE: 'This is too large to be sent.',
} as const;

export type MessageCode = ErrorCode | keyof typeof wordsOnTheWay;

/** An entry of `errors` in a response. */
export interface GraphQLFailure {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/** What is known about a request that failed, completely or in part. */
export interface Failure {
  /** The response's `errors`; empty if no response could be read. */
  readonly errors: readonly GraphQLFailure[];
  /** The HTTP status, if there was a response. */
  readonly status?: number | undefined;
  /** The header Retry-After, as it was sent. */
  readonly retryAfter?: string | null | undefined;
  /** What the client threw, if there was no readable response. */
  readonly cause?: unknown;
}

/** The code of one error; undefined if it has none, or one that is unknown here. */
export function codeOf({ extensions }: GraphQLFailure): ErrorCode | undefined {
  const code = extensions?.['code'];
  return typeof code === 'string' && Object.hasOwn(words, code) ? (code as ErrorCode) : undefined;
}

export function hasCode({ errors }: Pick<Failure, 'errors'>, code: ErrorCode): boolean {
  return errors.some((error) => codeOf(error) === code);
}

/** A sentence for people, from `translated` if it has one for the code. */
export function messageOf(failure: Failure, translated: Partial<Record<MessageCode, string>> = {}): string {
  const [first] = failure.errors;
  if (first === undefined) {
    const code = codesByStatus.get(failure.status) ?? 'CONNECTION_FAILED';
    return translated[code] ?? { ...words, ...wordsOnTheWay }[code];
  }
  const code = codeOf(first);
  if (code === undefined) return first.message;
  // Only the message says what is wrong with an argument.
  return translated[code] ?? (code === 'BAD_USER_INPUT' ? first.message : words[code]);
}

const codesByStatus = new Map<unknown, MessageCode>([
  [401, 'UNAUTHENTICATED'],
  [413, 'TOO_LARGE'],
  [429, 'RATE_LIMITED'],
]);

/** Whether the token was refused, or missing. Nothing of the request was carried out then. */
export function isRefused(failure: Failure): boolean {
  return failure.status === 401 || hasCode(failure, 'UNAUTHENTICATED');
}
