/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Initial values of a new transaction. A text has at most 1,000 bytes in UTF-8, and no `<`, `>` or control character. */
export type CreateTransactionInput = {
  /** The agent's id in the National REALTORS Database System (NRDS); optional for an agent that has exactly one. */
  readonly agentNrdsId?: string | null | undefined;
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: string | null | undefined;
  /** Name of the transaction. */
  readonly name: string;
  /** Type of property. */
  readonly propertyType: PropertyType;
  /** Two-letter code of the property's state, such as UT. */
  readonly stateId: string;
  /** Initial status. */
  readonly status: PropertyStatus;
  /** Street address of the property. */
  readonly streetAddress: string;
  /** Type of transaction. */
  readonly type: TransactionType;
};

/** Outcome of a write. */
export const MutationOutcome = {
  /** The write was carried out. */
  COMMITTED: 'COMMITTED',
  /** The write was rejected; nothing changed. */
  REJECTED: 'REJECTED',
  /** The write was sent, but no readable response came back. Retry with the same idempotency key: the gateway sends nothing and checks again. Do not send it under a new key before you have checked. */
  UNKNOWN: 'UNKNOWN'
} as const;

export type MutationOutcome = typeof MutationOutcome[keyof typeof MutationOutcome];
/** Sort direction. */
export const OrderDirection = {
  /** Smallest, earliest or alphabetically first at the top; blanks before everything else. */
  ASC: 'ASC',
  /** Largest, latest or alphabetically last at the top. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** Statuses of a transaction. */
export const PropertyStatus = {
  /** Active. */
  ACTIVE: 'ACTIVE',
  /** Closed. */
  CLOSED: 'CLOSED',
  /** Expired. */
  EXPIRED: 'EXPIRED',
  /** Leased or rented. */
  LEASED_RENTED: 'LEASED_RENTED',
  /** New. */
  NEW: 'NEW',
  /** Pending. */
  PENDING: 'PENDING',
  /** Rejected. */
  REJECTED: 'REJECTED',
  /** Terminated. */
  TERMINATED: 'TERMINATED',
  /** Withdrawn. */
  WITHDRAWN: 'WITHDRAWN'
} as const;

export type PropertyStatus = typeof PropertyStatus[keyof typeof PropertyStatus];
/** Types of property. */
export const PropertyType = {
  /** Commercial. */
  COMMERCIAL: 'COMMERCIAL',
  /** Farm and ranch. */
  FARM_AND_RANCH: 'FARM_AND_RANCH',
  /** Residential. */
  RESIDENTIAL: 'RESIDENTIAL',
  /** Vacant land. */
  VACANT_LAND: 'VACANT_LAND'
} as const;

export type PropertyType = typeof PropertyType[keyof typeof PropertyType];
/** Kinds of service providers of a transaction. */
export const ServiceProviderKind = {
  /** Closing. */
  CLOSING: 'CLOSING',
  /** Escrow. */
  ESCROW: 'ESCROW',
  /** Inspection. */
  INSPECTION: 'INSPECTION',
  /** Lender. */
  LENDING: 'LENDING',
  /** Appraisal of the property. */
  PROPERTY_APPRAISAL: 'PROPERTY_APPRAISAL',
  /** Title company. */
  TITLE: 'TITLE',
  /** Second title company. */
  TITLE2: 'TITLE2'
} as const;

export type ServiceProviderKind = typeof ServiceProviderKind[keyof typeof ServiceProviderKind];
/** Kinds of changes. */
export const TransactionChangeKind = {
  /** The transaction is new or has changed. Quick successive changes arrive as one, with the last state. */
  CHANGED: 'CHANGED',
  /** The service no longer has the transaction. Only from a gateway with a search index; without an index, `READY` comes instead. */
  DELETED: 'DELETED',
  /** Load the list now. Comes at the start, and again if a transaction is gone, there are too many changes, or the cursor is too old. No change is lost between that list and the changes after this cursor. */
  READY: 'READY',
  /** Nothing was missed since the cursor in `after`, or since `STALE`. In subscriptions only. */
  RESUMED: 'RESUMED',
  /** The service cannot be read at the moment, so what you show may be old. In subscriptions only. */
  STALE: 'STALE'
} as const;

export type TransactionChangeKind = typeof TransactionChangeKind[keyof typeof TransactionChangeKind];
/** Sort order of transactions, such as `{field: LISTING_PRICE, direction: DESC}`. The service decides the order of equal values. */
export type TransactionOrder = {
  /** Sort direction. */
  readonly direction?: OrderDirection;
  /** Sort key. */
  readonly field: TransactionOrderField;
};

/** Sort keys of transactions. */
export const TransactionOrderField = {
  /** Projected closing date. */
  CLOSING_DATE: 'CLOSING_DATE',
  /** Due date of the earnest money. */
  EARNEST_MONEY_DUE_DATE: 'EARNEST_MONEY_DUE_DATE',
  /** When the transaction was entered. */
  INSERT_DATE: 'INSERT_DATE',
  /** When the transaction was last changed. */
  LAST_UPDATE_DATE: 'LAST_UPDATE_DATE',
  /** Expiration of the listing. */
  LISTING_EXPIRATION_DATE: 'LISTING_EXPIRATION_DATE',
  /** Listing price. */
  LISTING_PRICE: 'LISTING_PRICE',
  /** Start of the listing. */
  LISTING_START_DATE: 'LISTING_START_DATE',
  /** Name of the transaction. */
  NAME: 'NAME',
  /** Type of property. */
  PROPERTY_TYPE: 'PROPERTY_TYPE',
  /** Date of the purchase agreement. */
  PURCHASE_AGREEMENT_DATE: 'PURCHASE_AGREEMENT_DATE',
  /** Purchase price. */
  PURCHASE_PRICE: 'PURCHASE_PRICE',
  /** Name of the realtor. */
  REALTOR_NAME: 'REALTOR_NAME',
  /** Status. */
  STATUS: 'STATUS',
  /** Type of transaction. */
  TYPE: 'TYPE'
} as const;

export type TransactionOrderField = typeof TransactionOrderField[keyof typeof TransactionOrderField];
/** Types of transaction. */
export const TransactionType = {
  /** Lease or rental. */
  LEASE_RENTAL: 'LEASE_RENTAL',
  /** Listing. */
  LISTING: 'LISTING',
  /** Listing and purchase. */
  LISTING_AND_PURCHASE: 'LISTING_AND_PURCHASE',
  /** Purchase. */
  PURCHASE: 'PURCHASE'
} as const;

export type TransactionType = typeof TransactionType[keyof typeof TransactionType];
/** A file for a transaction. A text has at most 1,000 bytes in UTF-8. */
export type UploadFileInput = {
  /** What the file is. */
  readonly description: string;
  /**
   * The file, of at most `Viewer.uploadMaxBytes`. Its name must end in .pdf, .xls, .jpg or .doc, and its content must be of that type. `photo.jpeg` is stored as `photo.jpg`, since
   * the service accepts no other extension for pictures.
   */
  readonly file: File;
  /**
   * Makes retries safe: within 24 hours, the same key with the same input, including the file, returns the first outcome and writes nothing.
   * 1 to 255 printable ASCII characters, such as a UUID.
   */
  readonly idempotencyKey?: string | null | undefined;
  /** Number of pages, at least 1. */
  readonly pageCount: number;
  /** The company that sends the file. */
  readonly sender: string;
  /** The id of the `Transaction`. */
  readonly transactionId: string | number;
};

/** Kinds of user errors. */
export const UserErrorCode = {
  /** The value contains a character that the service does not accept. The message names the character if it is known, and otherwise quotes the value. */
  INVALID_CHARACTER: 'INVALID_CHARACTER',
  /** The value is empty or malformed. */
  INVALID_VALUE: 'INVALID_VALUE',
  /** The object does not exist or does not belong to the caller. */
  NOT_FOUND: 'NOT_FOUND',
  /** No readable response came back: the write may have been carried out. */
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
  /** The service rejected the request for the reason in the message. */
  REJECTED: 'REJECTED'
} as const;

export type UserErrorCode = typeof UserErrorCode[keyof typeof UserErrorCode];
export type TransactionSummaryFragment = { readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } };

export type TransactionDetailsFragment = { readonly transId: string, readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly countyName: string | null, readonly countyParcel: string | null, readonly legalDescription: string | null, readonly subdivision: string | null, readonly yearBuilt: number | null, readonly bedrooms: number | null, readonly baths: string | null, readonly mlsListingId: string | null }, readonly listing: { readonly price: string | null, readonly startDate: string | null, readonly expirationDate: string | null, readonly associationFees: string | null }, readonly purchase: { readonly projectedClosingDate: string | null, readonly price: string | null, readonly agreementDate: string | null, readonly earnestMoney: string | null, readonly earnestMoneyDueDate: string | null, readonly dueDiligenceDate: string | null }, readonly seller: { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null }, readonly buyer: { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null }, readonly serviceProviders: ReadonlyArray<{ readonly kind: ServiceProviderKind, readonly represents: string | null, readonly company: string | null, readonly agentName: string | null, readonly address: string | null, readonly email: string | null, readonly phone: string | null, readonly fax: string | null }> };

export type PropertyFragment = { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly countyName: string | null, readonly countyParcel: string | null, readonly legalDescription: string | null, readonly subdivision: string | null, readonly yearBuilt: number | null, readonly bedrooms: number | null, readonly baths: string | null, readonly mlsListingId: string | null };

export type ListingFragment = { readonly price: string | null, readonly startDate: string | null, readonly expirationDate: string | null, readonly associationFees: string | null };

export type PurchaseFragment = { readonly price: string | null, readonly agreementDate: string | null, readonly earnestMoney: string | null, readonly earnestMoneyDueDate: string | null, readonly dueDiligenceDate: string | null, readonly projectedClosingDate: string | null };

export type TransactionSideFragment = { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null };

export type PartyFragment = { readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null };

export type SideAgentFragment = { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null };

export type ServiceProviderFragment = { readonly kind: ServiceProviderKind, readonly represents: string | null, readonly company: string | null, readonly agentName: string | null, readonly address: string | null, readonly email: string | null, readonly phone: string | null, readonly fax: string | null };

export type FileFragment = { readonly id: string, readonly fileId: string | null, readonly folderId: string | null, readonly name: string | null, readonly description: string | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null };

export type AccountFragment = { readonly id: string, readonly email: string | null, readonly firstName: string | null, readonly lastName: string | null, readonly phone: string | null, readonly memberType: string | null, readonly nrdsId: string | null, readonly office: { readonly nrdsId: string | null, readonly name: string | null } | null };

export type AgentFragment = { readonly id: string, readonly nrdsId: string | null, readonly firstName: string | null, readonly lastName: string | null };

export type FacetFragment = { readonly value: string, readonly count: number };

export type PageInfoFragment = { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null };

export type UserErrorFragment = { readonly field: string | null, readonly message: string, readonly code: UserErrorCode };

export type TransactionsPageQueryVariables = Exact<{
  agentNrdsId?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  orderBy?: TransactionOrder | null | undefined;
}>;


export type TransactionsPageQuery = { readonly transactions: { readonly totalCount: number, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly id: string, readonly name: string | null, readonly status: PropertyStatus | null, readonly listing: { readonly price: string | null, readonly startDate: string | null } } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type TransactionHeadFragment = { readonly id: string, readonly name: string | null, readonly status: PropertyStatus | null, readonly listing: { readonly price: string | null, readonly startDate: string | null } };

export type OneTransactionQueryVariables = Exact<{
  id: string | number;
}>;


export type OneTransactionQuery = { readonly transaction: { readonly realtorName: string | null, readonly id: string, readonly name: string | null, readonly status: PropertyStatus | null, readonly listing: { readonly price: string | null, readonly startDate: string | null } } | null };

export type NewTransactionMutationVariables = Exact<{
  input: CreateTransactionInput;
}>;


export type NewTransactionMutation = { readonly createTransaction: { readonly outcome: MutationOutcome, readonly userErrors: ReadonlyArray<{ readonly field: string | null, readonly code: UserErrorCode, readonly message: string }>, readonly transaction: { readonly id: string, readonly name: string | null, readonly status: PropertyStatus | null, readonly listing: { readonly price: string | null, readonly startDate: string | null } } | null } | null };

export type AddFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;


export type AddFileMutation = { readonly uploadFile: { readonly outcome: MutationOutcome, readonly userErrors: ReadonlyArray<{ readonly field: string | null, readonly code: UserErrorCode, readonly message: string }>, readonly file: { readonly id: string, readonly name: string | null, readonly description: string | null, readonly transaction: { readonly id: string, readonly name: string | null } | null } | null } | null };

export type ChangesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ChangesSubscription = { readonly transactionChanges: { readonly kind: TransactionChangeKind, readonly cursor: string, readonly transaction: { readonly id: string, readonly name: string | null, readonly status: PropertyStatus | null, readonly listing: { readonly price: string | null, readonly startDate: string | null } } | null } | null };

export const TransactionSummaryFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}}]} as unknown as DocumentNode<TransactionSummaryFragment, unknown>;
export const PropertyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Property"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Property"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"countyName"}},{"kind":"Field","name":{"kind":"Name","value":"countyParcel"}},{"kind":"Field","name":{"kind":"Name","value":"legalDescription"}},{"kind":"Field","name":{"kind":"Name","value":"subdivision"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}},{"kind":"Field","name":{"kind":"Name","value":"mlsListingId"}}]}}]} as unknown as DocumentNode<PropertyFragment, unknown>;
export const ListingFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Listing"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Listing"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"associationFees"}}]}}]} as unknown as DocumentNode<ListingFragment, unknown>;
export const PurchaseFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Purchase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Purchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"agreementDate"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoneyDueDate"}},{"kind":"Field","name":{"kind":"Name","value":"dueDiligenceDate"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]} as unknown as DocumentNode<PurchaseFragment, unknown>;
export const PartyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Party"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Party"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"partyId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<PartyFragment, unknown>;
export const SideAgentFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SideAgent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SideAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<SideAgentFragment, unknown>;
export const TransactionSideFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSide"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Party"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SideAgent"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerageId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Party"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Party"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"partyId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SideAgent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SideAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<TransactionSideFragment, unknown>;
export const ServiceProviderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceProvider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<ServiceProviderFragment, unknown>;
export const TransactionDetailsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"transId"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Property"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Listing"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Purchase"}}]}},{"kind":"Field","name":{"kind":"Name","value":"seller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSide"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSide"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ServiceProvider"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Party"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Party"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"partyId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SideAgent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SideAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Property"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Property"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"countyName"}},{"kind":"Field","name":{"kind":"Name","value":"countyParcel"}},{"kind":"Field","name":{"kind":"Name","value":"legalDescription"}},{"kind":"Field","name":{"kind":"Name","value":"subdivision"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}},{"kind":"Field","name":{"kind":"Name","value":"mlsListingId"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Listing"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Listing"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"associationFees"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Purchase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Purchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"agreementDate"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoneyDueDate"}},{"kind":"Field","name":{"kind":"Name","value":"dueDiligenceDate"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSide"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Party"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SideAgent"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerageId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceProvider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<TransactionDetailsFragment, unknown>;
export const FileFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"File"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}},{"kind":"Field","name":{"kind":"Name","value":"folderId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}}]}}]} as unknown as DocumentNode<FileFragment, unknown>;
export const AccountFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"memberType"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"office"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<AccountFragment, unknown>;
export const AgentFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Agent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}}]}}]} as unknown as DocumentNode<AgentFragment, unknown>;
export const FacetFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Facet"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]} as unknown as DocumentNode<FacetFragment, unknown>;
export const PageInfoFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<PageInfoFragment, unknown>;
export const UserErrorFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserError"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]} as unknown as DocumentNode<UserErrorFragment, unknown>;
export const TransactionHeadFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<TransactionHeadFragment, unknown>;
export const TransactionsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionsPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfo"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<TransactionsPageQuery, TransactionsPageQueryVariables>;
export const OneTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OneTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<OneTransactionQuery, OneTransactionQueryVariables>;
export const NewTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"NewTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<NewTransactionMutation, NewTransactionMutationVariables>;
export const AddFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UploadFileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uploadFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AddFileMutation, AddFileMutationVariables>;
export const ChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Changes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionChanges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<ChangesSubscription, ChangesSubscriptionVariables>;