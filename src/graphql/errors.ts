/**
 * What a client sees of an error: a message, a stable code, whether trying again can help. Every fault code is mapped here;
 * all that is not foreseen becomes INTERNAL with the request's id, which the log has too.
 */
import { GraphQLError, type GraphQLFormattedError, isValueNode } from 'graphql';
import { GatewayFault, type GatewayFaultCode, UpstreamFault, type UpstreamFaultCode } from '../gateway/fault.ts';
import { partyOf } from '../gateway/parties.ts';
import type { Party } from '../platform/request-facts.ts';
import { ownWords } from './own-words.ts';

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

interface Shown {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** In place of the fault's own message, which is for the log. */
  readonly message?: string;
}

const shown = {
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
  UPSTREAM_TIMEOUT: { code: 'UPSTREAM_TIMEOUT', retryable: true, message: 'The service did not answer in time' },
  UPSTREAM_REJECTED: { code: 'UPSTREAM_REJECTED', retryable: false, message: 'The service refused the request' },
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
} as const satisfies Record<GatewayFaultCode | UpstreamFaultCode, Shown>;

const internal: Shown = { code: 'INTERNAL', retryable: false, message: 'An unexpected error occurred' };

const LONGEST_MESSAGE = 1_000;

/** Apollo's own codes for requests that never come to be carried out. */
const requestCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PERSISTED_QUERY_NOT_FOUND',
]);

/** The fault behind a GraphQL error, whether a resolver threw it or the context of the request. */
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError ? (error.originalError ?? error) : error;
}

/** A value of the request that only its execution finds wrong, such as null for a variable whose default alone fits. */
function isMisfit(original: unknown): boolean {
  return original instanceof GraphQLError && (original.nodes ?? []).some(isValueNode);
}

/** True for what no code foresees: it is masked, and belongs into the log. */
export function isUnforeseen(error: unknown): boolean {
  const original = originOf(error);
  if (original instanceof GatewayFault || original instanceof UpstreamFault || isMisfit(original)) return false;
  return !(error instanceof GraphQLError && requestCodes.has(String(error.extensions.code)));
}

/** What the log says of an error: a code, more exact than the client's, and whose fault it is. */
export function accountFor(error: unknown): readonly [code: string, party: Party] {
  const original = originOf(error);
  if (original instanceof GatewayFault || original instanceof UpstreamFault) {
    return [original.code, partyOf[original.code]];
  }
  if (isUnforeseen(error)) return ['INTERNAL', 'gateway'];
  const code = error instanceof GraphQLError ? String(error.extensions.code) : '';
  return [requestCodes.has(code) ? code : 'BAD_USER_INPUT', 'caller'];
}

/** The error as the response carries it. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = originOf(error);
  const { locations, path } = formatted;
  const at = { ...(locations && { locations }), ...(path && { path }) };
  const argument = original instanceof GatewayFault ? original.argument : null;
  const build = ({ code, retryable, message }: Shown, own: string): GraphQLFormattedError => ({
    message: message ?? shortened(own),
    ...at,
    extensions: { code, retryable, ...(argument !== null && { argument }) },
  });
  if (original instanceof GatewayFault || original instanceof UpstreamFault) {
    return build(shown[original.code], original.message);
  }
  if (isMisfit(original) || requestCodes.has(String(formatted.extensions?.code))) {
    return build(shown.BAD_USER_INPUT, ownWords(formatted));
  }
  const masked = build(internal, '');
  // Only a fault of the whole request brings its id along; to the others the response adds it.
  const requestId = error instanceof GraphQLError ? error.extensions.requestId : undefined;
  return typeof requestId === 'string' ? { ...masked, extensions: { ...masked.extensions, requestId } } : masked;
}

/** GraphQL's own messages show names and values of the request in full, however long they are. */
function shortened(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message;
}

/** A fault of the whole request, as the HTTP layer below Apollo wants it. */
export function requestError(fault: unknown, requestId: string): GraphQLError {
  if (!(fault instanceof GatewayFault)) {
    const originalError = fault instanceof Error ? fault : new Error('not an error', { cause: fault });
    return new GraphQLError(originalError.message, { originalError, extensions: { requestId, http: { status: 500 } } });
  }
  if (fault.code === 'BAD_USER_INPUT' || fault.code === 'QUERY_TOO_LARGE') {
    return new GraphQLError(fault.message, { originalError: fault, extensions: { http: { status: 400 } } });
  }
  const isRefused = fault.code === 'UNAUTHENTICATED';
  const headers = new Map(isRefused ? [['www-authenticate', 'Bearer error="invalid_token"']] : [['retry-after', '30']]);
  return new GraphQLError(fault.message, {
    originalError: fault,
    extensions: { http: { status: isRefused ? 401 : 503, headers } },
  });
}
