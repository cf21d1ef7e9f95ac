import type { IncomingFile } from '../gateway/incoming-file.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Account as AccountModel, AccountConnection as AccountConnectionModel } from '../gateway/accounts.ts';
import type { Transaction as TransactionModel, TransactionConnection as TransactionConnectionModel } from '../gateway/transactions.ts';
import type { AddResult } from '../gateway/providers.ts';
import type { Member as MemberModel, RegisterResult, VerifyResult, ShareResult } from '../gateway/members.ts';
import type { TicketResult } from '../gateway/tickets.ts';
import type { TransactionFile as TransactionFileModel, TransactionFileConnection as TransactionFileConnectionModel } from '../gateway/files.ts';
import type { UploadResult } from '../gateway/upload-file.ts';
import type { CreateResult } from '../gateway/create-transaction.ts';
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
  /** An exact decimal number, written as a string: `"349900"`, `"2.5"`. */
  Decimal: { input: string; output: string; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A date (`2026-03-01`) or a date-time with offset (`2026-03-01T09:30:00-07:00`), ISO 8601, in the precision that the record has. */
  Timestamp: { input: string; output: string; }
  /** A file in a request, by the GraphQL multipart request specification; one a request. */
  Upload: { input: IncomingFile; output: never; }
};

/** A user-level account of an agent. */
export type Account = Node & {
  __typename?: 'Account';
  /** The service's own id of the account; one more call for each account, so select it only where it is needed. */
  accountId?: Maybe<Scalars['String']['output']>;
  /** The e-mail address, which names the account at the service. */
  email?: Maybe<Scalars['String']['output']>;
  /** First name. */
  firstName?: Maybe<Scalars['String']['output']>;
  /** Opaque, stable and URL-safe; resolves in `node`. */
  id: Scalars['ID']['output'];
  /** Last name. */
  lastName?: Maybe<Scalars['String']['output']>;
  /** The kind of membership, in the service's words. */
  memberType?: Maybe<Scalars['String']['output']>;
  /** The agent's NRDS id; null for an account that has not enabled access. */
  nrdsId?: Maybe<Scalars['String']['output']>;
  /** The agent's office; null for an account that has not enabled access. */
  office?: Maybe<Office>;
  /** Phone number as it was entered. */
  phone?: Maybe<Scalars['String']['output']>;
  /** The agent's transactions; null for an account without an NRDS id. */
  transactions?: Maybe<TransactionConnection>;
};


/** A user-level account of an agent. */
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
  __typename?: 'AccountConnection';
  /** The page's accounts, each with its cursor. */
  edges: Array<AccountEdge>;
  /** The page's accounts. */
  nodes: Array<Maybe<Account>>;
  /** Where the page stands. */
  pageInfo: PageInfo;
  /** How many accounts there are in all. */
  totalCount: Scalars['Int']['output'];
};

/** An account in a page. */
export type AccountEdge = {
  __typename?: 'AccountEdge';
  /** Where the account stands in the list. */
  cursor: Scalars['String']['output'];
  /** The account. */
  node?: Maybe<Account>;
};

/** How an account is named: exactly one of the three. */
export type AccountKey =
  /** The member's e-mail address. */
  { email: Scalars['String']['input']; id?: never; nrdsId?: never; }
  |  /** The id of an `Account`. */
  { email?: never; id: Scalars['ID']['input']; nrdsId?: never; }
  |  /** The agent's NRDS id. */
  { email?: never; id?: never; nrdsId: Scalars['String']['input']; };

/** Which providers are added to which transaction. */
export type AddServiceProvidersInput = {
  /** The NRDS id of the agent whose transaction it is. Callers with the role `service` must give it, because their ids hold none; to agents it is the one whose transaction it is, and another is refused. */
  agentNrdsId?: InputMaybe<Scalars['String']['input']>;
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** At least one, and each kind at most once. */
  providers: Array<NewServiceProvider>;
  /** The id of a `Transaction`. */
  transactionId: Scalars['ID']['input'];
};

/** What became of addServiceProviders. */
export type AddServiceProvidersPayload = {
  __typename?: 'AddServiceProvidersPayload';
  /** Whether the service providers were added: all of them, or none. */
  outcome: MutationOutcome;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** The transaction, read anew with the service providers that it has now; null where they were not added. */
  transaction?: Maybe<Transaction>;
  /** What stood in the way and can be put right; empty when they were added. */
  userErrors: Array<UserError>;
};

/** A broker. */
export type Broker = {
  __typename?: 'Broker';
  /** The service's id of the broker. */
  brokerId?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** Name. */
  name?: Maybe<Scalars['String']['output']>;
};

/** A brokerage. */
export type Brokerage = {
  __typename?: 'Brokerage';
  /** Address. */
  address?: Maybe<Scalars['String']['output']>;
  /** The service's id of the brokerage. */
  brokerageId?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  fax?: Maybe<Scalars['String']['output']>;
  /** Name. */
  name?: Maybe<Scalars['String']['output']>;
  /** Phone. */
  phone?: Maybe<Scalars['String']['output']>;
};

/** A ticket of somebody who wants to be registered. */
export type CreateRegistrationTicketInput = {
  /** What is asked for. */
  description: Scalars['String']['input'];
  /** E-mail address. */
  email: Scalars['String']['input'];
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The whole name. */
  name: Scalars['String']['input'];
  /** Phone. */
  phone: Scalars['String']['input'];
  /** The user name. */
  userName: Scalars['String']['input'];
};

/** What became of createRegistrationTicket. */
export type CreateRegistrationTicketPayload = {
  __typename?: 'CreateRegistrationTicketPayload';
  /** The same at length. */
  detail?: Maybe<Scalars['String']['output']>;
  /** Whether the ticket was created. */
  outcome: MutationOutcome;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** What was done, in a few words. */
  title?: Maybe<Scalars['String']['output']>;
  /** What stood in the way and can be put right; empty when it was created. */
  userErrors: Array<UserError>;
};

/** A support ticket. */
export type CreateTicketInput = {
  /** The same at length. */
  description: Scalars['String']['input'];
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** What it is about, in a few words. */
  title: Scalars['String']['input'];
  /** The member's user name. */
  userName: Scalars['String']['input'];
};

/** What became of createTicket. */
export type CreateTicketPayload = {
  __typename?: 'CreateTicketPayload';
  /** The same at length. */
  detail?: Maybe<Scalars['String']['output']>;
  /** Whether the ticket was created. */
  outcome: MutationOutcome;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** What was done, in a few words. */
  title?: Maybe<Scalars['String']['output']>;
  /** What stood in the way and can be put right; empty when it was created. */
  userErrors: Array<UserError>;
};

/** What a new transaction starts with. */
export type CreateTransactionInput = {
  /** The NRDS id of the agent whose transaction it is. */
  agentNrdsId: Scalars['String']['input'];
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The transaction's name. */
  name: Scalars['String']['input'];
  /** The type of property. */
  propertyType: PropertyType;
  /** The property's state, two letters. */
  stateId: Scalars['String']['input'];
  /** The status that it starts with. */
  status: PropertyStatus;
  /** Street and number of the property. */
  streetAddress: Scalars['String']['input'];
  /** The type of transaction. */
  type: TransactionType;
};

/** What became of createTransaction. */
export type CreateTransactionPayload = {
  __typename?: 'CreateTransactionPayload';
  /** Whether the transaction was created. */
  outcome: MutationOutcome;
  /** Where the outcome is UNKNOWN, up to ten of the agent's transactions that may be the one, none of them certain; null where they could not be looked for. */
  possibleMatches?: Maybe<Array<Transaction>>;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /**
   * The transaction, when it was created. Where its creation is told again, or its answer never came and it was found, it is read, which
   * takes the scope `transactions.read`: as it is now, and null where it cannot be read.
   */
  transaction?: Maybe<Transaction>;
  /** What stood in the way and can be put right; empty when it was created. */
  userErrors: Array<UserError>;
};

/** A stretch of time up to now. */
export type EnabledWithin = {
  /** 1 to 90. */
  amount: Scalars['Int']['input'];
  /** What `amount` counts. */
  unit: EnabledWithinUnit;
};

/** What a stretch of time is counted in. */
export const EnabledWithinUnit = {
  /** Days. */
  DAYS: 'DAYS',
  /** Hours. */
  HOURS: 'HOURS'
} as const;

export type EnabledWithinUnit = typeof EnabledWithinUnit[keyof typeof EnabledWithinUnit];
/** What files must fit; all that is given must hold. Texts cannot hold `<`, `>`, `,`, `|`, `=` or control characters. */
export type FileFilter = {
  /** With this number. */
  fileId?: InputMaybe<Scalars['String']['input']>;
  /** In this folder. */
  folderId?: InputMaybe<Scalars['String']['input']>;
  /** Added on this day, or at this instant. */
  insertDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Added on this day or instant, or later. */
  insertDateMin?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on this day, or at this instant. */
  lastUpdateDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on this day or instant, or later. */
  lastUpdateDateSince?: InputMaybe<Scalars['Timestamp']['input']>;
};

/** What the property is listed for, and for how long. */
export type Listing = {
  __typename?: 'Listing';
  /** Fees of the owners' association. */
  associationFees?: Maybe<Scalars['Decimal']['output']>;
  /** The listing's last day. */
  expirationDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Listing price. */
  price?: Maybe<Scalars['Decimal']['output']>;
  /** The listing's first day. */
  startDate?: Maybe<Scalars['Timestamp']['output']>;
};

/** A member of the mobile application. */
export type Member = {
  __typename?: 'Member';
  /** The service's id of the client; null for a member whose token was verified. */
  clientId?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** First name. */
  firstName?: Maybe<Scalars['String']['output']>;
  /** The location's holidays, in whatever form the service sends them; null but for a member whose token was verified. */
  holidays?: Maybe<Scalars['JSON']['output']>;
  /** Last name. */
  lastName?: Maybe<Scalars['String']['output']>;
  /** The service's id of the location. */
  locationId?: Maybe<Scalars['String']['output']>;
  /** The location's name. */
  locationName?: Maybe<Scalars['String']['output']>;
  /** Phone number as it was entered. */
  phone?: Maybe<Scalars['String']['output']>;
  /** The id of the member's state; null but for a member whose token was verified. */
  stateId?: Maybe<Scalars['String']['output']>;
  /** The hours of the location's help line, in whatever form the service sends them. */
  thlHours?: Maybe<Scalars['JSON']['output']>;
  /** The service's id of the user; null but for a member whose token was verified. */
  userId?: Maybe<Scalars['String']['output']>;
  /** The user name. */
  userName?: Maybe<Scalars['String']['output']>;
};

/** How members are found: at least one of the two. */
export type MemberKey = {
  /** The e-mail address, which several members can share. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** The user name. */
  userName?: InputMaybe<Scalars['String']['input']>;
};

export type Mutation = {
  __typename?: 'Mutation';
  /** Adds service providers to a transaction. One that the transaction has of the same kind is replaced, all of it. */
  addServiceProviders?: Maybe<AddServiceProvidersPayload>;
  /** Creates a ticket for somebody who wants to be registered. */
  createRegistrationTicket?: Maybe<CreateRegistrationTicketPayload>;
  /** Creates a support ticket for a member. */
  createTicket?: Maybe<CreateTicketPayload>;
  /** Creates a transaction for an agent. It cannot be changed or deleted afterwards. */
  createTransaction?: Maybe<CreateTransactionPayload>;
  /** Registers one member for the mobile application: sends a link, or gives a passcode to hand over. */
  registerMember?: Maybe<RegisterMemberPayload>;
  /** Shares the mobile application. The service shows neither request nor answer, so both pass through as they are. */
  shareApp?: Maybe<ShareAppPayload>;
  /** Adds a file to a transaction: pdf, xls, jpg or doc. It runs through to the service and is never kept here. */
  uploadFile?: Maybe<UploadFilePayload>;
  /** Takes the token of a registration link, or a passcode, and says whose it is. It works once. */
  verifyMemberToken?: Maybe<VerifyMemberTokenPayload>;
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

/** What became of a write. */
export const MutationOutcome = {
  /** It was carried out. */
  COMMITTED: 'COMMITTED',
  /** It was refused, and nothing was changed. */
  REJECTED: 'REJECTED',
  /** It was sent and its answer never came: ask again with the same idempotency key, which sends nothing, or look before you send it again. */
  UNKNOWN: 'UNKNOWN'
} as const;

export type MutationOutcome = typeof MutationOutcome[keyof typeof MutationOutcome];
/** A service provider to add. */
export type NewServiceProvider = {
  /** The person at the company: needed of every kind but PROPERTY_APPRAISAL, whose record has no place for one. */
  agentName?: InputMaybe<Scalars['String']['input']>;
  /** The company's name. */
  company: Scalars['String']['input'];
  /** The company's address. */
  companyAddress: Scalars['String']['input'];
  /** How it is reached: by phone or by fax. */
  contact: ServiceProviderContact;
  /** E-mail address. */
  email: Scalars['String']['input'];
  /** What it does. */
  kind: ServiceProviderKind;
  /** Whom it represents; may be empty. */
  represents?: InputMaybe<Scalars['String']['input']>;
};

/** An object that can be fetched again by its id. */
export type Node = {
  /** Opaque, stable and URL-safe; serves only callers with the same right to the object. */
  id: Scalars['ID']['output'];
};

/** A real-estate office. */
export type Office = {
  __typename?: 'Office';
  /** The office's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The office's NRDS id. */
  nrdsId?: Maybe<Scalars['String']['output']>;
};

/** Which way a list is ordered. */
export const OrderDirection = {
  /** Smallest, earliest or first in the alphabet first; blanks before everything. */
  ASC: 'ASC',
  /** Largest, latest or last in the alphabet first. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** Where a page stands in its list. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the page's last record, null on an empty page. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether records follow this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether records come before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the page's first record, null on an empty page. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A party to a transaction: a seller, a buyer, a landlord or a tenant. */
export type Party = {
  __typename?: 'Party';
  /** Address. */
  address?: Maybe<Scalars['String']['output']>;
  /** Cell phone. */
  cellPhone?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  fax?: Maybe<Scalars['String']['output']>;
  /** Home phone. */
  homePhone?: Maybe<Scalars['String']['output']>;
  /** Name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The service's id of the party. */
  partyId?: Maybe<Scalars['String']['output']>;
  /** The slot that it stands in, 1 to 8. */
  slot: Scalars['Int']['output'];
  /** Work phone. */
  workPhone?: Maybe<Scalars['String']['output']>;
};

/** The property of a transaction. */
export type Property = {
  __typename?: 'Property';
  /** Number of baths, with halves. */
  baths?: Maybe<Scalars['Decimal']['output']>;
  /** Number of bedrooms. */
  bedrooms?: Maybe<Scalars['Int']['output']>;
  /** City. */
  city?: Maybe<Scalars['String']['output']>;
  /** County. */
  countyName?: Maybe<Scalars['String']['output']>;
  /** The county's parcel number. */
  countyParcel?: Maybe<Scalars['String']['output']>;
  /** The legal description. */
  legalDescription?: Maybe<Scalars['String']['output']>;
  /** The number of the listing at the multiple listing service. */
  mlsListingId?: Maybe<Scalars['String']['output']>;
  /** State. */
  state?: Maybe<Scalars['String']['output']>;
  /** Street and number. */
  streetAddress?: Maybe<Scalars['String']['output']>;
  /** Subdivision. */
  subdivision?: Maybe<Scalars['String']['output']>;
  /** Unit or apartment. */
  unitNo?: Maybe<Scalars['String']['output']>;
  /** The year that it was built in. */
  yearBuilt?: Maybe<Scalars['Int']['output']>;
  /** ZIP code. */
  zip?: Maybe<Scalars['String']['output']>;
};

/** The statuses of a transaction. */
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
/** The types of property. */
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
/** What was agreed on the purchase. */
export type Purchase = {
  __typename?: 'Purchase';
  /** The day of the purchase agreement. */
  agreementDate?: Maybe<Scalars['Timestamp']['output']>;
  /** When due diligence ends. */
  dueDiligenceDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Earnest money. */
  earnestMoney?: Maybe<Scalars['Decimal']['output']>;
  /** When the earnest money is due. */
  earnestMoneyDueDate?: Maybe<Scalars['Timestamp']['output']>;
  /** Purchase price. */
  price?: Maybe<Scalars['Decimal']['output']>;
  /** When closing is projected. */
  projectedClosingDate?: Maybe<Scalars['Timestamp']['output']>;
};

export type Query = {
  __typename?: 'Query';
  /** One account; NOT_FOUND where there is none that the caller may see. Agents see their own. */
  account?: Maybe<Account>;
  /** The accounts of agents that have enabled access for the integration. */
  accounts?: Maybe<AccountConnection>;
  /** The members of the mobile application that fit the key: none, one, or several who share an e-mail address. */
  members?: Maybe<Array<Member>>;
  /** The object with this id, of whatever type; NOT_FOUND where there is none that the caller may see. */
  node?: Maybe<Node>;
  /** Several objects by their ids, in the order asked; each one that is not found is null, with an error of its own. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** One transaction; NOT_FOUND where there is none that the caller may see. */
  transaction?: Maybe<Transaction>;
  /** An agent's transactions. */
  transactions?: Maybe<TransactionConnection>;
  /** Who the caller is, as its token says. */
  viewer: Viewer;
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


export type QueryMembersArgs = {
  by: MemberKey;
};


export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


export type QueryTransactionArgs = {
  by: TransactionKey;
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

/** Who is registered, and where the link leads. */
export type RegisterMemberInput = {
  /** The e-mail address; can be left out where `userName` is given, and has to be where the member shares it. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** Whether a passcode is given back, in place of a link that is sent. */
  passcodeReturn?: Scalars['Boolean']['input'];
  /** The mobile address that the link leads to: https, and on the service's own list of addresses, or below one of them. */
  url: Scalars['String']['input'];
  /** The user name; can be left out where `email` is given. */
  userName?: InputMaybe<Scalars['String']['input']>;
};

/** What became of registerMember. */
export type RegisterMemberPayload = {
  __typename?: 'RegisterMemberPayload';
  /** The same at length; null where it is told again. */
  detail?: Maybe<Scalars['String']['output']>;
  /** Whether the member was registered. */
  outcome: MutationOutcome;
  /** The passcode, where `passcodeReturn` asked for it. It lets its holder in: keep it out of logs. It is not kept, so that it is null where the outcome is told again. */
  passcode?: Maybe<Scalars['String']['output']>;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** What was done, in a few words; null where it is told again, because it is not kept. */
  title?: Maybe<Scalars['String']['output']>;
  /** What stood in the way and can be put right; empty when the member was registered. */
  userErrors: Array<UserError>;
};

/** A company that serves a transaction. */
export type ServiceProvider = {
  __typename?: 'ServiceProvider';
  /** The company's address. */
  address?: Maybe<Scalars['String']['output']>;
  /** The person at the company; always null for PROPERTY_APPRAISAL, whose record has no place for one. */
  agentName?: Maybe<Scalars['String']['output']>;
  /** The company's name. */
  company?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  fax?: Maybe<Scalars['String']['output']>;
  /** What it does. */
  kind: ServiceProviderKind;
  /** Phone. */
  phone?: Maybe<Scalars['String']['output']>;
  /** Whom it represents. */
  represents?: Maybe<Scalars['String']['output']>;
};

/** How a service provider is reached: exactly one of the two. */
export type ServiceProviderContact =
  /** Fax. */
  { fax: Scalars['String']['input']; phone?: never; }
  |  /** Phone. */
  { fax?: never; phone: Scalars['String']['input']; };

/** The kinds of service provider that a transaction can name. */
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
/** What is sent to share the application. */
export type ShareAppInput = {
  /** A JSON object, sent as it is. */
  fields: Scalars['JSON']['input'];
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

/** What became of shareApp. */
export type ShareAppPayload = {
  __typename?: 'ShareAppPayload';
  /** Whether it was done. */
  outcome: MutationOutcome;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** What the service answered, as it came; null where the outcome is told again, because it is not kept. */
  result?: Maybe<Scalars['JSON']['output']>;
  /** What stood in the way and can be put right; empty when it was done. */
  userErrors: Array<UserError>;
};

/** The agent of one side. */
export type SideAgent = {
  __typename?: 'SideAgent';
  /** The service's id of the agent. */
  agentId?: Maybe<Scalars['String']['output']>;
  /** Cell phone. */
  cellPhone?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** Fax. */
  fax?: Maybe<Scalars['String']['output']>;
  /** Home phone. */
  homePhone?: Maybe<Scalars['String']['output']>;
  /** Name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The agent's NRDS id. */
  nrdsId?: Maybe<Scalars['String']['output']>;
  /** Work phone. */
  workPhone?: Maybe<Scalars['String']['output']>;
};

/** A stretch of time, both ends included; one that ends before it begins is refused. */
export type TimestampRange = {
  /** Its first day or instant. */
  from: Scalars['Timestamp']['input'];
  /** Its last day or instant. */
  to: Scalars['Timestamp']['input'];
};

/** A real-estate transaction with everything that its record holds. */
export type Transaction = Node & {
  __typename?: 'Transaction';
  /**
   * A link to the transaction's files in one archive, or to the file itself where only one fits: for a browser, like
   * `TransactionFile.downloadUrl`. Selecting it makes no call.
   */
  archiveUrl?: Maybe<Scalars['String']['output']>;
  /** The side of the buyer. */
  buyer: TransactionSide;
  /** The transaction's files, oldest first as the service lists them. */
  files?: Maybe<TransactionFileConnection>;
  /** The service's record as it came, flat and verbatim: what has no field here is still there. */
  flat?: Maybe<Scalars['JSON']['output']>;
  /** Opaque, stable and URL-safe; resolves in `node`. */
  id: Scalars['ID']['output'];
  /** When it was entered. */
  insertDate?: Maybe<Scalars['Timestamp']['output']>;
  /** When it was last changed. */
  lastUpdateDate?: Maybe<Scalars['Timestamp']['output']>;
  /** The listing. */
  listing: Listing;
  /** The transaction's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The property that is bought, sold or let. */
  property: Property;
  /** The type of property. */
  propertyType?: Maybe<PropertyType>;
  /** The purchase. */
  purchase: Purchase;
  /** The realtor's name. */
  realtorName?: Maybe<Scalars['String']['output']>;
  /** The side of the seller or landlord. */
  seller: TransactionSide;
  /** The service providers that are named, in the order of `ServiceProviderKind`. */
  serviceProviders: Array<ServiceProvider>;
  /** The status. */
  status?: Maybe<PropertyStatus>;
  /** The service's own number of the transaction. */
  transId: Scalars['String']['output'];
  /** The type of transaction. */
  type?: Maybe<TransactionType>;
};


/** A real-estate transaction with everything that its record holds. */
export type TransactionArchiveUrlArgs = {
  filter?: InputMaybe<FileFilter>;
};


/** A real-estate transaction with everything that its record holds. */
export type TransactionFilesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<FileFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A real-estate transaction with everything that its record holds. */
export type TransactionFlatArgs = {
  keys?: InputMaybe<Array<Scalars['String']['input']>>;
};


/** A real-estate transaction with everything that its record holds. */
export type TransactionServiceProvidersArgs = {
  kinds?: InputMaybe<Array<ServiceProviderKind>>;
};

/** A page of transactions. */
export type TransactionConnection = {
  __typename?: 'TransactionConnection';
  /** The page's transactions, each with its cursor. */
  edges: Array<TransactionEdge>;
  /** The page's transactions. */
  nodes: Array<Maybe<Transaction>>;
  /** Where the page stands. */
  pageInfo: PageInfo;
  /** How many transactions fit the filter in all. */
  totalCount: Scalars['Int']['output'];
};

/** A transaction in a page. */
export type TransactionEdge = {
  __typename?: 'TransactionEdge';
  /** Where the transaction stands in the list. */
  cursor: Scalars['String']['output'];
  /** The transaction. */
  node?: Maybe<Transaction>;
};

/** A file of a transaction. */
export type TransactionFile = Node & {
  __typename?: 'TransactionFile';
  /** What its sender said of it. */
  description?: Maybe<Scalars['String']['output']>;
  /**
   * A link to the file's bytes, for a browser: it needs no token, and ends after five minutes unless configured otherwise. Relative to
   * the gateway's address unless that is configured. Selecting it makes no call; null for a file without a number.
   */
  downloadUrl?: Maybe<Scalars['String']['output']>;
  /** The service's own number of the file. */
  fileId?: Maybe<Scalars['String']['output']>;
  /** The service's own number of the folder that it is in. */
  folderId?: Maybe<Scalars['String']['output']>;
  /** Opaque, stable and URL-safe; resolves in `node`. */
  id: Scalars['ID']['output'];
  /** When it was added. */
  insertDate?: Maybe<Scalars['Timestamp']['output']>;
  /** When it was last changed. */
  lastUpdateDate?: Maybe<Scalars['Timestamp']['output']>;
  /** The file's name. */
  name?: Maybe<Scalars['String']['output']>;
  /** The transaction that it belongs to. */
  transaction?: Maybe<Transaction>;
};

/** A page of files. */
export type TransactionFileConnection = {
  __typename?: 'TransactionFileConnection';
  /** The page's files, each with its cursor. */
  edges: Array<TransactionFileEdge>;
  /** The page's files. */
  nodes: Array<Maybe<TransactionFile>>;
  /** Where the page stands. */
  pageInfo: PageInfo;
  /** How many files fit the filter in all. */
  totalCount: Scalars['Int']['output'];
};

/** A file in a page. */
export type TransactionFileEdge = {
  __typename?: 'TransactionFileEdge';
  /** Where the file stands in the list. */
  cursor: Scalars['String']['output'];
  /** The file. */
  node?: Maybe<TransactionFile>;
};

/** What transactions must fit; all that is given must hold. Texts cannot hold `<`, `>`, `,`, `|`, `=` or control characters. */
export type TransactionFilter = {
  /** Projected to close on this day, or at this instant. */
  closingDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Projected to close within this range. */
  closingDateRange?: InputMaybe<TimestampRange>;
  /** Earnest money due on this day, or at this instant. */
  earnestMoneyDueDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Entered on this day, or at this instant. */
  insertDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Entered on this day or instant, or later. */
  insertDateMin?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on this day, or at this instant. */
  lastUpdateDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Changed on this day or instant, or later. */
  lastUpdateDateSince?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Listing expires on this day, or at this instant. */
  listingExpirationDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Listed from this day, or this instant. */
  listingStartDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** One of these types of property. */
  propertyTypes?: InputMaybe<Array<PropertyType>>;
  /** Purchase agreement of this day, or this instant. */
  purchaseAgreementDate?: InputMaybe<Scalars['Timestamp']['input']>;
  /** The realtor's whole name, in any case. */
  realtorName?: InputMaybe<Scalars['String']['input']>;
  /** One of these statuses. */
  statuses?: InputMaybe<Array<PropertyStatus>>;
  /** One of these types of transaction. */
  types?: InputMaybe<Array<TransactionTypeFilter>>;
};

/** How a transaction is named: exactly one of the two. */
export type TransactionKey =
  /** The id of a `Transaction`. */
  { id: Scalars['ID']['input']; transId?: never; }
  |  /** The service's own number of the transaction; for callers with the role `service` only. */
  { id?: never; transId: Scalars['String']['input']; };

/** How transactions are ordered; equals are ordered by the service's number of the transaction. */
export type TransactionOrder = {
  /** Which way. */
  direction?: OrderDirection;
  /** What they are ordered by. */
  field: TransactionOrderField;
};

/** What transactions can be ordered by. */
export const TransactionOrderField = {
  /** The projected closing. */
  CLOSING_DATE: 'CLOSING_DATE',
  /** When the earnest money is due. */
  EARNEST_MONEY_DUE_DATE: 'EARNEST_MONEY_DUE_DATE',
  /** When it was entered. */
  INSERT_DATE: 'INSERT_DATE',
  /** When it was last changed. */
  LAST_UPDATE_DATE: 'LAST_UPDATE_DATE',
  /** The listing's expiration. */
  LISTING_EXPIRATION_DATE: 'LISTING_EXPIRATION_DATE',
  /** The listing price. */
  LISTING_PRICE: 'LISTING_PRICE',
  /** The listing's start. */
  LISTING_START_DATE: 'LISTING_START_DATE',
  /** The transaction's name. */
  NAME: 'NAME',
  /** The type of property. */
  PROPERTY_TYPE: 'PROPERTY_TYPE',
  /** The day of the purchase agreement. */
  PURCHASE_AGREEMENT_DATE: 'PURCHASE_AGREEMENT_DATE',
  /** The purchase price. */
  PURCHASE_PRICE: 'PURCHASE_PRICE',
  /** The realtor's name. */
  REALTOR_NAME: 'REALTOR_NAME',
  /** The status. */
  STATUS: 'STATUS',
  /** The type of transaction. */
  TYPE: 'TYPE'
} as const;

export type TransactionOrderField = typeof TransactionOrderField[keyof typeof TransactionOrderField];
/** One side of a transaction. */
export type TransactionSide = {
  __typename?: 'TransactionSide';
  /** The agent, null where the record names none. */
  agent?: Maybe<SideAgent>;
  /** The broker, null where the record names none. */
  broker?: Maybe<Broker>;
  /** The brokerage, null where the record names none. */
  brokerage?: Maybe<Brokerage>;
  /** The seller's, buyer's or landlord's name as the record heads the side. */
  landlordName?: Maybe<Scalars['String']['output']>;
  /** The parties, by slot; blank slots are left out. */
  parties: Array<Party>;
};

/** The types of transaction. */
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
/** The types of transaction that a list can be filtered by: the service does not filter by leases and rentals. */
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
  description: Scalars['String']['input'];
  /** The file itself; its name ends in pdf, xls, jpg or doc, and its content is of that type. */
  file: Scalars['Upload']['input'];
  /**
   * Asked again with the same key and input, the file included, it is not sent again and its outcome is told again, for 24 hours. 1 to
   * 255 printable ASCII characters, such as a UUID.
   */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** How many pages it has, 1 or more. */
  pageCount: Scalars['Int']['input'];
  /** The company that sends it. */
  sender: Scalars['String']['input'];
  /** The id of the `Transaction`. */
  transactionId: Scalars['ID']['input'];
};

/** What became of uploadFile. */
export type UploadFilePayload = {
  __typename?: 'UploadFilePayload';
  /**
   * The file, when it was added. The service does not say which one it is, so it is found by listing before and after, two more calls,
   * made with a key or where this is selected; null where more than one file of its name and description came in meanwhile, and where
   * it is told again and gone.
   */
  file?: Maybe<TransactionFile>;
  /** Whether the file was added. */
  outcome: MutationOutcome;
  /** Where the outcome is UNKNOWN, up to ten files that may be the one, none of them certain; null where they could not be looked for. */
  possibleMatches?: Maybe<Array<TransactionFile>>;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** What stood in the way and can be put right; empty when it was added. */
  userErrors: Array<UserError>;
};

/** The service's own words on a refusal. */
export type UpstreamAnswer = {
  __typename?: 'UpstreamAnswer';
  /** Its message. */
  message?: Maybe<Scalars['String']['output']>;
  /** Its status code, which need not have HTTP's meaning. */
  status: Scalars['Int']['output'];
  /** Its type of error. */
  type?: Maybe<Scalars['String']['output']>;
};

/** Something that the user can put right. */
export type UserError = {
  __typename?: 'UserError';
  /** What is wrong, for programs. */
  code: UserErrorCode;
  /** The path of the input's field that it is about, such as `name` or `providers.0.email`; null where it is about none, or it is not known which. */
  field?: Maybe<Scalars['String']['output']>;
  /** What is wrong, in a sentence. */
  message: Scalars['String']['output'];
  /** What the service answered; null where it was not asked. */
  upstream?: Maybe<UpstreamAnswer>;
};

/** What can be wrong with an input. */
export const UserErrorCode = {
  /** The value holds a character that the service does not take. */
  INVALID_CHARACTER: 'INVALID_CHARACTER',
  /** The value is empty or of the wrong form. */
  INVALID_VALUE: 'INVALID_VALUE',
  /** What the value names does not exist, or is not the caller's. */
  NOT_FOUND: 'NOT_FOUND',
  /** The service's answer never came, so it is not known whether the write was carried out. */
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
  /** The service refused for the reason in the message. */
  REJECTED: 'REJECTED'
} as const;

export type UserErrorCode = typeof UserErrorCode[keyof typeof UserErrorCode];
/** What is verified. */
export type VerifyMemberTokenInput = {
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  /** The token of a registration link, or a passcode. */
  token: Scalars['String']['input'];
};

/** What became of verifyMemberToken. */
export type VerifyMemberTokenPayload = {
  __typename?: 'VerifyMemberTokenPayload';
  /** Whose token it was; null where the outcome is told again, because members are not kept. */
  member?: Maybe<Member>;
  /** Whether the token was taken. */
  outcome: MutationOutcome;
  /** Whether the write was carried out before, under the same key, and its outcome is told again. */
  replayed: Scalars['Boolean']['output'];
  /** What stood in the way and can be put right; empty when the token was taken. */
  userErrors: Array<UserError>;
};

/** The caller, as its verified token says. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The NRDS ids that the caller may act for; empty for a service, which may act for all. */
  nrdsIds: Array<Scalars['String']['output']>;
  /** Whether the caller is an agent or a service. */
  role: ViewerRole;
  /** The scopes that the token holds. */
  scopes: Array<Scalars['String']['output']>;
};

/** The two kinds of caller. */
export const ViewerRole = {
  /** A real-estate agent: sees what belongs to its own NRDS ids. */
  AGENT: 'AGENT',
  /** A trusted back end: sees every agent. */
  SERVICE: 'SERVICE'
} as const;

export type ViewerRole = typeof ViewerRole[keyof typeof ViewerRole];


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
  CreateRegistrationTicketPayload: ResolverTypeWrapper<TicketResult>;
  CreateTicketInput: CreateTicketInput;
  CreateTicketPayload: ResolverTypeWrapper<TicketResult>;
  CreateTransactionInput: CreateTransactionInput;
  CreateTransactionPayload: ResolverTypeWrapper<CreateResult>;
  Decimal: ResolverTypeWrapper<Scalars['Decimal']['output']>;
  EnabledWithin: EnabledWithin;
  EnabledWithinUnit: EnabledWithinUnit;
  FileFilter: FileFilter;
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
  RegisterMemberPayload: ResolverTypeWrapper<RegisterResult>;
  ServiceProvider: ResolverTypeWrapper<ServiceProvider>;
  ServiceProviderContact: ServiceProviderContact;
  ServiceProviderKind: ServiceProviderKind;
  ShareAppInput: ShareAppInput;
  ShareAppPayload: ResolverTypeWrapper<ShareResult>;
  SideAgent: ResolverTypeWrapper<SideAgent>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Timestamp: ResolverTypeWrapper<Scalars['Timestamp']['output']>;
  TimestampRange: TimestampRange;
  Transaction: ResolverTypeWrapper<TransactionModel>;
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
  UploadFilePayload: ResolverTypeWrapper<UploadResult>;
  UpstreamAnswer: ResolverTypeWrapper<UpstreamAnswer>;
  UserError: ResolverTypeWrapper<UserError>;
  UserErrorCode: UserErrorCode;
  VerifyMemberTokenInput: VerifyMemberTokenInput;
  VerifyMemberTokenPayload: ResolverTypeWrapper<VerifyResult>;
  Viewer: ResolverTypeWrapper<Viewer>;
  ViewerRole: ViewerRole;
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
  CreateRegistrationTicketPayload: TicketResult;
  CreateTicketInput: CreateTicketInput;
  CreateTicketPayload: TicketResult;
  CreateTransactionInput: CreateTransactionInput;
  CreateTransactionPayload: CreateResult;
  Decimal: Scalars['Decimal']['output'];
  EnabledWithin: EnabledWithin;
  FileFilter: FileFilter;
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
  RegisterMemberPayload: RegisterResult;
  ServiceProvider: ServiceProvider;
  ServiceProviderContact: ServiceProviderContact;
  ShareAppInput: ShareAppInput;
  ShareAppPayload: ShareResult;
  SideAgent: SideAgent;
  String: Scalars['String']['output'];
  Timestamp: Scalars['Timestamp']['output'];
  TimestampRange: TimestampRange;
  Transaction: TransactionModel;
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
  UploadFilePayload: UploadResult;
  UpstreamAnswer: UpstreamAnswer;
  UserError: UserError;
  VerifyMemberTokenInput: VerifyMemberTokenInput;
  VerifyMemberTokenPayload: VerifyResult;
  Viewer: Viewer;
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
  edges?: Resolver<Array<ResolversTypes['AccountEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Account']>>, ParentType, ContextType>;
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
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
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
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateTicketPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTicketPayload'] = ResolversParentTypes['CreateTicketPayload']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateTransactionPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTransactionPayload'] = ResolversParentTypes['CreateTransactionPayload']> = {
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  possibleMatches?: Resolver<Maybe<Array<ResolversTypes['Transaction']>>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface DecimalScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Decimal'], any> {
  name: 'Decimal';
}

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
  account?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, RequireFields<QueryAccountArgs, 'by'>>;
  accounts?: Resolver<Maybe<ResolversTypes['AccountConnection']>, ParentType, ContextType, Partial<QueryAccountsArgs>>;
  members?: Resolver<Maybe<Array<ResolversTypes['Member']>>, ParentType, ContextType, RequireFields<QueryMembersArgs, 'by'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  transaction?: Resolver<Maybe<ResolversTypes['Transaction']>, ParentType, ContextType, RequireFields<QueryTransactionArgs, 'by'>>;
  transactions?: Resolver<Maybe<ResolversTypes['TransactionConnection']>, ParentType, ContextType, Partial<QueryTransactionsArgs>>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
};

export type RegisterMemberPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RegisterMemberPayload'] = ResolversParentTypes['RegisterMemberPayload']> = {
  detail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  passcode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
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
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
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

export interface TimestampScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Timestamp'], any> {
  name: 'Timestamp';
}

export type TransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Transaction'] = ResolversParentTypes['Transaction']> = {
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
  serviceProviders?: Resolver<Array<ResolversTypes['ServiceProvider']>, ParentType, ContextType, Partial<TransactionServiceProvidersArgs>>;
  status?: Resolver<Maybe<ResolversTypes['PropertyStatus']>, ParentType, ContextType>;
  transId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<Maybe<ResolversTypes['TransactionType']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TransactionConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TransactionConnection'] = ResolversParentTypes['TransactionConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TransactionEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Transaction']>>, ParentType, ContextType>;
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
  edges?: Resolver<Array<ResolversTypes['TransactionFileEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['TransactionFile']>>, ParentType, ContextType>;
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
  parties?: Resolver<Array<ResolversTypes['Party']>, ParentType, ContextType>;
};

export interface UploadScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Upload'], any> {
  name: 'Upload';
}

export type UploadFilePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UploadFilePayload'] = ResolversParentTypes['UploadFilePayload']> = {
  file?: Resolver<Maybe<ResolversTypes['TransactionFile']>, ParentType, ContextType>;
  outcome?: Resolver<ResolversTypes['MutationOutcome'], ParentType, ContextType>;
  possibleMatches?: Resolver<Maybe<Array<ResolversTypes['TransactionFile']>>, ParentType, ContextType>;
  replayed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
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
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  nrdsIds?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['ViewerRole'], ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
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
  Decimal?: GraphQLScalarType;
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
  ServiceProvider?: ServiceProviderResolvers<ContextType>;
  ShareAppPayload?: ShareAppPayloadResolvers<ContextType>;
  SideAgent?: SideAgentResolvers<ContextType>;
  Timestamp?: GraphQLScalarType;
  Transaction?: TransactionResolvers<ContextType>;
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
};

export type DirectiveResolvers<ContextType = Context> = {
  authenticated?: AuthenticatedDirectiveResolver<any, any, ContextType>;
  cost?: CostDirectiveResolver<any, any, ContextType>;
  scope?: ScopeDirectiveResolver<any, any, ContextType>;
  serviceOnly?: ServiceOnlyDirectiveResolver<any, any, ContextType>;
};
