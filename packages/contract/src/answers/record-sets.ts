/** The columns of the records that each endpoint returns (2.2 to 2.8). */
import type { EndpointName } from '../calls/endpoints.ts';
import { type ColumnSet, transactionSets } from '../columns/fields.ts';
import { memberSets, noticeSets } from '../columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '../columns/records.ts';

export const recordSets: Readonly<Partial<Record<EndpointName, readonly ColumnSet[]>>> = {
  activeUsers: activeUserSets,
  getAccount: accountSets,
  listTrans: transactionSets,
  getTransById: transactionSets,
  addTrans: transactionSets,
  listFiles: fileSets,
  ...memberSets,
  userRegistration: noticeSets,
  createTicket: noticeSets,
  registrationTicket: noticeSets,
};
