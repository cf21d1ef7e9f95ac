/**
 * The records of the mobile endpoints as column sets: the two member records (2.8), and the notice that a registration
 * or a ticket returns (4.12, 4.15, 4.16). Values whose types the spec leaves open are passed through unchanged.
 */

import { reportsSuccess } from '../answers/success.ts';
import type { Decoded } from './codec.ts';
import type { Column, RecordOf } from './fields.ts';
import { type TopLevelRecord, topLevel } from './records.ts';

const personColumns = [
  ['firstName', 'firstName', 'text'],
  ['lastName', 'lastName', 'text'],
  ['userName', 'userName', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['locationId', 'locationId', 'text'],
  ['locationName', 'locationName', 'text'],
  ['thlHours', 'thlHours', 'json'],
] as const satisfies readonly Column[];

/** The two mobile member records (2.8), which share most of their columns. */
export const memberSets = {
  getMember: topLevel([['clientId', 'clientId', 'text'], ...personColumns]),
  verifyToken: topLevel([
    ['stateId', 'stateId', 'text'],
    ['userId', 'userId', 'text'],
    ...personColumns,
    ['holidays', 'holidays', 'json'],
  ]),
};

/** A member (2.8). Columns that only the other of the two records has are absent. */
export type MemberRecord = RecordOf<typeof personColumns> &
  Partial<TopLevelRecord<typeof memberSets.getMember> & TopLevelRecord<typeof memberSets.verifyToken>>;

/**
 * The notice that a registration or a ticket returns (4.12, 4.15, 4.16). Under HTTP 200, only its status distinguishes it from an
 * error; `result` is not in the spec's notices, but a service may report success with it as it does elsewhere (4.7).
 * `reportsSuccess` reads both.
 */
export const noticeSets = topLevel([
  ['status', 'status', 'json'],
  ['result', 'result', 'json'],
  ['title', 'title', 'text'],
  ['detail', 'detail', 'text'],
  ['passcode', 'passcode', 'text'],
]);
export type Notice = TopLevelRecord<typeof noticeSets>;

/**
 * Whether a notice reports success when a passcode was requested. The passcode is the actual result (4.12): without it,
 * nobody could log in. A passcode that cannot be read still counts as present, and is reported as it was received.
 */
export function hasPasscode(notice: Notice & Pick<Decoded<Notice>, 'unreadable'>): boolean {
  const { status, result, passcode, unreadable } = notice;
  const isPresent = passcode !== null || unreadable.some(({ path }) => path[0] === 'passcode');
  return isPresent && ((status === null && result === null) || reportsSuccess(notice));
}
