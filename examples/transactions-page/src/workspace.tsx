/** The frame: the list, with whatever is opened from it alongside. First queries for which agents the caller may act. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { type Failure, isRetryable, retryAfterMs, ViewerDocument } from 'realty-forms-graphql-client';
import { DueSoon } from './due-soon.tsx';
import { Header } from './header.tsx';
import { type Choices, noChoices, readChoices, writeChoices } from './lib/choices.ts';
import { goTo, useRoute } from './lib/route.ts';
import { useAgents } from './lib/use-agents.ts';
import { useLasting } from './lib/use-lasting.ts';
import { useLive } from './lib/use-live.ts';
import { NewTransaction } from './new-transaction.tsx';
import { Problem } from './problem.tsx';
import { SearchList } from './search-list.tsx';
import { Skeleton } from './skeleton.tsx';
import { TransactionList } from './transaction-list.tsx';
import { TransactionView } from './transaction-view.tsx';

export function Workspace() {
  const route = useRoute();
  const query = useQuery(ViewerDocument, { errorPolicy: 'all' });
  const { shown: caller, failure } = useLasting(query, query.data?.viewer);
  useAnswer(failure);
  const choices = readChoices(route.search);
  const agents = useAgents(caller);
  const actsForOthers = caller !== undefined && caller.role !== 'AGENT';
  const hasAll = actsForOthers && agents.length !== 1;
  // Until the agents are known, the address is believed.
  const isKnown = agents.length === 0 ? hasAll : agents.some(({ nrdsId }) => nrdsId === choices.agent);
  const chosen = isKnown && choices.agent !== '' ? choices.agent : undefined;
  const agent = chosen ?? (hasAll ? undefined : agents[0]?.nrdsId);
  const live = useLive(agent);
  // The lists of all agents are only searched.
  const list = agent === undefined && choices.list === 'own' ? 'search' : choices.list;
  const shared = {
    choices: { ...choices, list },
    route,
    hasOwn: agent !== undefined,
    agentNrdsIds: actsForOthers && agent !== undefined ? [agent] : undefined,
    isShared: actsForOthers ? agent === undefined : agents.length > 1,
  };
  const canRead = agent !== undefined || actsForOthers;
  const choose = (chosen: Choices) => goTo({ ...route, search: writeChoices(chosen) });
  const act = (chosen: string) => goTo({ view: 'list', search: writeChoices({ ...noChoices, agent: chosen }) });

  return (
    <div className={`workspace shows-${canRead ? route.view : 'list'}`}>
      <Header
        route={route}
        agents={agents}
        agent={agent}
        hasAll={hasAll}
        live={agent !== undefined && list === 'own' ? live : null}
        onAgent={act}
      />
      <main>
        {!canRead ? (
          <>
            <div className="list-pane">
              {query.loading && <Skeleton shape="rows" />}
              {failure && <Problem failure={failure} onRetry={query.refetch} />}
            </div>
            <div className="pane" />
          </>
        ) : (
          <>
            {list === 'search' && <SearchList {...shared} onChoose={choose} />}
            {list === 'due' && <DueSoon {...shared} />}
            {list === 'own' && agent !== undefined && (
              <TransactionList
                key={agent}
                agent={agent}
                choices={choices}
                onChoose={choose}
                route={route}
                live={live}
              />
            )}
            <div className="pane">
              {route.view === 'new' && agents.length > 0 && (
                <NewTransaction agents={agents} agent={agent} search={route.search} />
              )}
              {route.view === 'transaction' && <TransactionView key={route.id} id={route.id} search={route.search} />}
              {route.view === 'list' && <p className="quiet centered">Choose a transaction from the list.</p>}
            </div>
          </>
        )}
      </main>
    </div>
  );
}

/** Asks again, unseen, until the caller is known: before, there is no stream that would say when the gateway is back. */
function useAnswer(failure: Failure | undefined): void {
  const client = useApolloClient();
  const pauseMs = failure && isRetryable(failure) ? Math.max(10_000, retryAfterMs(failure) ?? 0) : null;
  useEffect(() => {
    if (pauseMs === null) return undefined;
    const ask = () => client.query({ query: ViewerDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
    const timer = setInterval(ask, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs, client]);
}
