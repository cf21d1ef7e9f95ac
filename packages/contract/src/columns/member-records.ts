/**
 * The records of the mobile endpoints as column sets: the two member records (2.8), and the notice that a registration
 * or a ticket returns (4.12, 4.15, 4.16). Values whose types the spec leaves open are passed through unchanged.
 */

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

/** A member (2.8). Columns that only the other record has are absent. */
export type MemberRecord = RecordOf<typeof personColumns> &
  Partial<TopLevelRecord<typeof memberSets.getMember> & TopLevelRecord<typeof memberSets.verifyToken>>;

/**
 * The notice that a registration or a ticket returns (4.12, 4.15, 4.16). Under HTTP 200, only its status distinguishes it from an error.
 * `result` is not in the spec's notices, but a service may use it to report success, as it does elsewhere (4.7).
 */
export const noticeSets = topLevel([
  ['status', 'status', 'json'],
  ['result', 'result', 'json'],
  ['title', 'title', 'text'],
  ['detail', 'detail', 'text'],
  ['passcode', 'passcode', 'text'],
]);
export type Notice = TopLevelRecord<typeof noticeSets>;
