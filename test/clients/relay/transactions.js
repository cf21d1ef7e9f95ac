// What a Relay application would hold: a list of an account’s transactions that is fetched page by page. Compiled by its test.
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
