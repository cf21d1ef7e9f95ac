// Query.transactionChanges against the embedded service, whose lastUpdateDate only creations and added providers set.
import { expect, onTestFinished, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphUnderTest, startGraph, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { CLIENT_SECRET, client, startUpstream } from '../../support/upstreams/real-upstream.ts';

const changes = `query ($nrdsId: String, $after: String, $first: Int) {
  transactionChanges(agentNrdsId: $nrdsId, after: $after, first: $first) {
    changes { kind cursor version transaction { id name files { totalCount } serviceProviders { company } } } endCursor hasMore } }`;
const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome transaction { id } } }`;
const add = `mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }`;

async function start() {
  const upstream = await startUpstream({ seed: { agents: 2, offices: 1, transactions: 12, seed: 7 } });
  onTestFinished(() => upstream.close());
  const graph = await startGraph({
    baseUrl: upstream.url,
    clientId: client.id,
    clientSecret: CLIENT_SECRET,
    vendorEmail: client.vendorEmail,
  });
  const { data } = await graph.ask('{ accounts { nodes { nrdsId } } }', { token: await serviceToken() });
  const [{ nrdsId }] = data.accounts.nodes;
  return { ...graph, nrdsId: nrdsId as string, token: await agentToken([nrdsId]) };
}

const input = {
  stateId: 'OR',
  name: 'Newly made',
  streetAddress: '1 New Street',
  propertyType: 'RESIDENTIAL',
  type: 'PURCHASE',
  status: 'NEW',
};
const provider = {
  kind: 'ESCROW',
  company: 'Safe Escrow',
  agentName: 'Esther Escrow',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555-5001' },
};

async function page({ ask }: Pick<GraphUnderTest, 'ask'>, token: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await ask(changes, { token, variables });
  expect(errors).toBeUndefined();
  return data.transactionChanges;
}

test('a creation and added providers are changes, each with the transaction as it is now', async () => {
  const { token, ...graph } = await start();
  const begin = await page(graph, token);
  expect(begin).toEqual({ changes: [], endCursor: expect.any(String), hasMore: false });
  const made = await graph.ask(create, { token, variables: { input } });
  const { id } = made.data.createTransaction.transaction;
  const created = await page(graph, token, { after: begin.endCursor });
  expect(created.changes).toEqual([
    {
      kind: 'CHANGED',
      cursor: expect.any(String),
      version: expect.any(String),
      transaction: { id, name: 'Newly made', files: { totalCount: 0 }, serviceProviders: [] },
    },
  ]);
  await graph.ask(add, { token, variables: { input: { transactionId: id, providers: [provider] } } });
  const added = await page(graph, token, { after: created.endCursor });
  expect(added.changes).toMatchObject([
    { kind: 'CHANGED', transaction: { id, serviceProviders: [{ company: 'Safe Escrow' }] } },
  ]);
  expect(added.changes[0].version).not.toBe(created.changes[0].version);
  expect(await page(graph, token, { after: added.endCursor })).toMatchObject({ changes: [], hasMore: false });
});

test('a service names the agent, and each kind of caller has cursors and ids of its own', async () => {
  const { token, nrdsId, ...graph } = await start();
  const service = await serviceToken();
  const mine = await page(graph, token);
  const theirs = await page(graph, service, { nrdsId });
  await graph.ask(create, { token, variables: { input } });
  const received = await page(graph, service, { nrdsId, after: theirs.endCursor });
  const own = await page(graph, token, { after: mine.endCursor });
  expect(received.changes[0].transaction.name).toBe('Newly made');
  expect(received.changes[0].transaction.id).not.toBe(own.changes[0].transaction.id);
  expect(received.changes[0].version).toBe(own.changes[0].version);
  const { errors } = await graph.ask(changes, { token, variables: { after: theirs.endCursor } });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CURSOR', argument: 'after' });
});

test('the agent must be the caller’s, or for a service one that somebody is', async () => {
  const graph = await startStubbedGraph();
  const refused = async (token: string, nrdsId?: string) => {
    const { errors } = await graph.ask(changes, { token, variables: { nrdsId } });
    return errors?.[0]?.extensions['code'];
  };
  expect(await refused(await agentToken(['100']), '200')).toBe('NOT_FOUND');
  expect(await refused(await agentToken(['999']))).toBe('NOT_FOUND');
  expect(await refused(await serviceToken(), '999')).toBe('NOT_FOUND');
  expect(await refused(await serviceToken())).toBe('BAD_USER_INPUT');
  expect(await refused(await agentToken(['100', '200']))).toBe('BAD_USER_INPUT');
  expect(await refused(await serviceToken(), '100>,NRDSID=<200')).toBe('BAD_USER_INPUT');
  expect(await refused(await agentToken(['100'], ['account.read']))).toBe('FORBIDDEN');
});

test('a value that cannot be read is null, with a warning at its place', async () => {
  const graph = await startStubbedGraph();
  const token = await agentToken(['100']);
  const { endCursor } = await page(graph, token);
  const record = {
    transId: '77',
    transName: 'Late',
    insertDate: '2026-03-10',
    lastUpdateDate: '2026-03-10',
    Bedrooms: 'three',
  };
  graph.stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 1, max: 4 }, data: [record] }] });
  const query =
    'query ($after: String) { transactionChanges(after: $after) { changes { transaction { name property { bedrooms } } } } }';
  const { data, extensions } = await graph.ask(query, { token, variables: { after: endCursor } });
  const [change] = data.transactionChanges.changes;
  expect(change).toEqual({ transaction: { name: 'Late', property: { bedrooms: null } } });
  expect(extensions.warnings).toEqual([
    {
      path: ['transactionChanges', 'changes', 0, 'transaction', 'property', 'bedrooms'],
      field: 'property.bedrooms',
      raw: 'three',
    },
  ]);
});

test('a page costs two calls at most, and one for each transaction whose files are selected', async () => {
  const { token, ...graph } = await start();
  const ask = async (variables: Record<string, unknown>) => {
    const { extensions } = await graph.ask(changes, { token, variables, extensions: { cost: true } });
    return extensions.cost.upstreamCalls;
  };
  expect(await ask({ first: 5 })).toEqual({ estimated: 7, actual: 2 });
  const { endCursor } = await page(graph, token);
  await graph.ask(create, { token, variables: { input } });
  expect(await ask({ after: endCursor, first: 5 })).toEqual({ estimated: 7, actual: 2 });
});
