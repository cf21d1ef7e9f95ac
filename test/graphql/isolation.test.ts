// Agents are isolated: what belongs to another is answered like what does not exist, before any upstream call.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agentToken, serviceToken } from '../support/callers/caller-tokens.ts';
import {
  type GraphResponse,
  type GraphUnderTest,
  startGraph,
  startStubbedGraph,
} from '../support/gateways/graph-under-test.ts';
import { type HandTypedUpstream, startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';

interface Ids {
  readonly ada: string;
  readonly grace: string;
  readonly service: string;
  readonly adasAccount: string;
  readonly gracesAccount: string;
  readonly cursor: string;
}

let graph: GraphUnderTest & { readonly stub: HandTypedUpstream };
let ids: Ids;
const cleanups: (() => void | Promise<void>)[] = [];

// They only read.
beforeAll(async () => {
  const stub = await startHandTypedUpstream();
  cleanups.push(() => stub.close());
  graph = { stub, ...(await startGraph({ baseUrl: stub.url }, { onCleanup: (work) => void cleanups.unshift(work) })) };
  const mine = '{ transactions(first: 1) { nodes { id } edges { cursor } } account(by: { nrdsId: "NRDS" }) { id } }';
  const ada = await graph.ask(mine.replace('NRDS', '100'), { token: await agentToken(['100']) });
  const grace = await graph.ask(mine.replace('NRDS', '200'), { token: await agentToken(['200']) });
  const service = await graph.ask('{ transaction(by: { transId: "501" }) { id } }', { token: await serviceToken() });
  ids = {
    ada: ada.data.transactions.nodes[0].id,
    grace: grace.data.transactions.nodes[0].id,
    service: service.data.transaction.id,
    adasAccount: ada.data.account.id,
    gracesAccount: grace.data.account.id,
    cursor: grace.data.transactions.edges[0].cursor,
  };
});
afterAll(async () => {
  for (const work of cleanups) await work();
});
beforeEach(() => {
  graph.stub.requests.length = 0;
});

/** The uniform response for everything that does not exist for the caller, without path and location. */
function errorResponse({ errors, data, status }: GraphResponse) {
  return {
    status,
    data: Object.values(data),
    errors: errors?.map(({ message, extensions }) => ({ message, extensions })),
  };
}

const notThere = {
  status: 200,
  data: [null],
  errors: [{ message: 'Not found, or not visible to you', extensions: { code: 'NOT_FOUND', retryable: false } }],
};

const node = 'query ($id: ID!) { node(id: $id) { id } }';
const transaction = 'query ($id: ID!) { transaction(by: { id: $id }) { id } }';
const account = 'query ($id: ID!) { account(by: { id: $id }) { id } }';

const flip = (id: string, at: number) => id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1);

test.each<[string, string, (ids: Ids) => string]>([
  ['another agent’s transaction', node, ({ grace }) => grace],
  ['another agent’s transaction', transaction, ({ grace }) => grace],
  ['another agent’s account', node, ({ gracesAccount }) => gracesAccount],
  ['another agent’s account', account, ({ gracesAccount }) => gracesAccount],
  ['an id that was issued to a service', node, ({ service }) => service],
  ['an id that was issued to a service', transaction, ({ service }) => service],
  ['a transaction’s id in place of an account’s', account, ({ ada }) => ada],
  ['an account’s id in place of a transaction’s', transaction, ({ adasAccount }) => adasAccount],
  ['a cursor', node, ({ cursor }) => cursor],
  ['an id with a changed number', transaction, ({ ada }) => flip(ada, 15)],
  ['a shortened id', node, ({ ada }) => ada.slice(0, -1)],
  ['a bare number', node, () => '501'],
  ['an empty id', account, () => ''],
  ['a very long id', node, () => 'A'.repeat(5000)],
])('%s is NOT_FOUND for an agent, without an upstream call (%s)', async (_, query, pick) => {
  const answer = await graph.ask(query, { token: await agentToken(['100']), variables: { id: pick(ids) } });
  expect(errorResponse(answer)).toEqual(notThere);
  expect(graph.stub.requests).toEqual([]);
});

const noSuchAgent = {
  ...notThere,
  errors: [
    {
      message: 'agentNrdsId: no agent with this NRDS id has enabled access, or you may not act for this agent',
      extensions: { code: 'NOT_FOUND', retryable: false, argument: 'agentNrdsId' },
    },
  ],
};

test.each([
  ['another agent’s list', '200'],
  ['the list of an agent that does not exist', '999'],
  ['the list of an agent with a blank NRDS id', ''],
])('%s is NOT_FOUND for an agent and names the argument, without an upstream call', async (_, nrdsId) => {
  const query = `{ transactions(agentNrdsId: "${nrdsId}") { totalCount } }`;
  expect(errorResponse(await graph.ask(query, { token: await agentToken(['100']) }))).toEqual(noSuchAgent);
  expect(graph.stub.requests).toEqual([]);
});

test.each([
  ['another agent’s account by NRDS id', '{ account(by: { nrdsId: "200" }) { id } }'],
  ['the account of an agent that does not exist', '{ account(by: { nrdsId: "999" }) { id } }'],
])('%s is NOT_FOUND for an agent, without an upstream call', async (_, query) => {
  expect(errorResponse(await graph.ask(query, { token: await agentToken(['100']) }))).toEqual(notThere);
  expect(graph.stub.requests).toEqual([]);
});

test.each(['grace@agents.example', 'nobody@agents.example'])(
  'the account of %s is NOT_FOUND for another agent, and is not read',
  async (email) => {
    const answer = await graph.ask('query ($email: String!) { account(by: { email: $email }) { id } }', {
      token: await agentToken(['100']),
      variables: { email },
    });
    expect(errorResponse(answer)).toEqual(notThere);
    expect(graph.stub.bodiesOf('getAccount')).toEqual([]);
  },
);

test('what upstream does not have gets the same response', async () => {
  const { ask, stub } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', { json: [] });
  const asked = { token: await agentToken(['100']), variables: { id: ids.ada } };
  expect(errorResponse(await ask(node, asked))).toEqual(notThere);
  const bare = await ask('{ transaction(by: { transId: "999" }) { id } }', { token: await serviceToken() });
  expect(errorResponse(bare)).toEqual(notThere);
});

test.each(['', '   '])('a transId of "%s" is rejected by name, and not read', async (transId) => {
  const query = 'query ($transId: String!) { transaction(by: { transId: $transId }) { id } }';
  const answer = await graph.ask(query, { token: await serviceToken(), variables: { transId } });
  expect(answer.errors).toMatchObject([
    { message: 'by.transId: must not be blank', extensions: { code: 'BAD_USER_INPUT' } },
  ]);
  expect(graph.stub.requests).toEqual([]);
});

test('being named as the other party of a transaction grants no access to it', async () => {
  const { data } = await graph.ask('{ transactions { nodes { seller { agent { nrdsId } } } } }', {
    token: await agentToken(['200']),
  });
  expect(data.transactions.nodes).toEqual([{ seller: { agent: { nrdsId: '100' } } }]);
  const answer = await graph.ask(node, { token: await agentToken(['100']), variables: { id: ids.grace } });
  expect(errorResponse(answer)).toEqual(notThere);
});

test('an agent with several NRDS ids can read what belongs to each of them', async () => {
  const { data, errors } = await graph.ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    token: await agentToken(['100', '200']),
    variables: { ids: [ids.ada, ids.grace] },
  });
  expect(errors).toBeUndefined();
  expect(data.nodes).toEqual([{ id: ids.ada }, { id: ids.grace }]);
});

test('an agent with several NRDS ids must say whose list it wants', async () => {
  const { errors } = await graph.ask('{ transactions { totalCount } }', { token: await agentToken(['100', '200']) });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(errors?.[0]?.message).toContain('agentNrdsId');
});

test('ids are URL-safe, stable and different for each holder', async () => {
  for (const id of Object.values(ids)) expect(id).toMatch(/^[A-Za-z0-9_-]{20,}$/);
  expect(new Set(Object.values(ids)).size).toBe(6);
  const again = await graph.ask('{ transactions(first: 1) { nodes { id } } }', { token: await agentToken(['100']) });
  expect(again.data.transactions.nodes[0].id).toBe(ids.ada);
});

test('a service that presents agents’ ids gets each object back under the id that it asked for', async () => {
  const token = await agentToken(['100']);
  const query = '{ transactions(first: 1) { nodes { id } } account(by: { nrdsId: "100" }) { id } }';
  const { data } = await graph.ask(query, { token });
  const [asked, own] = [data.transactions.nodes[0].id as string, data.account.id as string];
  const read = await graph.ask(
    `query ($transaction: ID!, $account: ID!) {
      node(id: $transaction) { id }
      nodes(ids: [$account, $transaction]) { id }
      transaction(by: { id: $transaction }) { id transId }
      account(by: { id: $account }) { id nrdsId }
    }`,
    { token: await serviceToken(), variables: { transaction: asked, account: own } },
  );
  expect(read.errors).toBeUndefined();
  expect(read.data).toEqual({
    node: { id: asked },
    nodes: [{ id: own }, { id: asked }],
    transaction: { id: asked, transId: '501' },
    account: { id: own, nrdsId: '100' },
  });
});
