/** Directories of active users that need no upstream: access asks whether somebody is in it, and for the address. */
import type { ActiveUser } from '../../src/contract/records.ts';
import type { AsRead } from '../../src/gateway/decode.ts';

const userOf = (nrdsId: string): AsRead<ActiveUser> => ({
  nrdsId,
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  memberType: null,
  office: null,
  unreadable: [],
});

/** Nobody has left it. */
export const everybody = {
  byNrdsId: async (nrdsId: string): Promise<AsRead<ActiveUser> | null> => userOf(nrdsId),
  addressOf: async (): Promise<string | null> => 'ann@example.com',
};
