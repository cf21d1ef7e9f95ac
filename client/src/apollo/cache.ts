/** What Apollo's cache has to know of the graph: its lists of pages, the objects that are part of their parents, what writes change. */
import { type FieldPolicy, InMemoryCache, type InMemoryCacheConfig, type TypePolicies } from '@apollo/client';
import { createWriting, listPolicy, type Writing } from './pages.ts';
import { changePage, changes, writes } from './writes.ts';

// A field that failed is null. That does not replace what another query has read, and what the page shows.
const lasting: FieldPolicy = {
  merge: (existing, incoming, { existingData }) => incoming ?? existing ?? existingData ?? null,
};

// Types without an id belong to their parent: one object is merged, a list is replaced.
const merged = { merge: true };
const replaced = { merge: false };

function policiesWhile(writing: Writing): TypePolicies {
  const list = listPolicy(writing);
  return {
    Query: {
      fields: {
        account: lasting,
        accounts: list,
        deadlines: list,
        members: replaced,
        search: list,
        transaction: lasting,
        transactionChanges: changePage,
        transactions: list,
      },
    },
    Mutation: { fields: writes },
    Subscription: { fields: changes },
    Account: { fields: { transactions: list } },
    Transaction: { fields: { files: list, serviceProviders: replaced } },
    TransactionSide: { ...merged, fields: { parties: replaced } },
    Broker: merged,
    Brokerage: merged,
    Listing: merged,
    Office: merged,
    Property: merged,
    Purchase: merged,
    SideAgent: merged,
    Viewer: { ...merged, fields: { accounts: list, transactions: list } },
  };
}

/** For a cache of your own. `fetchMore` continues lists in those of `createCache` only. */
export const typePolicies = policiesWhile(createWriting());

/** The types that a fragment on an interface can be about. */
export const possibleTypes = { Node: ['Account', 'Transaction', 'TransactionFile'] };

class GatewayCache extends InMemoryCache {
  readonly #writing: Writing;

  constructor(config: InMemoryCacheConfig, writing: Writing) {
    super(config);
    this.#writing = writing;
  }

  /** Results of queries are written with the option `overwrite`; those of `fetchMore`, and the application's own writes, without. */
  override write(options: Parameters<InMemoryCache['write']>[0]): ReturnType<InMemoryCache['write']> {
    if ('overwrite' in options) return super.write(options);
    const writing = this.#writing;
    writing.hasCursor = false;
    writing.hasContinued = false;
    const quietly = { ...options, broadcast: false };
    const written = super.write(quietly);
    // The page may be of another size than its list.
    for (const size of writing.hasCursor ? [{}, ...writing.sizes.values()] : []) {
      writing.continued = size;
      try {
        if (!writing.hasContinued) super.write(quietly);
      } finally {
        writing.continued = null;
      }
    }
    if (options.broadcast !== false) this.broadcastWatches();
    return written;
  }
}

/** Policies and types of your own, in `config`, are added to the gateway's. */
export function createCache(config: InMemoryCacheConfig = {}): InMemoryCache {
  const writing = createWriting();
  const types = { ...possibleTypes, ...config.possibleTypes };
  const cache = new GatewayCache({ ...config, possibleTypes: types, typePolicies: policiesWhile(writing) }, writing);
  if (config.typePolicies) cache.policies.addTypePolicies(config.typePolicies);
  return cache;
}
