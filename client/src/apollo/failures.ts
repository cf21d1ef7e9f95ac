/** Converts Apollo Client's errors into the core's failures. */
import { CombinedGraphQLErrors, CombinedProtocolErrors, ServerError, ServerParseError } from '@apollo/client';
import type { Failure } from '../core/errors.ts';
import { failureOfText } from '../core/results.ts';

export function toFailure(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) {
    const retryAfter = error.extensions?.['retryAfter'];
    return { errors: error.errors, retryAfter: typeof retryAfter === 'string' ? retryAfter : null, cause: error };
  }
  if (CombinedProtocolErrors.is(error)) return { errors: error.errors, cause: error };
  if (ServerError.is(error) || ServerParseError.is(error)) return failureOfText(error.bodyText, error.response, error);
  return { errors: [], cause: error };
}
