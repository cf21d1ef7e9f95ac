/** What Apollo's cache has to know of the graph: its lists of pages, and the objects that are part of their parents. */
import {
  type FieldMergeFunction,
  type FieldPolicy,
  type FieldReadFunction,
  InMemoryCache,
  type InMemoryCacheConfig,
  type StoreObject,
  type TypePolicies,
} from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { hasListChanged } from '../core/values/lists.ts';
import { tellChangedList } from './changed-lists.ts';

/** Merges pages into one list, whether queries select `edges` or `nodes`. */
function connection(...keyArgs: string[]): FieldPolicy {
  const relay = relayStylePagination(keyArgs) as { merge: FieldMergeFunction; read: FieldReadFunction };
  return {
    keyArgs,
    merge(existing, incoming, options) {
      if (!incoming) return existing ?? incoming;
      if (hasListChanged(options.extensions)) tellChangedList(options.cache);
      // The list was loaded again since this page was asked for: rows would be missing between the two.
      if (existing && !isNext(existing, options.args)) return existing;
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

/** Whether a page is next to a row of the list, as far as cursors were selected. */
function isNext(
  { edges }: { readonly edges: readonly { readonly cursor?: unknown }[] },
  args: Readonly<Record<string, unknown>> | null,
): boolean {
  const cursors = edges.flatMap(({ cursor }) => cursor ?? []);
  const wanted = args?.['after'] ?? args?.['before'];
  return wanted == null || cursors.length === 0 || cursors.includes(wanted);
}

// A field that failed is null. That does not replace what another query has read, and what the page shows.
const lasting: FieldPolicy = { merge: (existing, incoming) => incoming ?? existing ?? null };

const accounts = connection('enabledWithin');
const transactions = connection('agentNrdsId', 'filter', 'orderBy');

// Types without an id belong to their parent: one object is merged, a list is replaced.
const merged = { merge: true };
const replaced = { merge: false };

export const typePolicies: TypePolicies = {
  Query: {
    fields: {
      account: lasting,
      accounts,
      members: replaced,
      transaction: lasting,
      transactions,
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
  Viewer: { ...merged, fields: { accounts, transactions } },
};

/** The types that a fragment on an interface can be about. */
export const possibleTypes = { Node: ['Account', 'Transaction', 'TransactionFile'] };

/** Policies and types of your own, in `config`, are added to the gateway's. */
export function createCache(config: InMemoryCacheConfig = {}): InMemoryCache {
  const cache = new InMemoryCache({
    ...config,
    possibleTypes: { ...possibleTypes, ...config.possibleTypes },
    typePolicies,
  });
  if (config.typePolicies) cache.policies.addTypePolicies(config.typePolicies);
  return cache;
}
