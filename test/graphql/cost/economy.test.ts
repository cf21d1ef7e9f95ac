// The exact number of upstream calls of a query, with the directory already loaded, and how it is reported.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { ACCOUNT, bodyOf, LIST, page, rows, scopes, startLists } from './listed-service.ts';

const aliased = Array.from(
  { length: 20 },
  (_, n) => `a${n}: account(by: { email: "agent${(n % 5) + 1}@a.example" }) { accountId nrdsId office { name } }`,
);

const cost = { cost: true };

test.each<[string, number, string]>([
  ['100 summaries', 1, '{ transactions(agentNrdsId: "100", first: 100) { nodes { name status } } }'],
  [
    '100 full records',
    1,
    '{ transactions(agentNrdsId: "100", first: 100) { nodes { id flat buyer { landlordName } } } }',
  ],
  [
    '20 transactions with their files',
    21,
    '{ transactions(agentNrdsId: "100") { nodes { files { nodes { name } } } } }',
  ],
  ['20 aliased accounts with 5 e-mail addresses', 5, `{ ${aliased.join(' ')} }`],
  [
    '100 accounts with their agents and offices',
    1,
    '{ accounts(first: 100) { nodes { email nrdsId office { name } } } }',
  ],
  [
    '100 summaries with their agent',
    1,
    '{ transactions(agentNrdsId: "100", first: 100) { nodes { name account { id nrdsId email office { name } } } } }',
  ],
  [
    '100 transactions with the number of their agent’s account',
    2,
    '{ transactions(agentNrdsId: "100", first: 100) { nodes { id account { accountId } } } }',
  ],
  [
    'the lists of the viewer',
    2,
    '{ viewer { accounts(first: 100) { nodes { nrdsId } } transactions(agentNrdsId: "100") { nodes { name } } } }',
  ],
  ['30 accounts with their numbers', 31, '{ accounts(first: 30) { nodes { accountId } } }'],
  ['the fields of the viewer', 0, '{ viewer { role } }'],
])('%s cost %i calls, as estimated', async (_, calls, query) => {
  const { ask, stub } = await startLists();
  const { errors, extensions } = await ask(query, { token: await serviceToken(scopes), extensions: cost });
  expect(errors).toBeUndefined();
  expect(stub.requests).toHaveLength(calls);
  expect(extensions).toEqual({ cost: { upstreamCalls: { estimated: calls, actual: calls } } });
});

test('20 transactions of an agent by their ids cost one call where 20 are estimated, and those of a service 20', async () => {
  const { ask, stub } = await startLists();
  // A transaction has one id for its agent, and another one for services.
  const idsFor = async (token: string) => {
    const list = '{ transactions(agentNrdsId: "100", first: 20) { nodes { id } } }';
    const { data } = await ask(list, { token });
    return data.transactions.nodes.map(({ id }: { id: string }) => id);
  };
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Transaction { name transId } } }';
  stub.answer('/fsforms/getTransById', (request) => {
    const { transId } = bodyOf(request);
    return { json: rows.filter((row) => row.transId === transId).map(({ transName }) => ({ transName })) };
  });
  const answers = [];
  for (const token of [await agentToken(['100'], scopes), await serviceToken(scopes)]) {
    const ids = await idsFor(token);
    const { data, extensions } = await ask(query, { token, variables: { ids }, extensions: cost });
    expect(data.nodes.map(({ id }: { id: string }) => id)).toEqual(ids);
    answers.push({ names: data.nodes.map(({ name }: { name: string }) => name), ...extensions.cost.upstreamCalls });
  }
  const names = rows.slice(0, 20).map(({ transName }) => transName);
  expect(answers).toEqual([
    { names, estimated: 20, actual: 1 },
    { names, estimated: 20, actual: 20 },
  ]);
});

test('loading the directory does not count as a call of the query', async () => {
  const { ask, stub } = await startStubbedGraph();
  const { extensions } = await ask('{ account(by: { nrdsId: "100" }) { office { name } } }', {
    token: await serviceToken(scopes),
    extensions: cost,
  });
  expect(stub.bodiesOf('activeUsers')).toHaveLength(1);
  expect(extensions.cost.upstreamCalls.actual).toBe(0);
});

const createElm = `mutation {
  createTransaction(input: { agentNrdsId: "100", stateId: "OR", name: "Elm", streetAddress: "1 Elm",
    propertyType: RESIDENTIAL, type: LISTING, status: NEW }) { outcome }
}`;

test('a creation that gets no response counts the search for it, which neither the estimate nor the budget includes', async () => {
  const { ask, stub } = await startLists({ maxCalls: 1 });
  stub.answer('/fsforms/addTrans', { misbehave: (response) => void response.destroy() });
  // The agent has more transactions of the last day than the search looks at.
  const many = Array.from({ length: 1_000 }, (_, n) => ({ transName: `Trans ${n}`, transId: `${n}` }));
  stub.answer(LIST, (request) => ({ json: [page(bodyOf(request), many)] }));
  const { data, extensions } = await ask(createElm, {
    token: await serviceToken(['transactions.create']),
    extensions: cost,
  });
  expect(data.createTransaction.outcome).toBe('UNKNOWN');
  expect(stub.requestsTo(LIST)).toHaveLength(6);
  expect(extensions.cost.upstreamCalls).toEqual({ estimated: 1, actual: 7 });
});

test('the cost can also be requested by a header, and is not reported unless requested', async () => {
  const { ask } = await startLists();
  const query = '{ transactions { totalCount } }';
  const token = await agentToken(['100'], scopes);
  expect((await ask(query, { token, headers: { 'x-cost': '1' } })).extensions.cost.upstreamCalls.actual).toBe(1);
  expect((await ask(query, { token })).extensions).toBeUndefined();
  expect(
    (await ask(query, { token, extensions: { cost: 'yes' }, headers: { 'x-cost': '0' } })).extensions,
  ).toBeUndefined();
});

test('a query over the budget is rejected before its first call, and names the most expensive field', async () => {
  const { ask, stub } = await startLists({ maxCalls: 20 });
  const query = '{ mine: transactions { nodes { docs: files { totalCount } } } }';
  const { status, data, errors, extensions } = await ask(query, {
    token: await agentToken(['100'], scopes),
    extensions: cost,
  });
  expect({ status, data }).toEqual({ status: 400, data: undefined });
  expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY', retryable: false } }]);
  expect(errors?.[0]?.message).toMatch(/21 upstream calls.* 20 .*mine\.nodes\.docs.* 20/);
  expect(extensions).toEqual({ cost: { upstreamCalls: { estimated: 21, actual: 0 } } });
  expect(stub.requests).toEqual([]);
});

test('a query that costs exactly the budget is executed', async () => {
  const { ask } = await startLists({ maxCalls: 21 });
  const query = '{ transactions { nodes { files { totalCount } } } }';
  expect((await ask(query, { token: await agentToken(['100'], scopes) })).errors).toBeUndefined();
});

test('a query with invalid variables is rejected for that reason', async () => {
  const { ask } = await startLists({ maxCalls: 1 });
  const query = 'query ($n: Int!) { transactions(first: $n) { nodes { files { totalCount } } } }';
  const { errors } = await ask(query, { token: await agentToken(['100'], scopes), variables: { n: 'ten' } });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
});

test('one query reaches the limit of concurrent calls, and does not exceed it', async () => {
  const { ask, stub } = await startLists({ parallelCalls: 3 });
  const third = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  stub.answer(ACCOUNT, async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    if (underWay === 3) third.resolve();
    await third.promise;
    await new Promise(setImmediate);
    underWay -= 1;
    return { json: [{ accountID: 1 }] };
  });
  const { data } = await ask('{ accounts(first: 10) { nodes { accountId } } }', { token: await serviceToken(scopes) });
  expect(data.accounts.nodes).toEqual(Array.from({ length: 10 }, () => ({ accountId: '1' })));
  expect(most).toBe(3);
});

/**
 * Sends all requests at once. The call that they have in common is answered only after each request has shown, by a list of
 * its own, that it has arrived.
 */
async function together(graph: Awaited<ReturnType<typeof startLists>>, tokens: readonly string[]) {
  const allThere = Promise.withResolvers<void>();
  let there = 0;
  graph.stub.answer(LIST, async (request) => {
    const body = bodyOf(request);
    if (body['batch_size'] === 50) await allThere.promise;
    else there += 1;
    if (there === tokens.length) allThere.resolve();
    return { json: [page(body, rows)] };
  });
  const query = (own: number) => `{
    shared: transactions(agentNrdsId: "100", first: 50) { nodes { name } }
    own: transactions(agentNrdsId: "100", first: ${own}) { totalCount }
  }`;
  const answers = await Promise.all(tokens.map((token, n) => graph.ask(query(n + 1), { token, extensions: cost })));
  return { answers, shared: graph.stub.requests.filter((each) => bodyOf(each)['batch_size'] === 50) };
}

test('concurrent requests of one caller share an equal read, and it is not cached afterward', async () => {
  const graph = await startLists();
  const token = await agentToken(['100'], scopes);
  const { answers, shared } = await together(graph, [token, token, token]);
  expect(shared).toHaveLength(1);
  for (const { data, errors } of answers) {
    expect(errors).toBeUndefined();
    expect(data.shared.nodes).toHaveLength(50);
  }
  const actual = answers.map(({ extensions }) => extensions.cost.upstreamCalls.actual);
  expect(actual.sort()).toEqual([1, 1, 2]);
  await graph.ask('{ transactions(first: 50) { totalCount } }', { token });
  expect(graph.stub.requests.filter((each) => bodyOf(each)['batch_size'] === 50)).toHaveLength(2);
});

test('equal reads under different grants are never shared', async () => {
  const { shared } = await together(await startLists(), [
    await agentToken(['100'], scopes),
    await serviceToken(scopes),
  ]);
  expect(shared).toHaveLength(2);
});

test('a page whose second batch fails is an error, not a short page', async () => {
  const { ask, stub } = await startLists();
  const token = await agentToken(['100'], scopes);
  const { data } = await ask('{ transactions(first: 99) { pageInfo { endCursor } } }', { token });
  stub.requests.length = 0;
  stub.answer(LIST, (request) => ({ json: [page(bodyOf(request), rows)] }), { status: 500, text: '' });
  const query = 'query ($after: String) { transactions(first: 100, after: $after) { nodes { name } } viewer { role } }';
  const answer = await ask(query, { token, variables: { after: data.transactions.pageInfo.endCursor } });
  expect(stub.requestsTo(LIST)).toHaveLength(2);
  expect(answer.data).toEqual({ transactions: null, viewer: { role: 'AGENT' } });
  expect(answer.errors).toMatchObject([{ path: ['transactions'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
});
