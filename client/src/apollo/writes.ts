/** Removes from Apollo's cache what a write may have changed, so that queries that show it load it again, and what was deleted. */
import type { ApolloCache, FieldFunctionOptions, FieldPolicy, StoreObject } from '@apollo/client';
import type { Modifier, NormalizedCacheObject } from '@apollo/client/cache';

type Forget = (cache: ApolloCache, input: Readonly<Record<string, unknown>>) => void;

/** Nothing has changed if the write was rejected; an unknown outcome may be a change. */
function outdating(forget: Forget): FieldPolicy<StoreObject | null> {
  return {
    merge(_, payload, { args, cache, readField }: FieldFunctionOptions) {
      // Deferred, because the value that is being written cannot be changed meanwhile.
      if (payload && readField('outcome', payload) !== 'REJECTED') queueMicrotask(() => forget(cache, args?.['input']));
      return payload;
    },
  };
}

/** The viewer has no id by which its lists could be evicted. */
const withoutLists: Modifier<object | null> = (viewer) =>
  viewer && Object.fromEntries(Object.entries(viewer).filter(([field]) => !/^transactions\b/.test(field)));

/** Removes a deleted transaction from all lists and from everything that shows it. */
function forgetDeleted(change: StoreObject | null, { cache, readField }: FieldFunctionOptions): void {
  const id = change && readField('kind', change) === 'DELETED' && readField('transactionId', change);
  const transaction = id && cache.identify({ __typename: 'Transaction', id: String(id) });
  // Deferred, because the value that is being written cannot be changed meanwhile.
  if (transaction) queueMicrotask(() => void cache.evict({ id: transaction }));
}

const deleting: FieldPolicy<StoreObject | null> = {
  merge(_, change, options: FieldFunctionOptions) {
    forgetDeleted(change, options);
    return change;
  },
};

/** The same for a page of changes. */
export const changePage: FieldPolicy<StoreObject | null> = {
  merge(_, page, options: FieldFunctionOptions) {
    const listed = (page && options.readField<readonly StoreObject[]>('changes', page)) ?? [];
    for (const change of listed) forgetDeleted(change, options);
    return page;
  },
};

export const changes: Readonly<Record<string, FieldPolicy>> = {
  transactionChanged: deleting,
  transactionChanges: deleting,
};

export const writes: Readonly<Record<string, FieldPolicy>> = {
  // A new transaction may belong in any list, whatever its filter and order.
  createTransaction: outdating((cache) => {
    cache.batch({
      update() {
        for (const fieldName of ['deadlines', 'search', 'transactions']) cache.evict({ id: 'ROOT_QUERY', fieldName });
        cache.modify({ id: 'ROOT_QUERY', fields: { viewer: withoutLists } });
        for (const [id, object] of Object.entries(cache.extract() as NormalizedCacheObject))
          if (object?.__typename === 'Account') cache.evict({ id, fieldName: 'transactions' });
      },
    });
  }),
  uploadFile: outdating((cache, { transactionId: id }) => {
    const transaction = cache.identify({ __typename: 'Transaction', id: String(id) });
    if (transaction) cache.evict({ id: transaction, fieldName: 'files' });
  }),
};
