/**
 * The gateway's words in place of Apollo's and graphql's own, where those say what does not help here: one row a message, told by
 * the code that it comes with and how it begins. Whatever has no row keeps its words.
 */
import { ApolloServerValidationErrorCode } from '@apollo/server/errors';
import type { GraphQLFormattedError } from 'graphql';
import { limits } from './limits.ts';

interface Row {
  readonly code: string;
  /** How the message that it stands for begins. */
  readonly begins: string;
  readonly words: string;
}

const rows: readonly Row[] = [
  {
    code: 'GRAPHQL_PARSE_FAILED',
    begins: 'Syntax Error: Document contains more tha',
    // The parser stops there, so that nobody knows how many there are.
    words: `The query has more than ${limits.tokens.max} tokens, the most allowed (tokens).`,
  },
  {
    code: 'BAD_REQUEST',
    begins: 'This operation has been blocked as a potential Cross-Site Request Forgery',
    // A content type would do too, but not for a file, which takes the one that it has.
    words:
      'A page on another origin could have sent this request: add the header apollo-require-preflight, with any value.',
  },
  {
    code: 'BAD_REQUEST',
    begins: 'GraphQL operations must contain a non-empty `query`',
    words: 'The request has no `query`, or an empty one.',
  },
  {
    code: 'BAD_REQUEST',
    begins: 'Operation batching disabled',
    words: 'The body is a list, but a request takes one operation: send each in its own request.',
  },
  {
    code: 'BAD_REQUEST',
    begins: "An 'accept' header was provided",
    words:
      'The accept header allows neither of the media types of an answer: ' +
      'application/graphql-response+json and application/json.',
  },
];

/** Apollo's own words for it name a setting that is not one of the gateway's. */
const SCHEMA_UNREADABLE =
  'The schema cannot be read here: `__schema` and `__type` are switched off. Ask whoever runs the gateway for its SDL.';

/** The message that a client gets of an error which Apollo or graphql made. */
export function ownWords({ message, extensions }: GraphQLFormattedError): string {
  if (extensions?.['validationErrorCode'] === ApolloServerValidationErrorCode.INTROSPECTION_DISABLED) {
    return SCHEMA_UNREADABLE;
  }
  const row = rows.find(({ code, begins }) => code === extensions?.['code'] && message.startsWith(begins));
  return row?.words ?? message;
}
