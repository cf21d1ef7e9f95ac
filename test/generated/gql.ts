/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query TransactionsPage($agentNrdsId: String, $first: Int, $after: String, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agentNrdsId, first: $first, after: $after, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...TransactionHead\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      totalCount\n    }\n  }\n": typeof types.TransactionsPageDocument,
    "\n  fragment TransactionHead on Transaction {\n    id\n    name\n    status\n    listing {\n      price\n      startDate\n    }\n  }\n": typeof types.TransactionHeadFragmentDoc,
    "\n  query OneTransaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      ...TransactionHead\n      realtorName\n    }\n  }\n": typeof types.OneTransactionDocument,
    "\n  mutation NewTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n": typeof types.NewTransactionDocument,
    "\n  mutation AddFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      file {\n        id\n        name\n        description\n        transaction {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.AddFileDocument,
    "\n  subscription Changes($after: String) {\n    transactionChanges(after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n": typeof types.ChangesDocument,
};
const documents: Documents = {
    "\n  query TransactionsPage($agentNrdsId: String, $first: Int, $after: String, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agentNrdsId, first: $first, after: $after, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...TransactionHead\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      totalCount\n    }\n  }\n": types.TransactionsPageDocument,
    "\n  fragment TransactionHead on Transaction {\n    id\n    name\n    status\n    listing {\n      price\n      startDate\n    }\n  }\n": types.TransactionHeadFragmentDoc,
    "\n  query OneTransaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      ...TransactionHead\n      realtorName\n    }\n  }\n": types.OneTransactionDocument,
    "\n  mutation NewTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n": types.NewTransactionDocument,
    "\n  mutation AddFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      file {\n        id\n        name\n        description\n        transaction {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.AddFileDocument,
    "\n  subscription Changes($after: String) {\n    transactionChanges(after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n": types.ChangesDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TransactionsPage($agentNrdsId: String, $first: Int, $after: String, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agentNrdsId, first: $first, after: $after, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...TransactionHead\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      totalCount\n    }\n  }\n"): (typeof documents)["\n  query TransactionsPage($agentNrdsId: String, $first: Int, $after: String, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agentNrdsId, first: $first, after: $after, orderBy: $orderBy) {\n      edges {\n        cursor\n        node {\n          ...TransactionHead\n        }\n      }\n      pageInfo {\n        hasNextPage\n        hasPreviousPage\n        startCursor\n        endCursor\n      }\n      totalCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment TransactionHead on Transaction {\n    id\n    name\n    status\n    listing {\n      price\n      startDate\n    }\n  }\n"): (typeof documents)["\n  fragment TransactionHead on Transaction {\n    id\n    name\n    status\n    listing {\n      price\n      startDate\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OneTransaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      ...TransactionHead\n      realtorName\n    }\n  }\n"): (typeof documents)["\n  query OneTransaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      ...TransactionHead\n      realtorName\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation NewTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation NewTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AddFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      file {\n        id\n        name\n        description\n        transaction {\n          id\n          name\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        code\n        message\n      }\n      file {\n        id\n        name\n        description\n        transaction {\n          id\n          name\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Changes($after: String) {\n    transactionChanges(after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription Changes($after: String) {\n    transactionChanges(after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionHead\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;