/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Providers to add to a transaction. */
export type AddServiceProvidersInput = {
  /** Id of the agent the transaction belongs to, in the National REALTORS Database System (NRDS). Required for callers with the role `service`, whose ids do not contain it. Optional for agents; a different agent's id is rejected. */
  agentNrdsId?: string | null | undefined;
  /** Retrying with the same key and input returns the first outcome and does not write again (24 hours). 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: string | null | undefined;
  /** At least one; each kind at most once. */
  providers: Array<NewServiceProvider>;
  /** The id of a `Transaction`. */
  transactionId: string | number;
};

/** Initial values of a new transaction. */
export type CreateTransactionInput = {
  /** Id of the agent the transaction belongs to, in the National REALTORS Database System (NRDS). Can be left out if your token names exactly one agent. */
  agentNrdsId?: string | null | undefined;
  /** Retrying with the same key and input returns the first outcome and does not write again (24 hours). 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: string | null | undefined;
  /** Name of the transaction. */
  name: string;
  /** Type of property. */
  propertyType: PropertyType;
  /** Two-letter code of the property's state, in either case, such as UT. */
  stateId: string;
  /** Initial status. */
  status: PropertyStatus;
  /** Street address of the property. */
  streetAddress: string;
  /** Type of transaction. */
  type: TransactionType;
};

/** Outcome of a write. */
export const MutationOutcome = {
  /** The write was carried out. */
  Committed: 'COMMITTED',
  /** The write was rejected; nothing changed. */
  Rejected: 'REJECTED',
  /** The write was sent, but no readable response came back. Retry with the same idempotency key, which sends nothing, or check before you send it again. */
  Unknown: 'UNKNOWN'
} as const;

export type MutationOutcome = typeof MutationOutcome[keyof typeof MutationOutcome];
/**
 * A service provider to add, such as
 * `{kind: ESCROW, company: "Example Escrow", agentName: "Ann Agent", companyAddress: "1 Elm St", email: "ann@example.com", contact: {phone: "555-0100"}}`.
 */
export type NewServiceProvider = {
  /** Contact person at the company. Required for every kind except PROPERTY_APPRAISAL, whose record has no column for it. */
  agentName?: string | null | undefined;
  /** Company name. */
  company: string;
  /** Company address. */
  companyAddress: string;
  /** Phone or fax number. */
  contact: ServiceProviderContact;
  /** E-mail address. */
  email: string;
  /** Kind of service. */
  kind: ServiceProviderKind;
  /** The party it represents; may be empty. */
  represents?: string | null | undefined;
};

/** Sort direction. */
export const OrderDirection = {
  /** Ascending: smallest, earliest or alphabetically first at the top; blanks before everything else. */
  Asc: 'ASC',
  /** Descending: largest, latest or alphabetically last at the top. */
  Desc: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** Statuses of a transaction. */
export const PropertyStatus = {
  /** Active. */
  Active: 'ACTIVE',
  /** Closed. */
  Closed: 'CLOSED',
  /** Expired. */
  Expired: 'EXPIRED',
  /** Leased or rented. */
  LeasedRented: 'LEASED_RENTED',
  /** New. */
  New: 'NEW',
  /** Pending. */
  Pending: 'PENDING',
  /** Rejected. */
  Rejected: 'REJECTED',
  /** Terminated. */
  Terminated: 'TERMINATED',
  /** Withdrawn. */
  Withdrawn: 'WITHDRAWN'
} as const;

export type PropertyStatus = typeof PropertyStatus[keyof typeof PropertyStatus];
/** Types of property. */
export const PropertyType = {
  /** Commercial. */
  Commercial: 'COMMERCIAL',
  /** Farm and ranch. */
  FarmAndRanch: 'FARM_AND_RANCH',
  /** Residential. */
  Residential: 'RESIDENTIAL',
  /** Vacant land. */
  VacantLand: 'VACANT_LAND'
} as const;

export type PropertyType = typeof PropertyType[keyof typeof PropertyType];
/** Contact of a service provider, such as `{phone: "555-0100"}`: exactly one of the two. */
export type ServiceProviderContact =
  {   /** Fax. */
  fax: string; phone?: never; }
  |  { fax?: never;   /** Phone. */
  phone: string; };

/** Kinds of service providers of a transaction. */
export const ServiceProviderKind = {
  /** Closing. */
  Closing: 'CLOSING',
  /** Escrow. */
  Escrow: 'ESCROW',
  /** Inspection. */
  Inspection: 'INSPECTION',
  /** Lender. */
  Lending: 'LENDING',
  /** Appraisal of the property. */
  PropertyAppraisal: 'PROPERTY_APPRAISAL',
  /** Title company. */
  Title: 'TITLE',
  /** Second title company. */
  Title2: 'TITLE2'
} as const;

export type ServiceProviderKind = typeof ServiceProviderKind[keyof typeof ServiceProviderKind];
/**
 * A period, both ends included; an end that is left out is open: `{from: "2026-03-01"}` is that day and everything after it. One end is
 * required, and a range that ends before it begins is an error.
 */
export type TimestampRange = {
  /** First day or instant; open if left out. */
  from?: string | null | undefined;
  /** Last day or instant; open if left out. */
  to?: string | null | undefined;
};

/** Kinds of changes. */
export const TransactionChangeKind = {
  /** The transaction is new, or has changed. Several changes in quick succession are one, with the last state. */
  Changed: 'CHANGED',
  /** Load the list, now and whenever this comes again: a transaction is gone, there are too many changes, or the cursor is too old. Nothing falls between the list and the changes after the cursor. */
  Ready: 'READY',
  /** Nothing was missed since the cursor that was given, or since `STALE`. Comes while listening only. */
  Resumed: 'RESUMED',
  /** The service cannot be read, and what is shown may be old. Comes while listening only. */
  Stale: 'STALE'
} as const;

export type TransactionChangeKind = typeof TransactionChangeKind[keyof typeof TransactionChangeKind];
/**
 * Filter for transactions, such as `{statuses: [ACTIVE, PENDING], closingDateRange: {from: "2026-03-01"}}`; a transaction must match every
 * field that is set. Text cannot contain `<`, `>`, `,`, `|`, `=` or control characters. A date stands for the whole day in the service's time
 * zone (UTC in the embedded service), a date-time for an instant.
 */
export type TransactionFilter = {
  /** Projected to close on this day or at this instant. */
  closingDate?: string | null | undefined;
  /** Projected to close within this range. A transaction without a closing date is in none. */
  closingDateRange?: TimestampRange | null | undefined;
  /** Earnest money due on this day or at this instant. */
  earnestMoneyDueDate?: string | null | undefined;
  /** Entered on this day or at this instant. */
  insertDate?: string | null | undefined;
  /** Entered on or after this day or instant. */
  insertDateMin?: string | null | undefined;
  /** Changed on this day or at this instant. */
  lastUpdateDate?: string | null | undefined;
  /** Changed on or after this day or instant. */
  lastUpdateDateSince?: string | null | undefined;
  /** Listing expires on this day or at this instant. */
  listingExpirationDate?: string | null | undefined;
  /** Listing starts on this day or at this instant. */
  listingStartDate?: string | null | undefined;
  /** Any of these property types. An empty list is an error. */
  propertyTypes?: Array<PropertyType> | null | undefined;
  /** Purchase agreement dated this day or instant. */
  purchaseAgreementDate?: string | null | undefined;
  /** Full name of the realtor, case-insensitive. */
  realtorName?: string | null | undefined;
  /** Any of these statuses. An empty list is an error. */
  statuses?: Array<PropertyStatus> | null | undefined;
  /** Any of these transaction types. An empty list is an error. */
  types?: Array<TransactionTypeFilter> | null | undefined;
};

/** Sort order of transactions, such as `{field: LISTING_PRICE, direction: DESC}`. The order of those with the same value is the service's own. */
export type TransactionOrder = {
  /** Sort direction. */
  direction?: OrderDirection;
  /** Sort key. */
  field: TransactionOrderField;
};

/** Sort keys of transactions. */
export const TransactionOrderField = {
  /** Projected closing date. */
  ClosingDate: 'CLOSING_DATE',
  /** Due date of the earnest money. */
  EarnestMoneyDueDate: 'EARNEST_MONEY_DUE_DATE',
  /** When the transaction was entered. */
  InsertDate: 'INSERT_DATE',
  /** When the transaction was last changed. */
  LastUpdateDate: 'LAST_UPDATE_DATE',
  /** Expiration of the listing. */
  ListingExpirationDate: 'LISTING_EXPIRATION_DATE',
  /** Listing price. */
  ListingPrice: 'LISTING_PRICE',
  /** Start of the listing. */
  ListingStartDate: 'LISTING_START_DATE',
  /** Name of the transaction. */
  Name: 'NAME',
  /** Type of property. */
  PropertyType: 'PROPERTY_TYPE',
  /** Date of the purchase agreement. */
  PurchaseAgreementDate: 'PURCHASE_AGREEMENT_DATE',
  /** Purchase price. */
  PurchasePrice: 'PURCHASE_PRICE',
  /** Name of the realtor. */
  RealtorName: 'REALTOR_NAME',
  /** Status. */
  Status: 'STATUS',
  /** Type of transaction. */
  Type: 'TYPE'
} as const;

export type TransactionOrderField = typeof TransactionOrderField[keyof typeof TransactionOrderField];
/** Types of transaction. */
export const TransactionType = {
  /** Lease or rental. */
  LeaseRental: 'LEASE_RENTAL',
  /** Listing. */
  Listing: 'LISTING',
  /** Listing and purchase. */
  ListingAndPurchase: 'LISTING_AND_PURCHASE',
  /** Purchase. */
  Purchase: 'PURCHASE'
} as const;

export type TransactionType = typeof TransactionType[keyof typeof TransactionType];
/** Transaction types that lists can be filtered by. The service cannot filter by lease or rental. */
export const TransactionTypeFilter = {
  /** Listing. */
  Listing: 'LISTING',
  /** Listing and purchase. */
  ListingAndPurchase: 'LISTING_AND_PURCHASE',
  /** Purchase. */
  Purchase: 'PURCHASE'
} as const;

export type TransactionTypeFilter = typeof TransactionTypeFilter[keyof typeof TransactionTypeFilter];
/** A file for a transaction. */
export type UploadFileInput = {
  /** What the file is. */
  description: string;
  /** The file. Its name must end in pdf, xls, jpg or doc, and its content must be of that type. */
  file: File;
  /**
   * Retrying with the same key and input, including the file, returns the first outcome and does not write again (24 hours). 1 to 255
   * printable ASCII characters, such as a UUID.
   */
  idempotencyKey?: string | null | undefined;
  /** Number of pages, at least 1. */
  pageCount: number;
  /** The company that sends the file. */
  sender: string;
  /** The id of the `Transaction`. */
  transactionId: string | number;
};

/** The two kinds of caller. */
export const ViewerRole = {
  /** A real-estate agent: sees only what belongs to its own NRDS ids. */
  Agent: 'AGENT',
  /** A trusted back end: sees every agent. */
  Service: 'SERVICE'
} as const;

export type ViewerRole = typeof ViewerRole[keyof typeof ViewerRole];
export type AddServiceProviderMutationVariables = Exact<{
  input: AddServiceProvidersInput;
}>;


export type AddServiceProviderMutation = { addServiceProviders: { outcome: MutationOutcome, userErrors: Array<{ field: string | null, message: string }>, transaction: { id: string, serviceProviders: Array<{ kind: ServiceProviderKind, represents: string | null, company: string | null, agentName: string | null, email: string | null, phone: string | null, fax: string | null }> } | null } | null };

export type TransactionFilesQueryVariables = Exact<{
  id: string | number;
}>;


export type TransactionFilesQuery = { transaction: { id: string, files: { totalCount: number, nodes: Array<{ id: string, name: string | null, description: string | null, insertDate: string | null } | null> } | null } | null };

export type FileLinkQueryVariables = Exact<{
  id: string | number;
}>;


export type FileLinkQuery = { node:
    | { __typename: 'Account' }
    | { __typename: 'Transaction' }
    | { __typename: 'TransactionFile', id: string, downloadUrl: string | null }
   | null };

export type ArchiveLinkQueryVariables = Exact<{
  id: string | number;
}>;


export type ArchiveLinkQuery = { transaction: { id: string, archiveUrl: string | null } | null };

export type ChangesSubscriptionVariables = Exact<{
  agent: string;
  after?: string | null | undefined;
}>;


export type ChangesSubscription = { transactionChanges: { kind: TransactionChangeKind, cursor: string, transaction: { id: string, name: string | null, type: TransactionType | null, propertyType: PropertyType | null, status: PropertyStatus | null, realtorName: string | null, insertDate: string | null, property: { city: string | null, state: string | null, streetAddress: string | null, unitNo: string | null, zip: string | null, yearBuilt: number | null, bedrooms: number | null, baths: string | null }, listing: { price: string | null, expirationDate: string | null }, purchase: { price: string | null, earnestMoney: string | null, projectedClosingDate: string | null }, seller: { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null }, buyer: { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null }, serviceProviders: Array<{ kind: ServiceProviderKind, represents: string | null, company: string | null, agentName: string | null, email: string | null, phone: string | null, fax: string | null }> } | null } | null };

export type CreateTransactionMutationVariables = Exact<{
  input: CreateTransactionInput;
}>;


export type CreateTransactionMutation = { createTransaction: { outcome: MutationOutcome, userErrors: Array<{ field: string | null, message: string }>, transaction: { id: string } | null } | null };

export type ProviderFragment = { kind: ServiceProviderKind, represents: string | null, company: string | null, agentName: string | null, email: string | null, phone: string | null, fax: string | null };

export type SideFragment = { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null };

export type TransactionsQueryVariables = Exact<{
  agent: string;
  after?: string | null | undefined;
  filter?: TransactionFilter | null | undefined;
  orderBy?: TransactionOrder | null | undefined;
}>;


export type TransactionsQuery = { transactions: { totalCount: number, edges: Array<{ node: { id: string, name: string | null, type: TransactionType | null, propertyType: PropertyType | null, status: PropertyStatus | null, property: { city: string | null, state: string | null }, listing: { price: string | null } } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type TransactionRowFragment = { id: string, name: string | null, type: TransactionType | null, propertyType: PropertyType | null, status: PropertyStatus | null, property: { city: string | null, state: string | null }, listing: { price: string | null } };

export type TransactionQueryVariables = Exact<{
  id: string | number;
}>;


export type TransactionQuery = { transaction: { id: string, name: string | null, realtorName: string | null, insertDate: string | null, type: TransactionType | null, propertyType: PropertyType | null, status: PropertyStatus | null, property: { streetAddress: string | null, unitNo: string | null, city: string | null, state: string | null, zip: string | null, yearBuilt: number | null, bedrooms: number | null, baths: string | null }, listing: { price: string | null, expirationDate: string | null }, purchase: { price: string | null, earnestMoney: string | null, projectedClosingDate: string | null }, seller: { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null }, buyer: { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null }, serviceProviders: Array<{ kind: ServiceProviderKind, represents: string | null, company: string | null, agentName: string | null, email: string | null, phone: string | null, fax: string | null }> } | null };

export type TransactionDetailsFragment = { id: string, name: string | null, realtorName: string | null, insertDate: string | null, type: TransactionType | null, propertyType: PropertyType | null, status: PropertyStatus | null, property: { streetAddress: string | null, unitNo: string | null, city: string | null, state: string | null, zip: string | null, yearBuilt: number | null, bedrooms: number | null, baths: string | null }, listing: { price: string | null, expirationDate: string | null }, purchase: { price: string | null, earnestMoney: string | null, projectedClosingDate: string | null }, seller: { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null }, buyer: { landlordName: string | null, parties: Array<{ slot: number, name: string | null, email: string | null, homePhone: string | null, workPhone: string | null, cellPhone: string | null }>, agent: { name: string | null, email: string | null, cellPhone: string | null } | null, broker: { name: string | null, email: string | null } | null, brokerage: { name: string | null, address: string | null, phone: string | null } | null }, serviceProviders: Array<{ kind: ServiceProviderKind, represents: string | null, company: string | null, agentName: string | null, email: string | null, phone: string | null, fax: string | null }> };

export type UploadFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;


export type UploadFileMutation = { uploadFile: { outcome: MutationOutcome, userErrors: Array<{ field: string | null, message: string }>, file: { id: string } | null } | null };

export type CallerQueryVariables = Exact<{ [key: string]: never; }>;


export type CallerQuery = { viewer: { role: ViewerRole, nrdsIds: Array<string> } };

export const TransactionRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}}]} as unknown as DocumentNode<TransactionRowFragment, unknown>;
export const SideFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Side"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}}]}}]} as unknown as DocumentNode<SideFragment, unknown>;
export const ProviderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Provider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<ProviderFragment, unknown>;
export const TransactionDetailsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"seller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Side"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Side"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Provider"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Side"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Provider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<TransactionDetailsFragment, unknown>;
export const AddServiceProviderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddServiceProvider"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddServiceProvidersInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addServiceProviders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Provider"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Provider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<AddServiceProviderMutation, AddServiceProviderMutationVariables>;
export const TransactionFilesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionFiles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"files"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TransactionFilesQuery, TransactionFilesQueryVariables>;
export const FileLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FileLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"downloadUrl"}}]}}]}}]}}]} as unknown as DocumentNode<FileLinkQuery, FileLinkQueryVariables>;
export const ArchiveLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ArchiveLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"archiveUrl"}}]}}]}}]} as unknown as DocumentNode<ArchiveLinkQuery, ArchiveLinkQueryVariables>;
export const ChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionChanges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionRow"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionDetails"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Side"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Provider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"seller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Side"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Side"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Provider"}}]}}]}}]} as unknown as DocumentNode<ChangesSubscription, ChangesSubscriptionVariables>;
export const CreateTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<CreateTransactionMutation, CreateTransactionMutationVariables>;
export const TransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agent"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"20"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionRow"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}}]}}]} as unknown as DocumentNode<TransactionsQuery, TransactionsQueryVariables>;
export const TransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionDetails"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Side"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Provider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}},{"kind":"Field","name":{"kind":"Name","value":"seller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Side"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Side"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Provider"}}]}}]}}]} as unknown as DocumentNode<TransactionQuery, TransactionQueryVariables>;
export const UploadFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UploadFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UploadFileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uploadFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<UploadFileMutation, UploadFileMutationVariables>;
export const CallerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Caller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsIds"}}]}}]}}]} as unknown as DocumentNode<CallerQuery, CallerQueryVariables>;