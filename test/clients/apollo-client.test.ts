// Apollo Client 4 against the gateway over real sockets: its cache, its pages, its errors, an upload.
import { ApolloClient, CombinedGraphQLErrors, gql } from '@apollo/client';
import { filter, firstValueFrom } from 'rxjs';
import { expect, onTestFinished, test } from 'vitest';
import { createCache } from '../../client/src/apollo/cache.ts';
import { createLink } from '../../client/src/apollo/link.ts';
import {
  CreateTransactionDocument,
  TransactionsDocument,
  type TransactionsQuery,
} from '../../client/src/documents/generated.ts';
import type { TransactionsPageQuery } from '../generated/graphql.ts';
import { addFile, newTransaction, oneTransaction, transactionHead, transactionsPage } from './operations.ts';
import { startSeededGateway } from './seeded-gateway.ts';

async function startClient() {
  const gateway = await startSeededGateway();
  const cache = createCache();
  const link = createLink({ uri: gateway.url, token: () => gateway.token, fetch: gateway.fetch });
  const client = new ApolloClient({ cache, link });
  return { ...gateway, client, cache };
}

const newListing = {
  stateId: 'UT',
  name: '12 Example Street',
  streetAddress: '12 Example Street',
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
} as const;
const byPrice = { field: 'LISTING_PRICE', direction: 'DESC' } as const;

test('the cache holds a transaction once, under its id, whichever queries returned it', async () => {
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

test('fetchMore continues where the page ended, and the cache holds one list without gaps or duplicates', async () => {
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

test.each(['nodes { id name }', 'edges { node { id name } }', 'edges { cursor node { id name } } nodes { id name }'])(
  'pages that select `%s` become one list',
  async (selected) => {
    const { client } = await startClient();
    const query = gql(`query ($first: Int, $after: String, $last: Int, $before: String) {
      transactions(first: $first, after: $after, last: $last, before: $before) {
        ${selected}
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        totalCount
      }
    }`);
    interface Page {
      readonly nodes?: readonly { readonly name: string }[];
      readonly edges?: readonly { readonly node: { readonly name: string } }[];
      readonly pageInfo: { readonly startCursor: string; readonly endCursor: string };
    }
    const names = ({ nodes, edges = [] }: Page) => (nodes ?? edges.map(({ node }) => node)).map(({ name }) => name);
    const variables = { first: 9 };
    const whole = (await client.query<{ transactions: Page }>({ query, variables, fetchPolicy: 'no-cache' })).data!;

    const list = client.watchQuery<{ transactions: Page }>({ query, variables: { first: 3 } });
    const subscription = list.subscribe({});
    onTestFinished(() => subscription.unsubscribe());
    const shown = () => (list.getCurrentResult().data as { transactions: Page } | undefined)?.transactions;
    for (const count of [3, 6, 9]) {
      await expect.poll(() => shown() && names(shown()!)).toEqual(names(whole.transactions).slice(0, count));
      if (count < 9) await list.fetchMore({ variables: { after: shown()!.pageInfo.endCursor } });
    }
    const { nodes, edges, pageInfo } = shown()!;
    expect(pageInfo).toEqual(whole.transactions.pageInfo);
    if (nodes && edges) expect(nodes).toEqual(edges.map(({ node }) => node));
  },
);

test('fetchMore continues lists within other objects, too: of the viewer and of its accounts', async () => {
  const { client } = await startClient();
  const page = 'first: 2, after: $after) { nodes { id } pageInfo { hasNextPage startCursor endCursor } totalCount }';
  const query = gql(`query ($after: String) {
    viewer { transactions(${page} accounts(first: 1) { nodes { id transactions(${page} } } }
  }`);
  interface List {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly endCursor: string };
  }
  type Data = { viewer: { transactions: List; accounts: { nodes: { transactions: List }[] } } };
  const list = client.watchQuery<Data>({ query });
  const subscription = list.subscribe({});
  onTestFinished(() => subscription.unsubscribe());
  const listsIn = ({ viewer }: Data) => [viewer.transactions, viewer.accounts.nodes[0]!.transactions];
  const shown = () => listsIn(list.getCurrentResult().data as Data);
  await expect.poll(() => list.getCurrentResult().loading).toBe(false);
  const firstRows = shown().map(({ nodes }) => nodes);
  // For an agent, both are the same list.
  await list.fetchMore({ variables: { after: shown()[0]!.pageInfo.endCursor } });
  const lengths = () => shown().map(({ nodes }) => nodes.length);
  await expect.poll(lengths).toEqual([4, 4]);
  expect(shown().map(({ nodes }) => nodes.slice(0, 2))).toEqual(firstRows);
});

test('a page can be added before a list, and a page that fails leaves the list unchanged', async () => {
  const { client, cache } = await startClient();
  const query = gql(`query ($last: Int, $before: String) {
    transactions(last: $last, before: $before) { nodes { id name } pageInfo { hasPreviousPage startCursor endCursor } }
  }`);
  type Data = { transactions: { nodes: { name: string }[]; pageInfo: { startCursor: string } } };
  const list = client.watchQuery<Data>({ query, variables: { last: 2 }, errorPolicy: 'all' });
  const subscription = list.subscribe({});
  onTestFinished(() => subscription.unsubscribe());
  await expect.poll(() => list.getCurrentResult().loading).toBe(false);
  const before = (list.getCurrentResult().data as Data).transactions.pageInfo.startCursor;
  await list.fetchMore({ variables: { before } });
  expect((await list.fetchMore({ variables: { before: 'broken' }, errorPolicy: 'all' })).error).toBeDefined();
  expect(cache.readQuery<Data>({ query, variables: { last: 2 } })!.transactions.nodes).toHaveLength(4);
});

test('pages of a list that changes are what a client without a cache gets for the same arguments', async () => {
  const { client, agentNrdsId } = await startClient();
  const newestFirst = { agentNrdsId, orderBy: { field: 'INSERT_DATE', direction: 'DESC' } } as const;
  const load = async (page: object, fetchPolicy: 'network-only' | 'no-cache' | 'cache-first') => {
    const variables = { ...newestFirst, ...page };
    return (await client.query({ query: TransactionsDocument, variables, fetchPolicy })).data!.transactions!;
  };
  const list = client.watchQuery({ query: TransactionsDocument, variables: { ...newestFirst, first: 3 } });
  const subscription = list.subscribe({});
  onTestFinished(() => subscription.unsubscribe());
  const { pageInfo } = await load({ first: 3 }, 'network-only');
  await list.fetchMore({ variables: { first: 2, after: pageInfo.endCursor } });
  const pages = [{ first: 3 }, { first: 10 }, { first: 3, after: pageInfo.endCursor }, { last: 2 }];
  for (const page of pages) await load(page, 'cache-first');

  const input = { ...newListing, agentNrdsId };
  const written = await client.mutate({ mutation: newTransaction, variables: { input }, fetchPolicy: 'no-cache' });
  expect(written.data!.createTransaction!.outcome).toBe('COMMITTED');
  const shown = list.getCurrentResult().data as typeof written.data & { transactions: { nodes: unknown[] } };
  expect(shown.transactions.nodes).toHaveLength(5);
  for (const page of pages) {
    const current = await load(page, 'no-cache');
    expect(await load(page, 'network-only')).toEqual(current);
    expect(await load(page, 'cache-first')).toEqual(current);
  }
});

test('a creation has the lists loaded again that are shown, and one that is rejected does not', async () => {
  const { client, sent, agentNrdsId } = await startClient();
  const list = client.watchQuery({ query: TransactionsDocument, variables: { agentNrdsId, first: 1 } });
  const subscription = list.subscribe({});
  onTestFinished(() => subscription.unsubscribe());
  const count = () => (list.getCurrentResult().data as TransactionsQuery | undefined)?.transactions?.totalCount;
  await expect.poll(count).toBeGreaterThan(20);
  const before = count()!;
  const create = (name: string) =>
    client.mutate({ mutation: newTransaction, variables: { input: { ...newListing, agentNrdsId, name } } });
  expect((await create('')).data!.createTransaction!.outcome).toBe('REJECTED');
  await client.query({ query: gql`{ viewer { role } }` });
  expect(sent).toHaveLength(3);
  await create('12 Example Street');
  await expect.poll(count).toBe(before + 1);
});

test('queries that select different fields of an object without an id do not overwrite each other’s', async () => {
  const { client, cache } = await startClient();
  const { data } = await client.query({ query: transactionsPage, variables: { first: 1 } });
  const { id } = data!.transactions!.edges[0]!.node!;
  const of = (fields: string) => gql(`query ($id: ID!) { transaction(by: { id: $id }) { id ${fields} } }`);
  const queries = [
    of(
      'property { city } listing { price } purchase { price } seller { agent { name } brokerage { name } broker { name } }',
    ),
    of(
      'property { state } listing { startDate } purchase { agreementDate } seller { agent { fax } brokerage { fax } broker { email } }',
    ),
  ];
  for (const query of queries) await client.query({ query, variables: { id } });
  for (const query of queries) expect(cache.readQuery({ query, variables: { id } })).not.toBeNull();
});

test('a created transaction enters the cache completely, and its fragment finds it there', async () => {
  const { client, cache, agentNrdsId } = await startClient();
  const input = { ...newListing, agentNrdsId };
  const { data } = await client.mutate({ mutation: newTransaction, variables: { input } });
  expect(data!.createTransaction).toMatchObject({ outcome: 'COMMITTED', userErrors: [] });
  const id = cache.identify(data!.createTransaction!.transaction!)!;
  expect(cache.readFragment({ id, fragment: transactionHead })).toMatchObject({
    name: '12 Example Street',
    status: 'NEW',
  });
});

test.each(['a1b2', undefined])(
  'a creation whose response is lost is carried out once, with the key %s',
  async (idempotencyKey) => {
    const gateway = await startSeededGateway();
    let isLost = true;
    const client = new ApolloClient({
      cache: createCache(),
      link: createLink({
        uri: gateway.url,
        token: () => gateway.token,
        retry: { firstDelayMs: 1 },
        async fetch(input, init) {
          const response = await gateway.fetch(input, init);
          if (!isLost) return response;
          isLost = false;
          throw new TypeError('Failed to fetch');
        },
      }),
    });
    const created = client.mutate({
      mutation: CreateTransactionDocument,
      variables: { input: { ...newListing, agentNrdsId: gateway.agentNrdsId, idempotencyKey } },
    });
    // Without a key, sending it again would be another write.
    if (idempotencyKey === undefined) await expect(created).rejects.toThrow('Failed to fetch');
    else expect((await created).data!.createTransaction).toMatchObject({ outcome: 'COMMITTED', replayed: true });

    const { data } = await client.query({ query: TransactionsDocument, variables: { last: 2 } });
    const names = data!.transactions!.nodes.map((each) => each!.name);
    expect(names.filter((name) => name === newListing.name)).toHaveLength(1);
  },
);

test('an unknown id is a GraphQL error with its code', async () => {
  const { client } = await startClient();
  const refused = client.query({ query: oneTransaction, variables: { id: 'nothing' } });
  await expect(refused).rejects.toSatisfy(CombinedGraphQLErrors.is);
  await expect(refused).rejects.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', retryable: false } }] });
});

test('a file is sent as a form, its progress is told, and becomes an object in the cache', async () => {
  const { client, cache, sent } = await startClient();
  const page = await client.query({ query: transactionsPage, variables: { first: 1 } });
  const { id, name } = page.data!.transactions!.edges[0]!.node!;
  const file = new File(['%PDF-1.7\n%%EOF\n'], 'offer.pdf', { type: 'application/pdf' });
  const progress: number[] = [];
  const { data } = await client.mutate({
    mutation: addFile,
    variables: { input: { transactionId: id, file, description: 'The offer', sender: 'Example Realty', pageCount: 1 } },
    context: { onProgress: (fraction: number) => progress.push(fraction) },
  });
  expect(progress).toEqual([1]);
  expect(data!.uploadFile).toMatchObject({
    outcome: 'COMMITTED',
    userErrors: [],
    file: { name: 'offer.pdf', description: 'The offer', transaction: { id, name } },
  });
  expect(sent.at(-1)!.contentType).toMatch(/^multipart\/form-data; boundary=/);
  expect(cache.extract()[cache.identify(data!.uploadFile!.file!)!]).toMatchObject({ name: 'offer.pdf' });
});
