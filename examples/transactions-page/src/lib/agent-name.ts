/** The agent of a transaction, in words. */
import type { AgentFragment } from 'realty-forms-graphql-client';
import { joined } from './format.ts';

export function agentName(account: AgentFragment | null | undefined): string | null {
  return joined(' ', account?.firstName, account?.lastName) ?? account?.nrdsId ?? null;
}
