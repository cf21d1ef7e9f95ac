/** Removes the "Did you mean" suggestions from an error: they reveal the schema piece by piece to clients that guess names. */
import type { GraphQLFormattedError } from 'graphql';

export function withoutSuggestion(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, message: error.message.replace(/ ?Did you mean [^?]*\?$/, '') };
}
