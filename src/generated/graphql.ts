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
  Date: { input: string; output: string; }
  Decimal: { input: string; output: string; }
  JSON: { input: unknown; output: unknown; }
  Timestamp: { input: string; output: string; }
  Upload: { input: IncomingFile; output: never; }
  _Any: { input: unknown; output: unknown; }
};

export type Account = Node & {
  readonly __typename?: 'Account';
  readonly accountId?: Maybe<Scalars['String']['output']>;
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly firstName?: Maybe<Scalars['String']['output']>;
  readonly id: Scalars['ID']['output'];
  readonly lastName?: Maybe<Scalars['String']['output']>;
  readonly memberType?: Maybe<Scalars['String']['output']>;
  readonly nrdsId?: Maybe<Scalars['String']['output']>;
  readonly office?: Maybe<Office>;
  readonly phone?: Maybe<Scalars['String']['output']>;
  readonly transactions?: Maybe<TransactionConnection>;
};


export type AccountTransactionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

export type AccountConnection = {
  readonly __typename?: 'AccountConnection';
  readonly edges: ReadonlyArray<AccountEdge>;
  readonly nodes: ReadonlyArray<Maybe<Account>>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type AccountEdge = {
  readonly __typename?: 'AccountEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node?: Maybe<Account>;
};

export type AccountKey =
  { readonly email: Scalars['String']['input']; readonly id?: never; readonly nrdsId?: never; }
  |  { readonly email?: never; readonly id: Scalars['ID']['input']; readonly nrdsId?: never; }
  |  { readonly email?: never; readonly id?: never; readonly nrdsId: Scalars['String']['input']; };

export type AddServiceProvidersInput = {
  readonly agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly providers: ReadonlyArray<NewServiceProvider>;
  readonly transactionId: Scalars['ID']['input'];
};

export type AddServiceProvidersPayload = {
  readonly __typename?: 'AddServiceProvidersPayload';
  readonly outcome: MutationOutcome;
  readonly replayed: Scalars['Boolean']['output'];
  readonly transaction?: Maybe<Transaction>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type Broker = {
  readonly __typename?: 'Broker';
  readonly brokerId?: Maybe<Scalars['String']['output']>;
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
};

export type Brokerage = {
  readonly __typename?: 'Brokerage';
  readonly address?: Maybe<Scalars['String']['output']>;
  readonly brokerageId?: Maybe<Scalars['String']['output']>;
  readonly fax?: Maybe<Scalars['String']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly phone?: Maybe<Scalars['String']['output']>;
};

export type CreateRegistrationTicketInput = {
  readonly description: Scalars['String']['input'];
  readonly email: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly name: Scalars['String']['input'];
  readonly phone: Scalars['String']['input'];
  readonly userName: Scalars['String']['input'];
};

export type CreateRegistrationTicketPayload = {
  readonly __typename?: 'CreateRegistrationTicketPayload';
  readonly detail?: Maybe<Scalars['String']['output']>;
  readonly outcome: MutationOutcome;
  readonly replayed: Scalars['Boolean']['output'];
  readonly title?: Maybe<Scalars['String']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type CreateTicketInput = {
  readonly description: Scalars['String']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly title: Scalars['String']['input'];
  readonly userName: Scalars['String']['input'];
};

export type CreateTicketPayload = {
  readonly __typename?: 'CreateTicketPayload';
  readonly detail?: Maybe<Scalars['String']['output']>;
  readonly outcome: MutationOutcome;
  readonly replayed: Scalars['Boolean']['output'];
  readonly title?: Maybe<Scalars['String']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type CreateTransactionInput = {
  readonly agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly name: Scalars['String']['input'];
  readonly propertyType: PropertyType;
  readonly stateId: Scalars['String']['input'];
  readonly status: PropertyStatus;
  readonly streetAddress: Scalars['String']['input'];
  readonly type: TransactionType;
};

export type CreateTransactionPayload = {
  readonly __typename?: 'CreateTransactionPayload';
  readonly outcome: MutationOutcome;
  readonly possibleMatches?: Maybe<ReadonlyArray<Transaction>>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly transaction?: Maybe<Transaction>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type DateRange = {
  readonly from?: InputMaybe<Scalars['Date']['input']>;
  readonly to?: InputMaybe<Scalars['Date']['input']>;
};

export type Deadline = {
  readonly __typename?: 'Deadline';
  readonly agentNrdsId: Scalars['String']['output'];
  readonly date: Scalars['Date']['output'];
  readonly kind: DeadlineKind;
  readonly transaction: Transaction;
};

export type DeadlineConnection = {
  readonly __typename?: 'DeadlineConnection';
  readonly asOf: Scalars['Timestamp']['output'];
  readonly edges: ReadonlyArray<DeadlineEdge>;
  readonly isComplete: Scalars['Boolean']['output'];
  readonly nodes: ReadonlyArray<Maybe<Deadline>>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type DeadlineEdge = {
  readonly __typename?: 'DeadlineEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node?: Maybe<Deadline>;
};

export type DeadlineKind =
  | 'AGREEMENT'
  | 'CLOSING'
  | 'DUE_DILIGENCE'
  | 'EARNEST_MONEY'
  | 'LISTING_EXPIRATION';

export type DecimalRange = {
  readonly max?: InputMaybe<Scalars['Decimal']['input']>;
  readonly min?: InputMaybe<Scalars['Decimal']['input']>;
};

export type EnabledWithin = {
  readonly amount: Scalars['Int']['input'];
  readonly unit: EnabledWithinUnit;
};

export type EnabledWithinUnit =
  | 'DAYS'
  | 'HOURS';

export type Facet = {
  readonly __typename?: 'Facet';
  readonly count: Scalars['Int']['output'];
  readonly value: Scalars['String']['output'];
};

export type FileFilter = {
  readonly fileId?: InputMaybe<Scalars['String']['input']>;
  readonly folderId?: InputMaybe<Scalars['String']['input']>;
  readonly insertDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly insertDateMin?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly lastUpdateDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly lastUpdateDateSince?: InputMaybe<Scalars['Timestamp']['input']>;
};

export type Listing = {
  readonly __typename?: 'Listing';
  readonly associationFees?: Maybe<Scalars['Decimal']['output']>;
  readonly expirationDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly price?: Maybe<Scalars['Decimal']['output']>;
  readonly startDate?: Maybe<Scalars['Timestamp']['output']>;
};

export type Member = {
  readonly __typename?: 'Member';
  readonly clientId?: Maybe<Scalars['String']['output']>;
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly firstName?: Maybe<Scalars['String']['output']>;
  readonly holidays?: Maybe<Scalars['JSON']['output']>;
  readonly lastName?: Maybe<Scalars['String']['output']>;
  readonly locationId?: Maybe<Scalars['String']['output']>;
  readonly locationName?: Maybe<Scalars['String']['output']>;
  readonly phone?: Maybe<Scalars['String']['output']>;
  readonly stateId?: Maybe<Scalars['String']['output']>;
  readonly thlHours?: Maybe<Scalars['JSON']['output']>;
  readonly userId?: Maybe<Scalars['String']['output']>;
  readonly userName?: Maybe<Scalars['String']['output']>;
};

export type MemberKey = {
  readonly email?: InputMaybe<Scalars['String']['input']>;
  readonly userName?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  readonly __typename?: 'Mutation';
  readonly addServiceProviders?: Maybe<AddServiceProvidersPayload>;
  readonly createRegistrationTicket?: Maybe<CreateRegistrationTicketPayload>;
  readonly createTicket?: Maybe<CreateTicketPayload>;
  readonly createTransaction?: Maybe<CreateTransactionPayload>;
  readonly registerMember?: Maybe<RegisterMemberPayload>;
  readonly shareApp?: Maybe<ShareAppPayload>;
  readonly uploadFile?: Maybe<UploadFilePayload>;
  readonly verifyMemberToken?: Maybe<VerifyMemberTokenPayload>;
};


export type MutationAddServiceProvidersArgs = {
  input: AddServiceProvidersInput;
};


export type MutationCreateRegistrationTicketArgs = {
  input: CreateRegistrationTicketInput;
};


export type MutationCreateTicketArgs = {
  input: CreateTicketInput;
};


export type MutationCreateTransactionArgs = {
  input: CreateTransactionInput;
};


export type MutationRegisterMemberArgs = {
  input: RegisterMemberInput;
};


export type MutationShareAppArgs = {
  input: ShareAppInput;
};


export type MutationUploadFileArgs = {
  input: UploadFileInput;
};


export type MutationVerifyMemberTokenArgs = {
  input: VerifyMemberTokenInput;
};

export type MutationOutcome =
  | 'COMMITTED'
  | 'REJECTED'
  | 'UNKNOWN';

export type NewServiceProvider = {
  readonly agentName?: InputMaybe<Scalars['String']['input']>;
  readonly company: Scalars['String']['input'];
  readonly companyAddress: Scalars['String']['input'];
  readonly contact: ServiceProviderContact;
  readonly email: Scalars['String']['input'];
  readonly kind: ServiceProviderKind;
  readonly represents?: InputMaybe<Scalars['String']['input']>;
};

export type Node = {
  readonly id: Scalars['ID']['output'];
};

export type Office = {
  readonly __typename?: 'Office';
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly nrdsId?: Maybe<Scalars['String']['output']>;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type PageInfo = {
  readonly __typename?: 'PageInfo';
  readonly endCursor?: Maybe<Scalars['String']['output']>;
  readonly hasNextPage: Scalars['Boolean']['output'];
  readonly hasPreviousPage: Scalars['Boolean']['output'];
  readonly startCursor?: Maybe<Scalars['String']['output']>;
};

export type Party = {
  readonly __typename?: 'Party';
  readonly address?: Maybe<Scalars['String']['output']>;
  readonly cellPhone?: Maybe<Scalars['String']['output']>;
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly fax?: Maybe<Scalars['String']['output']>;
  readonly homePhone?: Maybe<Scalars['String']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly partyId?: Maybe<Scalars['String']['output']>;
  readonly slot: Scalars['Int']['output'];
  readonly workPhone?: Maybe<Scalars['String']['output']>;
};

export type Property = {
  readonly __typename?: 'Property';
  readonly baths?: Maybe<Scalars['Decimal']['output']>;
  readonly bedrooms?: Maybe<Scalars['Int']['output']>;
  readonly city?: Maybe<Scalars['String']['output']>;
  readonly countyName?: Maybe<Scalars['String']['output']>;
  readonly countyParcel?: Maybe<Scalars['String']['output']>;
  readonly legalDescription?: Maybe<Scalars['String']['output']>;
  readonly mlsListingId?: Maybe<Scalars['String']['output']>;
  readonly state?: Maybe<Scalars['String']['output']>;
  readonly streetAddress?: Maybe<Scalars['String']['output']>;
  readonly subdivision?: Maybe<Scalars['String']['output']>;
  readonly unitNo?: Maybe<Scalars['String']['output']>;
  readonly yearBuilt?: Maybe<Scalars['Int']['output']>;
  readonly zip?: Maybe<Scalars['String']['output']>;
};

export type PropertyStatus =
  | 'ACTIVE'
  | 'CLOSED'
  | 'EXPIRED'
  | 'LEASED_RENTED'
  | 'NEW'
  | 'PENDING'
  | 'REJECTED'
  | 'TERMINATED'
  | 'WITHDRAWN';

export type PropertyType =
  | 'COMMERCIAL'
  | 'FARM_AND_RANCH'
  | 'RESIDENTIAL'
  | 'VACANT_LAND';

export type Purchase = {
  readonly __typename?: 'Purchase';
  readonly agreementDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly dueDiligenceDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly earnestMoney?: Maybe<Scalars['Decimal']['output']>;
  readonly earnestMoneyDueDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly price?: Maybe<Scalars['Decimal']['output']>;
  readonly projectedClosingDate?: Maybe<Scalars['Timestamp']['output']>;
};

export type Query = {
  readonly __typename?: 'Query';
  readonly _entities: ReadonlyArray<Maybe<_Entity>>;
  readonly _service: _Service;
  readonly account?: Maybe<Account>;
  readonly accounts?: Maybe<AccountConnection>;
  readonly deadlines?: Maybe<DeadlineConnection>;
  readonly members?: Maybe<ReadonlyArray<Member>>;
  readonly node?: Maybe<Node>;
  readonly nodes?: Maybe<ReadonlyArray<Maybe<Node>>>;
  readonly search?: Maybe<SearchConnection>;
  readonly transaction?: Maybe<Transaction>;
  readonly transactionChanges?: Maybe<TransactionChangePage>;
  readonly transactions?: Maybe<TransactionConnection>;
  readonly viewer: Viewer;
};


export type Query_EntitiesArgs = {
  representations: ReadonlyArray<Scalars['_Any']['input']>;
};


export type QueryAccountArgs = {
  by: AccountKey;
};


export type QueryAccountsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  enabledWithin?: InputMaybe<EnabledWithin>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


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


export type QueryMembersArgs = {
  by: MemberKey;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: ReadonlyArray<Scalars['ID']['input']>;
};


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


export type QueryTransactionArgs = {
  by: TransactionKey;
};


export type QueryTransactionChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryTransactionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

export type RegisterMemberInput = {
  readonly email?: InputMaybe<Scalars['String']['input']>;
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly passcodeReturn?: Scalars['Boolean']['input'];
  readonly url: Scalars['String']['input'];
  readonly userName?: InputMaybe<Scalars['String']['input']>;
};

export type RegisterMemberPayload = {
  readonly __typename?: 'RegisterMemberPayload';
  readonly detail?: Maybe<Scalars['String']['output']>;
  readonly outcome: MutationOutcome;
  readonly passcode?: Maybe<Scalars['String']['output']>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly title?: Maybe<Scalars['String']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type SearchConnection = {
  readonly __typename?: 'SearchConnection';
  readonly asOf: Scalars['Timestamp']['output'];
  readonly edges: ReadonlyArray<SearchEdge>;
  readonly facets: SearchFacets;
  readonly isComplete: Scalars['Boolean']['output'];
  readonly nodes: ReadonlyArray<Maybe<Transaction>>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type SearchDate =
  | 'AGREEMENT_DATE'
  | 'DUE_DILIGENCE_DATE'
  | 'EARNEST_MONEY_DUE_DATE'
  | 'INSERT_DATE'
  | 'LAST_UPDATE_DATE'
  | 'LISTING_EXPIRATION_DATE'
  | 'LISTING_START_DATE'
  | 'PROJECTED_CLOSING_DATE';

export type SearchEdge = {
  readonly __typename?: 'SearchEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node?: Maybe<Transaction>;
};

export type SearchFacets = {
  readonly __typename?: 'SearchFacets';
  readonly agents: ReadonlyArray<Facet>;
  readonly months: ReadonlyArray<Facet>;
  readonly propertyTypes: ReadonlyArray<Facet>;
  readonly states: ReadonlyArray<Facet>;
  readonly statuses: ReadonlyArray<Facet>;
  readonly types: ReadonlyArray<Facet>;
};


export type SearchFacetsAgentsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type SearchFacetsMonthsArgs = {
  of: SearchDate;
};

export type SearchFilter = {
  readonly agreementDate?: InputMaybe<DateRange>;
  readonly cities?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly dueDiligenceDate?: InputMaybe<DateRange>;
  readonly earnestMoneyDueDate?: InputMaybe<DateRange>;
  readonly insertDate?: InputMaybe<DateRange>;
  readonly lastUpdateDate?: InputMaybe<DateRange>;
  readonly listingExpirationDate?: InputMaybe<DateRange>;
  readonly listingStartDate?: InputMaybe<DateRange>;
  readonly price?: InputMaybe<DecimalRange>;
  readonly projectedClosingDate?: InputMaybe<DateRange>;
  readonly propertyTypes?: InputMaybe<ReadonlyArray<PropertyType>>;
  readonly states?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly statuses?: InputMaybe<ReadonlyArray<PropertyStatus>>;
  readonly types?: InputMaybe<ReadonlyArray<TransactionType>>;
};

export type SearchOrder = {
  readonly direction?: InputMaybe<OrderDirection>;
  readonly field: SearchOrderField;
};

export type SearchOrderField =
  | 'AGREEMENT_DATE'
  | 'CITY'
  | 'DUE_DILIGENCE_DATE'
  | 'EARNEST_MONEY_DUE_DATE'
  | 'INSERT_DATE'
  | 'LAST_UPDATE_DATE'
  | 'LISTING_EXPIRATION_DATE'
  | 'LISTING_START_DATE'
  | 'NAME'
  | 'PRICE'
  | 'PROJECTED_CLOSING_DATE'
  | 'RELEVANCE'
  | 'STATUS';

export type ServiceProvider = {
  readonly __typename?: 'ServiceProvider';
  readonly address?: Maybe<Scalars['String']['output']>;
  readonly agentName?: Maybe<Scalars['String']['output']>;
  readonly company?: Maybe<Scalars['String']['output']>;
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly fax?: Maybe<Scalars['String']['output']>;
  readonly kind: ServiceProviderKind;
  readonly phone?: Maybe<Scalars['String']['output']>;
  readonly represents?: Maybe<Scalars['String']['output']>;
};

export type ServiceProviderContact =
  { readonly fax: Scalars['String']['input']; readonly phone?: never; }
  |  { readonly fax?: never; readonly phone: Scalars['String']['input']; };

export type ServiceProviderKind =
  | 'CLOSING'
  | 'ESCROW'
  | 'INSPECTION'
  | 'LENDING'
  | 'PROPERTY_APPRAISAL'
  | 'TITLE'
  | 'TITLE2';

export type ShareAppInput = {
  readonly fields: Scalars['JSON']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type ShareAppPayload = {
  readonly __typename?: 'ShareAppPayload';
  readonly outcome: MutationOutcome;
  readonly replayed: Scalars['Boolean']['output'];
  readonly result?: Maybe<Scalars['JSON']['output']>;
  readonly userErrors: ReadonlyArray<UserError>;
};

export type SideAgent = {
  readonly __typename?: 'SideAgent';
  readonly agentId?: Maybe<Scalars['String']['output']>;
  readonly cellPhone?: Maybe<Scalars['String']['output']>;
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly fax?: Maybe<Scalars['String']['output']>;
  readonly homePhone?: Maybe<Scalars['String']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly nrdsId?: Maybe<Scalars['String']['output']>;
  readonly workPhone?: Maybe<Scalars['String']['output']>;
};

export type Subscription = {
  readonly __typename?: 'Subscription';
  readonly transactionChanged?: Maybe<TransactionChange>;
  readonly transactionChanges?: Maybe<TransactionChange>;
};


export type SubscriptionTransactionChangedArgs = {
  id: Scalars['ID']['input'];
};


export type SubscriptionTransactionChangesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
};

export type TimestampRange = {
  readonly from?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly to?: InputMaybe<Scalars['Timestamp']['input']>;
};

export type Transaction = Node & {
  readonly __typename?: 'Transaction';
  readonly account?: Maybe<Account>;
  readonly archiveUrl?: Maybe<Scalars['String']['output']>;
  readonly buyer: TransactionSide;
  readonly files?: Maybe<TransactionFileConnection>;
  readonly flat?: Maybe<Scalars['JSON']['output']>;
  readonly id: Scalars['ID']['output'];
  readonly insertDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly lastUpdateDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly listing: Listing;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly property: Property;
  readonly propertyType?: Maybe<PropertyType>;
  readonly purchase: Purchase;
  readonly realtorName?: Maybe<Scalars['String']['output']>;
  readonly seller: TransactionSide;
  readonly serviceProviders: ReadonlyArray<ServiceProvider>;
  readonly status?: Maybe<PropertyStatus>;
  readonly transId: Scalars['String']['output'];
  readonly type?: Maybe<TransactionType>;
};


export type TransactionArchiveUrlArgs = {
  filter?: InputMaybe<FileFilter>;
};


export type TransactionFilesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FileFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type TransactionFlatArgs = {
  keys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


export type TransactionServiceProvidersArgs = {
  kinds?: InputMaybe<ReadonlyArray<ServiceProviderKind>>;
};

export type TransactionChange = {
  readonly __typename?: 'TransactionChange';
  readonly cursor: Scalars['String']['output'];
  readonly kind: TransactionChangeKind;
  readonly transaction?: Maybe<Transaction>;
  readonly transactionId?: Maybe<Scalars['ID']['output']>;
  readonly version?: Maybe<Scalars['String']['output']>;
};

export type TransactionChangeKind =
  | 'CHANGED'
  | 'DELETED'
  | 'READY'
  | 'RESUMED'
  | 'STALE';

export type TransactionChangePage = {
  readonly __typename?: 'TransactionChangePage';
  readonly changes: ReadonlyArray<TransactionChange>;
  readonly endCursor: Scalars['String']['output'];
  readonly hasMore: Scalars['Boolean']['output'];
};

export type TransactionConnection = {
  readonly __typename?: 'TransactionConnection';
  readonly edges: ReadonlyArray<TransactionEdge>;
  readonly nodes: ReadonlyArray<Maybe<Transaction>>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type TransactionEdge = {
  readonly __typename?: 'TransactionEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node?: Maybe<Transaction>;
};

export type TransactionFile = Node & {
  readonly __typename?: 'TransactionFile';
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly downloadUrl?: Maybe<Scalars['String']['output']>;
  readonly fileId?: Maybe<Scalars['String']['output']>;
  readonly folderId?: Maybe<Scalars['String']['output']>;
  readonly id: Scalars['ID']['output'];
  readonly insertDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly lastUpdateDate?: Maybe<Scalars['Timestamp']['output']>;
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly transaction?: Maybe<Transaction>;
};

export type TransactionFileConnection = {
  readonly __typename?: 'TransactionFileConnection';
  readonly edges: ReadonlyArray<TransactionFileEdge>;
  readonly nodes: ReadonlyArray<Maybe<TransactionFile>>;
  readonly pageInfo: PageInfo;
  readonly totalCount: Scalars['Int']['output'];
};

export type TransactionFileEdge = {
  readonly __typename?: 'TransactionFileEdge';
  readonly cursor: Scalars['String']['output'];
  readonly node?: Maybe<TransactionFile>;
};

export type TransactionFilter = {
  readonly closingDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly closingDateRange?: InputMaybe<TimestampRange>;
  readonly earnestMoneyDueDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly insertDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly insertDateMin?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly lastUpdateDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly lastUpdateDateSince?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly listingExpirationDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly listingStartDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly propertyTypes?: InputMaybe<ReadonlyArray<PropertyType>>;
  readonly purchaseAgreementDate?: InputMaybe<Scalars['Timestamp']['input']>;
  readonly realtorName?: InputMaybe<Scalars['String']['input']>;
  readonly statuses?: InputMaybe<ReadonlyArray<PropertyStatus>>;
  readonly types?: InputMaybe<ReadonlyArray<TransactionTypeFilter>>;
};

export type TransactionKey =
  { readonly id: Scalars['ID']['input']; readonly transId?: never; }
  |  { readonly id?: never; readonly transId: Scalars['String']['input']; };

export type TransactionOrder = {
  readonly direction?: OrderDirection;
  readonly field: TransactionOrderField;
};

export type TransactionOrderField =
  | 'CLOSING_DATE'
  | 'EARNEST_MONEY_DUE_DATE'
  | 'INSERT_DATE'
  | 'LAST_UPDATE_DATE'
  | 'LISTING_EXPIRATION_DATE'
  | 'LISTING_PRICE'
  | 'LISTING_START_DATE'
  | 'NAME'
  | 'PROPERTY_TYPE'
  | 'PURCHASE_AGREEMENT_DATE'
  | 'PURCHASE_PRICE'
  | 'REALTOR_NAME'
  | 'STATUS'
  | 'TYPE';

export type TransactionSide = {
  readonly __typename?: 'TransactionSide';
  readonly agent?: Maybe<SideAgent>;
  readonly broker?: Maybe<Broker>;
  readonly brokerage?: Maybe<Brokerage>;
  readonly landlordName?: Maybe<Scalars['String']['output']>;
  readonly parties: ReadonlyArray<Party>;
};

export type TransactionType =
  | 'LEASE_RENTAL'
  | 'LISTING'
  | 'LISTING_AND_PURCHASE'
  | 'PURCHASE';

export type TransactionTypeFilter =
  | 'LISTING'
  | 'LISTING_AND_PURCHASE'
  | 'PURCHASE';

export type UploadFileInput = {
  readonly description: Scalars['String']['input'];
  readonly file: Scalars['Upload']['input'];
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly pageCount: Scalars['Int']['input'];
  readonly sender: Scalars['String']['input'];
  readonly transactionId: Scalars['ID']['input'];
};

export type UploadFilePayload = {
  readonly __typename?: 'UploadFilePayload';
  readonly file?: Maybe<TransactionFile>;
  readonly outcome: MutationOutcome;
  readonly possibleMatches?: Maybe<ReadonlyArray<TransactionFile>>;
  readonly replayed: Scalars['Boolean']['output'];
  readonly userErrors: ReadonlyArray<UserError>;
};

export type UpstreamAnswer = {
  readonly __typename?: 'UpstreamAnswer';
  readonly message?: Maybe<Scalars['String']['output']>;
  readonly status: Scalars['Int']['output'];
  readonly type?: Maybe<Scalars['String']['output']>;
};

export type UserError = {
  readonly __typename?: 'UserError';
  readonly code: UserErrorCode;
  readonly field?: Maybe<Scalars['String']['output']>;
  readonly message: Scalars['String']['output'];
  readonly upstream?: Maybe<UpstreamAnswer>;
};

export type UserErrorCode =
  | 'INVALID_CHARACTER'
  | 'INVALID_VALUE'
  | 'NOT_FOUND'
  | 'OUTCOME_UNKNOWN'
  | 'REJECTED';

export type VerifyMemberTokenInput = {
  readonly idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  readonly token: Scalars['String']['input'];
};

export type VerifyMemberTokenPayload = {
  readonly __typename?: 'VerifyMemberTokenPayload';
  readonly member?: Maybe<Member>;
  readonly outcome: MutationOutcome;
  readonly replayed: Scalars['Boolean']['output'];
  readonly userErrors: ReadonlyArray<UserError>;
};

export type Viewer = {
  readonly __typename?: 'Viewer';
  readonly accounts?: Maybe<AccountConnection>;
  readonly calendarUrl?: Maybe<Scalars['String']['output']>;
  readonly canSearch: Scalars['Boolean']['output'];
  readonly nrdsIds: ReadonlyArray<Scalars['String']['output']>;
  readonly officeNrdsIds: ReadonlyArray<Scalars['String']['output']>;
  readonly role: ViewerRole;
  readonly scopes: ReadonlyArray<Scalars['String']['output']>;
  readonly transactions?: Maybe<TransactionConnection>;
  readonly uploadMaxBytes: Scalars['Float']['output'];
};


export type ViewerAccountsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  enabledWithin?: InputMaybe<EnabledWithin>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


export type ViewerCalendarUrlArgs = {
  kinds?: InputMaybe<ReadonlyArray<DeadlineKind>>;
};


export type ViewerTransactionsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TransactionFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TransactionOrder>;
};

export type ViewerRole =
  | 'AGENT'
  | 'COORDINATOR'
  | 'SERVICE';

export type _Entity = Account | Transaction | TransactionFile;

export type _Service = {
  readonly __typename?: '_Service';
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
