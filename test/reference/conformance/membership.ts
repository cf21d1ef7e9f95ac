/**
 * How rules find members (4.11): through the e-mails of the active users, because no endpoint lists members. Some share an
 * address, most do not.
 */
import { type Fields, readRecords, succeeded } from './answer.ts';
import { requireRecords } from './rule.ts';
import type { Target } from './target.ts';

const USERS_ASKED = 24;

export async function membersOf(target: Target, by: object): Promise<readonly Fields[]> {
  const answer = await target.call('/thlmobile/getMember', by);
  succeeded(answer);
  return readRecords(answer.body);
}

export interface Members {
  /** Each alone at the address. */
  readonly single: readonly Fields[];
  /** Lists of members who share one. */
  readonly sharing: readonly (readonly Fields[])[];
}

export async function someMembers(target: Target): Promise<Members> {
  const { users } = await target.sample();
  const found = [];
  for (const { email } of users.slice(0, USERS_ASKED)) found.push(await membersOf(target, { email }));
  return {
    single: found.filter(({ length }) => length === 1).flat(),
    sharing: found.filter(({ length }) => length > 1),
  };
}

export async function oneMember(target: Target): Promise<Fields> {
  const [member] = (await someMembers(target)).single;
  requireRecords(member !== undefined, 'no active user is a member alone at an address');
  return member;
}

export async function sharingMembers(target: Target): Promise<readonly Fields[]> {
  const [members] = (await someMembers(target)).sharing;
  requireRecords(members !== undefined, 'no two members share the address of an active user');
  return members;
}
