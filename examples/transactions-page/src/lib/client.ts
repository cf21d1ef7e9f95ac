/** The Apollo client: sends the token with every request, files by the upload link, and merges the pages of a connection. */
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache, ServerError } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { relayStylePagination } from '@apollo/client/utilities';
import { noticeListChanges } from './list-changes.ts';
import { createUploadLink, holdsFile } from './upload-link.ts';

const uri = '/graphql';

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
  const authorize = new SetContextLink(({ headers }) => ({
    headers: { ...(headers as object | undefined), authorization: `Bearer ${token}` },
  }));
  const noticeRefusal = new ErrorLink(({ error }) => {
    if (isRefusal(error)) onRefused();
  });
  const send = ApolloLink.split(holdsFile, createUploadLink(uri), new HttpLink({ uri }));

  return new ApolloClient({
    link: ApolloLink.from([noticeRefusal, noticeListChanges, authorize, send]),
    cache: createCache(),
    // A field that failed is null and has an error; the rest of the response is worth showing.
    defaultOptions: { watchQuery: errorsBesideData, query: errorsBesideData, mutate: errorsBesideData },
  });
}

function createCache(): InMemoryCache {
  // These objects belong to their transaction and have no id, so the fields that different queries select are merged.
  const part = { merge: true };
  return new InMemoryCache({
    typePolicies: {
      Query: { fields: { transactions: relayStylePagination(['agentNrdsId', 'filter', 'orderBy']) } },
      Property: part,
      Listing: part,
      Purchase: part,
      Transaction: { fields: { serviceProviders: { merge: false } } },
      TransactionSide: { ...part, fields: { parties: { merge: false } } },
    },
  });
}

function isRefusal(error: unknown): boolean {
  if (CombinedGraphQLErrors.is(error))
    return error.errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED');
  return ServerError.is(error) && error.statusCode === 401;
}
