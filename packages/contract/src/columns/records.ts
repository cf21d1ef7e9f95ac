/**
 * The smaller records (2.2, 2.3, 2.6, 2.7) as column sets, and the types of all decoded records, which follow from their columns. A decoded
 * record has only the graph's names; blank values are null.
 */
import type {
  agentColumns,
  brokerageColumns,
  brokerColumns,
  Column,
  ColumnSet,
  listingColumns,
  ProviderKind,
  partyColumns,
  propertyColumns,
  providerAgentColumn,
  providerColumns,
  purchaseColumns,
  RecordOf,
  sideColumns,
  summaryColumns,
} from './fields.ts';

/** The sets of a record that has only these columns, at its top level. */
export function topLevel<const C extends readonly Column[]>(
  columns: C,
): readonly [ColumnSet & { readonly columns: C }] {
  return [{ group: 'summary', at: [], whenBlank: 'keep', prefix: '', columns }];
}

/** The decoded record of such sets. */
export type TopLevelRecord<Sets extends ReturnType<typeof topLevel>> = RecordOf<Sets[0]['columns']>;

/** Active user (2.2), from activeUsers. */
const ownColumns = topLevel([
  ['agentNRDSID', 'nrdsId', 'text'],
  ['firstName', 'firstName', 'text'],
  ['lastName', 'lastName', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['memberType', 'memberType', 'text'],
]);
const officeColumns = topLevel([
  ['officeNRDSID', 'nrdsId', 'text'],
  ['officeName', 'name', 'text'],
]);
export const activeUserSets: readonly ColumnSet[] = [
  ...ownColumns,
  { ...officeColumns[0], at: ['office'], whenBlank: 'null' },
];
export interface ActiveUser extends TopLevelRecord<typeof ownColumns> {
  office: TopLevelRecord<typeof officeColumns> | null;
}

/** Account (2.3), from getAccount. */
export const accountSets = topLevel([
  ['accountID', 'accountId', 'text'],
  ['firstName', 'firstName', 'text'],
  ['lastName', 'lastName', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['memberType', 'memberType', 'text'],
]);
export type AccountRecord = TopLevelRecord<typeof accountSets>;

/** File (2.6), from listFiles. */
export const fileSets = topLevel([
  ['fileFolderID', 'folderId', 'text'],
  ['fileID', 'fileId', 'text'],
  ['fileName', 'name', 'text'],
  ['fileDescription', 'description', 'text'],
  ['insertDate', 'insertDate', 'timestamp'],
  ['lastUpdateDate', 'lastUpdateDate', 'timestamp'],
]);
export type FileRecord = TopLevelRecord<typeof fileSets>;

/** The nested transaction record (2.4). Groups that were not decoded are absent. */
export interface TransactionRecord extends RecordOf<typeof summaryColumns> {
  transId?: string | null;
  property?: Property;
  listing?: Listing;
  purchase?: Purchase;
  seller?: TransactionSide;
  buyer?: TransactionSide;
  serviceProviders?: ServiceProvider[];
}

export type Property = RecordOf<typeof propertyColumns>;
export type Listing = RecordOf<typeof listingColumns>;
export type Purchase = RecordOf<typeof purchaseColumns>;

export interface TransactionSide extends RecordOf<typeof sideColumns> {
  parties: Party[];
  brokerage: RecordOf<typeof brokerageColumns> | null;
  broker: RecordOf<typeof brokerColumns> | null;
  agent: SideAgent | null;
}

export interface Party extends RecordOf<typeof partyColumns> {
  /** The party's slot, 1 to 8; blank slots are omitted. */
  slot: number;
}

export type SideAgent = RecordOf<typeof agentColumns>;

export interface ServiceProvider extends RecordOf<typeof providerColumns>, RecordOf<[typeof providerAgentColumn]> {
  kind: ProviderKind;
}
