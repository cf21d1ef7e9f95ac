/** What a page with Apollo Client does with the package: run against a gateway, and compiled, where both are installed. */
import { ApolloClient, gql, type TypedDocumentNode } from '@apollo/client';
import {
  TransactionChangesDocument,
  type TransactionDetailsFragment,
  TransactionDetailsFragmentDoc,
  TransactionDocument,
  TransactionOrderField,
  TransactionSummaryFragmentDoc,
  TransactionsDocument,
  withFragments,
} from 'realty-forms-graphql-client';
import { createCache, createLink } from 'realty-forms-graphql-client/apollo';

const Newest: TypedDocumentNode<{ transactions: { nodes: TransactionDetailsFragment[] } }> = withFragments(
  gql`
    query Newest {
      transactions(last: 1) {
        nodes {
          ...TransactionDetails
          ...TransactionSummary
        }
      }
    }
  `,
  TransactionDetailsFragmentDoc,
  TransactionSummaryFragmentDoc,
);

export async function run(uri: string, token: string): Promise<object> {
  // Refused, so the first request renews it.
  let current = 'expired';
  const link = createLink({
    uri,
    token: () => current,
    renewToken: () => {
      current = token;
      return true;
    },
  });
  const client = new ApolloClient({ cache: createCache(), link });

  const variables = { first: 3, orderBy: { field: TransactionOrderField.NAME } };
  const { data } = await client.query({ query: TransactionsDocument, variables });
  const list = data?.transactions;
  const id: string = list?.nodes[0]?.id ?? '';
  const one = await client.query({ query: TransactionDocument, variables: { id } });
  // @ts-expect-error: a field that the query does not select
  void one.data?.transaction?.flat;

  const newest = await client.query({ query: Newest, fetchPolicy: 'no-cache' });

  const change = await new Promise((resolve, reject) => {
    const changes = client.subscribe({ query: TransactionChangesDocument }).subscribe({
      next({ data }) {
        changes.unsubscribe();
        resolve(data?.transactionChanges?.kind);
      },
      error: reject,
    });
  });

  return {
    isOne: one.data?.transaction?.name === list?.nodes[0]?.name,
    newest: newest.data?.transactions.nodes.map(({ name, transId }) => [typeof name, transId !== '']),
    change,
  };
}
