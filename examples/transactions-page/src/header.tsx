/** The bar above everything: for whom the reader acts, whether what is shown is current, and what can be begun anywhere. */
import { linkTo, type Route } from './lib/route.ts';
import { mayDiscard } from './lib/unsaved.ts';
import type { Live } from './lib/use-live.ts';
import { LiveState } from './live-state.tsx';

interface Props {
  readonly route: Route;
  readonly agents: readonly string[];
  readonly agent: string | undefined;
  /** Null beside a list that is not told of changes. */
  readonly live: Live | null;
  readonly onAgent: (agent: string) => void;
  readonly onLeave: () => void;
}

export function Header({ route, agents, agent, live, onAgent, onLeave }: Props) {
  const { search } = route;
  const brand = (
    <a className="brand" href={linkTo({ view: 'list', search })}>
      Transactions
    </a>
  );
  return (
    <header className="bar">
      {agent === undefined || route.view === 'list' ? <h1>{brand}</h1> : brand}
      {agents.length > 1 ? (
        <label className="agent">
          Agent{' '}
          <select value={agent} onChange={(event) => onAgent(event.target.value)}>
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
          {live && <LiveState live={live} />}
          <a className="button primary" href={linkTo({ view: 'new', search })}>
            New transaction
          </a>
        </>
      )}
      <button className="button plain" type="button" onClick={() => mayDiscard() && onLeave()}>
        Sign out
      </button>
    </header>
  );
}
