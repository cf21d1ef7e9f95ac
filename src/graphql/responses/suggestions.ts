/** Removes the "Did you mean" suggestions from an error: they reveal the schema piece by piece to clients that guess names. */
import type { GraphQLFormattedError } from 'graphql';

/** A long message may be truncated in the middle of its suggestion; it then ends in an ellipsis. */
const SUGGESTION = / ?Did you mean[^?]*[?…]$/;

export function withoutSuggestion(error: GraphQLFormattedError): GraphQLFormattedError {
  return { ...error, message: error.message.replace(SUGGESTION, '') };
}
