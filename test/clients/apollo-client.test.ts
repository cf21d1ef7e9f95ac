// Apollo Client 4 against the gateway over real sockets: its cache, its pages, its errors, an upload.
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { filter, firstValueFrom } from 'rxjs';
import { expect, test } from 'vitest';
import type { TransactionsPageQuery } from '../generated/graphql.ts';
import { createMultipartLink } from './multipart-link.ts';
import { addFile, newTransaction, oneTransaction, transactionHead, transactionsPage } from './operations.ts';
import { startSeededGateway } from './seeded-gateway.ts';

async function startClient() {
  const gateway = await startSeededGateway();
  const options = { uri: gateway.url, headers: gateway.authorization, fetch: gateway.fetch };
  const cache = new InMemoryCache({
    typePolicies: {
      Query: { fields: { transactions: relayStylePagination(['agentNrdsId', 'filter', 'orderBy']) } },
    },
  });
  const link = ApolloLink.from([createMultipartLink(options), new HttpLink(options)]);
  const client = new ApolloClient({ cache, link });
  return { ...gateway, client, cache };
}

const byPrice = { field: 'LISTING_PRICE', direction: 'DESC' } as const;

test('the cache keeps a transaction once, under its id, whatever queries brought it', async () => {
  const { client, cache, sent } = await startClient();
  const page = await client.query({ query: transactionsPage, variables: { first: 3, orderBy: byPrice } });
  const head = page.data!.transactions!.edges[0]!.node!;
  const one = await client.query({ query: oneTransaction, variables: { id: head.id } });
  expect(one.data!.transaction).toMatchObject({ ...head, realtorName: expect.any(String) });

  const key = cache.identify({ __typename: 'Transaction', id: head.id })!;
  expect(cache.extract()[key]).toMatchObject({ name: head.name, realtorName: one.data!.transaction!.realtorName });
  expect(Object.keys(cache.extract()).filter((each) => each.startsWith('Transaction:'))).toHaveLength(3);

  cache.modify({ id: key, fields: { name: () => 'Renamed' } });
  const again = await client.query({ query: transactionsPage, variables: { first: 3, orderBy: byPrice } });
  expect(again.data!.transactions!.edges[0]!.node!.name).toBe('Renamed');
  expect(sent).toHaveLength(2);
});

test('fetchMore goes on where the page ended, and the cache holds one list without gaps or repeats', async () => {
  const { client, cache, agentNrdsId } = await startClient();
  const variables = { agentNrdsId, first: 5, orderBy: byPrice };
  const list = client.watchQuery({ query: transactionsPage, variables });
  const subscription = list.subscribe(() => undefined);
  let page = (await firstValueFrom(list.pipe(filter(({ loading }) => !loading)))).data as TransactionsPageQuery;
  const { totalCount } = page.transactions!;
  expect(totalCount).toBeGreaterThan(20);
  for (let pages = 1; pages < 4; pages += 1) {
    const { data } = await list.fetchMore({ variables: { after: page.transactions!.pageInfo.endCursor } });
    page = data!;
  }
  subscription.unsubscribe();
  const merged = cache.readQuery({ query: transactionsPage, variables })!.transactions!;

  const whole = await client.query({
    query: transactionsPage,
    variables: { agentNrdsId, first: 20, orderBy: byPrice },
    fetchPolicy: 'no-cache',
  });
  const idsOf = ({ edges }: typeof merged) => edges.map(({ node }) => node!.id);
  expect(idsOf(merged)).toHaveLength(20);
  expect(idsOf(merged)).toEqual(idsOf(whole.data!.transactions!));
  expect(merged).toMatchObject({ totalCount, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
});

test('a created transaction enters the cache whole, and is found there by its fragment', async () => {
  const { client, cache, agentNrdsId } = await startClient();
  const input = {
    agentNrdsId,
    stateId: 'UT',
    name: '12 Example Street',
    streetAddress: '12 Example Street',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING',
    status: 'NEW',
  } as const;
  const { data } = await client.mutate({ mutation: newTransaction, variables: { input } });
  expect(data!.createTransaction).toMatchObject({ outcome: 'COMMITTED', userErrors: [] });
  const id = cache.identify(data!.createTransaction!.transaction!)!;
  expect(cache.readFragment({ id, fragment: transactionHead })).toMatchObject({
    name: '12 Example Street',
    status: 'NEW',
  });
});

test('a refusal arrives as a GraphQL error with its code', async () => {
  const { client } = await startClient();
  const refused = client.query({ query: oneTransaction, variables: { id: 'nothing' } });
  await expect(refused).rejects.toSatisfy(CombinedGraphQLErrors.is);
  await expect(refused).rejects.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', retryable: false } }] });
});

test('a file goes through a multipart link, and comes back as an object of the cache', async () => {
  const { client, cache, sent } = await startClient();
  const page = await client.query({ query: transactionsPage, variables: { first: 1 } });
  const { id, name } = page.data!.transactions!.edges[0]!.node!;
  const file = new File(['%PDF-1.7\n%%EOF\n'], 'offer.pdf', { type: 'application/pdf' });
  const { data } = await client.mutate({
    mutation: addFile,
    variables: { input: { transactionId: id, file, description: 'The offer', sender: 'Example Realty', pageCount: 1 } },
  });
  expect(data!.uploadFile).toMatchObject({
    outcome: 'COMMITTED',
    userErrors: [],
    file: { name: 'offer.pdf', description: 'The offer', transaction: { id, name } },
  });
  expect(sent.at(-1)!.contentType).toMatch(/^multipart\/form-data; boundary=/);
  expect(cache.extract()[cache.identify(data!.uploadFile!.file!)!]).toMatchObject({ name: 'offer.pdf' });
});
