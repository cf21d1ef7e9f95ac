/**
 * The smaller records (2.2, 2.3, 2.6, 2.7) as column sets, and the types of all decoded records. A decoded record has
 * the graph's names only; blank values are null.
 */
import type { PropertyStatusName, PropertyTypeName, TransactionTypeName } from './codes.ts';
import type { Column, ColumnSet, ProviderKind } from './fields.ts';

/** A set whose columns are at the top level of the record. */
export const topLevelSet = (columns: readonly Column[]): ColumnSet => ({
  group: 'summary',
  at: [],
  whenBlank: 'keep',
  prefix: '',
  columns,
});

/** Active user (2.2), from activeUsers. */
export const activeUserSets: readonly ColumnSet[] = [
  topLevelSet([
    ['agentNRDSID', 'nrdsId', 'text'],
    ['firstName', 'firstName', 'text'],
    ['lastName', 'lastName', 'text'],
    ['email', 'email', 'text'],
    ['phone', 'phone', 'text'],
    ['memberType', 'memberType', 'text'],
  ]),
  {
    ...topLevelSet([
      ['officeNRDSID', 'nrdsId', 'text'],
      ['officeName', 'name', 'text'],
    ]),
    at: ['office'],
    whenBlank: 'null',
  },
];

/** Account (2.3), from getAccount. */
export const accountSets: readonly ColumnSet[] = [
  topLevelSet([
    ['accountID', 'accountId', 'text'],
    ['firstName', 'firstName', 'text'],
    ['lastName', 'lastName', 'text'],
    ['email', 'email', 'text'],
    ['phone', 'phone', 'text'],
    ['memberType', 'memberType', 'text'],
  ]),
];

/** File (2.6), from listFiles. */
export const fileSets: readonly ColumnSet[] = [
  topLevelSet([
    ['fileFolderID', 'folderId', 'text'],
    ['fileID', 'fileId', 'text'],
    ['fileName', 'name', 'text'],
    ['fileDescription', 'description', 'text'],
    ['insertDate', 'insertDate', 'timestamp'],
    ['lastUpdateDate', 'lastUpdateDate', 'timestamp'],
  ]),
];

type Text = string | null;
/** ISO 8601: a date, or a date-time with offset. */
type Timestamp = string | null;
/** Exact decimal. */
type Decimal = string | null;

export interface ActiveUser {
  nrdsId: Text;
  firstName: Text;
  lastName: Text;
  email: Text;
  phone: Text;
  memberType: Text;
  office: { nrdsId: Text; name: Text } | null;
}

export interface AccountRecord {
  accountId: Text;
  firstName: Text;
  lastName: Text;
  email: Text;
  phone: Text;
  memberType: Text;
}

export interface FileRecord {
  folderId: Text;
  fileId: Text;
  name: Text;
  description: Text;
  insertDate: Timestamp;
  lastUpdateDate: Timestamp;
}

/** The nested transaction record (2.4). Groups that were not decoded are absent. */
export interface TransactionRecord {
  transId?: Text;
  name: Text;
  realtorName: Text;
  insertDate: Timestamp;
  lastUpdateDate: Timestamp;
  propertyType: PropertyTypeName | null;
  type: TransactionTypeName | null;
  status: PropertyStatusName | null;
  property?: Property;
  listing?: Listing;
  purchase?: Purchase;
  seller?: TransactionSide;
  buyer?: TransactionSide;
  serviceProviders?: ServiceProvider[];
}

export interface Property {
  streetAddress: Text;
  unitNo: Text;
  city: Text;
  state: Text;
  zip: Text;
  countyParcel: Text;
  legalDescription: Text;
  subdivision: Text;
  countyName: Text;
  yearBuilt: number | null;
  bedrooms: number | null;
  baths: Decimal;
  mlsListingId: Text;
}

export interface Listing {
  price: Decimal;
  startDate: Timestamp;
  expirationDate: Timestamp;
  associationFees: Decimal;
}

export interface Purchase {
  price: Decimal;
  agreementDate: Timestamp;
  earnestMoneyDueDate: Timestamp;
  dueDiligenceDate: Timestamp;
  earnestMoney: Decimal;
  projectedClosingDate: Timestamp;
}

export interface TransactionSide {
  landlordName: Text;
  parties: Party[];
  brokerage: { name: Text; address: Text; phone: Text; fax: Text; brokerageId: Text } | null;
  broker: { name: Text; brokerId: Text; email: Text } | null;
  agent: SideAgent | null;
}

export interface Party {
  /** The party's slot, 1 to 8; blank slots are omitted. */
  slot: number;
  name: Text;
  address: Text;
  partyId: Text;
  email: Text;
  homePhone: Text;
  workPhone: Text;
  cellPhone: Text;
  fax: Text;
}

export interface SideAgent {
  name: Text;
  agentId: Text;
  email: Text;
  workPhone: Text;
  homePhone: Text;
  cellPhone: Text;
  fax: Text;
  nrdsId: Text;
}

export interface ServiceProvider {
  kind: ProviderKind;
  represents: Text;
  agentName: Text;
  company: Text;
  address: Text;
  email: Text;
  phone: Text;
  fax: Text;
}
