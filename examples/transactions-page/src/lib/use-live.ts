/**
 * The page's only stream of changes. Its content goes into the cache at once, and so into its place on the page. This file keeps what the
 * reader should know: which transactions have changed, and whether the shown data may be old.
 */
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import {
  createFeed,
  type LiveStatus,
  TransactionChangesDocument,
  type TransactionSummaryFragment,
} from 'realty-forms-graphql-client';
import { openByApollo, watchChangedLists } from 'realty-forms-graphql-client/apollo';

export interface Live {
  readonly state: LiveStatus['state'];
  /** Transactions that have changed since the reader last looked at them, by id. */
  readonly changed: ReadonlyMap<string, TransactionSummaryFragment>;
  readonly forget: (ids: readonly string[]) => void;
  /** Calls `tell` at each change. Returns a function that stops it. */
  readonly listen: (tell: () => void) => () => void;
  /** Rows may be missing or out of place, because the list has changed while it was loaded, or the stream was away. */
  readonly isListOld: boolean;
  readonly setListOld: (isOld: boolean) => void;
  readonly reconnect: () => void;
}

/** `opened` is the transaction that the reader is looking at. */
export function useLive(agent: string | undefined, opened: string | null): Live {
  const client = useApolloClient();
  const { listen, watch, status, reconnect } = useMemo(
    () => createFeed(openByApollo(client, TransactionChangesDocument, { agentNrdsId: agent })),
    [client, agent],
  );
  const { state } = useSyncExternalStore(watch, status);
  const [changed, setChanged] = useState<Live['changed']>(new Map());
  const [isListOld, setListOld] = useState(false);

  useEffect(() => watchChangedLists(client.cache, () => setListOld(true)), [client]);

  useEffect(() => {
    if (agent === undefined) return undefined;
    let isFirst = true;
    setChanged(new Map());
    setListOld(false);
    return listen(({ kind, transaction, transactionId }) => {
      if (kind === 'READY' || kind === 'RESUMED') loadAgain(client, kind, isFirst);
      if (kind === 'READY' && !isFirst) setListOld(true);
      isFirst = false;
      // The cache has already dropped it.
      if (kind === 'DELETED') setChanged((others) => new Map([...others].filter(([id]) => id !== transactionId)));
      if (!transaction) return;
      loadDetails(client, transaction.id);
      setChanged((others) => new Map(others).set(transaction.id, transaction));
    });
  }, [client, agent, listen]);

  const forget = useCallback((ids: readonly string[]) => {
    setChanged((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
  }, []);
  useEffect(() => {
    if (opened !== null && changed.has(opened)) forget([opened]);
  }, [opened, changed, forget]);
  return { state, changed, forget, listen: agent === undefined ? neverTell : listen, isListOld, setListOld, reconnect };
}

const neverTell = () => () => {};

/** A stream delivers only the fields of a transaction that the list shows. */
function loadDetails(client: ApolloClient, id: string): void {
  for (const query of client.getObservableQueries())
    if (query.queryName === 'Transaction' && query.variables['id'] === id) void query.refetch();
}

/**
 * Changes between the loading of the page and READY are in neither; after that, only the reader decides when rows may move. What could not
 * be loaded while the gateway or the service was away can be loaded now.
 */
function loadAgain(client: ApolloClient, kind: 'READY' | 'RESUMED', isFirst: boolean): void {
  for (const query of client.getObservableQueries()) {
    const { queryName } = query;
    const isOld = kind === 'READY' && (queryName === 'Transaction' || (isFirst && queryName === 'Transactions'));
    if (isOld || query.getCurrentResult().error) void query.refetch();
  }
}
