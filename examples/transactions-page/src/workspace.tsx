/** The frame: the list, with whatever is opened from it next to it. First, it queries for which agents the caller may act. */
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { type Failure, isRetryable, retryAfterMs, ViewerDocument } from 'realty-forms-graphql-client';
import { DueSoon } from './due-soon.tsx';
import { Header } from './header.tsx';
import { type Choices, readChoices, writeChoices } from './lib/choices.ts';
import { goTo, replaceRoute, useRoute } from './lib/route.ts';
import { useAgents } from './lib/use-agents.ts';
import type { First } from './lib/use-first.ts';
import { useLasting } from './lib/use-lasting.ts';
import { useLive } from './lib/use-live.ts';
import { useWide } from './lib/use-wide.ts';
import { NewTransaction } from './new-transaction.tsx';
import { Offline } from './offline.tsx';
import { SearchList } from './search-list.tsx';
import { Skeleton } from './skeleton.tsx';
import { TransactionList } from './transaction-list.tsx';
import { TransactionView } from './transaction-view.tsx';
import { Unloaded } from './unloaded.tsx';

export function Workspace() {
  const route = useRoute();
  const query = useQuery(ViewerDocument, { errorPolicy: 'all' });
  const { shown: caller, failure } = useLasting(query, query.data?.viewer);
  useAnswer(failure);
  const choices = readChoices(route.search);
  const agents = useAgents(caller);
  const actsForOthers = caller !== undefined && caller.role !== 'AGENT';
  // Lists of all agents require a search, which a gateway without an index does not offer.
  const canSearch = caller?.canSearch ?? true;
  const hasAll = actsForOthers && agents.length !== 1 && canSearch;
  // Until the agents are known, the address is trusted.
  const isKnown = agents.length === 0 ? hasAll : agents.some(({ nrdsId }) => nrdsId === choices.agent);
  const chosen = isKnown && choices.agent !== '' ? choices.agent : undefined;
  const agent = chosen ?? (hasAll ? undefined : agents[0]?.nrdsId);
  const list = !canSearch ? 'own' : agent === undefined && choices.list === 'own' ? 'search' : choices.list;
  const shared = {
    choices: { ...choices, list },
    route,
    hasOwn: agent !== undefined,
    agentNrdsIds: actsForOthers && agent !== undefined ? [agent] : undefined,
    isShared: actsForOthers ? agent === undefined : agents.length > 1,
  };
  const isWide = useWide();
  const [first, setFirst] = useState<First>();
  // The first transaction of a list stays open next to it, whatever comes first later.
  const tellFirst = useCallback((next: First) => {
    const isSame = (known: First | undefined) => known?.list === next.list && known.chosen === next.chosen;
    setFirst((known) => (known?.id != null && isSame(known) ? known : next));
  }, []);
  const listed = `${list} ${agent ?? ''}`;
  const beside = route.view === 'list' && isWide && first?.list === listed ? first.id : null;
  const opened = route.view === 'transaction' ? route.id : beside;
  const live = useLive(agent, opened);
  const besides = { listed, opened, onFirst: tellFirst };
  const canRead = agent !== undefined || (actsForOthers && canSearch);
  // While the form is open, the history entry is replaced: Back leads to where the form was opened, not to an empty form.
  // So it is while a day is typed, since each digit of the year makes it another day.
  const choose = (chosen: Choices) => {
    const isDay = chosen.closingFrom !== choices.closingFrom || chosen.closingTo !== choices.closingTo;
    (route.view === 'new' || isDay ? replaceRoute : goTo)({ ...route, search: writeChoices(chosen) });
  };
  const act = (chosen: string) => goTo({ view: 'list', search: writeChoices({ ...choices, agent: chosen }) });

  return (
    <div className={`workspace shows-${canRead ? route.view : 'list'}`}>
      <Header
        route={route}
        agents={agents}
        agent={agent}
        hasAll={hasAll}
        live={agent === undefined ? null : live}
        onAgent={act}
      />
      <Offline live={live} />
      <main>
        {!canRead ? (
          <>
            <div className="list-pane">
              {!failure && <Skeleton shape="list" />}
              {failure && <Unloaded failure={failure} onRetry={query.refetch} />}
            </div>
            <div className="pane" />
          </>
        ) : (
          <>
            {list === 'search' && <SearchList key={listed} {...shared} {...besides} live={live} onChoose={choose} />}
            {list === 'due' && <DueSoon key={listed} {...shared} {...besides} live={live} />}
            {list === 'own' && agent !== undefined && (
              <TransactionList
                key={listed}
                agent={agent}
                choices={choices}
                onChoose={choose}
                route={route}
                live={live}
                {...besides}
              />
            )}
            {/* What the reader turns to is the reader's own choice. */}
            <div
              className="pane"
              tabIndex={-1}
              onFocusCapture={() => beside !== null && replaceRoute({ ...route, view: 'transaction', id: beside })}
            >
              {route.view === 'new' && agents.length > 0 && (
                <NewTransaction agents={agents} agent={agent} search={route.search} />
              )}
              {opened !== null && (
                <TransactionView
                  key={opened}
                  id={opened}
                  list={list}
                  search={route.search}
                  isChosen={beside === null}
                />
              )}
              {route.view === 'list' && opened === null && (
                <p className="quiet centered">
                  {first?.list === listed && first.id === null
                    ? 'Nothing to show.'
                    : 'Choose a transaction from the list.'}
                </p>
              )}
            </div>
          </>
        )}
      </main>
    </div>
  );
}

/** Asks again in the background until the caller is known: before that, there is no stream that would show when the gateway is back. */
function useAnswer(failure: Failure | undefined): void {
  const client = useApolloClient();
  const pauseMs = failure && isRetryable(failure) ? Math.max(2_500, retryAfterMs(failure) ?? 0) : null;
  useEffect(() => {
    if (pauseMs === null) return undefined;
    const ask = () => client.query({ query: ViewerDocument, fetchPolicy: 'network-only' }).catch(() => undefined);
    const timer = setInterval(ask, pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs, client]);
}
