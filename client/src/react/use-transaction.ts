/** One transaction, as it is now and after each change. */
import type { DocumentNode, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo } from 'react';
import { toFailure } from '../apollo/failures.ts';
import { type Failure, hasCode } from '../core/errors.ts';
import type { Change } from '../core/live/follow.ts';
import {
  TransactionChangedDocument,
  type TransactionDetailsFragment,
  TransactionDocument,
} from '../documents/generated.ts';
import { useFeed } from './feeds.ts';
import { useLasting } from './use-lasting.ts';
import { type Live, useStatus } from './use-live.ts';

/** The fields that a query for `useTransaction` must select. */
export interface TransactionData<Row> {
  readonly transaction?: Row | null;
}

export interface TransactionOptions<Row> {
  /** Set it to false if a list on the page is live and its stream delivers everything shown here: it updates this transaction too. */
  readonly live?: boolean | undefined;
  /** Another query, with your own fragments; `changed` should then select the same fields. */
  readonly query?: TypedDocumentNode<TransactionData<Row>, { id: string }> | undefined;
  /** Another subscription to `transactionChanged`. */
  readonly changed?: DocumentNode | undefined;
}

export interface OneTransaction<Row> {
  readonly transaction: Row | null;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  /** It does not exist, or no longer exists, or the caller may not see it. */
  readonly isGone: boolean;
  /** Never rejects. */
  readonly reload: () => Promise<void>;
  readonly live: Live;
}

export function useTransaction<Row = TransactionDetailsFragment>(
  id: string,
  {
    live = true,
    query = TransactionDocument as unknown as TypedDocumentNode<TransactionData<Row>, { id: string }>,
    changed = TransactionChangedDocument,
  }: TransactionOptions<Row> = {},
): OneTransaction<Row> {
  const result = useQuery(query, { variables: { id }, errorPolicy: 'all', fetchPolicy: 'cache-and-network' });
  const { error, loading, refetch } = result;
  // The cache receives what the stream delivers, so there is nothing else to do.
  const feed = useFeed<Change>(changed, { id }, live);
  useEffect(() => feed.listen(() => {}), [feed]);
  const status = useStatus(feed);

  const failure = useMemo(() => (error ? toFailure(error) : null), [error]);
  const reload = useCallback(async () => {
    await refetch().catch(() => {});
  }, [refetch]);
  const transaction = useLasting((result.data as TransactionData<Row> | undefined)?.transaction, id);
  const isGone = [failure, status.failure].some((each) => each !== null && hasCode(each, 'NOT_FOUND'));
  return { transaction, isLoading: loading, failure, isGone, reload, live: status };
}
