/**
 * What a client sees of an error: a message, a stable code, and whether a retry can help. Every fault code is mapped here;
 * unexpected errors become INTERNAL with the request id, which is in the log too.
 */
import { GraphQLError, type GraphQLFormattedError, isValueNode } from 'graphql';
import { GatewayFault, type GatewayFaultCode, UpstreamFault, type UpstreamFaultCode } from '../../gateway/fault.ts';
import { partyOf } from '../../gateway/parties.ts';
import type { Party } from '../../platform/observing/request-facts.ts';
import { clientMessage } from './client-messages.ts';

type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'INVALID_CURSOR'
  | 'QUERY_TOO_COSTLY'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_REJECTED'
  | 'UPSTREAM_ACCESS_DENIED'
  | 'UPSTREAM_INVALID'
  | 'IDEMPOTENCY_MISMATCH'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'INTERNAL';

interface ClientError {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** Replaces the fault's own message, which is for the log only. */
  readonly message?: string;
}

const clientErrors = {
  UNAUTHENTICATED: { code: 'UNAUTHENTICATED', retryable: false },
  FORBIDDEN: { code: 'FORBIDDEN', retryable: false },
  NOT_FOUND: { code: 'NOT_FOUND', retryable: false },
  BAD_USER_INPUT: { code: 'BAD_USER_INPUT', retryable: false },
  INVALID_CURSOR: { code: 'INVALID_CURSOR', retryable: false },
  QUERY_TOO_COSTLY: { code: 'QUERY_TOO_COSTLY', retryable: false },
  QUERY_TOO_LARGE: { code: 'BAD_USER_INPUT', retryable: false },
  LINK_EXPIRED: { code: 'NOT_FOUND', retryable: false },
  IDEMPOTENCY_MISMATCH: { code: 'IDEMPOTENCY_MISMATCH', retryable: false },
  IDEMPOTENCY_IN_PROGRESS: { code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true },
  LEDGER_UNAVAILABLE: {
    code: 'OVERLOADED',
    retryable: true,
    message: 'Writes cannot be recorded at the moment, so this one was not sent',
  },
  CALLER_RESPONSES_FULL: { code: 'OVERLOADED', retryable: true },
  RESPONSES_FULL: { code: 'OVERLOADED', retryable: true },
  KEYS_UNAVAILABLE: {
    code: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The token cannot be verified at the moment',
  },
  UPSTREAM_UNAVAILABLE: {
    code: 'UPSTREAM_UNAVAILABLE',
    retryable: true,
    message: 'The service cannot be reached at the moment',
  },
  UPSTREAM_TIMEOUT: { code: 'UPSTREAM_TIMEOUT', retryable: true, message: 'The service did not respond in time' },
  UPSTREAM_REJECTED: { code: 'UPSTREAM_REJECTED', retryable: false, message: 'The service rejected the request' },
  UPSTREAM_ACCESS_DENIED: {
    code: 'UPSTREAM_ACCESS_DENIED',
    retryable: false,
    message: 'The service denied access to the gateway',
  },
  UPSTREAM_RATE_LIMITED: {
    code: 'RATE_LIMITED',
    retryable: true,
    message: 'The rate limit of the service is reached; try again later',
  },
  UPSTREAM_INVALID: {
    code: 'UPSTREAM_INVALID',
    retryable: false,
    message: 'The response of the service cannot be read',
  },
  OVERLOADED: { code: 'OVERLOADED', retryable: true, message: 'Too many requests are waiting for the service' },
  ABORTED: { code: 'UPSTREAM_UNAVAILABLE', retryable: true, message: 'The request was aborted' },
} as const satisfies Record<GatewayFaultCode | UpstreamFaultCode, ClientError>;

const internal: ClientError = { code: 'INTERNAL', retryable: false, message: 'An unexpected error occurred' };

const MAX_MESSAGE_CHARACTERS = 1_000;

/** Apollo's codes for requests that are rejected before execution. */
const requestCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

/** The fault behind a GraphQL error, whether it was thrown by a resolver or while the context was created. */
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ?? error) : error;
}

/**
 * A value in the request that turns out to be invalid only during execution, such as null for a nullable variable with a
 * default in a non-null position.
 */
function isInvalidValue(original: unknown): boolean {
  return original instanceof GraphQLError && (original.nodes ?? []).some(isValueNode);
}

/** True for errors that no code covers; they are masked and must be logged. */
export function isUnexpected(error: unknown): boolean {
  const original = originOf(error);
  if (original instanceof GatewayFault || original instanceof UpstreamFault || isInvalidValue(original)) return false;
  return !(error instanceof GraphQLError && requestCodes.has(String(error.extensions.code)));
}

/** What the log reports about an error: a code, more specific than the client's, and the responsible party. */
export function classifyError(error: unknown): readonly [code: string, party: Party] {
  const original = originOf(error);
  if (original instanceof GatewayFault || original instanceof UpstreamFault) {
    return [original.code, partyOf[original.code]];
  }
  if (isUnexpected(error)) return ['INTERNAL', 'gateway'];
  const code = error instanceof GraphQLError ? String(error.extensions.code) : '';
  return [requestCodes.has(code) ? code : 'BAD_USER_INPUT', 'caller'];
}

/** The error as the response contains it. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = originOf(error);
  const { locations, path } = formatted;
  const at = { ...(locations && { locations }), ...(path && { path }) };
  const argument = original instanceof GatewayFault ? original.argument : null;
  const build = ({ code, retryable, message }: ClientError, ownMessage: string): GraphQLFormattedError => ({
    message: message ?? truncate(ownMessage),
    ...at,
    extensions: { code, retryable, ...(argument !== null && { argument }) },
  });
  if (original instanceof GatewayFault || original instanceof UpstreamFault) {
    return build(clientErrors[original.code], original.message);
  }
  if (isInvalidValue(original) || requestCodes.has(String(formatted.extensions?.code))) {
    return build(clientErrors.BAD_USER_INPUT, clientMessage(formatted));
  }
  const masked = build(internal, '');
  // Errors of a whole request bring their id along; all others get it when the response is assembled.
  const requestId = error instanceof GraphQLError ? error.extensions.requestId : undefined;
  return typeof requestId === 'string' ? { ...masked, extensions: { ...masked.extensions, requestId } } : masked;
}

/** Messages of graphql-js quote names and values of the request in full, however long they are. */
function truncate(message: string): string {
  return message.length > MAX_MESSAGE_CHARACTERS ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` : message;
}

/** A fault of the whole request, with its HTTP status and headers, in the form that Apollo's HTTP layer expects. */
export function requestError(fault: unknown, requestId: string): GraphQLError {
  if (!(fault instanceof GatewayFault)) {
    const originalError = fault instanceof Error ? fault : new Error('not an error', { cause: fault });
    return new GraphQLError(originalError.message, { originalError, extensions: { requestId, http: { status: 500 } } });
  }
  const { status, headers } = statusOf(fault);
  return new GraphQLError(fault.message, {
    originalError: fault,
    extensions: { http: { status, ...(headers.length > 0 && { headers: new Map(headers) }) } },
  });
}

/** The HTTP status and headers of a response that consists of the fault. */
export function statusOf({ code }: GatewayFault): {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
} {
  if (badRequests.has(code)) return { status: 400, headers: [] };
  if (code === 'UNAUTHENTICATED') {
    return { status: 401, headers: [['www-authenticate', 'Bearer error="invalid_token"']] };
  }
  // Room for a response is found as soon as another one has been read; the issuer's keys take longer.
  return { status: 503, headers: [['retry-after', code === 'KEYS_UNAVAILABLE' ? '30' : '1']] };
}

const badRequests: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'QUERY_TOO_LARGE', 'QUERY_TOO_COSTLY']);
