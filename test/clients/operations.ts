/**
 * The operations of the clients under test, as an application would hold them: their documents and types are made by the
 * client preset of graphql-codegen (`npm run codegen`), under test/generated.
 */
import { graphql } from '../generated/gql.ts';

export const transactionsPage = graphql(`
  query TransactionsPage($agentNrdsId: String, $first: Int, $after: String, $orderBy: TransactionOrder) {
    transactions(agentNrdsId: $agentNrdsId, first: $first, after: $after, orderBy: $orderBy) {
      edges {
        cursor
        node {
          ...TransactionHead
        }
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      totalCount
    }
  }
`);

export const transactionHead = graphql(`
  fragment TransactionHead on Transaction {
    id
    name
    status
    listing {
      price
      startDate
    }
  }
`);

export const oneTransaction = graphql(`
  query OneTransaction($id: ID!) {
    transaction(by: { id: $id }) {
      ...TransactionHead
      realtorName
    }
  }
`);

export const newTransaction = graphql(`
  mutation NewTransaction($input: CreateTransactionInput!) {
    createTransaction(input: $input) {
      outcome
      userErrors {
        field
        code
        message
      }
      transaction {
        ...TransactionHead
      }
    }
  }
`);

export const addFile = graphql(`
  mutation AddFile($input: UploadFileInput!) {
    uploadFile(input: $input) {
      outcome
      userErrors {
        field
        code
        message
      }
      file {
        id
        name
        description
        transaction {
          id
          name
        }
      }
    }
  }
`);
