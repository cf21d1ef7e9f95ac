/** Directories of active users without an upstream, with only the methods that access control needs. */
import type { ActiveUser } from '@realty-forms/contract/columns/records.ts';
import type { AgentSet } from '../../src/gateway/callers/directory-index.ts';
import type { WithUnreadable } from '../../src/gateway/reading/decode.ts';

const userOf = (nrdsId: string): WithUnreadable<ActiveUser> & { readonly nrdsId: string } => ({
  nrdsId,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  memberType: null,
  office: null,
  unreadable: [],
});

/** A directory that contains every agent. */
export const everybody = {
  byNrdsId: async (nrdsId: string): Promise<WithUnreadable<ActiveUser> | null> => userOf(nrdsId),
  agentsIn: async (set: AgentSet | null) => set?.nrdsIds.map(userOf) ?? null,
  officeOf: (): string | null => null,
  usersAt: (): number | null => 1,
  addressOf: async (): Promise<string | null> => 'ann@example.com',
  spelling: (nrdsId: string): string => nrdsId,
  writtenAddress: (email: string): string => email,
};
