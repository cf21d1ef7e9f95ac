/**
 * The gateway's own messages in place of those of Apollo and graphql-js that would not help its clients: one row per
 * message, matched by error code and by the beginning of the message. Messages without a row stay as they are.
 */
import { ApolloServerValidationErrorCode } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { MAX_TOKENS } from '../limits/limits.ts';

interface Row {
  readonly code: string;
  /** How the original message begins. */
  readonly prefix: string;
  readonly replacement: string;
}

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
    // A suitable content type would do too, but not for a file upload, whose content type is fixed.
    replacement:
      'A page on another origin could have sent this request: add the header apollo-require-preflight, with any value.',
  },
  {
    code: 'BAD_REQUEST',
    prefix: 'GraphQL operations must contain a non-empty `query`',
    replacement: 'The request has no `query`, or an empty one.',
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
export function clientMessage({ message, extensions }: GraphQLFormattedError): string {
  if (extensions?.['validationErrorCode'] === ApolloServerValidationErrorCode.INTROSPECTION_DISABLED) {
    return SCHEMA_UNREADABLE;
  }
  const row = rows.find(({ code, prefix }) => code === extensions?.['code'] && message.startsWith(prefix));
  return row?.replacement ?? message;
}

/** A long message may be truncated in the middle of its suggestion; it then ends in an ellipsis. */
const SUGGESTION = / ?Did you mean[^?]*[?…]$/;

/** Without a "Did you mean": suggestions reveal the schema piece by piece to clients that guess names. */
export function withoutSuggestion(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, message: error.message.replace(SUGGESTION, '') };
}
