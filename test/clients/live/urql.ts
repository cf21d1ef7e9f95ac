/** How urql listens; docs/clients.md shows it. */
import { Client, fetchExchange } from '@urql/core';
import type { Open } from '../../../examples/transactions-page/src/lib/listen.ts';
import { changes, type ToldChange } from '../operations.ts';

export function openByUrql(url: string, currentToken: () => string): Open<ToldChange> {
  const client = new Client({
    url,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetchOptions: () => ({ headers: { authorization: `Bearer ${currentToken()}` } }),
  });
  return (after, { next, end }) => {
    let last: unknown;
    const subscription = client.subscription(changes, { after }).subscribe(({ data, error, hasNext }) => {
      // The last data comes again with errors and with the end, and without data there is no stream.
      if (data?.transactionChanges && data !== last) next(data.transactionChanges);
      else if (!hasNext || !data) end(error?.graphQLErrors);
      last = data;
    });
    return () => subscription.unsubscribe();
  };
}
