/** The cache that docs/clients.md recommends for Apollo Client: these tests use it, and another compares the two. */
import {
  type FieldMergeFunction,
  type FieldPolicy,
  type FieldReadFunction,
  InMemoryCache,
  type StoreObject,
} from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/** Merges pages into one list, whether queries select `edges` or `nodes`. */
function connection(...keyArgs: string[]): FieldPolicy {
  const relay = relayStylePagination(keyArgs) as { merge: FieldMergeFunction; read: FieldReadFunction };
  return {
    keyArgs,
    merge(existing, incoming, options) {
      if (!incoming) return existing ?? incoming;
      const { nodes, ...page } = incoming;
      if (nodes && !page.edges) page.edges = nodes.map((node: StoreObject) => ({ node }));
      return relay.merge(existing, page, options);
    },
    read(existing, options) {
      const page = relay.read(existing, options);
      return page && { ...page, nodes: page.edges.map((edge: StoreObject) => options.readField('node', edge)) };
    },
  };
}

// Types without an id belong to their parent: one object is merged, a list is replaced.
const merged = { merge: true };
const replaced = { merge: false };

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          accounts: connection('enabledWithin'),
          transactions: connection('agentNrdsId', 'filter', 'orderBy'),
        },
      },
      Account: { fields: { transactions: connection('filter', 'orderBy') } },
      Transaction: { fields: { files: connection('filter'), serviceProviders: replaced } },
      TransactionSide: { ...merged, fields: { parties: replaced } },
      Broker: merged,
      Brokerage: merged,
      Listing: merged,
      Office: merged,
      Property: merged,
      Purchase: merged,
      SideAgent: merged,
      Viewer: merged,
    },
  });
}
