// Sentinel records: every text column contains its own name, and every other column a unique value. The nested
// record that they must decode to is typed by hand, so a mixed-up column is detected at once.
import { expect, test } from 'vitest';
import { expandColumns, names, section, table, textAfter } from '../../../../test/support/spec-text.ts';
import { compileCodec, type FlatRecord } from '../../src/columns/codec.ts';
import { type ColumnSet, transactionSets } from '../../src/columns/fields.ts';
import {
  type AccountRecord,
  type ActiveUser,
  accountSets,
  activeUserSets,
  type FileRecord,
  fileSets,
  type Party,
  type ServiceProvider,
  type TransactionRecord,
  type TransactionSide,
} from '../../src/columns/records.ts';

/** The values of the columns that are not text. */
const otherValues: FlatRecord = {
  insertDate: '2001-01-01',
  lastUpdateDate: '2001-01-02',
  propertyType: 'V',
  transactionType: 'P',
  propertyStatus: 'A',
  yearBuilt: 1901,
  Bedrooms: 3,
  Baths: 2.5,
  listingPrice: 100001,
  listingStartDate: '2001-01-03',
  listingExpDate: '2001-01-04',
  associationFees: 100002,
  purchasePrice: 100003,
  purchaseAgreementDate: '2001-01-05',
  earnestMoneyDueDate: '2001-01-06',
  dueDiligenceDate: '2001-01-07',
  earnestMoney: 100004,
  projectedClosingDate: '2001-01-08',
};

const sentinel = (columns: readonly string[]): FlatRecord =>
  Object.fromEntries(columns.map((column) => [column, otherValues[column] ?? column]));

const party = (side: string, slot: number): Party => ({
  slot,
  name: `${side}Party${slot}Name`,
  address: `${side}Party${slot}Address`,
  partyId: `${side}Party${slot}ID`,
  email: `${side}Party${slot}Email`,
  homePhone: `${side}Party${slot}HomePhone`,
  workPhone: `${side}Party${slot}WorkPhone`,
  cellPhone: `${side}Party${slot}CellPhone`,
  fax: `${side}Party${slot}Fax`,
});

const parties = (side: string): Party[] => [1, 2, 3, 4, 5, 6, 7, 8].map((slot) => party(side, slot));

const seller: TransactionSide = {
  landlordName: 'sellerLandlordName',
  parties: parties('seller'),
  brokerage: {
    name: 'sellerBrokerageName',
    address: 'sellerBrokerageAddress',
    phone: 'sellerBrokeragePhone',
    fax: 'sellerBrokerageFax',
    brokerageId: 'sellerBrokerageID',
  },
  broker: { name: 'sellerBrokerName', brokerId: 'sellerBrokerID', email: 'sellerBrokerEmail' },
  agent: {
    name: 'sellerAgentName',
    agentId: 'sellerAgentID',
    email: 'sellerAgentEmail',
    workPhone: 'sellerAgentWorkPhone',
    homePhone: 'sellerAgentHomePhone',
    cellPhone: 'sellerAgentCellPhone',
    fax: 'sellerAgentFaxNo',
    nrdsId: 'sellerAgentNRDSID',
  },
};

const buyer: TransactionSide = {
  landlordName: 'buyerLandlordName',
  parties: parties('buyer'),
  brokerage: {
    name: 'buyerBrokerageName',
    address: 'buyerBrokerageAddress',
    phone: 'buyerBrokeragePhone',
    fax: 'buyerBrokerageFax',
    brokerageId: 'buyerBrokerageID',
  },
  broker: { name: 'buyerBrokerName', brokerId: 'buyerBrokerID', email: 'buyerBrokerEmail' },
  agent: {
    name: 'buyerAgentName',
    agentId: 'buyerAgentID',
    email: 'buyerAgentEmail',
    workPhone: 'buyerAgentWorkPhone',
    homePhone: 'buyerAgentHomePhone',
    cellPhone: 'buyerAgentCellPhone',
    fax: 'buyerAgentFaxNo',
    nrdsId: 'buyerAgentNRDSID',
  },
};

const provider = (kind: ServiceProvider['kind'], prefix: string): ServiceProvider => ({
  kind,
  represents: `${prefix}CompanyRepresents`,
  agentName: `${prefix}Agent`,
  company: `${prefix}CompanyName`,
  address: `${prefix}CompanyAddress`,
  email: `${prefix}EmailAddress`,
  phone: `${prefix}Phone`,
  fax: `${prefix}Fax`,
});

const nested: Required<TransactionRecord> = {
  transId: 'transId',
  name: 'transName',
  realtorName: 'realtorName',
  insertDate: '2001-01-01',
  lastUpdateDate: '2001-01-02',
  propertyType: 'VACANT_LAND',
  type: 'PURCHASE',
  status: 'ACTIVE',
  property: {
    streetAddress: 'streetAddress',
    unitNo: 'unitNo',
    city: 'City',
    state: 'State',
    zip: 'Zip',
    countyParcel: 'countyParcel',
    legalDescription: 'legalDescription',
    subdivision: 'Subdivision',
    countyName: 'countyName',
    yearBuilt: 1901,
    bedrooms: 3,
    baths: '2.5',
    mlsListingId: 'MLSListingID',
  },
  listing: { price: '100001', startDate: '2001-01-03', expirationDate: '2001-01-04', associationFees: '100002' },
  purchase: {
    price: '100003',
    agreementDate: '2001-01-05',
    earnestMoneyDueDate: '2001-01-06',
    dueDiligenceDate: '2001-01-07',
    earnestMoney: '100004',
    projectedClosingDate: '2001-01-08',
  },
  seller,
  buyer,
  serviceProviders: [
    provider('ESCROW', 'escrow'),
    provider('TITLE', 'title'),
    provider('TITLE2', 'title2'),
    provider('LENDING', 'lending'),
    provider('CLOSING', 'closing'),
    provider('INSPECTION', 'inspection'),
    { ...provider('PROPERTY_APPRAISAL', 'propertyAppraisal'), agentName: null },
  ],
};

const transactionWires = [
  ...names(textAfter('(returned in every transaction response): ', section('2.4'))),
  ...table(section('2.4')).flatMap((row) => expandColumns(row.Fields as string)),
];
const options = { timeZone: 'UTC' };

test('all values of a sentinel record differ', () => {
  const values = Object.values(sentinel(transactionWires));
  expect(values).toHaveLength(transactionWires.length);
  expect(new Set(values.map(String)).size).toBe(transactionWires.length);
});

test('a transaction decodes with every column in its place, and encodes back', () => {
  const { decode, encode } = compileCodec<TransactionRecord>(transactionSets, options);
  const flat = sentinel(transactionWires);
  expect(decode(flat)).toEqual({ record: nested, unreadable: [] });
  expect(encode(nested)).toEqual(flat);
});

const activeUser: ActiveUser = {
  nrdsId: 'agentNRDSID',
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'phone',
  memberType: 'memberType',
  office: { nrdsId: 'officeNRDSID', name: 'officeName' },
};
const account: AccountRecord = {
  accountId: 'accountID',
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phone: 'phone',
  memberType: 'memberType',
};
const file: FileRecord = {
  folderId: 'fileFolderID',
  fileId: 'fileID',
  name: 'fileName',
  description: 'fileDescription',
  insertDate: '2001-01-01',
  lastUpdateDate: '2001-01-02',
};

test.each<{ what: string; number: string; sets: readonly ColumnSet[]; record: object }>([
  { what: 'an active user', number: '2.2', sets: activeUserSets, record: activeUser },
  { what: 'an account', number: '2.3', sets: accountSets, record: account },
  { what: 'a file', number: '2.6', sets: fileSets, record: file },
])('$what decodes with every column in its place, and encodes back', ({ number, sets, record }) => {
  const { decode, encode } = compileCodec<object>(sets, options);
  const flat = sentinel(names(section(number)));
  expect(decode(flat)).toEqual({ record, unreadable: [] });
  expect(encode(record)).toEqual(flat);
});
