/**
 * Indexes the loaded directory by NRDS id, by address and by office. A member may have several records, one id or address may be written in
 * several ways, and users may share an address.
 */
import type { ActiveUser } from '@realty-forms/contract/columns/records.ts';
import type { WithUnreadable } from '../reading/decode.ts';
import { foldEmail, foldNrdsId, isNrdsIdIn, nrdsIdKey } from './identifiers.ts';

type User = WithUnreadable<ActiveUser>;

/** An active user with an NRDS id. */
export type ActiveAgent = User & { readonly nrdsId: string };

/** Some agents: those with these NRDS ids, and those in these offices. */
export interface AgentSet {
  readonly nrdsIds: readonly string[];
  readonly officeNrdsIds?: readonly string[];
}

/** A user, and what is in all of the user's records: the addresses, folded, and the offices, as the directory writes them. */
interface Member {
  readonly user: User;
  readonly addresses: ReadonlySet<string>;
  readonly offices: readonly string[];
}

export interface DirectorySnapshot {
  readonly byNrdsId: ReadonlyMap<string, Member>;
  /** The same users, by their folded NRDS ids. */
  readonly byFoldedId: ReadonlyMap<string, readonly User[]>;
  /** The users of each office, by the office's key. */
  readonly byOffice: ReadonlyMap<string, readonly User[]>;
  /** Users without an NRDS id, by their folded address. */
  readonly withoutNrdsId: ReadonlyMap<string, User>;
  /** All users with each folded address. */
  readonly byEmail: ReadonlyMap<string, readonly User[]>;
  readonly reloadedAt: number;
  readonly refreshedAt: number;
}

/** Adds the users to those in `before`; if `before` is null, `users` is the whole directory. */
export function indexUsers(users: readonly User[], before: DirectorySnapshot | null, now: number): DirectorySnapshot {
  const byNrdsId = new Map(before?.byNrdsId);
  const withoutNrdsId = new Map(before?.withoutNrdsId);
  for (const [nrdsId, records] of Map.groupBy(users, (user) => user.nrdsId)) {
    if (nrdsId === null) {
      for (const user of records) if (user.email !== null) withoutNrdsId.set(foldEmail(user.email), user);
      continue;
    }
    byNrdsId.set(nrdsId, {
      user: mergedFrom(records),
      addresses: new Set(records.flatMap(({ email }) => (email === null ? [] : foldEmail(email)))),
      offices: records.flatMap(({ office }) => office?.nrdsId ?? []),
    });
  }
  const members = [...byNrdsId.values()];
  return {
    byNrdsId,
    byFoldedId: Map.groupBy(
      members.map(({ user }) => user),
      ({ nrdsId }) => foldNrdsId(nrdsId ?? ''),
    ),
    withoutNrdsId,
    byOffice: byOffice(members),
    byEmail: byAddress(members, withoutNrdsId),
    reloadedAt: before?.reloadedAt ?? now,
    refreshedAt: now,
  };
}

export function usersOf({ byNrdsId, withoutNrdsId }: DirectorySnapshot): number {
  return byNrdsId.size + withoutNrdsId.size;
}

/** The user with this NRDS id: the one whose id is written the same, or the only one whose id means the same. */
export function userNamed({ byNrdsId, byFoldedId }: DirectorySnapshot, nrdsId: string): User | null {
  const asWritten = byNrdsId.get(nrdsId);
  if (asWritten !== undefined) return asWritten.user;
  const folded = foldNrdsId(nrdsId);
  const [only = null, ...more] = folded === '' ? [] : (byFoldedId.get(folded) ?? []);
  return more.length === 0 ? only : null;
}

export function isAmong(from: DirectorySnapshot, user: User, set: AgentSet | undefined): boolean {
  if (set === undefined) return true;
  const nrdsId = user.nrdsId ?? '';
  if (set.officeNrdsIds !== undefined) {
    const offices = set.officeNrdsIds;
    if (from.byNrdsId.get(nrdsId)?.offices.some((office) => isNrdsIdIn(offices, office))) return true;
  }
  // The id may also match another user, whose id is written exactly as in the set.
  return isNrdsIdIn(set.nrdsIds, nrdsId) && set.nrdsIds.some((each) => userNamed(from, each) === user);
}

/** Fills what one record of a member leaves blank from the others. */
function mergedFrom(records: readonly User[]): User {
  return records.reduce((one, other) => {
    const filled = Object.entries(one).map(([column, value]) => [column, value ?? other[column as keyof User]]);
    return Object.fromEntries(filled) as unknown as User;
  });
}

/** The users with each address, sorted by NRDS id; users without one come last, unless they are also listed with one. */
function byAddress(
  members: readonly Member[],
  withoutNrdsId: ReadonlyMap<string, User>,
): ReadonlyMap<string, readonly User[]> {
  const found = new Map<string, User[]>();
  for (const { user, addresses } of members)
    for (const address of addresses) found.getOrInsertComputed(address, () => []).push(user);
  for (const [address, other] of withoutNrdsId) {
    const sharing = found.getOrInsertComputed(address, () => []);
    if (!sharing.some((user) => isSamePerson(user, other))) sharing.push(other);
  }
  for (const sharing of found.values()) sharing.sort((one, other) => compareIds(one.nrdsId, other.nrdsId));
  return found;
}

export function usersIn(from: DirectorySnapshot, { nrdsIds, officeNrdsIds = [] }: AgentSet): readonly User[] {
  return [
    ...nrdsIds.flatMap((nrdsId) => userNamed(from, nrdsId) ?? []),
    ...officeNrdsIds.flatMap((office) => from.byOffice.get(nrdsIdKey(office)) ?? []),
  ];
}

/** The users of each office, by its key. */
function byOffice(members: readonly Member[]): ReadonlyMap<string, readonly User[]> {
  const found = new Map<string, User[]>();
  for (const { user, offices } of members)
    for (const key of new Set(offices.map(nrdsIdKey))) found.getOrInsertComputed(key, () => []).push(user);
  return found;
}

/** Whether two users with one address can be the same person, judging by their names. */
function isSamePerson(one: User, other: User): boolean {
  const isSame = (a: string | null, b: string | null) => a === null || b === null || foldEmail(a) === foldEmail(b);
  return isSame(one.firstName, other.firstName) && isSame(one.lastName, other.lastName);
}

export function compareIds(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
