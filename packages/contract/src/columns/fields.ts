/**
 * The transaction record (2.4), one row per column: its name at the service, path in the graph, kind, group. Parties, brokerages, brokers,
 * agents and service providers are column sets that are expanded with their prefixes. All other modules take column names from here.
 */
import type { KindName, ValueOf } from './kinds.ts';

export type ColumnGroup =
  | 'summary'
  | 'property'
  | 'listing'
  | 'purchase'
  | 'seller'
  | 'buyer'
  | 'serviceProviders'
  | 'identifier';

/** What a set becomes if all its columns are blank: an object of nulls (`keep`), null, or no item of its list (`omit`). */
type WhenBlank = 'keep' | 'null' | 'omit';

/** The column's suffix (or its whole name if the set has no prefix), its field in the graph, and its kind. */
export type Column = readonly [suffix: string, name: string, kind: KindName];

/** The decoded object of these columns. */
export type RecordOf<C extends readonly Column[]> = { [Row in C[number] as Row[1]]: ValueOf<Row[2]> };

export interface ColumnSet {
  readonly group: ColumnGroup;
  /** The path of its object in the nested record; for list items, the path of the list. */
  readonly at: readonly string[];
  readonly whenBlank: WhenBlank;
  /** Fields of a list item that do not come from its columns. */
  readonly item?: Readonly<Record<string, string | number | null>>;
  readonly prefix: string;
  readonly columns: readonly Column[];
}

export interface Field {
  /** The column's name at the service. */
  readonly upstreamName: string;
  readonly path: readonly (string | number)[];
  readonly kind: KindName;
  readonly group: ColumnGroup;
}

/** Party slots per side (section 8). */
export const PARTY_SLOTS = 8;

export const summaryColumns = [
  ['transName', 'name', 'text'],
  ['realtorName', 'realtorName', 'text'],
  ['insertDate', 'insertDate', 'timestamp'],
  ['lastUpdateDate', 'lastUpdateDate', 'timestamp'],
  ['propertyType', 'propertyType', 'propertyType'],
  ['transactionType', 'type', 'transactionType'],
  ['propertyStatus', 'status', 'propertyStatus'],
] as const satisfies readonly Column[];
export const propertyColumns = [
  ['streetAddress', 'streetAddress', 'text'],
  ['unitNo', 'unitNo', 'text'],
  ['City', 'city', 'text'],
  ['State', 'state', 'text'],
  ['Zip', 'zip', 'text'],
  ['countyParcel', 'countyParcel', 'text'],
  ['legalDescription', 'legalDescription', 'text'],
  ['Subdivision', 'subdivision', 'text'],
  ['countyName', 'countyName', 'text'],
  ['yearBuilt', 'yearBuilt', 'integer'],
  ['Bedrooms', 'bedrooms', 'integer'],
  ['Baths', 'baths', 'decimal'],
  ['MLSListingID', 'mlsListingId', 'text'],
] as const satisfies readonly Column[];
export const listingColumns = [
  ['listingPrice', 'price', 'decimal'],
  ['listingStartDate', 'startDate', 'date'],
  ['listingExpDate', 'expirationDate', 'date'],
  ['associationFees', 'associationFees', 'decimal'],
] as const satisfies readonly Column[];
export const purchaseColumns = [
  ['purchasePrice', 'price', 'decimal'],
  ['purchaseAgreementDate', 'agreementDate', 'date'],
  ['earnestMoneyDueDate', 'earnestMoneyDueDate', 'date'],
  ['dueDiligenceDate', 'dueDiligenceDate', 'date'],
  ['earnestMoney', 'earnestMoney', 'decimal'],
  ['projectedClosingDate', 'projectedClosingDate', 'date'],
] as const satisfies readonly Column[];
export const sideColumns = [['LandlordName', 'landlordName', 'text']] as const satisfies readonly Column[];
export const partyColumns = [
  ['Name', 'name', 'text'],
  ['Address', 'address', 'text'],
  ['ID', 'partyId', 'text'],
  ['Email', 'email', 'text'],
  ['HomePhone', 'homePhone', 'text'],
  ['WorkPhone', 'workPhone', 'text'],
  ['CellPhone', 'cellPhone', 'text'],
  ['Fax', 'fax', 'text'],
] as const satisfies readonly Column[];
export const brokerageColumns = [
  ['Name', 'name', 'text'],
  ['Address', 'address', 'text'],
  ['Phone', 'phone', 'text'],
  ['Fax', 'fax', 'text'],
  ['ID', 'brokerageId', 'text'],
] as const satisfies readonly Column[];
export const brokerColumns = [
  ['Name', 'name', 'text'],
  ['ID', 'brokerId', 'text'],
  ['Email', 'email', 'text'],
] as const satisfies readonly Column[];
export const agentColumns = [
  ['Name', 'name', 'text'],
  ['ID', 'agentId', 'text'],
  ['Email', 'email', 'text'],
  ['WorkPhone', 'workPhone', 'text'],
  ['HomePhone', 'homePhone', 'text'],
  ['CellPhone', 'cellPhone', 'text'],
  ['FaxNo', 'fax', 'text'],
  ['NRDSID', 'nrdsId', 'text'],
] as const satisfies readonly Column[];
export const providerAgentColumn = ['Agent', 'agentName', 'text'] as const satisfies Column;
export const providerColumns = [
  ['CompanyRepresents', 'represents', 'text'],
  ['CompanyName', 'company', 'text'],
  ['CompanyAddress', 'address', 'text'],
  ['EmailAddress', 'email', 'text'],
  ['Phone', 'phone', 'text'],
  ['Fax', 'fax', 'text'],
] as const satisfies readonly Column[];

/** The kinds of service providers and the prefixes of their columns (2.4); `title` and `title2` are two separate kinds. */
export const providerKinds = [
  { kind: 'ESCROW', prefix: 'escrow', hasAgent: true },
  { kind: 'TITLE', prefix: 'title', hasAgent: true },
  { kind: 'TITLE2', prefix: 'title2', hasAgent: true },
  { kind: 'LENDING', prefix: 'lending', hasAgent: true },
  { kind: 'CLOSING', prefix: 'closing', hasAgent: true },
  { kind: 'INSPECTION', prefix: 'inspection', hasAgent: true },
  { kind: 'PROPERTY_APPRAISAL', prefix: 'propertyAppraisal', hasAgent: false },
] as const;

export type ProviderKind = (typeof providerKinds)[number]['kind'];

function side(group: 'seller' | 'buyer'): readonly ColumnSet[] {
  const slots = Array.from({ length: PARTY_SLOTS }, (_, index) => index + 1);
  return [
    { group, at: [group], whenBlank: 'keep', prefix: group, columns: sideColumns },
    ...slots.map(
      (slot): ColumnSet => ({
        group,
        at: [group, 'parties'],
        whenBlank: 'omit',
        item: { slot },
        prefix: `${group}Party${slot}`,
        columns: partyColumns,
      }),
    ),
    { group, at: [group, 'brokerage'], whenBlank: 'null', prefix: `${group}Brokerage`, columns: brokerageColumns },
    { group, at: [group, 'broker'], whenBlank: 'null', prefix: `${group}Broker`, columns: brokerColumns },
    { group, at: [group, 'agent'], whenBlank: 'null', prefix: `${group}Agent`, columns: agentColumns },
  ];
}

/** The whole record, in the order of the spec's table. */
export const transactionSets: readonly ColumnSet[] = [
  { group: 'summary', at: [], whenBlank: 'keep', prefix: '', columns: summaryColumns },
  { group: 'property', at: ['property'], whenBlank: 'keep', prefix: '', columns: propertyColumns },
  { group: 'listing', at: ['listing'], whenBlank: 'keep', prefix: '', columns: listingColumns },
  { group: 'purchase', at: ['purchase'], whenBlank: 'keep', prefix: '', columns: purchaseColumns },
  ...side('seller'),
  ...side('buyer'),
  ...providerKinds.map(
    ({ kind, prefix, hasAgent }): ColumnSet => ({
      group: 'serviceProviders',
      at: ['serviceProviders'],
      whenBlank: 'omit',
      item: hasAgent ? { kind } : { kind, agentName: null },
      prefix,
      columns: hasAgent ? [...providerColumns, providerAgentColumn] : providerColumns,
    }),
  ),
  { group: 'identifier', at: [], whenBlank: 'keep', prefix: '', columns: [['transId', 'transId', 'text']] },
];

/** The columns of a record that name its agents: the seller's and the buyer's. */
export const agentIdColumns = ['sellerAgentNRDSID', 'buyerAgentNRDSID'] as const;

/** Every column of the record, expanded. */
export const transactionFields: readonly Field[] = transactionSets.flatMap((set) =>
  set.columns.map(([suffix, name, kind]) => ({
    upstreamName: `${set.prefix}${suffix}`,
    path: [...set.at, ...Object.values(set.item ?? {}).slice(0, 1), name] as (string | number)[],
    kind,
    group: set.group,
  })),
);
