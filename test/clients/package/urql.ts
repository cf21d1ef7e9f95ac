/** What a page with urql does with the package: run against a gateway, and compiled, where both are installed. */
import { Client, fetchExchange, gql, type TypedDocumentNode } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import {
  follow,
  TransactionChangesDocument,
  TransactionDocument,
  TransactionOrderField,
  type TransactionSummaryFragment,
  TransactionSummaryFragmentDoc,
  TransactionsDocument,
  withFragments,
} from 'realty-forms-graphql-client';
import { cacheOptions, gatewayExchange, openByUrql } from 'realty-forms-graphql-client/urql';

const Newest: TypedDocumentNode<{ transactions: { nodes: TransactionSummaryFragment[] } }, object> = withFragments(
  gql`
    query Newest {
      transactions(last: 1) {
        nodes {
          ...TransactionSummary
        }
      }
    }
  `,
  TransactionSummaryFragmentDoc,
);

export async function run(url: string, token: string): Promise<object> {
  // Refused, so the first request renews it.
  let current = 'expired';
  const gateway = gatewayExchange({
    token: () => current,
    renewToken: () => {
      current = token;
      return true;
    },
  });
  const client = new Client({
    url,
    preferGetMethod: false,
    exchanges: [cacheExchange(cacheOptions()), gateway, fetchExchange],
  });

  const page = { first: 3, orderBy: { field: TransactionOrderField.NAME } };
  const { data } = await client.query(TransactionsDocument, page);
  const list = data?.transactions;
  const id: string = list?.nodes[0]?.id ?? '';
  const one = await client.query(TransactionDocument, { id });
  // @ts-expect-error: a field that the query does not select
  void one.data?.transaction?.flat;

  const newest = await client.query(Newest, {}, { requestPolicy: 'network-only' });

  const change = await new Promise((resolve, reject) => {
    const stop = follow(openByUrql(client, TransactionChangesDocument), {
      change({ kind, transaction }) {
        const name: string | null | undefined = transaction?.name;
        // @ts-expect-error: a field that the subscription does not select
        void [name, transaction?.flat];
        // It can be told before there is anything to stop.
        queueMicrotask(() => stop());
        resolve(kind);
      },
      fail: reject,
    });
  });

  return {
    isOne: one.data?.transaction?.name === list?.nodes[0]?.name,
    newest: newest.data?.transactions.nodes.map(({ name }) => typeof name),
    change,
  };
}
