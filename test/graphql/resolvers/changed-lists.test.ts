// Pages of a list that changes between them, through the graph: what clients see, and how many calls it takes.

import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import { expect, test } from 'vitest';
import { MovingList } from '../../gateway/paging/moving-list.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const LIST = '/fsforms/listTrans';

/** A graph over one list that tests change, and a function that asks for a page of it. */
async function startWith(order: TransactionOrder, length = 40) {
  const graph = await startStubbedGraph();
  const list = new MovingList(order, length, (at) => at * 17 + 1);
  graph.stub.answer(LIST, async ({ body }) => {
    const { batch_size: size, batch_no: number, full_details: isFull } = JSON.parse(body);
    list.isFull = isFull;
    const { max, data } = await list.read({ size, number });
    return { json: [{ meta: { total: data.length, max }, data }] };
  });
  const token = await agentToken();
  const page = async (variables: Record<string, unknown>, selection = 'nodes { transId }') => {
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) { list: transactions(first: $first,
      after: $after, last: $last, before: $before, orderBy: { field: ${order.field}, direction: ${order.direction} }) {
      ${selection} totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    graph.stub.requests.length = 0;
    const { data, errors, extensions } = await graph.ask(query, { token, variables });
    expect(errors).toBeUndefined();
    const { list: connection } = data;
    const numbers: number[] = (connection.nodes ?? []).map(({ transId }: { transId?: string }) => Number(transId));
    return { ...connection, numbers, warnings: extensions?.warnings, calls: graph.stub.requestsTo(LIST).length };
  };
  return { list, page, graph };
}

const deletion = (which: number) => ({ kind: 'delete', which, column: 0, value: 0 }) as const;

test.each([
  ['of summaries', 'nodes { name }'],
  ['of full records', 'nodes { transId }'],
  ['without records', ''],
])('a page %s that nothing has changed for is one call, forward and backward', async (_, selection) => {
  const { page } = await startWith({ field: 'STATUS', direction: 'DESC' });
  const first = await page({ first: 7 }, selection);
  const second = await page({ first: 7, after: first.pageInfo.endCursor }, selection);
  const back = await page({ last: 7, before: second.pageInfo.startCursor }, selection);
  for (const each of [first, second, back]) expect(each).toMatchObject({ calls: 1, warnings: undefined });
  expect(back.pageInfo.hasPreviousPage).toBe(false);
});

test('a cursor from a page of summaries continues a page of full records, and the other way round', async () => {
  const { list, page } = await startWith({ field: 'LISTING_PRICE', direction: 'ASC' });
  const before = list.numbers;
  const first = await page({ first: 5 }, 'nodes { name }');
  list.apply(deletion(1));
  const second = await page({ first: 5, after: first.pageInfo.endCursor });
  expect(second.numbers).toEqual(before.slice(5, 10));
  list.apply(deletion(2));
  const third = await page({ first: 5, after: second.pageInfo.endCursor }, 'nodes { name }');
  const fourth = await page({ first: 5, after: third.pageInfo.endCursor });
  expect(fourth.numbers).toEqual(before.slice(15, 20));
  for (const each of [second, third, fourth]) expect(each.warnings).toBeUndefined();
});

/** Deletes records around the place where a page of four ends, until nothing is left by which it can be recognized. */
async function loseThePlace() {
  const started = await startWith({ field: 'INSERT_DATE', direction: 'ASC' });
  const first = await started.page({ first: 4 });
  for (let count = 0; count < 4; count += 1) started.list.apply(deletion(0));
  return { ...started, after: first.pageInfo.endCursor as string };
}

test('a page whose place cannot be found says so in extensions.warnings, with its path', async () => {
  const { page, after } = await loseThePlace();
  const { warnings, calls } = await page({ first: 4, after });
  expect(warnings).toEqual([{ path: ['list'], code: 'LIST_CHANGED', message: expect.stringContaining('first page') }]);
  expect(calls).toBeLessThanOrEqual(3);
});

test('the warning has the path of each alias, next to warnings of values, however often the query is repeated', async () => {
  const { graph, after } = await loseThePlace();
  const token = await agentToken();
  const query = `query ($after: String) {
    one: transactions(first: 2, after: $after) { nodes { name } }
    two: transactions(first: 3) { nodes { name } }
    three: transactions(first: 3, after: $after) { totalCount }
  }`;
  for (let time = 0; time < 4; time += 1) {
    const { extensions } = await graph.ask(query, { token, variables: { after } });
    expect(extensions.warnings).toMatchObject([
      { path: ['one'], code: 'LIST_CHANGED' },
      { path: ['three'], code: 'LIST_CHANGED' },
    ]);
  }
});

test('accounts and files are recognized by their numbers', async () => {
  const { stub, ask } = await startStubbedGraph();
  const users = Array.from({ length: 30 }, (_, at) => ({ agentNRDSID: `${at + 100}`, email: `a${at}@a.example` }));
  const files = Array.from({ length: 9 }, (_, at) => ({
    fileID: `f${at}`,
    fileName: 'deed.pdf',
    insertDate: '2024-01-02',
  }));
  stub.answer('/accounts/activeUsers', ({ body }) => {
    const { batch_size: size, batch_no: number } = JSON.parse(body);
    const data = users.slice((number - 1) * size, number * size);
    return { json: { meta: { total: data.length, max: users.length }, data } };
  });
  stub.answer(LIST, () => ({ json: [{ meta: { total: 1, max: 1 }, data: [{ transId: '7', transName: 'Elm' }] }] }));
  stub.answer('/fsforms/listFiles', () => ({ json: { meta: { total: files.length }, data: files } }));
  const token = await serviceToken();
  const accounts = async (after: string | null) => {
    const query =
      'query ($after: String) { accounts(first: 4, after: $after) { nodes { nrdsId } pageInfo { endCursor } } }';
    return (await ask(query, { token, variables: { after } })).data.accounts;
  };
  const first = await accounts(null);
  users.splice(1, 1);
  const second = await accounts(first.pageInfo.endCursor);
  expect(second.nodes.map(({ nrdsId }: { nrdsId: string }) => nrdsId)).toEqual(['104', '105', '106', '107']);

  const filesAfter = async (after: string | null) => {
    const query = `query ($after: String) { transactions(agentNrdsId: "100") { nodes {
      files(first: 3, after: $after) { nodes { fileId } pageInfo { endCursor } } } } }`;
    return (await ask(query, { token, variables: { after } })).data.transactions.nodes[0].files;
  };
  const firstFiles = await filesAfter(null);
  files.splice(2, 1);
  const secondFiles = await filesAfter(firstFiles.pageInfo.endCursor);
  expect(secondFiles.nodes.map(({ fileId }: { fileId: string }) => fileId)).toEqual(['f3', 'f4', 'f5']);
});
