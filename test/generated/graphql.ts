/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What a new transaction starts with. */
export type CreateTransactionInput = {
  /** The NRDS id of the agent whose transaction it is. */
  agentNrdsId: string;
  /** Asked again with the same key and input, the write is not sent again and its outcome is told again, for 24 hours. 1 to 255 printable ASCII characters, such as a UUID. */
  idempotencyKey?: string | null | undefined;
  /** The transaction's name. */
  name: string;
  /** The type of property. */
  propertyType: PropertyType;
  /** The property's state, two letters. */
  stateId: string;
  /** The status that it starts with. */
  status: PropertyStatus;
  /** Street and number of the property. */
  streetAddress: string;
  /** The type of transaction. */
  type: TransactionType;
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
/** Which way a list is ordered. */
export const OrderDirection = {
  /** Smallest, earliest or first in the alphabet first; blanks before everything. */
  ASC: 'ASC',
  /** Largest, latest or last in the alphabet first. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
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
/** A file for a transaction. */
export type UploadFileInput = {
  /** What the file is. */
  description: string;
  /** The file itself; its name ends in pdf, xls, jpg or doc, and its content is of that type. */
  file: File;
  /**
   * Asked again with the same key and input, the file included, it is not sent again and its outcome is told again, for 24 hours. 1 to
   * 255 printable ASCII characters, such as a UUID.
   */
  idempotencyKey?: string | null | undefined;
  /** How many pages it has, 1 or more. */
  pageCount: number;
  /** The company that sends it. */
  sender: string;
  /** The id of the `Transaction`. */
  transactionId: string | number;
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
export type TransactionsPageQueryVariables = Exact<{
  agentNrdsId?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  orderBy?: TransactionOrder | null | undefined;
}>;


export type TransactionsPageQuery = { transactions: { totalCount: number, edges: Array<{ cursor: string, node: { id: string, name: string | null, status: PropertyStatus | null, listing: { price: string | null, startDate: string | null } } | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type TransactionHeadFragment = { id: string, name: string | null, status: PropertyStatus | null, listing: { price: string | null, startDate: string | null } };

export type OneTransactionQueryVariables = Exact<{
  id: string | number;
}>;


export type OneTransactionQuery = { transaction: { realtorName: string | null, id: string, name: string | null, status: PropertyStatus | null, listing: { price: string | null, startDate: string | null } } | null };

export type NewTransactionMutationVariables = Exact<{
  input: CreateTransactionInput;
}>;


export type NewTransactionMutation = { createTransaction: { outcome: MutationOutcome, userErrors: Array<{ field: string | null, code: UserErrorCode, message: string }>, transaction: { id: string, name: string | null, status: PropertyStatus | null, listing: { price: string | null, startDate: string | null } } | null } | null };

export type AddFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;


export type AddFileMutation = { uploadFile: { outcome: MutationOutcome, userErrors: Array<{ field: string | null, code: UserErrorCode, message: string }>, file: { id: string, name: string | null, description: string | null, transaction: { id: string, name: string | null } | null } | null } | null };

export const TransactionHeadFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<TransactionHeadFragment, unknown>;
export const TransactionsPageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TransactionsPage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"TransactionOrder"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentNrdsId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentNrdsId"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}},{"kind":"Field","name":{"kind":"Name","value":"totalCount"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<TransactionsPageQuery, TransactionsPageQueryVariables>;
export const OneTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"OneTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"transaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}},{"kind":"Field","name":{"kind":"Name","value":"realtorName"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<OneTransactionQuery, OneTransactionQueryVariables>;
export const NewTransactionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"NewTransaction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateTransactionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createTransaction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TransactionHead"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TransactionHead"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Transaction"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"listing"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}}]}}]}}]} as unknown as DocumentNode<NewTransactionMutation, NewTransactionMutationVariables>;
export const AddFileDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddFile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UploadFileInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uploadFile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"file"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"transaction"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<AddFileMutation, AddFileMutationVariables>;