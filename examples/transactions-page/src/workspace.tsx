/** The frame: the list, with whatever is opened from it alongside. First queries for which agents the caller may act. */
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from './gql/gql.ts';
import { listLink, newLink, useRoute } from './lib/route.ts';
import { useLive } from './lib/use-live.ts';
import { LiveState } from './live-state.tsx';
import { NewTransaction } from './new-transaction.tsx';
import { Problem } from './problem.tsx';
import { TransactionList } from './transaction-list.tsx';
import { TransactionView } from './transaction-view.tsx';

const Caller = graphql(`
  query Caller {
    viewer {
      role
      nrdsIds
    }
  }
`);

export function Workspace({ onLeave }: { readonly onLeave: () => void }) {
  const route = useRoute();
  const { data, error, refetch } = useQuery(Caller);
  const [chosen, setChosen] = useState<string>();
  const agents = data?.viewer?.nrdsIds ?? [];
  const agent = chosen ?? agents[0];
  const live = useLive(agent);

  return (
    <div className={`workspace shows-${route.view}`}>
      <header className="bar">
        <a className="brand" href={listLink}>
          Transactions
        </a>
        {agents.length > 1 ? (
          <label className="agent">
            Agent{' '}
            <select value={agent} onChange={(event) => setChosen(event.target.value)}>
              {agents.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
        ) : (
          <span className="agent">{agent && `Agent ${agent}`}</span>
        )}
        {agent !== undefined && (
          <>
            <LiveState live={live} />
            <a className="button primary" href={newLink}>
              New transaction
            </a>
          </>
        )}
        <button className="button" type="button" onClick={onLeave}>
          Sign out
        </button>
      </header>
      {error && <Problem error={error} onRetry={refetch} />}
      {data?.viewer?.role === 'SERVICE' && (
        <p className="alert">This page is for agents. Sign out, and use a token with the role agent.</p>
      )}
      {agent !== undefined && (
        <>
          <TransactionList
            key={agent}
            agent={agent}
            selected={route.view === 'transaction' ? route.id : null}
            live={live}
          />
          <main className="pane">
            {route.view === 'new' && <NewTransaction agent={agent} />}
            {route.view === 'transaction' && <TransactionView key={route.id} id={route.id} />}
            {route.view === 'list' && <p className="quiet centered">Choose a transaction from the list.</p>}
          </main>
        </>
      )}
    </div>
  );
}
