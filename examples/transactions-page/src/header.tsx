/** The bar above everything: for whom the reader acts, whether what is shown is current, and what can be begun anywhere. */
import type { TypedDocumentNode } from '@apollo/client';
import { gql } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { type AgentFragment, AgentFragmentDoc, type ViewerQuery, withFragments } from 'realty-forms-graphql-client';
import { agentName } from './lib/agent-name.ts';
import { linkTo, type Route } from './lib/route.ts';
import { signOut } from './lib/session.ts';
import { mayDiscard } from './lib/unsaved.ts';
import type { Live } from './lib/use-live.ts';
import { LiveState } from './live-state.tsx';

interface Props {
  readonly route: Route;
  readonly caller: ViewerQuery['viewer'] | undefined;
  readonly agent: string | undefined;
  /** Null beside a list that is not told of changes. */
  readonly live: Live | null;
  readonly onAgent: (agent: string) => void;
}

export function Header({ route, caller, agent, live, onAgent }: Props) {
  const { search } = route;
  const agents = caller?.nrdsIds ?? [];
  const nameOf = useNames(agents);
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
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <span className="agent">{agent === undefined ? caller && roles[caller.role] : nameOf(agent)}</span>
      )}
      {agent !== undefined && (
        <>
          {live && <LiveState live={live} />}
          <a className="button primary" href={linkTo({ view: 'new', search })}>
            New transaction
          </a>
        </>
      )}
      <button className="button plain" type="button" onClick={() => mayDiscard() && signOut()}>
        Sign out
      </button>
    </header>
  );
}

/** Of callers who act for no agent by name. */
const roles = { AGENT: 'Agent', COORDINATOR: 'Coordinator', SERVICE: 'Service' } as const;

interface Names {
  readonly viewer: { readonly accounts: { readonly nodes: readonly (AgentFragment | null)[] } | null } | null;
}

/** An operation of the page's own, of the package's fragments. */
const NamesDocument: TypedDocumentNode<Names, { first: number }> = withFragments(
  gql`
    query Names($first: Int!) {
      viewer {
        accounts(first: $first) {
          nodes {
            ...Agent
          }
        }
      }
    }
  `,
  AgentFragmentDoc,
);

/** Names of agents by their NRDS ids; the id itself where there is none. */
function useNames(ids: readonly string[]): (id: string) => string {
  const { data, loading } = useQuery(NamesDocument, {
    variables: { first: ids.length },
    skip: ids.length === 0,
    errorPolicy: 'all',
  });
  const accounts = data?.viewer?.accounts?.nodes ?? [];
  return (id) => agentName(accounts.find((each) => each?.nrdsId === id)) ?? (loading ? '' : `Agent ${id}`);
}
