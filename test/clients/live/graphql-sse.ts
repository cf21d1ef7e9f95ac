/** How graphql-sse listens; docs/clients.md shows it. */
import { print } from 'graphql';
import { createClient, NetworkError } from 'graphql-sse';
import type { Failure, Open } from '../../../examples/transactions-page/src/lib/listen.ts';
import type { ChangesSubscription } from '../../generated/graphql.ts';
import { changes, type ToldChange } from '../operations.ts';

export function openBySse(url: string, currentToken: () => string): Open<ToldChange> {
  const headers = () => ({ authorization: `Bearer ${currentToken()}` });
  // By itself it would repeat its first request, and continue where that began.
  const client = createClient({ url, headers, retryAttempts: 0 });
  return (after, { next, end }) =>
    client.subscribe<ChangesSubscription>(
      { query: print(changes), variables: { after } },
      {
        next({ data, errors }) {
          if (data?.transactionChanges) next(data.transactionChanges);
          else end(errors as readonly Failure[]);
        },
        error: (error) => end(isRefusal(error) ? [{ message: 'The token is refused' }] : []),
        complete: () => end(),
      },
    );
}

function isRefusal(error: unknown): boolean {
  return error instanceof NetworkError && (error.response as Response | undefined)?.status === 401;
}
