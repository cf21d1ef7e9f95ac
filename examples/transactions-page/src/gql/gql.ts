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
    "\n  mutation AddServiceProvider($input: AddServiceProvidersInput!) {\n    addServiceProviders(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n        serviceProviders {\n          ...Provider\n        }\n      }\n    }\n  }\n": typeof types.AddServiceProviderDocument,
    "\n  query TransactionFiles($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      files(first: 100) {\n        totalCount\n        nodes {\n          id\n          name\n          description\n          insertDate\n        }\n      }\n    }\n  }\n": typeof types.TransactionFilesDocument,
    "\n  query FileLink($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on TransactionFile {\n        id\n        downloadUrl\n      }\n    }\n  }\n": typeof types.FileLinkDocument,
    "\n  query ArchiveLink($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      archiveUrl\n    }\n  }\n": typeof types.ArchiveLinkDocument,
    "\n  subscription Changes($agent: String!, $after: String) {\n    transactionChanges(agentNrdsId: $agent, after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionRow\n        ...TransactionDetails\n      }\n    }\n  }\n": typeof types.ChangesDocument,
    "\n  mutation CreateTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n      }\n    }\n  }\n": typeof types.CreateTransactionDocument,
    "\n  fragment Provider on ServiceProvider {\n    kind\n    represents\n    company\n    agentName\n    email\n    phone\n    fax\n  }\n": typeof types.ProviderFragmentDoc,
    "\n  fragment Side on TransactionSide {\n    landlordName\n    parties {\n      slot\n      name\n      email\n      homePhone\n      workPhone\n      cellPhone\n    }\n    agent {\n      name\n      email\n      cellPhone\n    }\n    broker {\n      name\n      email\n    }\n    brokerage {\n      name\n      address\n      phone\n    }\n  }\n": typeof types.SideFragmentDoc,
    "\n  query Transactions($agent: String!, $after: String, $filter: TransactionFilter, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agent, first: 20, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      edges {\n        node {\n          ...TransactionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n\n  fragment TransactionRow on Transaction {\n    id\n    name\n    type\n    propertyType\n    status\n    property {\n      city\n      state\n    }\n    listing {\n      price\n    }\n  }\n": typeof types.TransactionsDocument,
    "\n  query Transaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      ...TransactionDetails\n    }\n  }\n\n  fragment TransactionDetails on Transaction {\n    id\n    name\n    realtorName\n    insertDate\n    type\n    propertyType\n    status\n    property {\n      streetAddress\n      unitNo\n      city\n      state\n      zip\n      yearBuilt\n      bedrooms\n      baths\n    }\n    listing {\n      price\n      expirationDate\n    }\n    purchase {\n      price\n      earnestMoney\n      projectedClosingDate\n    }\n    seller {\n      ...Side\n    }\n    buyer {\n      ...Side\n    }\n    serviceProviders {\n      ...Provider\n    }\n  }\n": typeof types.TransactionDocument,
    "\n  mutation UploadFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      file {\n        id\n      }\n    }\n  }\n": typeof types.UploadFileDocument,
    "\n  query Caller {\n    viewer {\n      role\n      nrdsIds\n    }\n  }\n": typeof types.CallerDocument,
};
const documents: Documents = {
    "\n  mutation AddServiceProvider($input: AddServiceProvidersInput!) {\n    addServiceProviders(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n        serviceProviders {\n          ...Provider\n        }\n      }\n    }\n  }\n": types.AddServiceProviderDocument,
    "\n  query TransactionFiles($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      files(first: 100) {\n        totalCount\n        nodes {\n          id\n          name\n          description\n          insertDate\n        }\n      }\n    }\n  }\n": types.TransactionFilesDocument,
    "\n  query FileLink($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on TransactionFile {\n        id\n        downloadUrl\n      }\n    }\n  }\n": types.FileLinkDocument,
    "\n  query ArchiveLink($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      archiveUrl\n    }\n  }\n": types.ArchiveLinkDocument,
    "\n  subscription Changes($agent: String!, $after: String) {\n    transactionChanges(agentNrdsId: $agent, after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionRow\n        ...TransactionDetails\n      }\n    }\n  }\n": types.ChangesDocument,
    "\n  mutation CreateTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n      }\n    }\n  }\n": types.CreateTransactionDocument,
    "\n  fragment Provider on ServiceProvider {\n    kind\n    represents\n    company\n    agentName\n    email\n    phone\n    fax\n  }\n": types.ProviderFragmentDoc,
    "\n  fragment Side on TransactionSide {\n    landlordName\n    parties {\n      slot\n      name\n      email\n      homePhone\n      workPhone\n      cellPhone\n    }\n    agent {\n      name\n      email\n      cellPhone\n    }\n    broker {\n      name\n      email\n    }\n    brokerage {\n      name\n      address\n      phone\n    }\n  }\n": types.SideFragmentDoc,
    "\n  query Transactions($agent: String!, $after: String, $filter: TransactionFilter, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agent, first: 20, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      edges {\n        node {\n          ...TransactionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n\n  fragment TransactionRow on Transaction {\n    id\n    name\n    type\n    propertyType\n    status\n    property {\n      city\n      state\n    }\n    listing {\n      price\n    }\n  }\n": types.TransactionsDocument,
    "\n  query Transaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      ...TransactionDetails\n    }\n  }\n\n  fragment TransactionDetails on Transaction {\n    id\n    name\n    realtorName\n    insertDate\n    type\n    propertyType\n    status\n    property {\n      streetAddress\n      unitNo\n      city\n      state\n      zip\n      yearBuilt\n      bedrooms\n      baths\n    }\n    listing {\n      price\n      expirationDate\n    }\n    purchase {\n      price\n      earnestMoney\n      projectedClosingDate\n    }\n    seller {\n      ...Side\n    }\n    buyer {\n      ...Side\n    }\n    serviceProviders {\n      ...Provider\n    }\n  }\n": types.TransactionDocument,
    "\n  mutation UploadFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      file {\n        id\n      }\n    }\n  }\n": types.UploadFileDocument,
    "\n  query Caller {\n    viewer {\n      role\n      nrdsIds\n    }\n  }\n": types.CallerDocument,
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
export function graphql(source: "\n  mutation AddServiceProvider($input: AddServiceProvidersInput!) {\n    addServiceProviders(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n        serviceProviders {\n          ...Provider\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation AddServiceProvider($input: AddServiceProvidersInput!) {\n    addServiceProviders(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n        serviceProviders {\n          ...Provider\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TransactionFiles($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      files(first: 100) {\n        totalCount\n        nodes {\n          id\n          name\n          description\n          insertDate\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query TransactionFiles($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      files(first: 100) {\n        totalCount\n        nodes {\n          id\n          name\n          description\n          insertDate\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query FileLink($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on TransactionFile {\n        id\n        downloadUrl\n      }\n    }\n  }\n"): (typeof documents)["\n  query FileLink($id: ID!) {\n    node(id: $id) {\n      __typename\n      ... on TransactionFile {\n        id\n        downloadUrl\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ArchiveLink($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      archiveUrl\n    }\n  }\n"): (typeof documents)["\n  query ArchiveLink($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      archiveUrl\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Changes($agent: String!, $after: String) {\n    transactionChanges(agentNrdsId: $agent, after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionRow\n        ...TransactionDetails\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription Changes($agent: String!, $after: String) {\n    transactionChanges(agentNrdsId: $agent, after: $after) {\n      kind\n      cursor\n      transaction {\n        ...TransactionRow\n        ...TransactionDetails\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateTransaction($input: CreateTransactionInput!) {\n    createTransaction(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      transaction {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Provider on ServiceProvider {\n    kind\n    represents\n    company\n    agentName\n    email\n    phone\n    fax\n  }\n"): (typeof documents)["\n  fragment Provider on ServiceProvider {\n    kind\n    represents\n    company\n    agentName\n    email\n    phone\n    fax\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment Side on TransactionSide {\n    landlordName\n    parties {\n      slot\n      name\n      email\n      homePhone\n      workPhone\n      cellPhone\n    }\n    agent {\n      name\n      email\n      cellPhone\n    }\n    broker {\n      name\n      email\n    }\n    brokerage {\n      name\n      address\n      phone\n    }\n  }\n"): (typeof documents)["\n  fragment Side on TransactionSide {\n    landlordName\n    parties {\n      slot\n      name\n      email\n      homePhone\n      workPhone\n      cellPhone\n    }\n    agent {\n      name\n      email\n      cellPhone\n    }\n    broker {\n      name\n      email\n    }\n    brokerage {\n      name\n      address\n      phone\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Transactions($agent: String!, $after: String, $filter: TransactionFilter, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agent, first: 20, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      edges {\n        node {\n          ...TransactionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n\n  fragment TransactionRow on Transaction {\n    id\n    name\n    type\n    propertyType\n    status\n    property {\n      city\n      state\n    }\n    listing {\n      price\n    }\n  }\n"): (typeof documents)["\n  query Transactions($agent: String!, $after: String, $filter: TransactionFilter, $orderBy: TransactionOrder) {\n    transactions(agentNrdsId: $agent, first: 20, after: $after, filter: $filter, orderBy: $orderBy) {\n      totalCount\n      edges {\n        node {\n          ...TransactionRow\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n\n  fragment TransactionRow on Transaction {\n    id\n    name\n    type\n    propertyType\n    status\n    property {\n      city\n      state\n    }\n    listing {\n      price\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Transaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      ...TransactionDetails\n    }\n  }\n\n  fragment TransactionDetails on Transaction {\n    id\n    name\n    realtorName\n    insertDate\n    type\n    propertyType\n    status\n    property {\n      streetAddress\n      unitNo\n      city\n      state\n      zip\n      yearBuilt\n      bedrooms\n      baths\n    }\n    listing {\n      price\n      expirationDate\n    }\n    purchase {\n      price\n      earnestMoney\n      projectedClosingDate\n    }\n    seller {\n      ...Side\n    }\n    buyer {\n      ...Side\n    }\n    serviceProviders {\n      ...Provider\n    }\n  }\n"): (typeof documents)["\n  query Transaction($id: ID!) {\n    transaction(by: { id: $id }) {\n      id\n      ...TransactionDetails\n    }\n  }\n\n  fragment TransactionDetails on Transaction {\n    id\n    name\n    realtorName\n    insertDate\n    type\n    propertyType\n    status\n    property {\n      streetAddress\n      unitNo\n      city\n      state\n      zip\n      yearBuilt\n      bedrooms\n      baths\n    }\n    listing {\n      price\n      expirationDate\n    }\n    purchase {\n      price\n      earnestMoney\n      projectedClosingDate\n    }\n    seller {\n      ...Side\n    }\n    buyer {\n      ...Side\n    }\n    serviceProviders {\n      ...Provider\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UploadFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      file {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UploadFile($input: UploadFileInput!) {\n    uploadFile(input: $input) {\n      outcome\n      userErrors {\n        field\n        message\n      }\n      file {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Caller {\n    viewer {\n      role\n      nrdsIds\n    }\n  }\n"): (typeof documents)["\n  query Caller {\n    viewer {\n      role\n      nrdsIds\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;