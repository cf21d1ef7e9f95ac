// Apollo Client 4 against the gateway over real sockets: its cache, its pages, an upload.
import { ApolloClient, gql } from '@apollo/client';
import { expect, onTestFinished, test } from 'vitest';
import { createCache } from '../../client/src/apollo/cache.ts';
import { createLink } from '../../client/src/apollo/link.ts';
import { TransactionsDocument, type TransactionsQuery } from '../../client/src/documents/generated.ts';
import { addFile, newTransaction, oneTransaction, transactionsPage } from './operations.ts';
import { shareSeededGateway } from './seeded-gateway.ts';

const shared = shareSeededGateway();

function startClient() {
  const gateway = shared();
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
  const { client, cache, sent } = startClient();
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

test.each(['nodes { id name }', 'edges { node { id name } }', 'edges { cursor node { id name } } nodes { id name }'])(
  'pages that select `%s` become one list',
  async (selected) => {
    const { client } = startClient();
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
  const { client } = startClient();
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

test('a creation has the lists loaded again that are shown, and one that is rejected does not', async () => {
  const { client, sent, agentNrdsId } = startClient();
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

test('a file is sent as a form, its progress is told, and becomes an object in the cache', async () => {
  const { client, cache, sent } = startClient();
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
