/**
 * What urql's graphcache has to know about the graph: objects that are part of their parents, its lists of pages, and what writes change.
 */
import type { Cache, CacheExchangeOpts, Resolver, UpdateResolver } from '@urql/exchange-graphcache';
import { joinedPages, pageAlone } from './pages.ts';

const embedded = (): null => null;

const keys = {
  Broker: embedded,
  Brokerage: embedded,
  Deadline: embedded,
  Facet: embedded,
  Listing: embedded,
  Member: embedded,
  Office: embedded,
  Party: embedded,
  Property: embedded,
  Purchase: embedded,
  SearchFacets: embedded,
  ServiceProvider: embedded,
  SideAgent: embedded,
  TransactionChange: embedded,
  TransactionChangePage: embedded,
  TransactionSide: embedded,
  Viewer: embedded,
};

/** A rejected write has changed nothing; an unknown outcome may be a change. */
function isRejected(payload: unknown): boolean {
  return (payload as { readonly outcome?: unknown } | null | undefined)?.outcome === 'REJECTED';
}

const uploadFile: UpdateResolver = ({ uploadFile: payload }, args, cache) => {
  if (isRejected(payload)) return;
  const { transactionId: id } = args['input'] as { readonly transactionId: string };
  forget(cache, cache.keyOfEntity({ __typename: 'Transaction', id }) ?? '', 'files');
};

function forget(cache: Cache, entity: string, field: string): void {
  for (const { fieldName, fieldKey } of cache.inspectFields(entity))
    if (fieldName === field) cache.invalidate(entity, fieldKey);
}

/** Removes a deleted transaction from everything that shows it, and from all lists, which are loaded again. */
const deleting: UpdateResolver = (result, _args, cache, { fieldName }) =>
  forgetDeleted(cache, result[fieldName] as Change | null);

const deletingAll: UpdateResolver = (result, _args, cache, { fieldName }) => {
  const { changes = [] } = (result[fieldName] ?? {}) as { readonly changes?: readonly Change[] };
  for (const change of changes) forgetDeleted(cache, change);
};

interface Change {
  readonly kind?: unknown;
  readonly transactionId?: string | null;
}

function forgetDeleted(cache: Cache, change: Change | null): void {
  if (change?.kind === 'DELETED' && change.transactionId)
    cache.invalidate({ __typename: 'Transaction', id: change.transactionId });
}

export interface ListOptions {
  /** Whether a query for a page after a cursor shows the list up to that page (the default), or the page alone. */
  readonly joinPages?: boolean | undefined;
}

/** The options of graphcache's `cacheExchange`. */
export function cacheOptions({
  joinPages = true,
}: ListOptions = {}): Pick<CacheExchangeOpts, 'keys' | 'resolvers' | 'updates'> {
  const list = joinPages ? joinedPages : pageAlone;
  // Graphcache does not say which accounts it has.
  const listed = new Set(['Query', 'Query.viewer']);
  const ofAccount: Resolver = (parent, args, cache, info) => {
    listed.add(info.parentKey);
    return list(parent, args, cache, info);
  };
  // A new transaction may belong in any list, whatever its filter and order.
  const createTransaction: UpdateResolver = ({ createTransaction: payload }, _args, cache) => {
    if (isRejected(payload)) return;
    for (const entity of listed) forget(cache, entity, 'transactions');
    for (const field of ['deadlines', 'search']) forget(cache, 'Query', field);
  };
  return {
    keys,
    resolvers: {
      Query: { accounts: list, deadlines: list, search: list, transactions: list },
      Account: { transactions: ofAccount },
      Transaction: { files: list },
      Viewer: { accounts: list, transactions: list },
    },
    updates: {
      Mutation: { createTransaction, uploadFile },
      Query: { transactionChanges: deletingAll },
      Subscription: { transactionChanged: deleting, transactionChanges: deleting },
    },
  };
}
