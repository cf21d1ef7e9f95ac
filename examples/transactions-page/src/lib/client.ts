/** The Apollo client: sends the token with every request, files by the upload link, and merges the pages of a connection. */
import {
  ApolloClient,
  ApolloLink,
  CombinedGraphQLErrors,
  type FieldPolicy,
  HttpLink,
  InMemoryCache,
  ServerError,
} from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { relayStylePagination } from '@apollo/client/utilities';
import { fetchLively } from './fetch-lively.ts';
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
  const send = ApolloLink.split(holdsFile, createUploadLink(uri), new HttpLink({ uri, fetch: fetchLively }));

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
  const list = relayStylePagination(['agentNrdsId', 'filter', 'orderBy']);
  return new InMemoryCache({
    typePolicies: {
      Query: { fields: { transaction: lasting({}), transactions: lasting(list) } },
      Property: part,
      Listing: part,
      Purchase: part,
      Transaction: { fields: { files: lasting({}), serviceProviders: { merge: false } } },
      TransactionSide: { ...part, fields: { parties: { merge: false } } },
    },
  });
}

/** A field that failed is null. That does not replace what is shown, which another query may have read. */
function lasting({ merge, ...policy }: FieldPolicy): FieldPolicy {
  return {
    ...policy,
    merge(existing, incoming, options) {
      if (incoming === null) return existing ?? null;
      return typeof merge === 'function' ? merge(existing, incoming, options) : incoming;
    },
  };
}

function isRefusal(error: unknown): boolean {
  if (CombinedGraphQLErrors.is(error))
    return error.errors.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED');
  return ServerError.is(error) && error.statusCode === 401;
}
