/** What Apollo's cache has to know about the graph: its lists of pages, objects that are part of their parents, and what writes change. */
import {
  type DocumentNode,
  DocumentTransform,
  type FieldPolicy,
  InMemoryCache,
  type InMemoryCacheConfig,
  type Reference,
  type TypePolicies,
} from '@apollo/client';
import { createWriting, listPolicy, type Writing } from './pages.ts';
import { changePage, changes, writes } from './writes.ts';

// A field that failed is null. This does not replace what another query has read and the page shows, unless that was deleted.
const lasting: FieldPolicy = {
  // With `overwrite`, only `existingData` is what was there before.
  merge: (_, incoming, { canRead, existingData }) =>
    incoming ?? (canRead(existingData as Reference) ? existingData : null),
};

// Objects without an id belong to their parent: a single object is merged, a list is replaced.
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

/** For your own cache. Only lists in caches from `createCache` can be continued with `fetchMore`. */
export const typePolicies = policiesWhile(createWriting());

/** The types that fragments on an interface can apply to. */
export const possibleTypes = { Node: ['Account', 'Transaction', 'TransactionFile'] };

// The package's types contain what its fragments select, so Apollo's `dataMasking` must not hide it.
const unmasked =
  /^(TransactionSummary|TransactionDetails|Property|Listing|Purchase|TransactionSide|Party|SideAgent|ServiceProvider|File|Account|Agent|Facet|PageInfo|UserError)$/;

interface Spread {
  readonly kind: 'FragmentSpread';
  readonly name: { readonly value: string };
  readonly directives?: readonly unknown[];
}

function unmask(_: string, node: Spread | { readonly kind?: undefined } | null): unknown {
  if (node?.kind !== 'FragmentSpread' || !unmasked.test(node.name.value)) return node;
  const directive = { kind: 'Directive', name: { kind: 'Name', value: 'unmask' } };
  return { ...node, directives: [...(node.directives ?? []), directive] };
}

function cacheClass(Base: typeof InMemoryCache, writing: Writing): typeof InMemoryCache {
  return class extends Base {
    // Documents are plain data. Apollo does not send the directive.
    readonly #unmasked = new DocumentTransform((document) => JSON.parse(JSON.stringify(document, unmask)));

    override transformDocument(document: DocumentNode): DocumentNode {
      return this.#unmasked.transformDocument(super.transformDocument(document));
    }

    /** Apollo writes results of queries with the option `overwrite`, but those of `fetchMore` and the application's own writes without it. */
    override write(options: Parameters<InMemoryCache['write']>[0]): ReturnType<InMemoryCache['write']> {
      if ('overwrite' in options) return super.write(options);
      writing.hasCursor = false;
      writing.hasContinued = false;
      const quietly = { ...options, broadcast: false };
      const written = super.write(quietly);
      // The size of the page may differ from that of its list.
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
  };
}

/**
 * Your own policies and types, in `config`, are added to the gateway's. Pass the class of a framework that accepts no other cache, such as
 * that of Apollo's integration of Next.js.
 */
export function createCache<Base extends typeof InMemoryCache>(
  config: InMemoryCacheConfig = {},
  base: Base = InMemoryCache as Base,
): InstanceType<Base> {
  const writing = createWriting();
  const types = { ...possibleTypes, ...config.possibleTypes };
  const Cache = cacheClass(base, writing);
  const cache = new Cache({ ...config, possibleTypes: types, typePolicies: policiesWhile(writing) });
  if (config.typePolicies) cache.policies.addTypePolicies(config.typePolicies);
  return cache as InstanceType<Base>;
}
