/** Recognizes the records of an endpoint's responses (section 4): each has at least one column that the spec defines. */

import { isJsonObject } from '../answers/json.ts';
import type { EndpointName } from '../calls/endpoints.ts';
import { type ColumnSet, transactionSets } from './fields.ts';
import { memberSets } from './member-records.ts';
import { accountSets, activeUserSets, fileSets } from './records.ts';
import { SelectedRecord, selectGroups } from './selection.ts';

const columnsOf = (sets: readonly ColumnSet[]): ReadonlySet<string> => new Set(selectGroups(sets).values);

const transactionColumns = columnsOf(transactionSets);
const knownColumns: { readonly [E in EndpointName]?: ReadonlySet<string> } = {
  activeUsers: columnsOf(activeUserSets),
  getAccount: columnsOf(accountSets),
  listTrans: transactionColumns,
  // The record has no number (2.4), while an error may repeat the one that was requested.
  getTransById: transactionColumns.difference(new Set(['transId'])),
  addTrans: transactionColumns,
  listFiles: columnsOf(fileSets),
  getMember: columnsOf(memberSets.getMember),
};

/** Whether a value is an object that has at least one column of the endpoint's records. A selected record has several. */
export function isRecordOf(endpoint: EndpointName, value: unknown): boolean {
  if (value instanceof SelectedRecord) return true;
  const known = knownColumns[endpoint];
  return known !== undefined && isJsonObject(value) && Object.keys(value).some((column) => known.has(column));
}
