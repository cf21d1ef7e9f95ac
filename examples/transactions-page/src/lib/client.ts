/** The Apollo client, made of the package's parts: what is this page's own is to notice that the token is refused, and that a list has changed. */
import { ApolloClient, ApolloLink } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { isRefused } from 'realty-forms-graphql-client';
import { createCache, createLink, toFailure } from 'realty-forms-graphql-client/apollo';
import { fetchLively } from './fetch-lively.ts';
import { noticeListChanges } from './list-changes.ts';

// Types for the default options below: `error` can be present together with `data`.
interface ErrorsBesideData {
  errorPolicy: 'all';
}
const errorsBesideData: ErrorsBesideData = { errorPolicy: 'all' };

declare module '@apollo/client' {
  namespace ApolloClient {
    namespace DeclareDefaultOptions {
      interface WatchQuery extends ErrorsBesideData {}
      interface Query extends ErrorsBesideData {}
      interface Mutate extends ErrorsBesideData {}
    }
  }
}

export function createClient(token: string, onRefused: () => void): ApolloClient {
  const noticeRefusal = new ErrorLink(({ error }) => {
    if (isRefused(toFailure(error))) onRefused();
  });
  const send = createLink({ uri: '/graphql', fetch: fetchLively, token: () => token });
  return new ApolloClient({
    link: ApolloLink.from([noticeRefusal, noticeListChanges, send]),
    cache: createCache(),
    // A field that failed is null and has an error; the rest of the response is worth showing.
    defaultOptions: { watchQuery: errorsBesideData, query: errorsBesideData, mutate: errorsBesideData },
  });
}
