/**
 * A list of transactions, page after page. A row that changes does so in its place; what is new waits until the reader asks for it,
 * so that nothing moves meanwhile.
 */
import { NetworkStatus, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo } from 'react';
import { toFailure } from '../apollo/failures.ts';
import type { Failure } from '../core/errors.ts';
import { mayMatch, uniqueById } from '../core/values.ts';
import {
  TransactionChangesDocument,
  type TransactionFilter,
  type TransactionOrder,
  type TransactionSummaryFragment,
  TransactionsDocument,
  type TransactionsQueryVariables,
} from '../documents/generated.ts';
import { useChangedRows } from './changed-rows.ts';
import { type TransactionChange, useFeed } from './feeds.ts';
import { useLasting } from './use-lasting.ts';
import { type Live, type LiveOptions, useStatus } from './use-live.ts';
import { useMore } from './use-more.ts';

/** What a query for `useTransactions` has to select. */
export interface TransactionsData<Row> {
  readonly transactions?: {
    readonly totalCount: number;
    readonly nodes: readonly (Row | null)[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  } | null;
}

export interface TransactionsOptions<Row> extends LiveOptions {
  readonly filter?: TransactionFilter | undefined;
  readonly orderBy?: TransactionOrder | undefined;
  /** The size of a page, as `first` allows it. */
  readonly first?: number | undefined;
  /** Another query, with fragments of your own. */
  readonly query?: TypedDocumentNode<TransactionsData<Row>, TransactionsQueryVariables> | undefined;
}

export interface Transactions<Row> {
  /** What is loaded. While another filter or order loads, these are still the former rows. */
  readonly transactions: readonly Row[];
  /** Null until it is known. */
  readonly totalCount: number | null;
  readonly isLoading: boolean;
  /** Why there is nothing, or less than there should be. */
  readonly failure: Failure | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Loads the next page. Never rejects: `failure` says what went wrong. */
  readonly loadMore: () => Promise<void>;
  /** Loads the list again from its beginning, with what waits. Never rejects. */
  readonly reload: () => Promise<void>;
  /** What has changed since it was `seen`, by id; the rows among it show its new state already. */
  readonly changed: ReadonlyMap<string, Row>;
  /** What has changed and may match, but is not among the rows: new, or further down. */
  readonly waiting: readonly Row[];
  /** Rows may be missing or out of place, until `reload` has succeeded: more has changed than could be told or loaded. */
  readonly isOutdated: boolean;
  readonly seen: (ids: readonly string[]) => void;
  readonly live: Live;
}

interface Identified {
  readonly id: string;
}

export function useTransactions<Row extends Identified = TransactionSummaryFragment>({
  agentNrdsId,
  filter,
  orderBy,
  first = 20,
  live = true,
  query = TransactionsDocument as unknown as TypedDocumentNode<TransactionsData<Row>, TransactionsQueryVariables>,
  changes = TransactionChangesDocument,
}: TransactionsOptions<Row> = {}): Transactions<Row> {
  const variables = { agentNrdsId, filter, orderBy, first };
  const list = useQuery(query, { variables, errorPolicy: 'all', fetchPolicy: 'cache-and-network' });
  const { error, networkStatus, refetch, fetchMore } = list;
  const isLoadingMore = networkStatus === NetworkStatus.fetchMore;
  const isLoading = list.loading && !isLoadingMore;
  const page = useLasting((list.data as TransactionsData<Row> | undefined)?.transactions, agentNrdsId);
  const rows = useMemo(() => uniqueById(page?.nodes ?? []), [page]);

  // Only this very list is known to be old.
  const key = JSON.stringify(variables);
  const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {};
  const more = useMore(key, hasNextPage ? endCursor : null, fetchMore);
  const { loadMore, forgetFailure } = more;
  const failure = useMemo(() => (error ? toFailure(error) : more.failure), [error, more.failure]);

  const feed = useFeed<TransactionChange<Row>>(changes, { agentNrdsId }, live);
  const { changed, seen, renew, isOutdated, setCurrent, isUnsettled, setUnsettled } = useChangedRows(feed);

  // biome-ignore lint/correctness/useExhaustiveDependencies(key): another list is not old
  useEffect(() => setCurrent(), [key, setCurrent]);

  const loadAgain = useCallback(async () => {
    const result = await refetch().catch(() => null);
    return (result?.data as TransactionsData<Row> | undefined)?.transactions?.nodes;
  }, [refetch]);

  const reload = useCallback(async () => {
    forgetFailure();
    const { succeed } = renew();
    const nodes = await loadAgain();
    if (nodes) succeed(new Set(nodes.map((node) => node?.id ?? '')));
  }, [forgetFailure, loadAgain, renew]);

  // What falls between the first loading and the beginning of the stream is in neither.
  useEffect(() => {
    if (!isUnsettled || list.loading) return;
    setUnsettled(false);
    const { fail } = renew();
    void loadAgain().then((nodes) => nodes ?? fail());
  }, [isUnsettled, list.loading, loadAgain, renew, setUnsettled]);

  const waiting = useMemo(() => {
    const listed = new Set(rows.map(({ id }) => id));
    return [...changed.values()].filter((row) => !listed.has(row.id) && mayMatch(row, filter));
  }, [rows, changed, filter]);

  return {
    transactions: rows,
    totalCount: page?.totalCount ?? null,
    isLoading,
    failure,
    hasMore: hasNextPage,
    isLoadingMore,
    loadMore,
    reload,
    changed,
    waiting,
    isOutdated,
    seen,
    live: useStatus(feed),
  };
}
