/** Opens streams with urql, whose cache receives the changes. */
import type { Client, CombinedError, DocumentInput } from '@urql/core';
import type { Failure } from '../core/errors.ts';
import { type ChangeOf, changeIn, type Open } from '../core/live/follow.ts';
import { isStream } from '../core/live/stream-formats.ts';

/** `document` is a subscription with one root field, and with the variable `$after`, to continue where another stream ended. */
export function openByUrql<Data = unknown>(
  client: Client,
  document: DocumentInput<Data>,
  variables: Readonly<Record<string, unknown>> = {},
): Open<ChangeOf<Data>> {
  return (after, { next, end }) => {
    let last: unknown;
    const stream = client.subscription(document, { ...variables, after });
    const subscription = stream.subscribe(({ data, error, hasNext }) => {
      const change = changeIn<ChangeOf<Data>>(data as object | undefined);
      // urql repeats the last data with errors and with the end; without data, there is no stream.
      if (change && data !== last) next(change);
      else if (!hasNext || !data) end(error && toFailure(error));
      last = data;
    });
    // Deferred, because the iterator rejects without a handler if it is left while it delivers a result.
    return () => queueMicrotask(() => subscription.unsubscribe());
  };
}

/** Converts urql's errors into the core's failures. */
export function toFailure(error: CombinedError): Failure {
  const { graphQLErrors: errors, networkError } = error;
  const response = error.response as Response | undefined;
  // A stream that breaks off is a lost connection, even if it began well.
  if (response === undefined || (networkError && isStream(response))) return { errors, cause: networkError ?? error };
  return { errors, status: response.status, retryAfter: response.headers.get('retry-after'), cause: error };
}
