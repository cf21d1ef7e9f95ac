/** The fields that the floor picks by hand from flat records: exactly those that the workloads select. */
export interface FlatRecord {
  readonly [column: string]: string | undefined;
  readonly transId?: string;
  readonly transName?: string;
  readonly propertyStatus?: string;
}

type Names = Readonly<Record<string, string>>;

const propertyTypes: Names = { C: 'COMMERCIAL', R: 'RESIDENTIAL', V: 'VACANT_LAND', F: 'FARM_AND_RANCH' };
const types: Names = { A: 'LISTING', P: 'PURCHASE', G: 'LISTING_AND_PURCHASE', L: 'LEASE_RENTAL' };
export const statuses: Names = {
  X: 'CLOSED',
  E: 'EXPIRED',
  P: 'PENDING',
  W: 'WITHDRAWN',
  A: 'ACTIVE',
  N: 'NEW',
  L: 'LEASED_RENTED',
  T: 'TERMINATED',
  R: 'REJECTED',
};
const providers = [
  ['ESCROW', 'escrow'],
  ['TITLE', 'title'],
  ['TITLE2', 'title2'],
  ['LENDING', 'lending'],
  ['CLOSING', 'closing'],
  ['INSPECTION', 'inspection'],
  ['PROPERTY_APPRAISAL', 'propertyAppraisal'],
] as const;
const providerColumns = [
  'CompanyRepresents',
  'CompanyName',
  'CompanyAddress',
  'EmailAddress',
  'Phone',
  'Fax',
  'Agent',
] as const;
const partyColumns = ['Name', 'Address', 'ID', 'Email', 'HomePhone', 'WorkPhone', 'CellPhone', 'Fax'] as const;
const agentColumns = ['Name', 'ID', 'Email', 'WorkPhone', 'HomePhone', 'CellPhone', 'FaxNo', 'NRDSID'] as const;

const text = (value: string | undefined) => value || null;
/** Numbers are JSON numbers on the wire; a blank one is empty text. */
const decimal = (value: unknown) => (value === '' || value === undefined ? null : String(value));
const integer = (value: unknown) => (value === '' || value === undefined ? null : Number(value));
const isSet = (record: FlatRecord, prefix: string, columns: readonly string[]) =>
  columns.some((column) => record[prefix + column]);

export const pickSummary = (record: FlatRecord) => ({
  name: text(record.transName),
  realtorName: text(record['realtorName']),
  insertDate: text(record['insertDate']),
  lastUpdateDate: text(record['lastUpdateDate']),
  propertyType: propertyTypes[record['propertyType'] ?? ''] ?? null,
  type: types[record['transactionType'] ?? ''] ?? null,
  status: statuses[record.propertyStatus ?? ''] ?? null,
});

export const pickOne = (id: string | undefined, record: FlatRecord) => ({
  id,
  name: text(record.transName),
  type: types[record['transactionType'] ?? ''] ?? null,
  status: statuses[record.propertyStatus ?? ''] ?? null,
  listing: { price: decimal(record['listingPrice']) },
  purchase: { projectedClosingDate: text(record['projectedClosingDate']) },
  property: {
    streetAddress: text(record['streetAddress']),
    city: text(record['City']),
    state: text(record['State']),
    zip: text(record['Zip']),
  },
});

export const pickFullRecord = (record: FlatRecord) => ({
  id: record.transId,
  transId: record.transId,
  ...pickSummary(record),
  property: {
    streetAddress: text(record['streetAddress']),
    unitNo: text(record['unitNo']),
    city: text(record['City']),
    state: text(record['State']),
    zip: text(record['Zip']),
    countyName: text(record['countyName']),
    yearBuilt: integer(record['yearBuilt']),
    bedrooms: integer(record['Bedrooms']),
    baths: decimal(record['Baths']),
    mlsListingId: text(record['MLSListingID']),
  },
  listing: {
    price: decimal(record['listingPrice']),
    startDate: text(record['listingStartDate']),
    expirationDate: text(record['listingExpDate']),
    associationFees: decimal(record['associationFees']),
  },
  purchase: {
    price: decimal(record['purchasePrice']),
    agreementDate: text(record['purchaseAgreementDate']),
    earnestMoney: decimal(record['earnestMoney']),
    earnestMoneyDueDate: text(record['earnestMoneyDueDate']),
    projectedClosingDate: text(record['projectedClosingDate']),
  },
  seller: {
    parties: parties(record, 'seller', (slot, prefix) => ({
      slot,
      name: text(record[`${prefix}Name`]),
      email: text(record[`${prefix}Email`]),
    })),
    agent: isSet(record, 'sellerAgent', agentColumns)
      ? {
          name: text(record['sellerAgentName']),
          email: text(record['sellerAgentEmail']),
          nrdsId: text(record['sellerAgentNRDSID']),
        }
      : null,
  },
  buyer: {
    parties: parties(record, 'buyer', (_slot, prefix) => ({
      name: text(record[`${prefix}Name`]),
      email: text(record[`${prefix}Email`]),
    })),
    agent: isSet(record, 'buyerAgent', agentColumns)
      ? { name: text(record['buyerAgentName']), email: text(record['buyerAgentEmail']) }
      : null,
  },
  serviceProviders: providers
    .filter(([, prefix]) => isSet(record, prefix, providerColumns))
    .map(([kind, prefix]) => ({ kind, company: text(record[`${prefix}CompanyName`]) })),
});

function parties<T>(record: FlatRecord, side: string, pick: (slot: number, prefix: string) => T): T[] {
  const found: T[] = [];
  for (let slot = 1; slot <= 8; slot += 1) {
    const prefix = `${side}Party${slot}`;
    if (isSet(record, prefix, partyColumns)) found.push(pick(slot, prefix));
  }
  return found;
}

export const pickFile = (file: FlatRecord) => ({
  id: file['fileID'],
  fileId: file['fileID'],
  name: text(file['fileName']),
  insertDate: text(file['insertDate']),
});

export const pickAccount = (account: FlatRecord) => ({
  id: account['accountID'],
  firstName: text(account['firstName']),
  lastName: text(account['lastName']),
  email: text(account['email']),
  phone: text(account['phone']),
  memberType: text(account['memberType']),
});
