/**
 * Finds members for rules (4.11), by the e-mails of the active users, because no endpoint lists members. Some members share
 * an e-mail, most do not.
 */
import { assertSuccess, type Fields, readRecords } from './assertions.ts';
import { requireRecords } from './rule.ts';
import type { Target } from './target.ts';

const MAX_USERS = 24;

export async function membersOf(target: Target, criteria: object): Promise<readonly Fields[]> {
  const response = await target.call('/thlmobile/getMember', criteria);
  assertSuccess(response);
  return readRecords(response.body);
}

export interface Members {
  /** Members who are alone at their e-mail. */
  readonly single: readonly Fields[];
  /** Lists of members who share an e-mail. */
  readonly sharing: readonly (readonly Fields[])[];
}

export async function someMembers(target: Target): Promise<Members> {
  const { users } = await target.sample();
  const found = [];
  for (const { email } of users.slice(0, MAX_USERS)) found.push(await membersOf(target, { email }));
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
