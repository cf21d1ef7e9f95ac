/** How Apollo Client listens; docs/clients.md shows it. */
import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import type { Open } from '../../../examples/transactions-page/src/lib/listen.ts';
import { changes, type ToldChange } from '../operations.ts';

export function openByApollo(uri: string, currentToken: () => string): Open<ToldChange> {
  const authorize = new SetContextLink(() => ({ headers: { authorization: `Bearer ${currentToken()}` } }));
  const client = new ApolloClient({ cache: new InMemoryCache(), link: authorize.concat(new HttpLink({ uri })) });
  return (after, { next, end }) => {
    const results = client.subscribe({ query: changes, variables: { after }, errorPolicy: 'all' });
    const subscription = results.subscribe({
      next({ data, error }) {
        if (data?.transactionChanges) next(data.transactionChanges);
        else end(CombinedGraphQLErrors.is(error) ? error.errors : []);
      },
      complete: () => end(),
    });
    return () => subscription.unsubscribe();
  };
}
