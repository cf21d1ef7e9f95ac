/** Creates a transaction, once. */
import { useMemo } from 'react';
import { createIdempotencyKeys, type IdempotencyKeys } from '../core/idempotency-keys.ts';
import {
  CreateTransactionDocument,
  type CreateTransactionInput,
  type CreateTransactionMutation,
} from '../documents/generated.ts';
import { useWrite, type Write } from './use-write.ts';

type Created = NonNullable<CreateTransactionMutation['createTransaction']>;
/** The hook sets the key. */
export type NewTransaction = Omit<CreateTransactionInput, 'idempotencyKey'>;

const sharedKeys = createIdempotencyKeys('createTransaction');

export interface CreateTransaction extends Omit<Write<NewTransaction, Created>, 'send' | 'cancel'> {
  readonly create: Write<NewTransaction, Created>['send'];
}

export interface CreateTransactionOptions {
  /** Separate keys for each gateway of a page that has several; must be the same object in every render. */
  readonly keys?: IdempotencyKeys | undefined;
}

export function useCreateTransaction({ keys = sharedKeys }: CreateTransactionOptions = {}): CreateTransaction {
  const options = useMemo(() => ({ mutation: CreateTransactionDocument, keys }), [keys]);
  const { send, cancel: _, ...rest } = useWrite<NewTransaction, Created>(options);
  return { create: send, ...rest };
}
