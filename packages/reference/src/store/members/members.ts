/** Members of the mobile application (4.11), found by full user name and e-mail, ignoring case. */

import { chunks } from '../chunks.ts';
import { foldText, type Store } from '../tables.ts';
import type { MemberRow } from './member-tables.ts';

export type Members = Readonly<ReturnType<typeof createMembers>>;

export function createMembers(store: Store) {
  return {
    /** The members that match all given criteria; none if neither is given. */
    async find(userName: string | undefined, email: string | undefined): Promise<readonly MemberRow[]> {
      if (userName === undefined && email === undefined) return [];
      let query = store.selectFrom('members').selectAll();
      if (userName !== undefined) query = query.where('user_name_folded', '=', foldText(userName));
      if (email !== undefined) query = query.where('email_folded', '=', foldText(email));
      return await query.orderBy('client_id').execute();
    },
  };
}

/** Adds members. Used only for seeding. */
export async function insertMembers(
  store: Store,
  members: readonly Omit<MemberRow, 'user_name_folded' | 'email_folded'>[],
): Promise<void> {
  for (const chunk of chunks(members)) {
    const rows = chunk.map((member) => ({
      ...member,
      user_name_folded: foldText(member.user_name),
      email_folded: foldText(member.email),
    }));
    await store.insertInto('members').values(rows).execute();
  }
}
