// What a Relay application would contain: an account’s transactions and their files, fetched page by page, and
// their changes. Compiled by its tests.
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
