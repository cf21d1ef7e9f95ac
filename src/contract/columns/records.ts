/**
 * The smaller records (2.2, 2.3, 2.6, 2.7) as column sets, and the types of all decoded records, which follow from
 * their columns. A decoded record has the graph's names only; blank values are null.
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

/** A set whose columns are at the top level of the record. */
export const topLevelSet = (columns: readonly Column[]): ColumnSet => ({
  group: 'summary',
  at: [],
  whenBlank: 'keep',
  prefix: '',
  columns,
});

/** Active user (2.2), from activeUsers. */
const activeUserColumns = [
  ['agentNRDSID', 'nrdsId', 'text'],
  ['firstName', 'firstName', 'text'],
  ['lastName', 'lastName', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['memberType', 'memberType', 'text'],
] as const satisfies readonly Column[];
const officeColumns = [
  ['officeNRDSID', 'nrdsId', 'text'],
  ['officeName', 'name', 'text'],
] as const satisfies readonly Column[];
export const activeUserSets: readonly ColumnSet[] = [
  topLevelSet(activeUserColumns),
  { ...topLevelSet(officeColumns), at: ['office'], whenBlank: 'null' },
];
export interface ActiveUser extends RecordOf<typeof activeUserColumns> {
  office: RecordOf<typeof officeColumns> | null;
}

/** Account (2.3), from getAccount. */
const accountColumns = [
  ['accountID', 'accountId', 'text'],
  ['firstName', 'firstName', 'text'],
  ['lastName', 'lastName', 'text'],
  ['email', 'email', 'text'],
  ['phone', 'phone', 'text'],
  ['memberType', 'memberType', 'text'],
] as const satisfies readonly Column[];
export const accountSets: readonly ColumnSet[] = [topLevelSet(accountColumns)];
export type AccountRecord = RecordOf<typeof accountColumns>;

/** File (2.6), from listFiles. */
const fileColumns = [
  ['fileFolderID', 'folderId', 'text'],
  ['fileID', 'fileId', 'text'],
  ['fileName', 'name', 'text'],
  ['fileDescription', 'description', 'text'],
  ['insertDate', 'insertDate', 'timestamp'],
  ['lastUpdateDate', 'lastUpdateDate', 'timestamp'],
] as const satisfies readonly Column[];
export const fileSets: readonly ColumnSet[] = [topLevelSet(fileColumns)];
export type FileRecord = RecordOf<typeof fileColumns>;

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
