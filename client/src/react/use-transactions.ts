/**
 * A list of transactions, page after page. A row that changes does so in place; new rows wait until the reader asks for them, so that
 * nothing moves meanwhile.
 */
import type { TypedDocumentNode } from '@apollo/client';
import { useCallback, useEffect, useMemo } from 'react';
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
import { type List, type ListPage, type SentVariables, useList } from './use-list.ts';
import { type Live, type LiveOptions, useStatus } from './use-live.ts';

/** The fields that a query for `useTransactions` must select. */
export interface TransactionsData<Row> {
  readonly transactions?: (ListPage & { readonly nodes: readonly (Row | null)[] }) | null;
}

export interface TransactionsOptions<Row> extends LiveOptions {
  readonly filter?: TransactionFilter | undefined;
  readonly orderBy?: TransactionOrder | undefined;
  /** The size of a page, as `first` allows it. */
  readonly first?: number | undefined;
  /** Another query, with your own fragments. */
  readonly query?: TypedDocumentNode<TransactionsData<Row>, SentVariables<TransactionsQueryVariables>> | undefined;
}

export interface Transactions<Row> extends List {
  /** The loaded rows. While another filter or order loads, or if that fails, these are still the previous rows: `isPrevious`. */
  readonly transactions: readonly Row[];
  readonly isPrevious: boolean;
  /** Loads the list again from its beginning, with the waiting rows. Never rejects. */
  readonly reload: () => Promise<void>;
  /** What has changed since it was `seen`, by id; rows in the list already show their new state. */
  readonly changed: ReadonlyMap<string, Row>;
  /** What has changed and may match, but is not among the rows: new, or further down. */
  readonly waiting: readonly Row[];
  /** Rows may be missing or out of place until `reload` succeeds: more has changed than could be delivered or loaded. */
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
  query = TransactionsDocument as unknown as TypedDocumentNode<
    TransactionsData<Row>,
    SentVariables<TransactionsQueryVariables>
  >,
  changes = TransactionChangesDocument,
}: TransactionsOptions<Row> = {}): Transactions<Row> {
  const variables = { agentNrdsId, filter, orderBy, first };
  const { page, load, ...list } = useList(query, 'transactions', { variables, of: agentNrdsId });
  const rows = useMemo(() => uniqueById(page?.nodes ?? []), [page]);

  const feed = useFeed<TransactionChange<Row>>(changes, { agentNrdsId }, live);
  const { changed, seen, renew, isOutdated, setCurrent, isUnsettled, setUnsettled } = useChangedRows(feed);

  // Only this list is known to be old.
  const key = JSON.stringify(variables);
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): another list is not old
  useEffect(() => setCurrent(), [key, setCurrent]);

  const reload = useCallback(async () => {
    const { succeed } = renew();
    const loaded = await load();
    if (loaded) succeed(new Set(loaded.nodes.map((node) => node?.id ?? '')));
  }, [load, renew]);

  // Changes between the first load and the beginning of the stream are in neither.
  const isBusy = list.isLoading || list.isLoadingMore;
  useEffect(() => {
    if (!isUnsettled || isBusy) return;
    setUnsettled(false);
    const { fail } = renew();
    void load().then((loaded) => loaded ?? fail());
  }, [isUnsettled, isBusy, load, renew, setUnsettled]);

  const waiting = useMemo(() => {
    const listed = new Set(rows.map(({ id }) => id));
    return [...changed.values()].filter((row) => !listed.has(row.id) && mayMatch(row, filter));
  }, [rows, changed, filter]);

  return { ...list, transactions: rows, reload, changed, waiting, isOutdated, seen, live: useStatus(feed) };
}
