/** The bar at the top: for whom the reader acts, whether the shown data is current, and what can be started anywhere. */
import { linkTo, type Route } from './lib/route.ts';
import { signOut } from './lib/session.ts';
import { mayDiscard } from './lib/unsaved.ts';
import type { Agent } from './lib/use-agents.ts';
import type { Live } from './lib/use-live.ts';
import { LiveState } from './live-state.tsx';

interface Props {
  readonly route: Route;
  readonly agents: readonly Agent[];
  /** Undefined for all agents, or none. */
  readonly agent: string | undefined;
  /** The reader may act for all of them at once. */
  readonly hasAll: boolean;
  /** Null next to lists of all agents, which receive no changes. */
  readonly live: Live | null;
  readonly onAgent: (agent: string) => void;
}

export function Header({ route, agents, agent, hasAll, live, onAgent }: Props) {
  const { search } = route;
  const brand = (
    <a className="brand" href={linkTo({ view: 'list', search })}>
      Transactions
    </a>
  );
  return (
    <header className="bar">
      <button className="button skip" type="button" onClick={skip}>
        Skip to the list
      </button>
      {agents.length === 0 || route.view === 'list' ? <h1>{brand}</h1> : brand}
      {agents.length > 1 ? (
        <label className="agent">
          Agent{' '}
          <select value={agent ?? ''} onChange={(event) => onAgent(event.target.value)}>
            {hasAll && <option value="">All agents</option>}
            {agents.map(({ nrdsId, name }) => (
              <option key={nrdsId} value={nrdsId}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span className="agent">{agents[0]?.name}</span>
      )}
      {live && <LiveState live={live} />}
      {agents.length > 0 && (
        <a className="button primary" href={linkTo({ view: 'new', search })}>
          New transaction
        </a>
      )}
      <button className="button plain" type="button" onClick={() => mayDiscard() && signOut()}>
        Sign out
      </button>
    </header>
  );
}

/** Skips the header and the filters. On a narrow screen, the open view takes the list's place. */
function skip(): void {
  const targets = [...document.querySelectorAll<HTMLElement>('.row, .pane')];
  targets.find((each) => each.checkVisibility())?.focus();
}
