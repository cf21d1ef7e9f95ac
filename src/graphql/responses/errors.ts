/**
 * What a client sees of an error: a message, a stable code, and whether a retry can help, by the rows of `platform/fault`. Unexpected
 * errors become INTERNAL, with the request id that is also in the log.
 */
import { ApolloServerValidationErrorCode } from '@apollo/server/errors';
import { clientCodeOf, codeOfStatus, type FaultCode, faults, isDocumentFault } from '@realty-forms/platform/fault.ts';
import { GraphQLError, type GraphQLFormattedError, isValueNode } from 'graphql';
import { GatewayFault, UpstreamFault } from '../../gateway/fault.ts';
import { MAX_TOKENS } from '../limits/limits.ts';

const MAX_MESSAGE_CHARACTERS = 1_000;

/** The fault behind a GraphQL error, thrown by a resolver or while the context was created. */
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

/** The code of an error in the log; INTERNAL covers everything that no other code does. */
export function codeOf(error: unknown): FaultCode {
  const original = originOf(error);
  if (isFault(original)) return original.code;
  const extensions: { code?: unknown; http?: { status?: number } } =
    error instanceof GraphQLError ? error.extensions : {};
  const { code, http } = extensions;
  // Apollo's code for whatever is wrong with a request, such as a mutation by GET (405).
  if (code === 'BAD_REQUEST') return codeOfStatus(http?.status ?? 400);
  if (isDocumentFault(code)) return code;
  return isInvalidValue(original) ? 'BAD_USER_INPUT' : 'INTERNAL';
}

function isFault(error: unknown): error is GatewayFault | UpstreamFault {
  return error instanceof GatewayFault || error instanceof UpstreamFault;
}

/** True for errors that no code covers; they are masked and must be logged. */
export function isUnexpected(error: unknown): boolean {
  return codeOf(error) === 'INTERNAL';
}

/** The error as the response contains it. An unexpected one has the request's id. */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  requestId: unknown = error instanceof GraphQLError ? error.extensions.requestId : undefined,
): GraphQLFormattedError {
  const code = codeOf(error);
  const original = originOf(error);
  const { locations, path } = formatted;
  const { retryable = false, message = isFault(original) ? original.message : clientMessage(formatted) } = faults[code];
  const argument = original instanceof GatewayFault ? original.argument : null;
  return {
    message: shorten(message),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: {
      code: clientCodeOf(code),
      retryable,
      ...(argument !== null && { argument }),
      ...(code === 'INTERNAL' && typeof requestId === 'string' && { requestId }),
    },
  };
}

/**
 * Messages of graphql-js quote names and values of the request in full, however long they are. The explanation comes after them, so the
 * quoted texts are shortened first, then the middle of the message.
 */
function shorten(message: string): string {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return message;
  const short = message.replaceAll(QUOTED, (text) =>
    text.length > MAX_QUOTED_CHARACTERS ? `${text.slice(0, MAX_QUOTED_CHARACTERS)}…"` : text,
  );
  const half = MAX_MESSAGE_CHARACTERS / 2;
  return short.length <= MAX_MESSAGE_CHARACTERS ? short : `${short.slice(0, half)}…${short.slice(-half)}`;
}

const MAX_QUOTED_CHARACTERS = 60;
/** Matches to the end if the quotation mark is not closed, so that a search takes linear time. */
const QUOTED = /"(?:[^"\\]|\\.?)*(?:"|$)/gs;

/** A fault of the whole request; Apollo sends an unexpected one with this status. */
export function requestError(fault: unknown, requestId: string): GraphQLError {
  const originalError = fault instanceof Error ? fault : new Error('not an error', { cause: fault });
  return new GraphQLError(originalError.message, { originalError, extensions: { requestId, http: { status: 500 } } });
}

interface Row {
  readonly code: string;
  /** How the original message begins. */
  readonly prefix: string;
  readonly replacement: string;
}

/**
 * The gateway's own messages in place of those of Apollo and graphql-js that would not help its clients: one row per message, matched by
 * error code and by the beginning of the message. Messages without a row stay as they are.
 */
const rows: readonly Row[] = [
  {
    code: 'GRAPHQL_PARSE_FAILED',
    prefix: 'Syntax Error: Document contains more tha',
    // The parser stops at the limit, so the actual number is unknown.
    replacement: `The query has more than ${MAX_TOKENS} tokens, the maximum allowed (tokens).`,
  },
  {
    code: 'BAD_REQUEST',
    prefix: 'This operation has been blocked as a potential Cross-Site Request Forgery',
    // A suitable content type would do too, but the content type of a file upload is fixed.
    replacement:
      'A page on another origin could have sent this request: add the header apollo-require-preflight, with any value.',
  },
  {
    code: 'BAD_REQUEST',
    prefix: 'GraphQL operations must contain a non-empty `query`',
    replacement:
      'The request has no `query`, or an empty one. Ids of documents need a manifest in the gateway (PERSISTED_DOCUMENTS).',
  },
  {
    code: 'BAD_REQUEST',
    prefix: 'Operation batching disabled',
    replacement: 'The body is a list, but batches are not supported: send each operation in its own request.',
  },
];

/** Apollo's own message names a setting that the gateway does not have. */
const SCHEMA_UNREADABLE =
  'Introspection is disabled: `__schema` and `__type` are not available. Ask the operator of the gateway for the SDL.';

/** The message that a client gets for an error of Apollo or graphql-js. */
function clientMessage({ message, extensions }: GraphQLFormattedError): string {
  if (extensions?.['validationErrorCode'] === ApolloServerValidationErrorCode.INTROSPECTION_DISABLED) {
    return SCHEMA_UNREADABLE;
  }
  const row = rows.find(({ code, prefix }) => code === extensions?.['code'] && message.startsWith(prefix));
  return row?.replacement ?? message;
}

const SUGGESTION = / ?Did you mean[^?]*\?$/;

/** Removes "Did you mean": suggestions reveal the schema piece by piece to clients that guess names. */
export function withoutSuggestion(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, message: error.message.replace(SUGGESTION, '') };
}

/** Adds how to get a token if it is missing or invalid. */
export function withTokenAdvice(error: GraphQLFormattedError, advice: string | undefined): GraphQLFormattedError {
  if (advice === undefined || error.extensions?.['code'] !== 'UNAUTHENTICATED') return error;
  return { ...error, message: `${error.message}. ${advice}` };
}
