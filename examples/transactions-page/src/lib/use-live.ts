/**
 * The page's one stream of changes. What it contains is in the cache at once, and so in its place on the page; kept here is what the
 * reader is to be told: which transactions have changed, and whether what is shown may be old.
 */
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { follow, TransactionChangesDocument, type TransactionSummaryFragment } from 'realty-forms-graphql-client';
import { openByApollo, watchChangedLists } from 'realty-forms-graphql-client/apollo';

/** How long a stream may be away before the reader is told: nearly always, it is back sooner. */
const PATIENCE_MS = 10_000;

export interface Live {
  /** Stale: the service cannot be read. Lost: the gateway cannot be reached. Refused: the gateway gives no stream. */
  readonly state: 'connecting' | 'live' | 'stale' | 'lost' | 'refused';
  /** What has changed and was not looked at since, by id. */
  readonly changed: ReadonlyMap<string, TransactionSummaryFragment>;
  readonly forget: (ids: readonly string[]) => void;
  /** Rows may be missing or out of place, because the list has changed while it was loaded, or nobody listened. */
  readonly isListOld: boolean;
  readonly setListOld: (isOld: boolean) => void;
  readonly connect: () => void;
}

export function useLive(agent: string | undefined): Live {
  const client = useApolloClient();
  const [state, setState] = useState<Live['state']>('connecting');
  const [changed, setChanged] = useState<Live['changed']>(new Map());
  const [isListOld, setListOld] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => watchChangedLists(client.cache, () => setListOld(true)), [client]);

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt listens anew
  useEffect(() => {
    if (agent === undefined) return undefined;
    let patience: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const wait = () => {
      patience ??= setTimeout(() => setState('lost'), PATIENCE_MS);
    };
    const waitNoMore = () => {
      clearTimeout(patience);
      patience = undefined;
    };
    setState('connecting');
    wait();
    const stop = follow(openByApollo(client, TransactionChangesDocument, { agentNrdsId: agent }), {
      change({ kind, transaction }) {
        waitNoMore();
        setState(kind === 'STALE' ? 'stale' : 'live');
        if (kind === 'READY') loadAgain(client, isFirst);
        if (kind === 'READY' && !isFirst) setListOld(true);
        isFirst = false;
        if (!transaction) return;
        loadDetails(client, transaction.id);
        setChanged((others) => new Map(others).set(transaction.id, transaction));
      },
      lose: wait,
      fail() {
        waitNoMore();
        setState('refused');
      },
    });
    return () => {
      waitNoMore();
      stop();
    };
  }, [client, agent, attempt]);

  const connect = useCallback(() => setAttempt((count) => count + 1), []);
  const forget = useCallback((ids: readonly string[]) => {
    setChanged((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
  }, []);
  return { state, changed, forget, isListOld, setListOld, connect };
}

/** What a stream tells of a transaction is what the list shows. */
function loadDetails(client: ApolloClient, id: string): void {
  for (const query of client.getObservableQueries())
    if (query.queryName === 'Transaction' && query.variables['id'] === id) void query.refetch();
}

/** What falls between the loading of the page and READY is in neither. Later, only the reader decides when the rows may move. */
function loadAgain(client: ApolloClient, isFirst: boolean): void {
  for (const query of client.getObservableQueries()) {
    if (query.queryName === 'Transaction' || (isFirst && query.queryName === 'Transactions')) void query.refetch();
  }
}
