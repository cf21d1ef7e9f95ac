/** Creates a transaction, once. */
import type { Modifier, NormalizedCacheObject } from '@apollo/client/cache';
import { createIdempotencyKeys } from '../core/idempotency-keys.ts';
import {
  CreateTransactionDocument,
  type CreateTransactionInput,
  type CreateTransactionMutation,
} from '../documents/generated.ts';
import { useWrite, type Write, type WriteOptions } from './use-write.ts';

type Created = NonNullable<CreateTransactionMutation['createTransaction']>;
/** The key is the hook's. */
export type NewTransaction = Omit<CreateTransactionInput, 'idempotencyKey'>;

const keys = createIdempotencyKeys('createTransaction');

/** The viewer has no id by which its lists could be evicted. */
const withoutLists: Modifier<object | null> = (viewer) =>
  viewer && Object.fromEntries(Object.entries(viewer).filter(([field]) => !/^transactions\b/.test(field)));

const options: WriteOptions<NewTransaction, Created> = {
  mutation: CreateTransactionDocument,
  keysFor: () => keys,
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

export function useCreateTransaction(): CreateTransaction {
  const { send, cancel: _, ...rest } = useWrite(options);
  return { create: send, ...rest };
}
