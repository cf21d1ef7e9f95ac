/** How the record of an answer that is a list of records (section 4) is known: by any column that the specification gives it. */
import type { EndpointName } from './endpoints.ts';
import { type ColumnSet, transactionSets } from './fields.ts';
import { isJsonObject } from './json.ts';
import { memberSets } from './member-records.ts';
import { accountSets } from './records.ts';
import { selectGroups } from './selection.ts';

const columnsOf = (sets: readonly ColumnSet[]): ReadonlySet<string> => new Set(selectGroups(sets).values);

const transaction = columnsOf(transactionSets);
const knownColumns: { readonly [E in EndpointName]?: ReadonlySet<string> } = {
  getAccount: columnsOf(accountSets),
  getTransById: transaction,
  addTrans: transaction,
  getMember: columnsOf(memberSets.getMember),
};

/** Whether a body is a list of one record that has a column of the endpoint's own. */
export function isOneRecord(endpoint: EndpointName, body: unknown): boolean {
  const known = knownColumns[endpoint];
  const [record, ...more] = known !== undefined && Array.isArray(body) ? body : [];
  if (!isJsonObject(record) || more.length > 0) return false;
  return Object.keys(record).some((column) => known?.has(column));
}
