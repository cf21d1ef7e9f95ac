/**
 * The page's one stream of changes. What it contains is in the cache at once, and so in its place on the page; kept here is what the
 * reader is to be told: which transactions have changed, and whether what is shown may be old.
 */
import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import {
  TransactionChangesDocument,
  type TransactionChangesSubscription,
  type TransactionSummaryFragment,
} from 'realty-forms-graphql-client';
import { isListOld } from './list-changes.ts';
import { listen, type Open } from './listen.ts';

/** How long a stream may be away before the reader is told: nearly always, it is back sooner. */
const PATIENCE_MS = 10_000;

type Told = NonNullable<TransactionChangesSubscription['transactionChanges']>;

export interface Live {
  /** Stale: the service cannot be read. Lost: the gateway cannot be reached. Refused: the gateway gives no stream. */
  readonly state: 'connecting' | 'live' | 'stale' | 'lost' | 'refused';
  /** What has changed and was not looked at since, by id. */
  readonly changed: ReadonlyMap<string, TransactionSummaryFragment>;
  readonly forget: (ids: readonly string[]) => void;
  readonly connect: () => void;
}

export function useLive(agent: string | undefined): Live {
  const client = useApolloClient();
  const [state, setState] = useState<Live['state']>('connecting');
  const [changed, setChanged] = useState<Live['changed']>(new Map());
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt listens anew
  useEffect(() => {
    if (agent === undefined) return undefined;
    let patience: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    setState('connecting');
    const stop = listen<Told>(
      (after, stream) => {
        patience ??= setTimeout(() => setState('lost'), PATIENCE_MS);
        return openStream(client, agent)(after, stream);
      },
      ({ kind, transaction }) => {
        clearTimeout(patience);
        patience = undefined;
        setState(kind === 'STALE' ? 'stale' : 'live');
        if (kind === 'READY') loadAgain(client, isFirst);
        if (transaction) loadDetails(client, transaction.id);
        isFirst = false;
        if (transaction) setChanged((others) => new Map(others).set(transaction.id, transaction));
      },
      () => {
        clearTimeout(patience);
        setState('refused');
      },
    );
    return () => {
      clearTimeout(patience);
      stop();
    };
  }, [client, agent, attempt]);

  const connect = useCallback(() => setAttempt((count) => count + 1), []);
  const forget = useCallback((ids: readonly string[]) => {
    setChanged((known) => new Map([...known].filter(([id]) => !ids.includes(id))));
  }, []);
  return { state, changed, forget, connect };
}

function openStream(client: ApolloClient, agent: string): Open<Told> {
  return (after, { next, end }) => {
    const subscription = client
      .subscribe({ query: TransactionChangesDocument, variables: { agentNrdsId: agent, after }, errorPolicy: 'all' })
      .subscribe({
        next({ data, error }) {
          if (data?.transactionChanges) next(data.transactionChanges);
          else end(CombinedGraphQLErrors.is(error) ? error.errors : []);
        },
        complete: () => end(),
      });
    return () => subscription.unsubscribe();
  };
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
  if (!isFirst) isListOld(true);
}
