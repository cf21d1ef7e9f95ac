/** urql's errors, as the failures that the core knows. */
import type { CombinedError } from '@urql/core';
import type { Failure } from '../core/errors.ts';
import { isStream } from '../core/live/stream-formats.ts';

export function toFailure(error: CombinedError): Failure {
  const { graphQLErrors: errors, networkError } = error;
  const response = error.response as Response | undefined;
  // A stream that breaks off is a lost connection: that it had begun well says nothing.
  if (response === undefined || (networkError && isStream(response))) return { errors, cause: networkError ?? error };
  return { errors, status: response.status, retryAfter: response.headers.get('retry-after'), cause: error };
}
