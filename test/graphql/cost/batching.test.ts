// Which upstream calls of one request are shared, which are not, and which run concurrently.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphUnderTest, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Transaction { name } ... on Account { email } } }';

async function idsOf({ ask }: GraphUnderTest, token: string) {
  const { data } = await ask(
    '{ transactions(agentNrdsId: "100") { nodes { id } } account(by: { nrdsId: "100" }) { id } }',
    {
      token,
    },
  );
  return { transactions: data.transactions.nodes.map(({ id }: { id: string }) => id), account: data.account.id };
}

test('one transaction and one account, each selected twenty times, take one call each', async () => {
  const graph = await startStubbedGraph();
  const token = await serviceToken();
  const { transactions, account } = await idsOf(graph, token);
  const ids = Array.from({ length: 20 }, () => [transactions[0], account]).flat();
  const { data, errors } = await graph.ask(NODES, { token, variables: { ids } });
  expect(errors).toBeUndefined();
  expect(data.nodes).toHaveLength(40);
  expect(new Set(data.nodes.map(({ id }: { id: string }) => id)).size).toBe(2);
  expect(graph.stub.bodiesOf('getTransById')).toHaveLength(1);
  expect(graph.stub.bodiesOf('getAccount')).toHaveLength(1);
});

test('aliases that select different parts of one transaction share a call, and each gets its whole part', async () => {
  const graph = await startStubbedGraph();
  const record = { transName: 'Elm', City: 'Salem', listingPrice: '1', brandNew: 'x' };
  graph.stub.answer('/fsforms/getTransById', { json: [record] });
  const token = await serviceToken();
  const query =
    '{ a: transaction(by: { transId: "501" }) { name } b: transaction(by: { transId: "501" }) { property { city } } c: transaction(by: { transId: "501" }) { flat } }';
  for (const calls of [1, 2, 3]) {
    const { data, errors } = await graph.ask(query, { token });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ a: { name: 'Elm' }, b: { property: { city: 'Salem' } }, c: { flat: record } });
    expect(graph.stub.bodiesOf('getTransById')).toHaveLength(calls);
  }
});

test('nodes keeps the requested order, and an unknown id is null with an error of its own', async () => {
  const graph = await startStubbedGraph();
  const token = await agentToken();
  const { transactions, account } = await idsOf(graph, token);
  const ids = [transactions[2], 'AAAA', account, transactions[0]];
  const { data, errors } = await graph.ask(NODES, { token, variables: { ids } });
  expect(data.nodes).toEqual([
    { id: transactions[2], name: 'Ash Court' },
    null,
    { id: account, email: 'Ada@agents.example' },
    { id: transactions[0], name: 'Elm Street' },
  ]);
  expect(errors).toMatchObject([{ path: ['nodes', 1], extensions: { code: 'NOT_FOUND' } }]);
});

test('a failing call fails only its own field', async () => {
  const graph = await startStubbedGraph();
  const token = await agentToken();
  const { transactions: ids } = await idsOf(graph, token);
  graph.stub.answer('/fsforms/getTransById', ({ body }) =>
    body.includes('"502"') ? { status: 500, text: '' } : { json: [{ transName: 'fine' }] },
  );
  const { data, errors } = await graph.ask(NODES, { token, variables: { ids: [...ids, ids[1]] } });
  expect(data.nodes.map((node: { name: string } | null) => node?.name)).toEqual(['fine', undefined, 'fine', undefined]);
  expect(errors?.map(({ path }) => path)).toEqual([
    ['nodes', 1],
    ['nodes', 3],
  ]);
  expect(graph.stub.bodiesOf('getTransById')).toHaveLength(3);
});

test('the calls of several aliases run concurrently', async () => {
  const graph = await startStubbedGraph();
  const { promise: all, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  // Responds only once all of them have arrived: sent one after the other, they would never finish.
  graph.stub.answer('/fsforms/getTransById', async () => {
    waiting += 1;
    if (waiting === 10) resolve();
    await all;
    return { json: [{ transName: 'there' }] };
  });
  const aliases = Array.from(
    { length: 10 },
    (_, index) => `t${index}: transaction(by: { transId: "${index + 1}" }) { name }`,
  );
  const { data, errors } = await graph.ask(`{ ${aliases.join(' ')} }`, { token: await serviceToken() });
  expect(errors).toBeUndefined();
  expect(Object.values(data)).toEqual(Array.from({ length: 10 }, () => ({ name: 'there' })));
});
