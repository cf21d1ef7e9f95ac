/** Verified callers, as the verifier returns them. */
import type { Principal } from '../../../src/gateway/callers/principal.ts';

export const agentOf = (...nrdsIds: string[]): Principal => ({
  role: 'agent',
  subject: `agent-${nrdsIds.join('-')}`,
  nrdsIds,
  scopes: new Set(['account.read', 'transactions.read', 'transactions.create']),
});

export const coordinatorOf = (claims: { nrdsIds: string[] } | { officeNrdsIds: string[] }): Principal => ({
  ...agentOf(),
  role: 'coordinator',
  subject: 'coordinator-1',
  ...claims,
});

export const service: Principal = {
  role: 'service',
  subject: 'service-1',
  nrdsIds: [],
  scopes: new Set(['account.read', 'transactions.read', 'transactions.create']),
};
