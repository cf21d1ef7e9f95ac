// What a Relay application would contain: an account’s transactions and their files, fetched page by page, their changes, and
// writes that add to them. Compiled by its tests.
import { graphql } from 'relay-runtime';

export const query = graphql`
  query transactionsQuery($nrdsId: String!, $count: Int!) {
    account(by: { nrdsId: $nrdsId }) {
      id
      ...transactions_account @arguments(count: $count)
    }
  }
`;

export const fragment = graphql`
  fragment transactions_account on Account
  @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" })
  @refetchable(queryName: "transactionsPaginationQuery") {
    firstName
    transactions(first: $count, after: $cursor, orderBy: { field: LISTING_PRICE, direction: DESC })
      @connection(key: "account_transactions") {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`;

export const files = graphql`
  fragment transactions_files on Transaction
  @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" })
  @refetchable(queryName: "transactionsFilesQuery") {
    files(first: $count, after: $cursor) @connection(key: "transaction_files") {
      edges {
        node {
          ...transactions_file
        }
      }
    }
  }
`;

export const file = graphql`
  fragment transactions_file on TransactionFile @refetchable(queryName: "transactionsFileQuery") {
    name
    insertDate
    downloadUrl
  }
`;

export const creation = graphql`
  mutation transactionsCreateMutation($input: CreateTransactionInput!, $connections: [ID!]!) {
    createTransaction(input: $input) {
      transaction @prependNode(connections: $connections, edgeTypeName: "TransactionEdge") {
        id
        name
      }
    }
  }
`;

export const upload = graphql`
  mutation transactionsUploadMutation($input: UploadFileInput!, $connections: [ID!]!) {
    uploadFile(input: $input) {
      file @appendNode(connections: $connections, edgeTypeName: "TransactionFileEdge") {
        id
        name
      }
    }
  }
`;

export const changes = graphql`
  subscription transactionsChangesSubscription($after: String) {
    transactionChanges(after: $after) {
      kind
      cursor
      transaction {
        id
        name
        status
      }
    }
  }
`;
