/**
 * The records of the mobile endpoints as column sets: the two member records (2.8), and the notice that a registration
 * or a ticket returns (4.12, 4.15, 4.16). Values whose types the spec leaves open are passed through unchanged.
 */

import { reportsSuccess } from '../answers/success.ts';
import type { Decoded } from './codec.ts';
import type { Column, ColumnSet } from './fields.ts';
import { topLevelSet } from './records.ts';

type Text = string | null;

const personColumns: readonly Column[] = [
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
  getMember: [topLevelSet([['clientId', 'clientId', 'text'], ...personColumns])],
  verifyToken: [
    topLevelSet([
      ['stateId', 'stateId', 'text'],
      ['userId', 'userId', 'text'],
      ...personColumns,
      ['holidays', 'holidays', 'json'],
    ]),
  ],
} as const satisfies Readonly<Record<string, readonly ColumnSet[]>>;

const wiresOf = ([{ columns }]: readonly [ColumnSet]): string[] => columns.map(([wire]) => wire);

/** The wire names of the two member records. */
export const memberFields = {
  getMember: wiresOf(memberSets.getMember),
  verifyToken: wiresOf(memberSets.verifyToken),
} as const;

/** The notice that a registration or a ticket returns (4.12, 4.15, 4.16). */
export const noticeSets: readonly ColumnSet[] = [
  topLevelSet([
    ['status', 'status', 'json'],
    ['result', 'result', 'json'],
    ['title', 'title', 'text'],
    ['detail', 'detail', 'text'],
    ['passcode', 'passcode', 'text'],
  ]),
];

/** A member (2.8). Columns that only the other of the two records has are absent. */
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
  /** As upstream sends it; `reportsSuccess` reads it. Under HTTP 200, only this distinguishes a notice from an error. */
  status: unknown;
  /** Not in the spec's notices, but a service may report success with it as it does elsewhere (4.7). */
  result: unknown;
  title: Text;
  detail: Text;
  passcode: Text;
}

/**
 * Whether a notice reports success when a passcode was requested. The passcode is the actual result (4.12): without it,
 * nobody could log in. A passcode that cannot be read still counts as present, and is reported as it was received.
 */
export function hasPasscode(notice: Notice & Pick<Decoded<Notice>, 'unreadable'>): boolean {
  const { status, result, passcode, unreadable } = notice;
  const isPresent = passcode !== null || unreadable.some(({ path }) => path[0] === 'passcode');
  return isPresent && ((status === null && result === null) || reportsSuccess(notice));
}
