import type { IncomingFile } from '../gateway/files/incoming-file.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Account as AccountModel } from '../gateway/reading/account.ts';
import type { AccountConnection as AccountConnectionModel } from '../gateway/reading/accounts.ts';
import type { Transaction as TransactionModel, TransactionConnection as TransactionConnectionModel } from '../gateway/reading/transactions.ts';
import type { ChangePage } from '../gateway/live/change-page.ts';
import type { TransactionChange as TransactionChangeModel } from '../gateway/live/tracking/changes.ts';
import type { SearchConnection as SearchConnectionModel, DeadlineConnection as DeadlineConnectionModel, Deadline as DeadlineModel } from '../gateway/search/search.ts';
import type { Facets } from '../gateway/search/page.ts';
import type { AddResult } from '../gateway/writing/providers.ts';
import type { Member as MemberModel } from '../gateway/writing/members.ts';
import type { TransactionFile as TransactionFileModel, TransactionFileConnection as TransactionFileConnectionModel } from '../gateway/files/files.ts';
import type { CreateResult } from '../gateway/writing/create-transaction.ts';
import type { Context } from '../graphql/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A calendar day without a time zone: `2026-03-01`. */
  Date: { input: string; output: string; }
  /** An exact decimal number, written as a string: `"349900"`, `"2.5"`. */
  Decimal: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /**
   * An ISO 8601 date (`2026-03-01`) or date-time with offset (`2026-03-01T09:30:00-07:00`), as precise as the record is. The same field can be a
   * date in one record and a date-time in another.
   *
   * A date is a calendar day without a time zone. Do not convert it: in Los Angeles, `new Date('2023-11-06')` is the evening of November 5. A
   * date-time is an instant: show it in the reader's time zone.
   */
  Timestamp: { input: string; output: string; }
  /** A file in a GraphQL multipart request, which needs the header `apollo-require-preflight` (any value); one file per request. */
  Upload: { input: IncomingFile; output: never; }
  /** A reference to an object of this graph: `__typename` and one of its keys. */
  _Any: { input: unknown; output: unknown; }
};

/** An agent's account. */
export type Account = Node & {
  readonly __typename?: 'Account';
  /** The service's own account id. In a list, it costs one call for each account: select it only if you need it. */
  readonly accountId?: Maybe<Scalars['String']['output']>;
  /** E-mail address, which identifies the account in the service. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** First name. */
  readonly firstName?: Maybe<Scalars['String']['output']>;
  /** Opaque, stable and URL-safe; `node` finds the object by it. */
  readonly id: Scalars['ID']['output'];
  /** Last name. */
  readonly lastName?: Maybe<Scalars['String']['output']>;
  /** Kind of membership, as the service names it. */
  readonly memberType?: Maybe<Scalars['String']['output']>;
  /** The agent's id in the National REALTORS Database System (NRDS); null if the account has not enabled access. */
  readonly nrdsId?: Maybe<Scalars['String']['output']>;
  /** The agent's office; null if the account has not enabled access. */
  readonly office?: Maybe<Office>;
  /** Phone number, as entered. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** The agent's transactions; null if the account has no NRDS id. */
  readonly transactions?: Maybe<TransactionConnection>;
};


/** An agent's account. */
export type AccountTransactionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

/** A page of accounts. */
export type AccountConnection = {
  readonly __typename?: 'AccountConnection';
  /** The accounts on this page, with their cursors. */
  readonly edges: ReadonlyArray<AccountEdge>;
  /** The accounts on this page. */
  readonly nodes: ReadonlyArray<Maybe<Account>>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
  /** Number of accounts in the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** An account on a page. */
export type AccountEdge = {
  readonly __typename?: 'AccountEdge';
  /** Cursor of this account. */
  readonly cursor: Scalars['String']['output'];
  /** The account. */
  readonly node?: Maybe<Account>;
};

/** Identifies an account, such as `{email: "ann@example.com"}`: exactly one of the three. */
export type AccountKey =
  /** The member's e-mail address. */
  { readonly email: Scalars['String']['input']; readonly id?: never; readonly nrdsId?: never; }
  |  /** The id of an `Account`. */
  { readonly email?: never; readonly id: Scalars['ID']['input']; readonly nrdsId?: never; }
  |  /** The agent's id in the National REALTORS Database System (NRDS). */
  { readonly email?: never; readonly id?: never; readonly nrdsId: Scalars['String']['input']; };

/** Providers to add to a transaction. */
export type AddServiceProvidersInput = {
  /** The agent's id in the National REALTORS Database System (NRDS). Required for callers with the role `service`, whose ids of transactions do not contain it; optional for others. The id of another agent is rejected. */
  readonly agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** At least one provider, each of a different kind. */
  readonly providers: ReadonlyArray<NewServiceProvider>;
  /** The id of a `Transaction`. */
  readonly transactionId: Scalars['ID']['input'];
};

/** Result of `addServiceProviders`. */
export type AddServiceProvidersPayload = {
  readonly __typename?: 'AddServiceProvidersPayload';
  /** Whether the providers were added: all of them or none. */
  readonly outcome: MutationOutcome;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** The transaction, read again after the write; null if the providers were not added. */
  readonly transaction?: Maybe<Transaction>;
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A broker. */
export type Broker = {
  readonly __typename?: 'Broker';
  /** The service's broker id. */
  readonly brokerId?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
};

/** A brokerage. */
export type Brokerage = {
  readonly __typename?: 'Brokerage';
  /** Address. */
  readonly address?: Maybe<Scalars['String']['output']>;
  /** The service's brokerage id. */
  readonly brokerageId?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  readonly fax?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Phone. */
  readonly phone?: Maybe<Scalars['String']['output']>;
};

/** A support ticket for a person who wants to register. */
export type CreateRegistrationTicketInput = {
  /** What the person asks for. */
  readonly description: Scalars['String']['input'];
  /** E-mail address. */
  readonly email: Scalars['String']['input'];
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Full name. */
  readonly name: Scalars['String']['input'];
  /** Phone. */
  readonly phone: Scalars['String']['input'];
  /** User name. */
  readonly userName: Scalars['String']['input'];
};

/** Result of `createRegistrationTicket`. */
export type CreateRegistrationTicketPayload = {
  readonly __typename?: 'CreateRegistrationTicketPayload';
  /** Details of what was done. */
  readonly detail?: Maybe<Scalars['String']['output']>;
  /** Whether the ticket was created. */
  readonly outcome: MutationOutcome;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Short summary of what was done. */
  readonly title?: Maybe<Scalars['String']['output']>;
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A support ticket. */
export type CreateTicketInput = {
  /** Full description. */
  readonly description: Scalars['String']['input'];
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Short summary. */
  readonly title: Scalars['String']['input'];
  /** The member's user name. */
  readonly userName: Scalars['String']['input'];
};

/** Result of `createTicket`. */
export type CreateTicketPayload = {
  readonly __typename?: 'CreateTicketPayload';
  /** Details of what was done. */
  readonly detail?: Maybe<Scalars['String']['output']>;
  /** Whether the ticket was created. */
  readonly outcome: MutationOutcome;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Short summary of what was done. */
  readonly title?: Maybe<Scalars['String']['output']>;
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** Initial values of a new transaction. */
export type CreateTransactionInput = {
  /** The agent's id in the National REALTORS Database System (NRDS); optional for an agent that has exactly one. */
  readonly agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Name of the transaction. */
  readonly name: Scalars['String']['input'];
  /** Type of property. */
  readonly propertyType: PropertyType;
  /** Two-letter code of the property's state, such as UT. */
  readonly stateId: Scalars['String']['input'];
  /** Initial status. */
  readonly status: PropertyStatus;
  /** Street address of the property. */
  readonly streetAddress: Scalars['String']['input'];
  /** Type of transaction. */
  readonly type: TransactionType;
};

/** Result of `createTransaction`. */
export type CreateTransactionPayload = {
  readonly __typename?: 'CreateTransactionPayload';
  /** Whether the transaction was created. */
  readonly outcome: MutationOutcome;
  /** If the outcome is UNKNOWN: up to ten of the agent's transactions, any of which may be the created one. Null if the gateway could not search. */
  readonly possibleMatches?: Maybe<ReadonlyArray<Transaction>>;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /**
   * The transaction that was created. If the outcome is replayed, or if no response came back and the gateway found the transaction, it is read
   * again: this needs the scope `transactions.read` and returns the current record, or null if it cannot be read.
   */
  readonly transaction?: Maybe<Transaction>;
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A period of days, both ends included: `{from: "2026-03-01"}` is that day and everything after it. */
export type DateRange = {
  /** First day; omit it for an open start. */
  readonly from?: InputMaybe<Scalars['Date']['input']>;
  /** Last day; omit it for an open end. */
  readonly to?: InputMaybe<Scalars['Date']['input']>;
};

/** Something that is due on a day. */
export type Deadline = {
  readonly __typename?: 'Deadline';
  /** The id of the agent whose transaction it is, in the National REALTORS Database System (NRDS). */
  readonly agentNrdsId: Scalars['String']['output'];
  /** The day. */
  readonly date: Scalars['Date']['output'];
  /** What is due. */
  readonly kind: DeadlineKind;
  /** The transaction. */
  readonly transaction: Transaction;
};

/** A page of deadlines. */
export type DeadlineConnection = {
  readonly __typename?: 'DeadlineConnection';
  /** How current the index is: when its oldest list was read; 1970 if nothing is loaded yet. */
  readonly asOf: Scalars['Timestamp']['output'];
  /** The deadlines on this page, with their cursors. */
  readonly edges: ReadonlyArray<DeadlineEdge>;
  /** False while the index still lacks lists of agents; `extensions.warnings` then has the code INDEX_INCOMPLETE. */
  readonly isComplete: Scalars['Boolean']['output'];
  /** The deadlines on this page. */
  readonly nodes: ReadonlyArray<Maybe<Deadline>>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
  /** Number of deadlines in the whole list. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A deadline on a page. */
export type DeadlineEdge = {
  readonly __typename?: 'DeadlineEdge';
  /** Cursor of this deadline, for the same arguments only. */
  readonly cursor: Scalars['String']['output'];
  /** The deadline. */
  readonly node?: Maybe<Deadline>;
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
/** A range of amounts, both ends included: `{max: "500000"}` has no minimum. */
export type DecimalRange = {
  /** Largest amount; omit it for no maximum. */
  readonly max?: InputMaybe<Scalars['Decimal']['input']>;
  /** Smallest amount; omit it for no minimum. */
  readonly min?: InputMaybe<Scalars['Decimal']['input']>;
};

/** A period that ends now, such as `{unit: DAYS, amount: 7}`. */
export type EnabledWithin = {
  /** Length of the period: 1 to 90. */
  readonly amount: Scalars['Int']['input'];
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
/** A value, and how many transactions have it. */
export type Facet = {
  readonly __typename?: 'Facet';
  /** Number of transactions with this value. */
  readonly count: Scalars['Int']['output'];
  /** The value. */
  readonly value: Scalars['String']['output'];
};

/**
 * Filter for files, such as `{insertDateMin: "2026-03-01"}`. A file must match every field that is set. Text cannot contain `<`, `>`, `,`, `|`,
 * `=` or control characters. Dates work as in `TransactionFilter`.
 */
export type FileFilter = {
  /** The file with this number. */
  readonly fileId?: InputMaybe<Scalars['String']['input']>;
  /** Files in the folder with this number. */
  readonly folderId?: InputMaybe<Scalars['String']['input']>;
  /** Added on this day or at this instant. */
  readonly insertDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Added on or after this day or instant. */
  readonly insertDateMin?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on this day or at this instant. */
  readonly lastUpdateDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on or after this day or instant. */
  readonly lastUpdateDateSince?: InputMaybe<Scalars['Timestamp']['input']>;
};

/** Price and period of the listing. */
export type Listing = {
  readonly __typename?: 'Listing';
  /** Owners' association fees. */
  readonly associationFees?: Maybe<Scalars['Decimal']['output']>;
  /** Last day of the listing. */
  readonly expirationDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Listing price. */
  readonly price?: Maybe<Scalars['Decimal']['output']>;
  /** First day of the listing. */
  readonly startDate?: Maybe<Scalars['Timestamp']['output']>;
};

/** A member of the mobile application. */
export type Member = {
  readonly __typename?: 'Member';
  /** The service's client id; null in the result of `verifyMemberToken`. */
  readonly clientId?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** First name. */
  readonly firstName?: Maybe<Scalars['String']['output']>;
  /** Holidays of the location, in the form the service sends; set only in the result of `verifyMemberToken`. */
  readonly holidays?: Maybe<Scalars['JSON']['output']>;
  /** Last name. */
  readonly lastName?: Maybe<Scalars['String']['output']>;
  /** The service's location id. */
  readonly locationId?: Maybe<Scalars['String']['output']>;
  /** Name of the location. */
  readonly locationName?: Maybe<Scalars['String']['output']>;
  /** Phone number, as entered. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** Id of the member's state; set only in the result of `verifyMemberToken`. */
  readonly stateId?: Maybe<Scalars['String']['output']>;
  /** Help-line hours of the location, in the form the service sends. */
  readonly thlHours?: Maybe<Scalars['JSON']['output']>;
  /** The service's user id; set only in the result of `verifyMemberToken`. */
  readonly userId?: Maybe<Scalars['String']['output']>;
  /** User name. */
  readonly userName?: Maybe<Scalars['String']['output']>;
};

/** Identifies members: at least one of the two. */
export type MemberKey = {
  /** E-mail address; several members can share one. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** User name. */
  readonly userName?: InputMaybe<Scalars['String']['input']>;
};

/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type Mutation = {
  readonly __typename?: 'Mutation';
  /** Adds service providers to a transaction. An existing provider of the same kind is replaced as a whole. */
  readonly addServiceProviders?: Maybe<AddServiceProvidersPayload>;
  /** Creates a support ticket for a person who wants to register. */
  readonly createRegistrationTicket?: Maybe<CreateRegistrationTicketPayload>;
  /** Creates a support ticket for a member. */
  readonly createTicket?: Maybe<CreateTicketPayload>;
  /** Creates a transaction for an agent. It cannot be changed or deleted through this API. */
  readonly createTransaction?: Maybe<CreateTransactionPayload>;
  /** Registers a member for the mobile application: sends a link, or returns a passcode for you to pass on. */
  readonly registerMember?: Maybe<RegisterMemberPayload>;
  /** Shares the mobile application. The service documents neither request nor response, so both pass through unchanged. */
  readonly shareApp?: Maybe<ShareAppPayload>;
  /** Adds a file (pdf, xls, jpg or doc) to a transaction. The gateway streams it to the service and does not store it. */
  readonly uploadFile?: Maybe<UploadFilePayload>;
  /** Redeems the token of a registration link, or a passcode, and returns its member. A token works once. */
  readonly verifyMemberToken?: Maybe<VerifyMemberTokenPayload>;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationAddServiceProvidersArgs = {
  input: AddServiceProvidersInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationCreateRegistrationTicketArgs = {
  input: CreateRegistrationTicketInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationCreateTicketArgs = {
  input: CreateTicketInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationCreateTransactionArgs = {
  input: CreateTransactionInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationRegisterMemberArgs = {
  input: RegisterMemberInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationShareAppArgs = {
  input: ShareAppInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationUploadFileArgs = {
  input: UploadFileInput;
};


/**
 * All writes. Each mutation takes one `input` and returns an `outcome`, and in `userErrors` the mistakes that the user can fix.
 *
 * ```graphql
 * mutation ($input: CreateTransactionInput!) {
 *   createTransaction(input: $input) {
 *     outcome
 *     transaction { id }
 *     userErrors { field message }
 *   }
 * }
 * ```
 *
 * Give each write its own `idempotencyKey`, such as a UUID. If no response arrives, retry with the same key: nothing is written twice.
 */
export type MutationVerifyMemberTokenArgs = {
  input: VerifyMemberTokenInput;
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
  readonly agentName?: InputMaybe<Scalars['String']['input']>;
  /** Company name. */
  readonly company: Scalars['String']['input'];
  /** Company address. */
  readonly companyAddress: Scalars['String']['input'];
  /** Phone or fax number. */
  readonly contact: ServiceProviderContact;
  /** E-mail address. */
  readonly email: Scalars['String']['input'];
  /** Kind of service. */
  readonly kind: ServiceProviderKind;
  /** The party that it represents; may be empty. */
  readonly represents?: InputMaybe<Scalars['String']['input']>;
};

/** An object that can be fetched by its id. */
export type Node = {
  /**
   * Opaque, stable and URL-safe. Works only for callers with access to the object. It is signed, not encrypted: anyone can decode it. It can
   * contain the agent's id in the National REALTORS Database System (NRDS), the service's own numbers and, for an account, the e-mail address.
   */
  readonly id: Scalars['ID']['output'];
};

/** A real-estate office. */
export type Office = {
  readonly __typename?: 'Office';
  /** The office's name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The office's id in the National REALTORS Database System (NRDS). */
  readonly nrdsId?: Maybe<Scalars['String']['output']>;
};

/** Sort direction. */
export const OrderDirection = {
  /** Smallest, earliest or alphabetically first at the top; blanks before everything else. */
  ASC: 'ASC',
  /** Largest, latest or alphabetically last at the top. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** Position of a page in its list. */
export type PageInfo = {
  readonly __typename?: 'PageInfo';
  /** Cursor of the last record on the page; null if the page is empty. If the list kept changing while it was read, the value of `after`: try again with it. */
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  /** True if there are records after this page. */
  readonly hasNextPage: Scalars['Boolean']['output'];
  /** True if there are records before this page. */
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first record on the page; null if the page is empty. If the list kept changing while it was read, the value of `before`: try again with it. */
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

/** A party to a transaction: a seller, a buyer, a landlord or a tenant. */
export type Party = {
  readonly __typename?: 'Party';
  /** Address. */
  readonly address?: Maybe<Scalars['String']['output']>;
  /** Cell phone. */
  readonly cellPhone?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  readonly fax?: Maybe<Scalars['String']['output']>;
  /** Home phone. */
  readonly homePhone?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The service's party id. */
  readonly partyId?: Maybe<Scalars['String']['output']>;
  /** Slot in the record, 1 to 8. */
  readonly slot: Scalars['Int']['output'];
  /** Work phone. */
  readonly workPhone?: Maybe<Scalars['String']['output']>;
};

/** Property of a transaction. */
export type Property = {
  readonly __typename?: 'Property';
  /** Number of baths, such as 2.5. */
  readonly baths?: Maybe<Scalars['Decimal']['output']>;
  /** Number of bedrooms. */
  readonly bedrooms?: Maybe<Scalars['Int']['output']>;
  /** City. */
  readonly city?: Maybe<Scalars['String']['output']>;
  /** County. */
  readonly countyName?: Maybe<Scalars['String']['output']>;
  /** Parcel number of the county. */
  readonly countyParcel?: Maybe<Scalars['String']['output']>;
  /** Legal description. */
  readonly legalDescription?: Maybe<Scalars['String']['output']>;
  /** Listing number at the multiple listing service (MLS). */
  readonly mlsListingId?: Maybe<Scalars['String']['output']>;
  /** State. */
  readonly state?: Maybe<Scalars['String']['output']>;
  /** Street address. */
  readonly streetAddress?: Maybe<Scalars['String']['output']>;
  /** Subdivision. */
  readonly subdivision?: Maybe<Scalars['String']['output']>;
  /** Unit or apartment. */
  readonly unitNo?: Maybe<Scalars['String']['output']>;
  /** Year built. */
  readonly yearBuilt?: Maybe<Scalars['Int']['output']>;
  /** ZIP code. */
  readonly zip?: Maybe<Scalars['String']['output']>;
};

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
/** Terms of the purchase. */
export type Purchase = {
  readonly __typename?: 'Purchase';
  /** Date of the purchase agreement. */
  readonly agreementDate?: Maybe<Scalars['Timestamp']['output']>;
  /** End of due diligence. */
  readonly dueDiligenceDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Earnest money. */
  readonly earnestMoney?: Maybe<Scalars['Decimal']['output']>;
  /** Due date of the earnest money. */
  readonly earnestMoneyDueDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Purchase price. */
  readonly price?: Maybe<Scalars['Decimal']['output']>;
  /** Projected closing date. */
  readonly projectedClosingDate?: Maybe<Scalars['Timestamp']['output']>;
};

/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type Query = {
  readonly __typename?: 'Query';
  /**
   * The objects that a router refers to, in the order of `representations`. One that cannot be resolved is null, with its own error. Requires the
   * same scopes as `node`.
   */
  readonly _entities: ReadonlyArray<Maybe<_Entity>>;
  /** For composition, which usually uses the printed SDL instead. Open to all callers that may read the schema. */
  readonly _service: _Service;
  /** One account. Agents can read only their own; any other is NOT_FOUND, like one that does not exist. */
  readonly account?: Maybe<Account>;
  /** The accounts of all agents who have enabled access for this integration. */
  readonly accounts?: Maybe<AccountConnection>;
  /**
   * Dates that fall due in a period, in order, from the same index as `search`. The service does not record whether they were met, so all of them are
   * listed.
   */
  readonly deadlines?: Maybe<DeadlineConnection>;
  /** Members of the mobile application that match the key: none, one, or several with the same e-mail address. */
  readonly members?: Maybe<ReadonlyArray<Member>>;
  /** The object with this id, of any type. NOT_FOUND if it does not exist or you may not see it. Also requires the scope of its type: `account.read`, `transactions.read` or `files.read`. */
  readonly node?: Maybe<Node>;
  /** Several objects by id, in the order of `ids`. One that is not found is null, with its own error. Requires the same scopes as `node`. */
  readonly nodes?: Maybe<ReadonlyArray<Maybe<Node>>>;
  /**
   * Finds transactions by words and filters, of all agents that you may act for, in an index that the gateway keeps. `asOf` says how current the
   * index is. Fails if the operator has not turned the index on.
   */
  readonly search?: Maybe<SearchConnection>;
  /** One transaction. NOT_FOUND if it does not exist or you may not see it. */
  readonly transaction?: Maybe<Transaction>;
  /**
   * The changes of an agent's transactions since a cursor, for clients that poll, such as back ends and jobs. Begin without `after`: there are no
   * changes then, only an `endCursor`. Next, load the list. From then on, pass the last `endCursor` as `after`. New files are not changes of a
   * transaction.
   */
  readonly transactionChanges?: Maybe<TransactionChangePage>;
  /** An agent's transactions. */
  readonly transactions?: Maybe<TransactionConnection>;
  /** The caller that the token identifies. */
  readonly viewer: Viewer;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type Query_EntitiesArgs = {
  representations: ReadonlyArray<Scalars['_Any']['input']>;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryAccountArgs = {
  by: AccountKey;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryAccountsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  enabledWithin?: InputMaybe<EnabledWithin>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryDeadlinesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  from: Scalars['Date']['input'];
  kinds?: InputMaybe<ReadonlyArray<DeadlineKind>>;
  last?: InputMaybe<Scalars['Int']['input']>;
  officeNrdsIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  statuses?: InputMaybe<ReadonlyArray<PropertyStatus>>;
  to: Scalars['Date']['input'];
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryMembersArgs = {
  by: MemberKey;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QuerySearchArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<SearchFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  officeNrdsIds?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  orderBy?: InputMaybe<SearchOrder>;
  text?: InputMaybe<Scalars['String']['input']>;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryTransactionArgs = {
  by: TransactionKey;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryTransactionChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/**
 * All reads. Start at `viewer`: the caller that the token identifies, with its lists.
 *
 * ```graphql
 * {
 *   viewer {
 *     role
 *     transactions(first: 10, orderBy: { field: LAST_UPDATE_DATE, direction: DESC }) {
 *       totalCount
 *       nodes { id name status account { email } }
 *       pageInfo { hasNextPage endCursor }
 *     }
 *   }
 * }
 * ```
 */
export type QueryTransactionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

/** The member to register, and the target of the link. */
export type RegisterMemberInput = {
  /** E-mail address; optional if `userName` is given. Omit it if other members share it. */
  readonly email?: InputMaybe<Scalars['String']['input']>;
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** True to return a passcode instead of sending a link. */
  readonly passcodeReturn?: Scalars['Boolean']['input'];
  /** The URL that the link opens: https, at or below an address that the service allows. */
  readonly url: Scalars['String']['input'];
  /** User name; optional if `email` is given. */
  readonly userName?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `registerMember`. */
export type RegisterMemberPayload = {
  readonly __typename?: 'RegisterMemberPayload';
  /** Details of what was done; null if replayed. */
  readonly detail?: Maybe<Scalars['String']['output']>;
  /** Whether the member was registered. */
  readonly outcome: MutationOutcome;
  /** The passcode, if requested with `passcodeReturn`. It grants access: keep it out of logs. Null if replayed, because it is not stored. */
  readonly passcode?: Maybe<Scalars['String']['output']>;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Short summary of what was done; null if replayed, because it is not stored. */
  readonly title?: Maybe<Scalars['String']['output']>;
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** A page of a search. */
export type SearchConnection = {
  readonly __typename?: 'SearchConnection';
  /** How current the index is: when its oldest list was read; 1970 if nothing is loaded yet. */
  readonly asOf: Scalars['Timestamp']['output'];
  /** The transactions on this page, with their cursors. Their values are those of the index; files and accounts are read from the service. */
  readonly edges: ReadonlyArray<SearchEdge>;
  /** Counts over the whole result. */
  readonly facets: SearchFacets;
  /** False while the index still lacks lists of agents; `extensions.warnings` then has the code INDEX_INCOMPLETE. */
  readonly isComplete: Scalars['Boolean']['output'];
  /** The transactions on this page. Their values are those of the index; files and accounts are read from the service. */
  readonly nodes: ReadonlyArray<Maybe<Transaction>>;
  /** Position of the page in the result. */
  readonly pageInfo: PageInfo;
  /** Number of transactions in the whole result. */
  readonly totalCount: Scalars['Int']['output'];
};

/** Dates of a transaction. */
export const SearchDate = {
  /** Date of the purchase agreement. */
  AGREEMENT_DATE: 'AGREEMENT_DATE',
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
  /** Projected closing date. */
  PROJECTED_CLOSING_DATE: 'PROJECTED_CLOSING_DATE'
} as const;

export type SearchDate = typeof SearchDate[keyof typeof SearchDate];
/** A transaction on a page of a search. */
export type SearchEdge = {
  readonly __typename?: 'SearchEdge';
  /** Cursor of this transaction, for the same search only. */
  readonly cursor: Scalars['String']['output'];
  /** The transaction. */
  readonly node?: Maybe<Transaction>;
};

/** Counts by value, the most frequent value first. Blank and unreadable values are not counted. */
export type SearchFacets = {
  readonly __typename?: 'SearchFacets';
  /** By agent; the values are NRDS ids. */
  readonly agents: ReadonlyArray<Facet>;
  /** By month, such as `2026-03`, in order: the latest 120 months that occur. */
  readonly months: ReadonlyArray<Facet>;
  /** By type of property. */
  readonly propertyTypes: ReadonlyArray<Facet>;
  /** By state. */
  readonly states: ReadonlyArray<Facet>;
  /** By status. */
  readonly statuses: ReadonlyArray<Facet>;
  /** By type of transaction. */
  readonly types: ReadonlyArray<Facet>;
};


/** Counts by value, the most frequent value first. Blank and unreadable values are not counted. */
export type SearchFacetsAgentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** Counts by value, the most frequent value first. Blank and unreadable values are not counted. */
export type SearchFacetsMonthsArgs = {
  of: SearchDate;
};

/**
 * Filter for a search, such as `{statuses: [ACTIVE], projectedClosingDate: {from: "2026-03-01"}}`. A transaction must match every field that is
 * set; a blank or unreadable value never matches. An empty list is an error. Days are those of the service's time zone.
 */
export type SearchFilter = {
  /** Purchase agreement dated in this period. */
  readonly agreementDate?: InputMaybe<DateRange>;
  /** In any of these cities; case and accents do not matter. */
  readonly cities?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Due diligence ends in this period. */
  readonly dueDiligenceDate?: InputMaybe<DateRange>;
  /** Earnest money due in this period. */
  readonly earnestMoneyDueDate?: InputMaybe<DateRange>;
  /** Entered in this period. */
  readonly insertDate?: InputMaybe<DateRange>;
  /** Last changed in this period. */
  readonly lastUpdateDate?: InputMaybe<DateRange>;
  /** Listing expires in this period. */
  readonly listingExpirationDate?: InputMaybe<DateRange>;
  /** Listing starts in this period. */
  readonly listingStartDate?: InputMaybe<DateRange>;
  /** The purchase price, or the listing price if there is none. */
  readonly price?: InputMaybe<DecimalRange>;
  /** Projected to close in this period. */
  readonly projectedClosingDate?: InputMaybe<DateRange>;
  /** Any of these property types. */
  readonly propertyTypes?: InputMaybe<ReadonlyArray<PropertyType>>;
  /** In any of these states, written as in the records; case does not matter. */
  readonly states?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Any of these statuses. */
  readonly statuses?: InputMaybe<ReadonlyArray<PropertyStatus>>;
  /** Any of these transaction types. */
  readonly types?: InputMaybe<ReadonlyArray<TransactionType>>;
};

/** Sort order of a search, such as `{field: PRICE, direction: DESC}`. Equal values are ordered by transaction number. */
export type SearchOrder = {
  /** Sort direction; ascending by default, best first for `RELEVANCE`. */
  readonly direction?: InputMaybe<OrderDirection>;
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
/** A company that provides a service for a transaction. */
export type ServiceProvider = {
  readonly __typename?: 'ServiceProvider';
  /** Company address. */
  readonly address?: Maybe<Scalars['String']['output']>;
  /** Contact person at the company; always null for PROPERTY_APPRAISAL, which has no such column. */
  readonly agentName?: Maybe<Scalars['String']['output']>;
  /** Company name. */
  readonly company?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  readonly fax?: Maybe<Scalars['String']['output']>;
  /** Kind of service. */
  readonly kind: ServiceProviderKind;
  /** Phone. */
  readonly phone?: Maybe<Scalars['String']['output']>;
  /** The party that it represents. */
  readonly represents?: Maybe<Scalars['String']['output']>;
};

/** Contact of a service provider, such as `{phone: "555-0100"}`: exactly one of the two. */
export type ServiceProviderContact =
  /** Fax. */
  { readonly fax: Scalars['String']['input']; readonly phone?: never; }
  |  /** Phone. */
  { readonly fax?: never; readonly phone: Scalars['String']['input']; };

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
/** Request to share the application. */
export type ShareAppInput = {
  /** A JSON object, sent unchanged. */
  readonly fields: Scalars['JSON']['input'];
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** Result of `shareApp`. */
export type ShareAppPayload = {
  readonly __typename?: 'ShareAppPayload';
  /** Whether the request was carried out. */
  readonly outcome: MutationOutcome;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** The service's response, unchanged; null if replayed, because it is not stored. */
  readonly result?: Maybe<Scalars['JSON']['output']>;
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The agent of one side. */
export type SideAgent = {
  readonly __typename?: 'SideAgent';
  /** The service's agent id. */
  readonly agentId?: Maybe<Scalars['String']['output']>;
  /** Cell phone. */
  readonly cellPhone?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  readonly email?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  readonly fax?: Maybe<Scalars['String']['output']>;
  /** Home phone. */
  readonly homePhone?: Maybe<Scalars['String']['output']>;
  /** Name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The agent's id in the National REALTORS Database System (NRDS). */
  readonly nrdsId?: Maybe<Scalars['String']['output']>;
  /** Work phone. */
  readonly workPhone?: Maybe<Scalars['String']['output']>;
};

/**
 * Live changes, over server-sent events or multipart responses: send the same POST as for a query, with `accept: text/event-stream`.
 *
 * ```graphql
 * subscription ($after: String) {
 *   transactionChanges(after: $after) { kind cursor transaction { id name status } }
 * }
 * ```
 *
 * When the stream ends, subscribe again with the last `cursor` as `after`: you miss nothing.
 */
export type Subscription = {
  readonly __typename?: 'Subscription';
  /**
   * One transaction: first as it is now, with `READY`, then after each change. Ends with NOT_FOUND if it does not exist or you may no longer see
   * it.
   */
  readonly transactionChanged?: Maybe<TransactionChange>;
  /**
   * Changes of an agent's transactions. Begins with `READY`, or with `RESUMED` if `after` is given and nothing was missed. New files are not
   * changes of a transaction.
   */
  readonly transactionChanges?: Maybe<TransactionChange>;
};


/**
 * Live changes, over server-sent events or multipart responses: send the same POST as for a query, with `accept: text/event-stream`.
 *
 * ```graphql
 * subscription ($after: String) {
 *   transactionChanges(after: $after) { kind cursor transaction { id name status } }
 * }
 * ```
 *
 * When the stream ends, subscribe again with the last `cursor` as `after`: you miss nothing.
 */
export type SubscriptionTransactionChangedArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Live changes, over server-sent events or multipart responses: send the same POST as for a query, with `accept: text/event-stream`.
 *
 * ```graphql
 * subscription ($after: String) {
 *   transactionChanges(after: $after) { kind cursor transaction { id name status } }
 * }
 * ```
 *
 * When the stream ends, subscribe again with the last `cursor` as `after`: you miss nothing.
 */
export type SubscriptionTransactionChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
};

/**
 * A period, both ends included: `{from: "2026-03-01"}` is that day and everything after it. At least one end is required, and `to` must not be
 * before `from`.
 */
export type TimestampRange = {
  /** First day or instant; omit it for an open start. */
  readonly from?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Last day or instant; omit it for an open end. */
  readonly to?: InputMaybe<Scalars['Timestamp']['input']>;
};

/** A real-estate transaction, with all columns of its record. */
export type Transaction = Node & {
  readonly __typename?: 'Transaction';
  /**
   * The account of the agent whose list the transaction is in. Costs no call, except for `accountId`. Null for callers with the role `service`
   * that ask for a transaction by its number or by an id of their own: the record does not say whose it is.
   */
  readonly account?: Maybe<Account>;
  /**
   * Download link for a browser, like `TransactionFile.downloadUrl`: an archive of the transaction's files, or the file itself if only one
   * matches. Selecting it makes no call, so there is a link even if no file matches; it then gives 404.
   */
  readonly archiveUrl?: Maybe<Scalars['String']['output']>;
  /** Buyer's side. */
  readonly buyer: TransactionSide;
  /** Files of the transaction, oldest first, as the service lists them. */
  readonly files?: Maybe<TransactionFileConnection>;
  /** The service's flat record, verbatim, including columns that have no field here. */
  readonly flat?: Maybe<Scalars['JSON']['output']>;
  /** Opaque, stable and URL-safe; `node` finds the object by it. */
  readonly id: Scalars['ID']['output'];
  /** When the transaction was entered. */
  readonly insertDate?: Maybe<Scalars['Timestamp']['output']>;
  /** When the transaction was last changed. */
  readonly lastUpdateDate?: Maybe<Scalars['Timestamp']['output']>;
  /** The listing. */
  readonly listing: Listing;
  /** Name of the transaction. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The property that is sold or leased. */
  readonly property: Property;
  /** Type of property. */
  readonly propertyType?: Maybe<PropertyType>;
  /** The purchase. */
  readonly purchase: Purchase;
  /** Name of the realtor. */
  readonly realtorName?: Maybe<Scalars['String']['output']>;
  /** Seller's or landlord's side. */
  readonly seller: TransactionSide;
  /** Service providers of the transaction, in the order of `ServiceProviderKind`. */
  readonly serviceProviders: ReadonlyArray<ServiceProvider>;
  /** Status. */
  readonly status?: Maybe<PropertyStatus>;
  /** The service's own transaction number. */
  readonly transId: Scalars['String']['output'];
  /** Type of transaction. */
  readonly type?: Maybe<TransactionType>;
};


/** A real-estate transaction, with all columns of its record. */
export type TransactionArchiveUrlArgs = {
  filter?: InputMaybe<FileFilter>;
};


/** A real-estate transaction, with all columns of its record. */
export type TransactionFilesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FileFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A real-estate transaction, with all columns of its record. */
export type TransactionFlatArgs = {
  keys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


/** A real-estate transaction, with all columns of its record. */
export type TransactionServiceProvidersArgs = {
  kinds?: InputMaybe<ReadonlyArray<ServiceProviderKind>>;
};

/** A new, changed or deleted transaction, or the request to load the list again. */
export type TransactionChange = {
  readonly __typename?: 'TransactionChange';
  /** Cursor to continue after this change, with `transactionChanges` of the same agent. The cursors of `transactionChanged` do not work there for services. */
  readonly cursor: Scalars['String']['output'];
  /** Kind of the change. */
  readonly kind: TransactionChangeKind;
  /** The transaction as it is now; null if it was deleted or cannot be read, or if the change is not about a single one. */
  readonly transaction?: Maybe<Transaction>;
  /** Id of the new, changed or deleted transaction; null if the change is not about one. If it was `DELETED`, remove what you have under this id. */
  readonly transactionId?: Maybe<Scalars['ID']['output']>;
  /** Hash of the whole record; null if there is none. A version that you have already seen is the same change, repeated after a long pause. */
  readonly version?: Maybe<Scalars['String']['output']>;
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
/** A page of changes, in their order. */
export type TransactionChangePage = {
  readonly __typename?: 'TransactionChangePage';
  /** The changes, deletions first. If the only one is `READY`, load the list again. */
  readonly changes: ReadonlyArray<TransactionChange>;
  /** Cursor to pass as `after` next time, also if the page is empty. */
  readonly endCursor: Scalars['String']['output'];
  /** True if more changes are waiting: ask again at once. */
  readonly hasMore: Scalars['Boolean']['output'];
};

/** A page of transactions. */
export type TransactionConnection = {
  readonly __typename?: 'TransactionConnection';
  /** The transactions on this page, with their cursors. */
  readonly edges: ReadonlyArray<TransactionEdge>;
  /** The transactions on this page. */
  readonly nodes: ReadonlyArray<Maybe<Transaction>>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
  /** Number of transactions that match the filter. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A transaction on a page. */
export type TransactionEdge = {
  readonly __typename?: 'TransactionEdge';
  /** Cursor of this transaction. */
  readonly cursor: Scalars['String']['output'];
  /** The transaction. */
  readonly node?: Maybe<Transaction>;
};

/** A file of a transaction. */
export type TransactionFile = Node & {
  readonly __typename?: 'TransactionFile';
  /** Description from the sender. */
  readonly description?: Maybe<Scalars['String']['output']>;
  /**
   * Download link for a browser. It needs no token and expires after five minutes, so select it when the user asks for the file. Relative to the
   * gateway's address unless the operator has set PUBLIC_URL. Selecting it makes no call. Null if the file has no number.
   */
  readonly downloadUrl?: Maybe<Scalars['String']['output']>;
  /** The service's own file number. */
  readonly fileId?: Maybe<Scalars['String']['output']>;
  /** The service's own number of the folder that contains the file. */
  readonly folderId?: Maybe<Scalars['String']['output']>;
  /** Opaque, stable and URL-safe; `node` finds the object by it. */
  readonly id: Scalars['ID']['output'];
  /** When the file was added. */
  readonly insertDate?: Maybe<Scalars['Timestamp']['output']>;
  /** When the file was last changed. */
  readonly lastUpdateDate?: Maybe<Scalars['Timestamp']['output']>;
  /** File name. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** The transaction that the file belongs to. */
  readonly transaction?: Maybe<Transaction>;
};

/** A page of files. */
export type TransactionFileConnection = {
  readonly __typename?: 'TransactionFileConnection';
  /** The files on this page, with their cursors. */
  readonly edges: ReadonlyArray<TransactionFileEdge>;
  /** The files on this page. */
  readonly nodes: ReadonlyArray<Maybe<TransactionFile>>;
  /** Position of the page in the list. */
  readonly pageInfo: PageInfo;
  /** Number of files that match the filter. */
  readonly totalCount: Scalars['Int']['output'];
};

/** A file on a page. */
export type TransactionFileEdge = {
  readonly __typename?: 'TransactionFileEdge';
  /** Cursor of this file. */
  readonly cursor: Scalars['String']['output'];
  /** The file. */
  readonly node?: Maybe<TransactionFile>;
};

/**
 * Filter for transactions, such as `{statuses: [ACTIVE, PENDING], closingDateRange: {from: "2026-03-01"}}`. A transaction must match every field
 * that is set. Text cannot contain `<`, `>`, `,`, `|`, `=` or control characters. A date means the whole day in the service's time zone (UTC in
 * the embedded service), a date-time an instant.
 */
export type TransactionFilter = {
  /** Projected to close on this day or at this instant. */
  readonly closingDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Projected to close within this range. Transactions without a closing date never match. */
  readonly closingDateRange?: InputMaybe<TimestampRange>;
  /** Earnest money due on this day or at this instant. */
  readonly earnestMoneyDueDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Entered on this day or at this instant. */
  readonly insertDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Entered on or after this day or instant. */
  readonly insertDateMin?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on this day or at this instant. */
  readonly lastUpdateDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on or after this day or instant. */
  readonly lastUpdateDateSince?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Listing expires on this day or at this instant. */
  readonly listingExpirationDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Listing starts on this day or at this instant. */
  readonly listingStartDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Any of these property types. An empty list is an error. */
  readonly propertyTypes?: InputMaybe<ReadonlyArray<PropertyType>>;
  /** Purchase agreement dated this day or instant. */
  readonly purchaseAgreementDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Full name of the realtor, case-insensitive. */
  readonly realtorName?: InputMaybe<Scalars['String']['input']>;
  /** Any of these statuses. An empty list is an error. */
  readonly statuses?: InputMaybe<ReadonlyArray<PropertyStatus>>;
  /** Any of these transaction types. An empty list is an error. */
  readonly types?: InputMaybe<ReadonlyArray<TransactionTypeFilter>>;
};

/** Identifies a transaction, such as `{id: "AgE…"}`: exactly one of the two. */
export type TransactionKey =
  /** The id of a `Transaction`. */
  { readonly id: Scalars['ID']['input']; readonly transId?: never; }
  |  /** The service's own transaction number; for callers with the role `service` only. */
  { readonly id?: never; readonly transId: Scalars['String']['input']; };

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
/** One side of a transaction. */
export type TransactionSide = {
  readonly __typename?: 'TransactionSide';
  /** Agent; null if the record names none. */
  readonly agent?: Maybe<SideAgent>;
  /** Broker; null if the record names none. */
  readonly broker?: Maybe<Broker>;
  /** Brokerage; null if the record names none. */
  readonly brokerage?: Maybe<Brokerage>;
  /** The record's `sellerLandlordName` or `buyerLandlordName`. */
  readonly landlordName?: Maybe<Scalars['String']['output']>;
  /** The parties of this side; blank slots are omitted. */
  readonly parties: ReadonlyArray<Party>;
};

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
/** A file for a transaction. */
export type UploadFileInput = {
  /** What the file is. */
  readonly description: Scalars['String']['input'];
  /**
   * The file. Its name must end in .pdf, .xls, .jpg or .doc, and its content must be of that type. `photo.jpeg` is stored as `photo.jpg`, since
   * the service accepts no other extension for pictures.
   */
  readonly file: Scalars['Upload']['input'];
  /**
   * Makes retries safe: within 24 hours, the same key with the same input, including the file, returns the first outcome and writes nothing.
   * 1 to 255 printable ASCII characters, such as a UUID.
   */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Number of pages, at least 1. */
  readonly pageCount: Scalars['Int']['input'];
  /** The company that sends the file. */
  readonly sender: Scalars['String']['input'];
  /** The id of the `Transaction`. */
  readonly transactionId: Scalars['ID']['input'];
};

/** Result of `uploadFile`. */
export type UploadFilePayload = {
  readonly __typename?: 'UploadFilePayload';
  /**
   * The file that was added. The service does not identify it, so the gateway lists the files before and after the upload, if there is a key
   * or if this field is selected: two more calls. Null if several files with the same name and description were added meanwhile, or if the
   * outcome is replayed and the file is gone.
   */
  readonly file?: Maybe<TransactionFile>;
  /** Whether the file was added. */
  readonly outcome: MutationOutcome;
  /** If the outcome is UNKNOWN: up to ten files, any of which may be the uploaded one. Null if the gateway could not search. */
  readonly possibleMatches?: Maybe<ReadonlyArray<TransactionFile>>;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The service's own error response. */
export type UpstreamAnswer = {
  readonly __typename?: 'UpstreamAnswer';
  /** Error message. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The service's status code, which may differ from the HTTP status. */
  readonly status: Scalars['Int']['output'];
  /** Error type. */
  readonly type?: Maybe<Scalars['String']['output']>;
};

/** A mistake that the user can fix. */
export type UserError = {
  readonly __typename?: 'UserError';
  /** Code for programs. */
  readonly code: UserErrorCode;
  /** Path of the input field, such as `name` or `providers.0.email`; null if the error is not about one field, or the field is unknown. */
  readonly field?: Maybe<Scalars['String']['output']>;
  /** Message for people. */
  readonly message: Scalars['String']['output'];
  /** The service's response; null if the service was not called. */
  readonly upstream?: Maybe<UpstreamAnswer>;
};

/** Kinds of user errors. */
export const UserErrorCode = {
  /** The value contains a character that the service does not accept; the message names it. */
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
/** The token to verify. */
export type VerifyMemberTokenInput = {
  /** Makes retries safe: within 24 hours, the same key with the same input returns the first outcome and writes nothing. 1 to 255 printable ASCII characters, such as a UUID. */
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The token of a registration link, or a passcode. */
  readonly token: Scalars['String']['input'];
};

/** Result of `verifyMemberToken`. */
export type VerifyMemberTokenPayload = {
  readonly __typename?: 'VerifyMemberTokenPayload';
  /** The member the token belongs to; null if replayed, because members are not stored. */
  readonly member?: Maybe<Member>;
  /** Whether the token was accepted. */
  readonly outcome: MutationOutcome;
  /** True if this is the stored outcome of an earlier request with the same key. */
  readonly replayed: Scalars['Boolean']['output'];
  /** Mistakes that the user can fix; empty on success. */
  readonly userErrors: ReadonlyArray<UserError>;
};

/** The caller that the token identifies. */
export type Viewer = {
  readonly __typename?: 'Viewer';
  /**
   * For an agent its own accounts, for a coordinator those of its active agents, in the order of their NRDS ids; for a service those of all
   * agents, like `Query.accounts`. FORBIDDEN if a coordinator's offices have no active agent.
   */
  readonly accounts?: Maybe<AccountConnection>;
  /**
   * A link to the deadlines of the caller's agents that calendars can subscribe to (RFC 5545): from a month ago to a year from now, with the kind and
   * the street address, without deals that were withdrawn, terminated or rejected or have expired. Anyone with the link can open it, for 180 days;
   * calendars fetch it every few hours at best. Null for a service.
   */
  readonly calendarUrl?: Maybe<Scalars['String']['output']>;
  /** Whether the gateway has a search index. Without one, `search`, `deadlines` and `calendarUrl` are errors, so pages need not offer them. */
  readonly canSearch: Scalars['Boolean']['output'];
  /**
   * Ids in the National REALTORS Database System (NRDS) of the agents that the token names. Empty for a coordinator of offices, whose agents are in
   * `accounts`, and for a service, which may act for all.
   */
  readonly nrdsIds: ReadonlyArray<Scalars['String']['output']>;
  /** Ids in the National REALTORS Database System (NRDS) of the offices whose agents a coordinator may act for. Empty for other callers. */
  readonly officeNrdsIds: ReadonlyArray<Scalars['String']['output']>;
  /** Agent, coordinator or service. */
  readonly role: ViewerRole;
  /** Scopes of the token. */
  readonly scopes: ReadonlyArray<Scalars['String']['output']>;
  /** For an agent its own transactions; for other callers those of `agentNrdsId`. The same as `Query.transactions`. */
  readonly transactions?: Maybe<TransactionConnection>;
  /** Size in bytes of the largest file that `uploadFile` accepts, so that pages can check before an upload. */
  readonly uploadMaxBytes: Scalars['Float']['output'];
};


/** The caller that the token identifies. */
export type ViewerAccountsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  enabledWithin?: InputMaybe<EnabledWithin>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** The caller that the token identifies. */
export type ViewerCalendarUrlArgs = {
  kinds?: InputMaybe<ReadonlyArray<DeadlineKind>>;
};


/** The caller that the token identifies. */
export type ViewerTransactionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

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
/** The types that other graphs can refer to or add fields to. */
export type _Entity = Account | Transaction | TransactionFile;

/** This graph, as a subgraph. */
export type _Service = {
  readonly __typename?: '_Service';
  /** The SDL with the keys of its types, for composition. */
  readonly sdl: Scalars['String']['output'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;



/** Mapping of union types */
export type ResolversUnionTypes<_RefType extends Record<string, unknown>> = {
  _Entity:
    | ( AccountModel )
    | ( TransactionModel )
    | ( TransactionFileModel )
  ;
};

/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Node:
    | ( AccountModel )
    | ( TransactionModel )
    | ( TransactionFileModel )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Account: ResolverTypeWrapper<AccountModel>;
  AccountConnection: ResolverTypeWrapper<AccountConnectionModel>;
  AccountEdge: ResolverTypeWrapper<Omit<AccountEdge, 'node'> & { node?: Maybe<ResolversTypes['Account']> }>;
  AccountKey: AccountKey;
  AddServiceProvidersInput: AddServiceProvidersInput;
  AddServiceProvidersPayload: ResolverTypeWrapper<AddResult>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Broker: ResolverTypeWrapper<Broker>;
  Brokerage: ResolverTypeWrapper<Brokerage>;
  CreateRegistrationTicketInput: CreateRegistrationTicketInput;
  CreateRegistrationTicketPayload: ResolverTypeWrapper<CreateRegistrationTicketPayload>;
  CreateTicketInput: CreateTicketInput;
  CreateTicketPayload: ResolverTypeWrapper<CreateTicketPayload>;
  CreateTransactionInput: CreateTransactionInput;
  CreateTransactionPayload: ResolverTypeWrapper<CreateResult>;
  Date: ResolverTypeWrapper<Scalars['Date']['output']>;
  DateRange: DateRange;
  Deadline: ResolverTypeWrapper<DeadlineModel>;
  DeadlineConnection: ResolverTypeWrapper<DeadlineConnectionModel>;
  DeadlineEdge: ResolverTypeWrapper<Omit<DeadlineEdge, 'node'> & { node?: Maybe<ResolversTypes['Deadline']> }>;
  DeadlineKind: DeadlineKind;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  DecimalRange: DecimalRange;
  EnabledWithin: EnabledWithin;
  EnabledWithinUnit: EnabledWithinUnit;
  Facet: ResolverTypeWrapper<Facet>;
  FileFilter: FileFilter;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Listing: ResolverTypeWrapper<Listing>;
  Member: ResolverTypeWrapper<MemberModel>;
  MemberKey: MemberKey;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  MutationOutcome: MutationOutcome;
  NewServiceProvider: NewServiceProvider;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Office: ResolverTypeWrapper<Office>;
  OrderDirection: OrderDirection;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Party: ResolverTypeWrapper<Party>;
  Property: ResolverTypeWrapper<Property>;
  PropertyStatus: PropertyStatus;
  PropertyType: PropertyType;
  Purchase: ResolverTypeWrapper<Purchase>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RegisterMemberInput: RegisterMemberInput;
  RegisterMemberPayload: ResolverTypeWrapper<RegisterMemberPayload>;
  SearchConnection: ResolverTypeWrapper<SearchConnectionModel>;
  SearchDate: SearchDate;
  SearchEdge: ResolverTypeWrapper<Omit<SearchEdge, 'node'> & { node?: Maybe<ResolversTypes['Transaction']> }>;
  SearchFacets: ResolverTypeWrapper<Facets>;
  SearchFilter: SearchFilter;
  SearchOrder: SearchOrder;
  SearchOrderField: SearchOrderField;
  ServiceProvider: ResolverTypeWrapper<ServiceProvider>;
  ServiceProviderContact: ServiceProviderContact;
  ServiceProviderKind: ServiceProviderKind;
  ShareAppInput: ShareAppInput;
  ShareAppPayload: ResolverTypeWrapper<ShareAppPayload>;
  SideAgent: ResolverTypeWrapper<SideAgent>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Timestamp: ResolverTypeWrapper<Scalars['Timestamp']['output']>;
  TimestampRange: TimestampRange;
  Transaction: ResolverTypeWrapper<TransactionModel>;
  TransactionChange: ResolverTypeWrapper<TransactionChangeModel>;
  TransactionChangeKind: TransactionChangeKind;
  TransactionChangePage: ResolverTypeWrapper<ChangePage>;
  TransactionConnection: ResolverTypeWrapper<TransactionConnectionModel>;
  TransactionEdge: ResolverTypeWrapper<Omit<TransactionEdge, 'node'> & { node?: Maybe<ResolversTypes['Transaction']> }>;
  TransactionFile: ResolverTypeWrapper<TransactionFileModel>;
  TransactionFileConnection: ResolverTypeWrapper<TransactionFileConnectionModel>;
  TransactionFileEdge: ResolverTypeWrapper<Omit<TransactionFileEdge, 'node'> & { node?: Maybe<ResolversTypes['TransactionFile']> }>;
  TransactionFilter: TransactionFilter;
  TransactionKey: TransactionKey;
  TransactionOrder: TransactionOrder;
  TransactionOrderField: TransactionOrderField;
  TransactionSide: ResolverTypeWrapper<TransactionSide>;
  TransactionType: TransactionType;
  TransactionTypeFilter: TransactionTypeFilter;
  Upload: ResolverTypeWrapper<Scalars['Upload']['output']>;
  UploadFileInput: UploadFileInput;
  UploadFilePayload: ResolverTypeWrapper<Omit<UploadFilePayload, 'file' | 'possibleMatches'> & { file?: Maybe<ResolversTypes['TransactionFile']>, possibleMatches?: Maybe<ReadonlyArray<ResolversTypes['TransactionFile']>> }>;
  UpstreamAnswer: ResolverTypeWrapper<UpstreamAnswer>;
  UserError: ResolverTypeWrapper<UserError>;
  UserErrorCode: UserErrorCode;
  VerifyMemberTokenInput: VerifyMemberTokenInput;
  VerifyMemberTokenPayload: ResolverTypeWrapper<Omit<VerifyMemberTokenPayload, 'member'> & { member?: Maybe<ResolversTypes['Member']> }>;
  Viewer: ResolverTypeWrapper<Omit<Viewer, 'accounts' | 'transactions'> & { accounts?: Maybe<ResolversTypes['AccountConnection']>, transactions?: Maybe<ResolversTypes['TransactionConnection']> }>;
  ViewerRole: ViewerRole;
  _Any: ResolverTypeWrapper<Scalars['_Any']['output']>;
  _Entity: ResolverTypeWrapper<ResolversUnionTypes<ResolversTypes>['_Entity']>;
  _Service: ResolverTypeWrapper<_Service>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Account: AccountModel;
  AccountConnection: AccountConnectionModel;
  AccountEdge: Omit<AccountEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Account']> };
  AccountKey: AccountKey;
  AddServiceProvidersInput: AddServiceProvidersInput;
  AddServiceProvidersPayload: AddResult;
  Boolean: Scalars['Boolean']['output'];
  Broker: Broker;
  Brokerage: Brokerage;
  CreateRegistrationTicketInput: CreateRegistrationTicketInput;
  CreateRegistrationTicketPayload: CreateRegistrationTicketPayload;
  CreateTicketInput: CreateTicketInput;
  CreateTicketPayload: CreateTicketPayload;
  CreateTransactionInput: CreateTransactionInput;
  CreateTransactionPayload: CreateResult;
  Date: Scalars['Date']['output'];
  DateRange: DateRange;
  Deadline: DeadlineModel;
  DeadlineConnection: DeadlineConnectionModel;
  DeadlineEdge: Omit<DeadlineEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Deadline']> };
  Decimal: Scalars['Decimal']['output'];
  DecimalRange: DecimalRange;
  EnabledWithin: EnabledWithin;
  Facet: Facet;
  FileFilter: FileFilter;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  Listing: Listing;
  Member: MemberModel;
  MemberKey: MemberKey;
  Mutation: Record<PropertyKey, never>;
  NewServiceProvider: NewServiceProvider;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Office: Office;
  PageInfo: PageInfo;
  Party: Party;
  Property: Property;
  Purchase: Purchase;
  Query: Record<PropertyKey, never>;
  RegisterMemberInput: RegisterMemberInput;
  RegisterMemberPayload: RegisterMemberPayload;
  SearchConnection: SearchConnectionModel;
  SearchEdge: Omit<SearchEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Transaction']> };
  SearchFacets: Facets;
  SearchFilter: SearchFilter;
  SearchOrder: SearchOrder;
  ServiceProvider: ServiceProvider;
  ServiceProviderContact: ServiceProviderContact;
  ShareAppInput: ShareAppInput;
  ShareAppPayload: ShareAppPayload;
  SideAgent: SideAgent;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Timestamp: Scalars['Timestamp']['output'];
  TimestampRange: TimestampRange;
  Transaction: TransactionModel;
  TransactionChange: TransactionChangeModel;
  TransactionChangePage: ChangePage;
  TransactionConnection: TransactionConnectionModel;
  TransactionEdge: Omit<TransactionEdge, 'node'> & { node?: Maybe<ResolversParentTypes['Transaction']> };
  TransactionFile: TransactionFileModel;
  TransactionFileConnection: TransactionFileConnectionModel;
  TransactionFileEdge: Omit<TransactionFileEdge, 'node'> & { node?: Maybe<ResolversParentTypes['TransactionFile']> };
  TransactionFilter: TransactionFilter;
  TransactionKey: TransactionKey;
  TransactionOrder: TransactionOrder;
  TransactionSide: TransactionSide;
  Upload: Scalars['Upload']['output'];
  UploadFileInput: UploadFileInput;
  UploadFilePayload: Omit<UploadFilePayload, 'file' | 'possibleMatches'> & { file?: Maybe<ResolversParentTypes['TransactionFile']>, possibleMatches?: Maybe<ReadonlyArray<ResolversParentTypes['TransactionFile']>> };
  UpstreamAnswer: UpstreamAnswer;
  UserError: UserError;
  VerifyMemberTokenInput: VerifyMemberTokenInput;
  VerifyMemberTokenPayload: Omit<VerifyMemberTokenPayload, 'member'> & { member?: Maybe<ResolversParentTypes['Member']> };
  Viewer: Omit<Viewer, 'accounts' | 'transactions'> & { accounts?: Maybe<ResolversParentTypes['AccountConnection']>, transactions?: Maybe<ResolversParentTypes['TransactionConnection']> };
  _Any: Scalars['_Any']['output'];
  _Entity: ResolversUnionTypes<ResolversParentTypes>['_Entity'];
  _Service: _Service;
};

export type AuthenticatedDirectiveArgs = { };

export type AuthenticatedDirectiveResolver<Result, Parent, ContextType = Context, Args = AuthenticatedDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type CostDirectiveArgs = {
  calls?: Scalars['Int']['input'];
  each?: Maybe<Scalars['String']['input']>;
  listed?: Scalars['Boolean']['input'];
  shared?: Scalars['Boolean']['input'];
};

export type CostDirectiveResolver<Result, Parent, ContextType = Context, Args = CostDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ScopeDirectiveArgs = {
  requires: Scalars['String']['input'];
};

export type ScopeDirectiveResolver<Result, Parent, ContextType = Context, Args = ScopeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type ServiceOnlyDirectiveArgs = { };

export type ServiceOnlyDirectiveResolver<Result, Parent, ContextType = Context, Args = ServiceOnlyDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type SizeDirectiveArgs = {
  bytes?: Maybe<Scalars['Int']['input']>;
  items?: Maybe<Scalars['Int']['input']>;
  record?: Scalars['Boolean']['input'];
};

export type SizeDirectiveResolver<Result, Parent, ContextType = Context, Args = SizeDirectiveArgs> = DirectiveResolverFn<Result, Parent, ContextType, Args>;

export type AccountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  accountId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memberType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nrdsId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  office?: Resolver<Maybe<ResolversTypes['Office']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<AccountTransactionsArgs>>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type AccountConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AccountConnection'] = ResolversParentTypes['AccountConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['AccountEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Account']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AccountEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AccountEdge'] = ResolversParentTypes['AccountEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
};

export type AddServiceProvidersPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AddServiceProvidersPayload'] = ResolversParentTypes['AddServiceProvidersPayload']> = {
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type BrokerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Broker'] = ResolversParentTypes['Broker']> = {
  brokerId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BrokerageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Brokerage'] = ResolversParentTypes['Brokerage']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  brokerageId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fax?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CreateRegistrationTicketPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateRegistrationTicketPayload'] = ResolversParentTypes['CreateRegistrationTicketPayload']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateTicketPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTicketPayload'] = ResolversParentTypes['CreateTicketPayload']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateTransactionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTransactionPayload'] = ResolversParentTypes['CreateTransactionPayload']> = {
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  possibleMatches?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Transaction']>>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface DateScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Date'], any> {
  name: 'Date';
}

export type DeadlineResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Deadline'] = ResolversParentTypes['Deadline']> = {
  agentNrdsId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['Date'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['DeadlineKind'], ParentType, ContextType>;
  transaction?: Resolver<ResolversTypes['Transaction'], ParentType, ContextType>;
};

export type DeadlineConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeadlineConnection'] = ResolversParentTypes['DeadlineConnection']> = {
  asOf?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['DeadlineEdge']>, ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Deadline']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DeadlineEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeadlineEdge'] = ResolversParentTypes['DeadlineEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Deadline']>, ParentType, ContextType>;
};

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], any> {
  name: 'Decimal';
}

export type FacetResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Facet'] = ResolversParentTypes['Facet']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type ListingResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Listing'] = ResolversParentTypes['Listing']> = {
  associationFees?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  expirationDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  startDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
};

export type MemberResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Member'] = ResolversParentTypes['Member']> = {
  clientId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  firstName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  holidays?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  lastName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locationId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  locationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stateId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  thlHours?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  addServiceProviders?: Resolver<Maybe<ResolversTypes['AddServiceProvidersPayload']>, ParentType, ContextType, RequireFields<MutationAddServiceProvidersArgs, 'input'>>;
  createRegistrationTicket?: Resolver<Maybe<ResolversTypes['CreateRegistrationTicketPayload']>, ParentType, ContextType, RequireFields<MutationCreateRegistrationTicketArgs, 'input'>>;
  createTicket?: Resolver<Maybe<ResolversTypes['CreateTicketPayload']>, ParentType, ContextType, RequireFields<MutationCreateTicketArgs, 'input'>>;
  createTransaction?: Resolver<Maybe<ResolversTypes['CreateTransactionPayload']>, ParentType, ContextType, RequireFields<MutationCreateTransactionArgs, 'input'>>;
  registerMember?: Resolver<Maybe<ResolversTypes['RegisterMemberPayload']>, ParentType, ContextType, RequireFields<MutationRegisterMemberArgs, 'input'>>;
  shareApp?: Resolver<Maybe<ResolversTypes['ShareAppPayload']>, ParentType, ContextType, RequireFields<MutationShareAppArgs, 'input'>>;
  uploadFile?: Resolver<Maybe<ResolversTypes['UploadFilePayload']>, ParentType, ContextType, RequireFields<MutationUploadFileArgs, 'input'>>;
  verifyMemberToken?: Resolver<Maybe<ResolversTypes['VerifyMemberTokenPayload']>, ParentType, ContextType, RequireFields<MutationVerifyMemberTokenArgs, 'input'>>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Account' | 'Transaction' | 'TransactionFile', ParentType, ContextType>;
};

export type OfficeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Office'] = ResolversParentTypes['Office']> = {
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nrdsId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PartyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Party'] = ResolversParentTypes['Party']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cellPhone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fax?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  homePhone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  partyId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  slot?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  workPhone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PropertyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Property'] = ResolversParentTypes['Property']> = {
  baths?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  bedrooms?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  countyName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  countyParcel?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  legalDescription?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mlsListingId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  streetAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  subdivision?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  unitNo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  yearBuilt?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  zip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PurchaseResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Purchase'] = ResolversParentTypes['Purchase']> = {
  agreementDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  dueDiligenceDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  earnestMoney?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  earnestMoneyDueDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['Decimal']>, ParentType, ContextType>;
  projectedClosingDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  _entities?: Resolver<ReadonlyArray<Maybe<ResolversTypes['_Entity']>>, ParentType, ContextType, RequireFields<Query_EntitiesArgs, 'representations'>>;
  _service?: Resolver<ResolversTypes['_Service'], ParentType, ContextType>;
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<QueryAccountArgs, 'by'>>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountConnection']>, ParentType, ContextType, Partial<QueryAccountsArgs>>;
  deadlines?: Resolver<Maybe<ResolversTypes['DeadlineConnection']>, ParentType, ContextType, RequireFields<QueryDeadlinesArgs, 'from' | 'to'>>;
  members?: Resolver<Maybe<ReadonlyArray<ResolversTypes['Member']>>, ParentType, ContextType, RequireFields<QueryMembersArgs, 'by'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<ReadonlyArray<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  search?: Resolver<Maybe<ResolversTypes['SearchConnection']>, ParentType, ContextType, Partial<QuerySearchArgs>>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<QueryTransactionArgs, 'by'>>;
  transactionChanges?: Resolver<Maybe<ResolversTypes['TransactionChangePage']>, ParentType, ContextType, Partial<QueryTransactionChangesArgs>>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<QueryTransactionsArgs>>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export type RegisterMemberPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RegisterMemberPayload'] = ResolversParentTypes['RegisterMemberPayload']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  passcode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SearchConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchConnection'] = ResolversParentTypes['SearchConnection']> = {
  asOf?: Resolver<ResolversTypes['Timestamp'], ParentType, ContextType>;
  edges?: Resolver<ReadonlyArray<ResolversTypes['SearchEdge']>, ParentType, ContextType>;
  facets?: Resolver<ResolversTypes['SearchFacets'], ParentType, ContextType>;
  isComplete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Transaction']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SearchEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchEdge'] = ResolversParentTypes['SearchEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
};

export type SearchFacetsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SearchFacets'] = ResolversParentTypes['SearchFacets']> = {
  agents?: Resolver<ReadonlyArray<ResolversTypes['Facet']>, ParentType, ContextType, Partial<SearchFacetsAgentsArgs>>;
  months?: Resolver<ReadonlyArray<ResolversTypes['Facet']>, ParentType, ContextType, RequireFields<SearchFacetsMonthsArgs, 'of'>>;
  propertyTypes?: Resolver<ReadonlyArray<ResolversTypes['Facet']>, ParentType, ContextType>;
  states?: Resolver<ReadonlyArray<ResolversTypes['Facet']>, ParentType, ContextType>;
  statuses?: Resolver<ReadonlyArray<ResolversTypes['Facet']>, ParentType, ContextType>;
  types?: Resolver<ReadonlyArray<ResolversTypes['Facet']>, ParentType, ContextType>;
};

export type ServiceProviderResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ServiceProvider'] = ResolversParentTypes['ServiceProvider']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agentName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  company?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fax?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ServiceProviderKind'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  represents?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ShareAppPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ShareAppPayload'] = ResolversParentTypes['ShareAppPayload']> = {
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  result?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SideAgentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SideAgent'] = ResolversParentTypes['SideAgent']> = {
  agentId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cellPhone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fax?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  homePhone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nrdsId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  workPhone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  transactionChanged?: SubscriptionResolver<Maybe<ResolversTypes['TransactionChange']>, "transactionChanged", ParentType, ContextType, RequireFields<SubscriptionTransactionChangedArgs, 'id'>>;
  transactionChanges?: SubscriptionResolver<Maybe<ResolversTypes['TransactionChange']>, "transactionChanges", ParentType, ContextType, Partial<SubscriptionTransactionChangesArgs>>;
};

export interface TimestampScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Timestamp'], any> {
  name: 'Timestamp';
}

export type TransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction']> = {
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType>;
  archiveUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<TransactionArchiveUrlArgs>>;
  buyer?: Resolver<ResolversTypes['TransactionSide'], ParentType, ContextType>;
  files?: Resolver<Maybe<ResolversTypes['TransactionFileConnection']>, ParentType, ContextType, Partial<TransactionFilesArgs>>;
  flat?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType, Partial<TransactionFlatArgs>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  insertDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  lastUpdateDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  listing?: Resolver<ResolversTypes['Listing'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  property?: Resolver<ResolversTypes['Property'], ParentType, ContextType>;
  propertyType?: Resolver<Maybe<ResolversTypes['PropertyType']>, ParentType, ContextType>;
  purchase?: Resolver<ResolversTypes['Purchase'], ParentType, ContextType>;
  realtorName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  seller?: Resolver<ResolversTypes['TransactionSide'], ParentType, ContextType>;
  serviceProviders?: Resolver<ReadonlyArray<ResolversTypes['ServiceProvider']>, ParentType, ContextType, Partial<TransactionServiceProvidersArgs>>;
  status?: Resolver<Maybe<ResolversTypes['PropertyStatus']>, ParentType, ContextType>;
  transId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['TransactionType']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TransactionChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionChange'] = ResolversParentTypes['TransactionChange']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['TransactionChangeKind'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  transactionId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TransactionChangePageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionChangePage'] = ResolversParentTypes['TransactionChangePage']> = {
  changes?: Resolver<ReadonlyArray<ResolversTypes['TransactionChange']>, ParentType, ContextType>;
  endCursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type TransactionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionConnection'] = ResolversParentTypes['TransactionConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TransactionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['Transaction']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TransactionEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionEdge'] = ResolversParentTypes['TransactionEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
};

export type TransactionFileResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionFile'] = ResolversParentTypes['TransactionFile']> = {
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  downloadUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fileId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  folderId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  insertDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  lastUpdateDate?: Resolver<Maybe<ResolversTypes['Timestamp']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TransactionFileConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionFileConnection'] = ResolversParentTypes['TransactionFileConnection']> = {
  edges?: Resolver<ReadonlyArray<ResolversTypes['TransactionFileEdge']>, ParentType, ContextType>;
  nodes?: Resolver<ReadonlyArray<Maybe<ResolversTypes['TransactionFile']>>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TransactionFileEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionFileEdge'] = ResolversParentTypes['TransactionFileEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<Maybe<ResolversTypes['TransactionFile']>, ParentType, ContextType>;
};

export type TransactionSideResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionSide'] = ResolversParentTypes['TransactionSide']> = {
  agent?: Resolver<Maybe<ResolversTypes['SideAgent']>, ParentType, ContextType>;
  broker?: Resolver<Maybe<ResolversTypes['Broker']>, ParentType, ContextType>;
  brokerage?: Resolver<Maybe<ResolversTypes['Brokerage']>, ParentType, ContextType>;
  landlordName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  parties?: Resolver<ReadonlyArray<ResolversTypes['Party']>, ParentType, ContextType>;
};

export interface UploadScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Upload'], any> {
  name: 'Upload';
}

export type UploadFilePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UploadFilePayload'] = ResolversParentTypes['UploadFilePayload']> = {
  file?: Resolver<Maybe<ResolversTypes['TransactionFile']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  possibleMatches?: Resolver<Maybe<ReadonlyArray<ResolversTypes['TransactionFile']>>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpstreamAnswerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpstreamAnswer'] = ResolversParentTypes['UpstreamAnswer']> = {
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  field?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  upstream?: Resolver<Maybe<ResolversTypes['UpstreamAnswer']>, ParentType, ContextType>;
};

export type VerifyMemberTokenPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VerifyMemberTokenPayload'] = ResolversParentTypes['VerifyMemberTokenPayload']> = {
  member?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<ReadonlyArray<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  accounts?: Resolver<Maybe<ResolversTypes['AccountConnection']>, ParentType, ContextType, Partial<ViewerAccountsArgs>>;
  calendarUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<ViewerCalendarUrlArgs>>;
  canSearch?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nrdsIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  officeNrdsIds?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['ViewerRole'], ParentType, ContextType>;
  scopes?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<ViewerTransactionsArgs>>;
  uploadMaxBytes?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export interface _AnyScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['_Any'], any> {
  name: '_Any';
}

export type _EntityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['_Entity'] = ResolversParentTypes['_Entity']> = {
  __resolveType: TypeResolveFn<'Account' | 'Transaction' | 'TransactionFile', ParentType, ContextType>;
};

export type _ServiceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['_Service'] = ResolversParentTypes['_Service']> = {
  sdl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  Account?: AccountResolvers<ContextType>;
  AccountConnection?: AccountConnectionResolvers<ContextType>;
  AccountEdge?: AccountEdgeResolvers<ContextType>;
  AddServiceProvidersPayload?: AddServiceProvidersPayloadResolvers<ContextType>;
  Broker?: BrokerResolvers<ContextType>;
  Brokerage?: BrokerageResolvers<ContextType>;
  CreateRegistrationTicketPayload?: CreateRegistrationTicketPayloadResolvers<ContextType>;
  CreateTicketPayload?: CreateTicketPayloadResolvers<ContextType>;
  CreateTransactionPayload?: CreateTransactionPayloadResolvers<ContextType>;
  Date?: GraphQLScalarType;
  Deadline?: DeadlineResolvers<ContextType>;
  DeadlineConnection?: DeadlineConnectionResolvers<ContextType>;
  DeadlineEdge?: DeadlineEdgeResolvers<ContextType>;
  Decimal?: GraphQLScalarType;
  Facet?: FacetResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Listing?: ListingResolvers<ContextType>;
  Member?: MemberResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Office?: OfficeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Party?: PartyResolvers<ContextType>;
  Property?: PropertyResolvers<ContextType>;
  Purchase?: PurchaseResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RegisterMemberPayload?: RegisterMemberPayloadResolvers<ContextType>;
  SearchConnection?: SearchConnectionResolvers<ContextType>;
  SearchEdge?: SearchEdgeResolvers<ContextType>;
  SearchFacets?: SearchFacetsResolvers<ContextType>;
  ServiceProvider?: ServiceProviderResolvers<ContextType>;
  ShareAppPayload?: ShareAppPayloadResolvers<ContextType>;
  SideAgent?: SideAgentResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Timestamp?: GraphQLScalarType;
  Transaction?: TransactionResolvers<ContextType>;
  TransactionChange?: TransactionChangeResolvers<ContextType>;
  TransactionChangePage?: TransactionChangePageResolvers<ContextType>;
  TransactionConnection?: TransactionConnectionResolvers<ContextType>;
  TransactionEdge?: TransactionEdgeResolvers<ContextType>;
  TransactionFile?: TransactionFileResolvers<ContextType>;
  TransactionFileConnection?: TransactionFileConnectionResolvers<ContextType>;
  TransactionFileEdge?: TransactionFileEdgeResolvers<ContextType>;
  TransactionSide?: TransactionSideResolvers<ContextType>;
  Upload?: GraphQLScalarType;
  UploadFilePayload?: UploadFilePayloadResolvers<ContextType>;
  UpstreamAnswer?: UpstreamAnswerResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  VerifyMemberTokenPayload?: VerifyMemberTokenPayloadResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  _Any?: GraphQLScalarType;
  _Entity?: _EntityResolvers<ContextType>;
  _Service?: _ServiceResolvers<ContextType>;
};

export type DirectiveResolvers<ContextType = Context> = {
  authenticated?: AuthenticatedDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  scope?: ScopeDirectiveResolver<any, any, ContextType>;
  serviceOnly?: ServiceOnlyDirectiveResolver<any, any, ContextType>;
  size?: SizeDirectiveResolver<any, any, ContextType>;
};
