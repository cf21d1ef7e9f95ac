/** Recognizes the record in a response that is a list of records (section 4): it has at least one column that the spec defines. */
import type { EndpointName } from './endpoints.ts';
import { type ColumnSet, transactionSets } from './fields.ts';
import { isJsonObject } from './json.ts';
import { memberSets } from './member-records.ts';
import { accountSets } from './records.ts';
import { selectGroups } from './selection.ts';

const columnsOf = (sets: readonly ColumnSet[]): ReadonlySet<string> => new Set(selectGroups(sets).values);

const transactionColumns = columnsOf(transactionSets);
const knownColumns: { readonly [E in EndpointName]?: ReadonlySet<string> } = {
  getAccount: columnsOf(accountSets),
  getTransById: transactionColumns,
  addTrans: transactionColumns,
  getMember: columnsOf(memberSets.getMember),
};

/** Whether a body is a list of exactly one record that has at least one of the endpoint's columns. */
export function isOneRecord(endpoint: EndpointName, body: unknown): boolean {
  const known = knownColumns[endpoint];
  const [record, ...others] = known !== undefined && Array.isArray(body) ? body : [];
  if (!isJsonObject(record) || others.length > 0) return false;
  return Object.keys(record).some((column) => known?.has(column));
}
