/**
 * The records of the mobile endpoints as column sets: the two of a member (2.8), which share most of their columns, and the
 * notice that a registration or a ticket is answered with (4.12, 4.15, 4.16). Types that the spec leaves open pass as they are.
 */
import type { Decoded } from './codec.ts';
import type { Column, ColumnSet } from './fields.ts';
import { flat } from './records.ts';

type Text = string | null;

const person: readonly Column[] = [
  ['firstName', 'firstName', 'text'],
  ['lastName', 'lastName', 'text'],
  ['userName', 'userName', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['locationId', 'locationId', 'text'],
  ['locationName', 'locationName', 'text'],
  ['thlHours', 'thlHours', 'json'],
];

/** The two mobile member records (2.8), which share most of their columns. */
export const memberSets = {
  getMember: [flat([['clientId', 'clientId', 'text'], ...person])],
  verifyToken: [
    flat([['stateId', 'stateId', 'text'], ['userId', 'userId', 'text'], ...person, ['holidays', 'holidays', 'json']]),
  ],
} as const satisfies Readonly<Record<string, readonly ColumnSet[]>>;

const wiresOf = ([{ columns }]: readonly [ColumnSet]): string[] => columns.map(([wire]) => wire);

/** The wire names of the two member records. */
export const memberFields = {
  getMember: wiresOf(memberSets.getMember),
  verifyToken: wiresOf(memberSets.verifyToken),
} as const;

/** What a registration and a ticket are answered with (4.12, 4.15, 4.16). */
export const noticeSets: readonly ColumnSet[] = [
  flat([
    ['status', 'status', 'integer'],
    ['title', 'title', 'text'],
    ['detail', 'detail', 'text'],
    ['passcode', 'passcode', 'text'],
  ]),
];

/** A member (2.8). What only the other of the two records has is absent. */
export interface MemberRecord {
  clientId?: Text;
  stateId?: Text;
  userId?: Text;
  firstName: Text;
  lastName: Text;
  userName: Text;
  email: Text;
  phone: Text;
  locationId: Text;
  locationName: Text;
  /** As upstream sends it. */
  thlHours: unknown;
  /** As upstream sends it. */
  holidays?: unknown;
}

export interface Notice {
  status: number | null;
  title: Text;
  detail: Text;
  passcode: Text;
}

/** What stands for success in a notice (4.12, 4.15, 4.16): only its status tells one from an error under HTTP 200. */
export function isDone({ status }: Pick<Notice, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * The same where a passcode is asked for: it is the answer (4.12), and without it nobody could be let in. One that cannot be
 * read is there, and told as it came.
 */
export function givesPasscode({ status, passcode, unreadable }: Notice & Pick<Decoded<Notice>, 'unreadable'>): boolean {
  const isThere = passcode !== null || unreadable.some(({ path }) => path[0] === 'passcode');
  return isThere && (status === null || isDone({ status }));
}
