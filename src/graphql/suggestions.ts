/** Takes GraphQL's guesses off an error: names that a client did not know tell it the schema piece by piece. */
import type { GraphQLFormattedError } from 'graphql';

export function withoutSuggestion(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, message: error.message.replace(/ ?Did you mean [^?]*\?$/, '') };
}
