// Relay: its compiler accepts the SDL that the gateway serves, and the compiled code works with the gateway over real sockets.
import { readdirSync } from 'node:fs';
import {
  type ConcreteRequest,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLResponse,
  getSingularSelector,
  Network,
  type ReaderFragment,
  RecordSource,
  type SingularReaderSelector,
  Store,
} from 'relay-runtime';
import { expect, test } from 'vitest';
import { compile, load } from './relay/compile.ts';
import { type SeededGateway, startSeededGateway } from './seeded-gateway.ts';

function environmentOf({ url, authorization, fetch: send }: SeededGateway): Environment {
  const network = Network.create(async ({ text }, variables) => {
    const headers = { ...authorization, 'content-type': 'application/json' };
    const answer = await send(url, { method: 'POST', headers, body: JSON.stringify({ query: text, variables }) });
    return (await answer.json()) as GraphQLResponse;
  });
  return new Environment({ network, store: new Store(new RecordSource()) });
}

interface AccountData {
  readonly firstName: string;
  readonly transactions: {
    readonly edges: readonly { readonly node: { readonly id: string; readonly name: string } }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

test('the compiler accepts the SDL, with paginated fragments that are refetched by the ids of their objects', async () => {
  const artifacts = await compile(await startSeededGateway());
  const refetching = ['transactionsPaginationQuery', 'transactionsFilesQuery', 'transactionsFileQuery'];
  const others = [
    'transactionsQuery',
    'transactionsCreateMutation',
    'transactionsUploadMutation',
    'transactionsChangesSubscription',
    'transactions_account',
    'transactions_file',
    'transactions_files',
  ];
  expect(readdirSync(artifacts).sort()).toEqual([...refetching, ...others].map((name) => `${name}.graphql.js`).sort());
  for (const name of refetching) {
    const { params } = await load<ConcreteRequest>(artifacts, name);
    expect(params.text).toContain('node(id: $id)');
  }
});

test('the compiled fragment is paginated: the next page comes through `node`, and the store holds both as one list', async () => {
  const gateway = await startSeededGateway();
  const artifacts = await compile(gateway);
  const environment = environmentOf(gateway);
  const query = await load<ConcreteRequest>(artifacts, 'transactionsQuery');
  const nextPage = await load<ConcreteRequest>(artifacts, 'transactionsPaginationQuery');
  const fragment = await load<ReaderFragment>(artifacts, 'transactions_account');

  const variables = { nrdsId: gateway.agentNrdsId, count: 4 };
  await fetchQuery(environment, query, variables).toPromise();
  const operation = createOperationDescriptor(query, variables);
  const kept = environment.retain(operation);
  const { account } = environment.lookup(operation.fragment).data as unknown as { account: { id: string } };
  const list = () => {
    const selector = getSingularSelector(fragment, account) as SingularReaderSelector;
    return environment.lookup(selector).data as unknown as AccountData;
  };
  const first = list();
  expect(first.transactions.edges).toHaveLength(4);

  const cursor = first.transactions.pageInfo.endCursor;
  await fetchQuery(environment, nextPage, { id: account.id, count: 3, cursor }).toPromise();
  const both = list();
  expect(both.firstName).toBe(first.firstName);
  expect(both.transactions.edges.slice(0, 4)).toEqual(first.transactions.edges);
  expect(new Set(both.transactions.edges.map(({ node }) => node.id)).size).toBe(7);
  expect(both.transactions.pageInfo.hasNextPage).toBe(true);
  kept.dispose();
});
