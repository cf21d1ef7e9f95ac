/** Creates a transaction, once. */
import type { Modifier, NormalizedCacheObject } from '@apollo/client/cache';
import { useMemo } from 'react';
import { createIdempotencyKeys, type IdempotencyKeys } from '../core/idempotency-keys.ts';
import {
  CreateTransactionDocument,
  type CreateTransactionInput,
  type CreateTransactionMutation,
} from '../documents/generated.ts';
import { useWrite, type Write, type WriteOptions } from './use-write.ts';

type Created = NonNullable<CreateTransactionMutation['createTransaction']>;
/** The key is the hook's. */
export type NewTransaction = Omit<CreateTransactionInput, 'idempotencyKey'>;

const sharedKeys = createIdempotencyKeys('createTransaction');

/** The viewer has no id by which its lists could be evicted. */
const withoutLists: Modifier<object | null> = (viewer) =>
  viewer && Object.fromEntries(Object.entries(viewer).filter(([field]) => !/^transactions\b/.test(field)));

const options: Omit<WriteOptions<NewTransaction, Created>, 'keys'> = {
  mutation: CreateTransactionDocument,
  // Under the key of an unknown one, the gateway sends nothing, but looks again.
  isFinal: (outcome) => outcome !== 'UNKNOWN',
  // It may belong in any list, whatever its filter and order.
  refresh(cache) {
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'transactions' });
    cache.modify({ id: 'ROOT_QUERY', fields: { viewer: withoutLists } });
    for (const [id, object] of Object.entries(cache.extract() as NormalizedCacheObject))
      if (object?.__typename === 'Account') cache.evict({ id, fieldName: 'transactions' });
  },
};

export interface CreateTransaction extends Omit<Write<NewTransaction, Created>, 'send' | 'cancel'> {
  readonly create: Write<NewTransaction, Created>['send'];
}

export interface CreateTransactionOptions {
  /** Keys of its own for each gateway of a page that has several; the same from render to render. */
  readonly keys?: IdempotencyKeys | undefined;
}

export function useCreateTransaction({ keys = sharedKeys }: CreateTransactionOptions = {}): CreateTransaction {
  const { send, cancel: _, ...rest } = useWrite(useMemo(() => ({ ...options, keys }), [keys]));
  return { create: send, ...rest };
}
