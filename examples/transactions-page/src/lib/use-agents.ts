/** The agents for whom the reader may act, by name. */
import { gql, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import {
  type AgentFragment,
  AgentFragmentDoc,
  type PageInfoFragment,
  PageInfoFragmentDoc,
  withFragments,
} from 'realty-forms-graphql-client';
import { agentName } from './agent-name.ts';
import type { Caller } from './use-caller.ts';

export interface Agent {
  readonly nrdsId: string;
  readonly name: string;
}

interface Accounts {
  readonly viewer: {
    readonly accounts: {
      readonly nodes: readonly (AgentFragment | null)[];
      readonly pageInfo: PageInfoFragment;
    } | null;
  } | null;
}

/** The page's own operation, made from the package's fragments. */
const AgentsDocument: TypedDocumentNode<Accounts, { after?: string | null }> = withFragments(
  gql`
    query Agents($after: String) {
      viewer {
        accounts(first: 100, after: $after) {
          nodes {
            ...Agent
          }
          pageInfo {
            ...PageInfo
          }
        }
      }
    }
  `,
  AgentFragmentDoc,
  PageInfoFragmentDoc,
);

/** Until the agents are loaded, and if that fails, the ids of the agents that the token names. */
export function useAgents(caller: Caller | undefined): readonly Agent[] {
  const { data, loading, fetchMore } = useQuery(AgentsDocument, { skip: caller === undefined, errorPolicy: 'all' });
  const page = data?.viewer?.accounts;
  const next = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  useEffect(() => {
    if (next != null) fetchMore({ variables: { after: next } }).catch(() => undefined);
  }, [next, fetchMore]);

  const accounts = page?.nodes.flatMap((each) => (each?.nrdsId ? [{ ...each, nrdsId: each.nrdsId }] : [])) ?? [];
  const nameOf = (nrdsId: string) =>
    agentName(accounts.find((each) => each.nrdsId === nrdsId)) ?? (loading ? '' : `Agent ${nrdsId}`);
  const isNamed = caller?.role === 'AGENT' || accounts.length === 0;
  const ids = isNamed ? (caller?.nrdsIds ?? []) : accounts.map(({ nrdsId }) => nrdsId);
  const agents = ids.map((nrdsId) => ({ nrdsId, name: nameOf(nrdsId) }));
  return isNamed ? agents : agents.sort((one, other) => one.name.localeCompare(other.name));
}
