/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from './typed-document.ts';
/** Providers to add to a transaction. A text has at most 1,000 bytes in UTF-8. */
export type AddServiceProvidersInput = {
  /** The agent's id in the National REALTORS Database System (NRDS). Required for callers with the role `service`, whose ids of transactions do not contain it; optional for others. The id of another agent is rejected. */
  readonly agentNrdsId?: string | null | undefined;
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: string | null | undefined;
  /** At least one provider, each of a different kind. */
  readonly providers: ReadonlyArray<NewServiceProvider>;
  /** The id of a `Transaction`. */
  readonly transactionId: string;
};

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

/** A period of days, both ends included: `{from: "2026-03-01"}` is that day and everything after it. */
export type DateRange = {
  /** First day; omit it for an open start. */
  readonly from?: string | null | undefined;
  /** Last day; omit it for an open end. */
  readonly to?: string | null | undefined;
};

/** Kinds of deadlines. */
export const DeadlineKind = {
  /** Date of the purchase agreement. */
  AGREEMENT: 'AGREEMENT',
  /** Projected to close. */
  CLOSING: 'CLOSING',
  /** Due diligence ends. */
  DUE_DILIGENCE: 'DUE_DILIGENCE',
  /** The earnest money is due. */
  EARNEST_MONEY: 'EARNEST_MONEY',
  /** The listing expires. */
  LISTING_EXPIRATION: 'LISTING_EXPIRATION'
} as const;

export type DeadlineKind = typeof DeadlineKind[keyof typeof DeadlineKind];
/** A range of amounts in US dollars, both ends included: `{max: "500000"}` has no minimum. */
export type DecimalRange = {
  /** Largest amount; omit it for no maximum. */
  readonly max?: string | null | undefined;
  /** Smallest amount; omit it for no minimum. */
  readonly min?: string | null | undefined;
};

/** A period that ends now, such as `{unit: DAYS, amount: 7}`. */
export type EnabledWithin = {
  /** Length of the period: 1 to 90. */
  readonly amount: number;
  /** Unit of `amount`. */
  readonly unit: EnabledWithinUnit;
};

/** Unit of a period. */
export const EnabledWithinUnit = {
  /** Days. */
  DAYS: 'DAYS',
  /** Hours. */
  HOURS: 'HOURS'
} as const;

export type EnabledWithinUnit = typeof EnabledWithinUnit[keyof typeof EnabledWithinUnit];
/**
 * Filter for files, such as `{insertDateMin: "2026-03-01"}`. A file must match every field that is set. Text cannot contain `<`, `>`, `,`, `|`,
 * `=` or control characters. Dates work as in `TransactionFilter`.
 */
export type FileFilter = {
  /** The file with this number. */
  readonly fileId?: string | null | undefined;
  /** Files in the folder with this number. */
  readonly folderId?: string | null | undefined;
  /** Added on this day or at this instant. */
  readonly insertDate?: string | null | undefined;
  /** Added on or after this day or instant. */
  readonly insertDateMin?: string | null | undefined;
  /** Changed on this day or at this instant. */
  readonly lastUpdateDate?: string | null | undefined;
  /** Changed on or after this day or instant. */
  readonly lastUpdateDateSince?: string | null | undefined;
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
/**
 * A service provider to add, such as
 * `{kind: ESCROW, company: "Example Escrow", agentName: "Ann Agent", companyAddress: "1 Elm St", email: "ann@example.com", contact: {phone: "555-0100"}}`.
 */
export type NewServiceProvider = {
  /** Contact person at the company. Required for every kind except PROPERTY_APPRAISAL, where it must be omitted. */
  readonly agentName?: string | null | undefined;
  /** Company name. */
  readonly company: string;
  /** Company address. */
  readonly companyAddress: string;
  /** Phone or fax number. */
  readonly contact: ServiceProviderContact;
  /** E-mail address. */
  readonly email: string;
  /** Kind of service. */
  readonly kind: ServiceProviderKind;
  /** The party that it represents, in words, such as `Seller`; may be empty. */
  readonly represents?: string | null | undefined;
};

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
/**
 * Filter for a search, such as `{statuses: [ACTIVE], projectedClosingDate: {from: "2026-03-01"}}`. A transaction must match every field that is
 * set; a blank or unreadable value never matches. An empty list is an error. Days are those of the service's time zone.
 */
export type SearchFilter = {
  /** Purchase agreement dated in this period. */
  readonly agreementDate?: DateRange | null | undefined;
  /** In any of these cities, of at most 200 characters each; case and accents do not matter. */
  readonly cities?: ReadonlyArray<string> | null | undefined;
  /** Due diligence ends in this period. */
  readonly dueDiligenceDate?: DateRange | null | undefined;
  /** Earnest money due in this period. */
  readonly earnestMoneyDueDate?: DateRange | null | undefined;
  /** Entered in this period. */
  readonly insertDate?: DateRange | null | undefined;
  /** Last changed in this period. */
  readonly lastUpdateDate?: DateRange | null | undefined;
  /** Listing expires in this period. */
  readonly listingExpirationDate?: DateRange | null | undefined;
  /** Listing starts in this period. */
  readonly listingStartDate?: DateRange | null | undefined;
  /** The purchase price, or the listing price if there is none; in US dollars. */
  readonly price?: DecimalRange | null | undefined;
  /** Projected to close in this period. */
  readonly projectedClosingDate?: DateRange | null | undefined;
  /** Any of these property types. */
  readonly propertyTypes?: ReadonlyArray<PropertyType> | null | undefined;
  /** In any of these states, written as in the records, of at most 200 characters each; case does not matter. */
  readonly states?: ReadonlyArray<string> | null | undefined;
  /** Any of these statuses. */
  readonly statuses?: ReadonlyArray<PropertyStatus> | null | undefined;
  /** Any of these transaction types. */
  readonly types?: ReadonlyArray<TransactionType> | null | undefined;
};

/** Sort order of a search, such as `{field: PRICE, direction: DESC}`. Equal values are ordered by transaction number. */
export type SearchOrder = {
  /** Sort direction; ascending by default, best first for `RELEVANCE`. */
  readonly direction?: OrderDirection | null | undefined;
  /** Sort key. */
  readonly field: SearchOrderField;
};

/** Sort keys of a search. */
export const SearchOrderField = {
  /** Date of the purchase agreement. */
  AGREEMENT_DATE: 'AGREEMENT_DATE',
  /** City, ignoring case and accents. */
  CITY: 'CITY',
  /** End of due diligence. */
  DUE_DILIGENCE_DATE: 'DUE_DILIGENCE_DATE',
  /** Due date of the earnest money. */
  EARNEST_MONEY_DUE_DATE: 'EARNEST_MONEY_DUE_DATE',
  /** When the transaction was entered. */
  INSERT_DATE: 'INSERT_DATE',
  /** When the transaction was last changed. */
  LAST_UPDATE_DATE: 'LAST_UPDATE_DATE',
  /** Expiration of the listing. */
  LISTING_EXPIRATION_DATE: 'LISTING_EXPIRATION_DATE',
  /** Start of the listing. */
  LISTING_START_DATE: 'LISTING_START_DATE',
  /** Name of the transaction, ignoring case and accents. */
  NAME: 'NAME',
  /** The purchase price, or the listing price if there is none. */
  PRICE: 'PRICE',
  /** Projected closing date. */
  PROJECTED_CLOSING_DATE: 'PROJECTED_CLOSING_DATE',
  /** Transactions with all words in the name, address or MLS number first, then by the day of the last change. */
  RELEVANCE: 'RELEVANCE',
  /** Status, by its name. */
  STATUS: 'STATUS'
} as const;

export type SearchOrderField = typeof SearchOrderField[keyof typeof SearchOrderField];
/** Contact of a service provider, such as `{phone: "555-0100"}`: exactly one of the two. */
export type ServiceProviderContact =
  {   /** Fax. */
  readonly fax: string; readonly phone?: never; }
  |  { readonly fax?: never;   /** Phone. */
  readonly phone: string; };

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
/**
 * A period, both ends included: `{from: "2026-03-01"}` is that day and everything after it. At least one end is required, and `to` must not be
 * before `from`.
 */
export type TimestampRange = {
  /** First day or instant; omit it for an open start. */
  readonly from?: string | null | undefined;
  /** Last day or instant; omit it for an open end. */
  readonly to?: string | null | undefined;
};

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
/**
 * Filter for transactions, such as `{statuses: [ACTIVE, PENDING], closingDateRange: {from: "2026-03-01"}}`. A transaction must match every field
 * that is set. Text cannot contain `<`, `>`, `,`, `|`, `=` or control characters. A date means the whole day in the service's time zone (UTC in
 * the embedded service), a date-time an instant.
 */
export type TransactionFilter = {
  /** Projected to close on this day or at this instant. */
  readonly closingDate?: string | null | undefined;
  /** Projected to close within this range. Transactions without a closing date never match. */
  readonly closingDateRange?: TimestampRange | null | undefined;
  /** Earnest money due on this day or at this instant. */
  readonly earnestMoneyDueDate?: string | null | undefined;
  /** Entered on this day or at this instant. */
  readonly insertDate?: string | null | undefined;
  /** Entered on or after this day or instant. */
  readonly insertDateMin?: string | null | undefined;
  /** Changed on this day or at this instant. */
  readonly lastUpdateDate?: string | null | undefined;
  /** Changed on or after this day or instant. */
  readonly lastUpdateDateSince?: string | null | undefined;
  /** Listing expires on this day or at this instant. */
  readonly listingExpirationDate?: string | null | undefined;
  /** Listing starts on this day or at this instant. */
  readonly listingStartDate?: string | null | undefined;
  /** Any of these property types. An empty list is an error. */
  readonly propertyTypes?: ReadonlyArray<PropertyType> | null | undefined;
  /** Purchase agreement dated this day or instant. */
  readonly purchaseAgreementDate?: string | null | undefined;
  /** Full name of the realtor, case-insensitive. */
  readonly realtorName?: string | null | undefined;
  /** Any of these statuses. An empty list is an error. */
  readonly statuses?: ReadonlyArray<PropertyStatus> | null | undefined;
  /** Any of these transaction types. An empty list is an error. */
  readonly types?: ReadonlyArray<TransactionTypeFilter> | null | undefined;
};

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
/** Transaction types to filter by. The service cannot filter by lease or rental. */
export const TransactionTypeFilter = {
  /** Listing. */
  LISTING: 'LISTING',
  /** Listing and purchase. */
  LISTING_AND_PURCHASE: 'LISTING_AND_PURCHASE',
  /** Purchase. */
  PURCHASE: 'PURCHASE'
} as const;

export type TransactionTypeFilter = typeof TransactionTypeFilter[keyof typeof TransactionTypeFilter];
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
  readonly transactionId: string;
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
/** The kinds of callers. */
export const ViewerRole = {
  /** A real-estate agent: sees only the records of its own NRDS ids. */
  AGENT: 'AGENT',
  /** Acts for several agents, or for all agents of some offices, and always names the agent. */
  COORDINATOR: 'COORDINATOR',
  /** A trusted back end: sees the records of all agents. */
  SERVICE: 'SERVICE'
} as const;

export type ViewerRole = typeof ViewerRole[keyof typeof ViewerRole];
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

export type CreateTransactionMutationVariables = Exact<{
  input: CreateTransactionInput;
}>;


export type CreateTransactionMutation = { readonly createTransaction: { readonly outcome: MutationOutcome, readonly replayed: boolean, readonly userErrors: ReadonlyArray<{ readonly field: string | null, readonly message: string, readonly code: UserErrorCode }>, readonly transaction: { readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } } | null, readonly possibleMatches: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } }> | null } | null };

export type AddServiceProvidersMutationVariables = Exact<{
  input: AddServiceProvidersInput;
}>;


export type AddServiceProvidersMutation = { readonly addServiceProviders: { readonly outcome: MutationOutcome, readonly replayed: boolean, readonly userErrors: ReadonlyArray<{ readonly field: string | null, readonly message: string, readonly code: UserErrorCode }>, readonly transaction: { readonly id: string, readonly lastUpdateDate: string | null, readonly serviceProviders: ReadonlyArray<{ readonly kind: ServiceProviderKind, readonly represents: string | null, readonly company: string | null, readonly agentName: string | null, readonly address: string | null, readonly email: string | null, readonly phone: string | null, readonly fax: string | null }> } | null } | null };

export type UploadFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;


export type UploadFileMutation = { readonly uploadFile: { readonly outcome: MutationOutcome, readonly replayed: boolean, readonly userErrors: ReadonlyArray<{ readonly field: string | null, readonly message: string, readonly code: UserErrorCode }>, readonly file: { readonly id: string, readonly fileId: string | null, readonly folderId: string | null, readonly name: string | null, readonly description: string | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null } | null, readonly possibleMatches: ReadonlyArray<{ readonly id: string, readonly fileId: string | null, readonly folderId: string | null, readonly name: string | null, readonly description: string | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null }> | null } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { readonly viewer: { readonly role: ViewerRole, readonly scopes: ReadonlyArray<string>, readonly nrdsIds: ReadonlyArray<string>, readonly canSearch: boolean, readonly uploadMaxBytes: number } };

export type AccountsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  enabledWithin?: EnabledWithin | null | undefined;
}>;


export type AccountsQuery = { readonly accounts: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly email: string | null, readonly firstName: string | null, readonly lastName: string | null, readonly phone: string | null, readonly memberType: string | null, readonly nrdsId: string | null, readonly office: { readonly nrdsId: string | null, readonly name: string | null } | null } | null>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type TransactionsQueryVariables = Exact<{
  agentNrdsId?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: TransactionFilter | null | undefined;
  orderBy?: TransactionOrder | null | undefined;
}>;


export type TransactionsQuery = { readonly transactions: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } } | null>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type TransactionQueryVariables = Exact<{
  id: string;
}>;


export type TransactionQuery = { readonly transaction: { readonly transId: string, readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly countyName: string | null, readonly countyParcel: string | null, readonly legalDescription: string | null, readonly subdivision: string | null, readonly yearBuilt: number | null, readonly bedrooms: number | null, readonly baths: string | null, readonly mlsListingId: string | null }, readonly listing: { readonly price: string | null, readonly startDate: string | null, readonly expirationDate: string | null, readonly associationFees: string | null }, readonly purchase: { readonly projectedClosingDate: string | null, readonly price: string | null, readonly agreementDate: string | null, readonly earnestMoney: string | null, readonly earnestMoneyDueDate: string | null, readonly dueDiligenceDate: string | null }, readonly seller: { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null }, readonly buyer: { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null }, readonly serviceProviders: ReadonlyArray<{ readonly kind: ServiceProviderKind, readonly represents: string | null, readonly company: string | null, readonly agentName: string | null, readonly address: string | null, readonly email: string | null, readonly phone: string | null, readonly fax: string | null }> } | null };

export type TransactionFilesQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: FileFilter | null | undefined;
}>;


export type TransactionFilesQuery = { readonly transaction: { readonly id: string, readonly files: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly fileId: string | null, readonly folderId: string | null, readonly name: string | null, readonly description: string | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null } | null>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null } | null };

export type FileLinkQueryVariables = Exact<{
  id: string;
}>;


export type FileLinkQuery = { readonly node:
    | { readonly __typename: 'Account' }
    | { readonly __typename: 'Transaction' }
    | { readonly __typename: 'TransactionFile', readonly id: string, readonly downloadUrl: string | null }
   | null };

export type ArchiveLinkQueryVariables = Exact<{
  id: string;
  filter?: FileFilter | null | undefined;
}>;


export type ArchiveLinkQuery = { readonly transaction: { readonly id: string, readonly archiveUrl: string | null } | null };

export type SearchQueryVariables = Exact<{
  text?: string | null | undefined;
  agentNrdsIds?: ReadonlyArray<string> | string | null | undefined;
  officeNrdsIds?: ReadonlyArray<string> | string | null | undefined;
  filter?: SearchFilter | null | undefined;
  orderBy?: SearchOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  withAgent?: boolean;
}>;


export type SearchQuery = { readonly search: { readonly totalCount: number, readonly asOf: string, readonly isComplete: boolean, readonly facets: { readonly statuses: ReadonlyArray<{ readonly value: string, readonly count: number }>, readonly types: ReadonlyArray<{ readonly value: string, readonly count: number }>, readonly propertyTypes: ReadonlyArray<{ readonly value: string, readonly count: number }>, readonly states: ReadonlyArray<{ readonly value: string, readonly count: number }> }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly account?: { readonly id: string, readonly nrdsId: string | null, readonly firstName: string | null, readonly lastName: string | null } | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } } | null>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type DeadlinesQueryVariables = Exact<{
  from: string;
  to: string;
  kinds?: ReadonlyArray<DeadlineKind> | DeadlineKind | null | undefined;
  agentNrdsIds?: ReadonlyArray<string> | string | null | undefined;
  officeNrdsIds?: ReadonlyArray<string> | string | null | undefined;
  statuses?: ReadonlyArray<PropertyStatus> | PropertyStatus | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  withAgent?: boolean;
}>;


export type DeadlinesQuery = { readonly deadlines: { readonly totalCount: number, readonly asOf: string, readonly isComplete: boolean, readonly nodes: ReadonlyArray<{ readonly kind: DeadlineKind, readonly date: string, readonly agentNrdsId: string, readonly transaction: { readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly account?: { readonly id: string, readonly nrdsId: string | null, readonly firstName: string | null, readonly lastName: string | null } | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } } } | null>, readonly pageInfo: { readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null };

export type CalendarLinkQueryVariables = Exact<{
  kinds?: ReadonlyArray<DeadlineKind> | DeadlineKind | null | undefined;
}>;


export type CalendarLinkQuery = { readonly viewer: { readonly calendarUrl: string | null } };

export type TransactionChangesSubscriptionVariables = Exact<{
  agentNrdsId?: string | null | undefined;
  after?: string | null | undefined;
}>;


export type TransactionChangesSubscription = { readonly transactionChanges: { readonly kind: TransactionChangeKind, readonly cursor: string, readonly version: string | null, readonly transactionId: string | null, readonly transaction: { readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null }, readonly listing: { readonly price: string | null }, readonly purchase: { readonly projectedClosingDate: string | null } } | null } | null };

export type TransactionChangedSubscriptionVariables = Exact<{
  id: string;
}>;


export type TransactionChangedSubscription = { readonly transactionChanged: { readonly kind: TransactionChangeKind, readonly cursor: string, readonly version: string | null, readonly transactionId: string | null, readonly transaction: { readonly transId: string, readonly id: string, readonly name: string | null, readonly realtorName: string | null, readonly type: TransactionType | null, readonly propertyType: PropertyType | null, readonly status: PropertyStatus | null, readonly insertDate: string | null, readonly lastUpdateDate: string | null, readonly property: { readonly streetAddress: string | null, readonly unitNo: string | null, readonly city: string | null, readonly state: string | null, readonly zip: string | null, readonly countyName: string | null, readonly countyParcel: string | null, readonly legalDescription: string | null, readonly subdivision: string | null, readonly yearBuilt: number | null, readonly bedrooms: number | null, readonly baths: string | null, readonly mlsListingId: string | null }, readonly listing: { readonly price: string | null, readonly startDate: string | null, readonly expirationDate: string | null, readonly associationFees: string | null }, readonly purchase: { readonly projectedClosingDate: string | null, readonly price: string | null, readonly agreementDate: string | null, readonly earnestMoney: string | null, readonly earnestMoneyDueDate: string | null, readonly dueDiligenceDate: string | null }, readonly seller: { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null }, readonly buyer: { readonly landlordName: string | null, readonly parties: ReadonlyArray<{ readonly slot: number, readonly name: string | null, readonly address: string | null, readonly partyId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null }>, readonly agent: { readonly name: string | null, readonly agentId: string | null, readonly nrdsId: string | null, readonly email: string | null, readonly homePhone: string | null, readonly workPhone: string | null, readonly cellPhone: string | null, readonly fax: string | null } | null, readonly broker: { readonly name: string | null, readonly brokerId: string | null, readonly email: string | null } | null, readonly brokerage: { readonly name: string | null, readonly brokerageId: string | null, readonly address: string | null, readonly phone: string | null, readonly fax: string | null } | null }, readonly serviceProviders: ReadonlyArray<{ readonly kind: ServiceProviderKind, readonly represents: string | null, readonly company: string | null, readonly agentName: string | null, readonly address: string | null, readonly email: string | null, readonly phone: string | null, readonly fax: string | null }> } | null } | null };

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
export const CreateTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserError"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"possibleMatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserError"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}}]} as unknown as DocumentNode<CreateTransactionMutation, CreateTransactionMutationVariables>;
export const AddServiceProvidersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddServiceProviders"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddServiceProvidersInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addServiceProviders"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserError"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ServiceProvider"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserError"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceProvider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]} as unknown as DocumentNode<AddServiceProvidersMutation, AddServiceProvidersMutationVariables>;
export const UploadFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UploadFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UploadFileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uploadFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"UserError"}}]}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"File"}}]}},{"kind":"Field","name":{"kind":"Name","value":"possibleMatches"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"File"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"UserError"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"UserError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"File"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}},{"kind":"Field","name":{"kind":"Name","value":"folderId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}}]}}]} as unknown as DocumentNode<UploadFileMutation, UploadFileMutationVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"scopes"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsIds"}},{"kind":"Field","name":{"kind":"Name","value":"canSearch"}},{"kind":"Field","name":{"kind":"Name","value":"uploadMaxBytes"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const AccountsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Accounts"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"enabledWithin"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EnabledWithin"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accounts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"enabledWithin"},"value":{"kind":"Variable","name":{"kind":"Name","value":"enabledWithin"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Account"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfo"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Account"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"memberType"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"office"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<AccountsQuery, AccountsQueryVariables>;
export const TransactionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transactions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"last"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"before"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"Variable","name":{"kind":"Name","value":"last"}}},{"kind":"Argument","name":{"kind":"Name","value":"before"},"value":{"kind":"Variable","name":{"kind":"Name","value":"before"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfo"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<TransactionsQuery, TransactionsQueryVariables>;
export const TransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Transaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionDetails"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Property"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Property"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"countyName"}},{"kind":"Field","name":{"kind":"Name","value":"countyParcel"}},{"kind":"Field","name":{"kind":"Name","value":"legalDescription"}},{"kind":"Field","name":{"kind":"Name","value":"subdivision"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}},{"kind":"Field","name":{"kind":"Name","value":"mlsListingId"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Listing"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Listing"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"associationFees"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Purchase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Purchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"agreementDate"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoneyDueDate"}},{"kind":"Field","name":{"kind":"Name","value":"dueDiligenceDate"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Party"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Party"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"partyId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SideAgent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SideAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSide"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Party"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SideAgent"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerageId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceProvider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"transId"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Property"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Listing"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Purchase"}}]}},{"kind":"Field","name":{"kind":"Name","value":"seller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSide"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSide"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ServiceProvider"}}]}}]}}]} as unknown as DocumentNode<TransactionQuery, TransactionQueryVariables>;
export const TransactionFilesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionFiles"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FileFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"files"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"File"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfo"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"File"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"fileId"}},{"kind":"Field","name":{"kind":"Name","value":"folderId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<TransactionFilesQuery, TransactionFilesQueryVariables>;
export const FileLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FileLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionFile"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"downloadUrl"}}]}}]}}]}}]} as unknown as DocumentNode<FileLinkQuery, FileLinkQueryVariables>;
export const ArchiveLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ArchiveLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FileFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"archiveUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}]}]}}]}}]} as unknown as DocumentNode<ArchiveLinkQuery, ArchiveLinkQueryVariables>;
export const SearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Search"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsIds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"officeNrdsIds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SearchFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SearchOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withAgent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}},{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsIds"}}},{"kind":"Argument","name":{"kind":"Name","value":"officeNrdsIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"officeNrdsIds"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"asOf"}},{"kind":"Field","name":{"kind":"Name","value":"isComplete"}},{"kind":"Field","name":{"kind":"Name","value":"facets"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Facet"}}]}},{"kind":"Field","name":{"kind":"Name","value":"types"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Facet"}}]}},{"kind":"Field","name":{"kind":"Name","value":"propertyTypes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Facet"}}]}},{"kind":"Field","name":{"kind":"Name","value":"states"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Facet"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withAgent"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Agent"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfo"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Facet"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Facet"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Agent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const DeadlinesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Deadlines"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeadlineKind"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsIds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"officeNrdsIds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"statuses"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PropertyStatus"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"withAgent"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deadlines"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}},{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsIds"}}},{"kind":"Argument","name":{"kind":"Name","value":"officeNrdsIds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"officeNrdsIds"}}},{"kind":"Argument","name":{"kind":"Name","value":"statuses"},"value":{"kind":"Variable","name":{"kind":"Name","value":"statuses"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"asOf"}},{"kind":"Field","name":{"kind":"Name","value":"isComplete"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"agentNrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"account"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"withAgent"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Agent"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"PageInfo"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Agent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Account"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"firstName"}},{"kind":"Field","name":{"kind":"Name","value":"lastName"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PageInfo"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PageInfo"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]} as unknown as DocumentNode<DeadlinesQuery, DeadlinesQueryVariables>;
export const CalendarLinkDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CalendarLink"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeadlineKind"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calendarUrl"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kinds"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kinds"}}}]}]}}]}}]} as unknown as DocumentNode<CalendarLinkQuery, CalendarLinkQueryVariables>;
export const TransactionChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TransactionChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionChanges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}}]} as unknown as DocumentNode<TransactionChangesSubscription, TransactionChangesSubscriptionVariables>;
export const TransactionChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"TransactionChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactionChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"transactionId"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionDetails"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSummary"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"propertyType"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"insertDate"}},{"kind":"Field","name":{"kind":"Name","value":"lastUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Property"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Property"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streetAddress"}},{"kind":"Field","name":{"kind":"Name","value":"unitNo"}},{"kind":"Field","name":{"kind":"Name","value":"city"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"zip"}},{"kind":"Field","name":{"kind":"Name","value":"countyName"}},{"kind":"Field","name":{"kind":"Name","value":"countyParcel"}},{"kind":"Field","name":{"kind":"Name","value":"legalDescription"}},{"kind":"Field","name":{"kind":"Name","value":"subdivision"}},{"kind":"Field","name":{"kind":"Name","value":"yearBuilt"}},{"kind":"Field","name":{"kind":"Name","value":"bedrooms"}},{"kind":"Field","name":{"kind":"Name","value":"baths"}},{"kind":"Field","name":{"kind":"Name","value":"mlsListingId"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Listing"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Listing"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"expirationDate"}},{"kind":"Field","name":{"kind":"Name","value":"associationFees"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Purchase"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Purchase"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"agreementDate"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoney"}},{"kind":"Field","name":{"kind":"Name","value":"earnestMoneyDueDate"}},{"kind":"Field","name":{"kind":"Name","value":"dueDiligenceDate"}},{"kind":"Field","name":{"kind":"Name","value":"projectedClosingDate"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Party"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Party"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"slot"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"partyId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SideAgent"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SideAgent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"nrdsId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"homePhone"}},{"kind":"Field","name":{"kind":"Name","value":"workPhone"}},{"kind":"Field","name":{"kind":"Name","value":"cellPhone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionSide"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionSide"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"landlordName"}},{"kind":"Field","name":{"kind":"Name","value":"parties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Party"}}]}},{"kind":"Field","name":{"kind":"Name","value":"agent"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SideAgent"}}]}},{"kind":"Field","name":{"kind":"Name","value":"broker"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerId"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"brokerage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"brokerageId"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ServiceProvider"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ServiceProvider"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"represents"}},{"kind":"Field","name":{"kind":"Name","value":"company"}},{"kind":"Field","name":{"kind":"Name","value":"agentName"}},{"kind":"Field","name":{"kind":"Name","value":"address"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}},{"kind":"Field","name":{"kind":"Name","value":"fax"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionDetails"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSummary"}},{"kind":"Field","name":{"kind":"Name","value":"transId"}},{"kind":"Field","name":{"kind":"Name","value":"property"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Property"}}]}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Listing"}}]}},{"kind":"Field","name":{"kind":"Name","value":"purchase"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Purchase"}}]}},{"kind":"Field","name":{"kind":"Name","value":"seller"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSide"}}]}},{"kind":"Field","name":{"kind":"Name","value":"buyer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionSide"}}]}},{"kind":"Field","name":{"kind":"Name","value":"serviceProviders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ServiceProvider"}}]}}]}}]} as unknown as DocumentNode<TransactionChangedSubscription, TransactionChangedSubscriptionVariables>;