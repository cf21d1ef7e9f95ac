/** Directories of active users that need no upstream: access asks nothing more of one than whether somebody is in it. */
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
export const everybody = { byNrdsId: async (nrdsId: string): Promise<AsRead<ActiveUser> | null> => userOf(nrdsId) };
