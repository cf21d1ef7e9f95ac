/** How graphql-sse listens; docs/listen.md links to it. */
import { print } from 'graphql';
import { createClient, NetworkError } from 'graphql-sse';
import type { GraphQLFailure } from '../../../client/src/core/errors.ts';
import type { Open } from '../../../client/src/core/live/follow.ts';
import type { ChangesSubscription } from '../../generated/graphql.ts';
import { changes, type ReceivedChange } from '../operations.ts';

export function openBySse(url: string, currentToken: () => string): Open<ReceivedChange> {
  const headers = () => ({ authorization: `Bearer ${currentToken()}` });
  // By itself it would repeat its first request, and continue where that began.
  const client = createClient({ url, headers, retryAttempts: 0 });
  return (after, { next, end }) =>
    client.subscribe<ChangesSubscription>(
      { query: print(changes), variables: { after } },
      {
        next({ data, errors }) {
          if (data?.transactionChanges) next(data.transactionChanges);
          else end({ errors: errors as readonly GraphQLFailure[] });
        },
        error(error) {
          const { status, headers } = error instanceof NetworkError ? (error.response as Response) : {};
          end({ errors: [], status, retryAfter: headers?.get('retry-after'), cause: error });
        },
        complete: () => end(),
      },
    );
}
