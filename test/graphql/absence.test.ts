// What is not there, in each of the ways that upstream may say it (4.3, 4.5): null and NOT_FOUND, as for what is another's.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../support/caller-tokens.ts';
import { startStubbedGraph } from '../support/graph-under-test.ts';
import type { PlainAnswer } from '../support/stub-upstream.ts';

const saying = [
  { type: 'Not Found' },
  { error: 'Not Found' },
  { error: { title: 'Not Found' } },
  { status: 404 },
  { Message: 'no such thing' },
  [{ detail: 'no such thing' }],
];
const absences: readonly PlainAnswer[] = [
  { json: [] },
  ...saying.map((json) => ({ status: 404, json })),
  { status: 200, json: { status: 404, type: 'Not Found' } },
  { status: 200, json: [{ status: '404' }] },
];
const wordless: readonly PlainAnswer[] = [
  { status: 404, text: '' },
  { status: 404, text: '<html>Not Found</html>' },
  { status: 404, json: {} },
  { status: 404, json: ['Not Found'] },
  { status: 404, json: 'Not Found' },
];

async function readTransaction(answer: PlainAnswer) {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', answer);
  const { data, errors } = await ask('{ transaction(by: { transId: "1" }) { name } }', { token: await serviceToken() });
  return [data.transaction, errors?.map(({ extensions }) => extensions['code'])];
}

test.each(absences)('a transaction that %j says is not there is NOT_FOUND', async (answer) => {
  expect(await readTransaction(answer)).toEqual([null, ['NOT_FOUND']]);
});

test.each(wordless)('%j may be that of an address or a proxy: UPSTREAM_REJECTED', async (answer) => {
  expect(await readTransaction(answer)).toEqual([null, ['UPSTREAM_REJECTED']]);
});

test.each(
  [[], [{ meta: { max: 0 }, data: null }], { meta: { total: 0, max: 0 }, data: null }].map((json) => ({ json })),
)('a list of transactions that $json says is empty is an empty connection', async ({ json }) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/listTrans', { json });
  const { data, errors } = await ask('{ transactions { totalCount nodes { name } } }', { token: await agentToken() });
  expect([data.transactions, errors]).toEqual([{ totalCount: 0, nodes: [] }, undefined]);
});

test.each([[], { meta: { total: 0 }, data: null }].map((json) => ({ json })))(
  'a list of files that $json says is empty is an empty connection',
  async ({ json }) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer('/fsforms/listFiles', { json });
    const query = '{ transactions(first: 1) { nodes { files { totalCount nodes { name } } } } }';
    const { data, errors } = await ask(query, { token: await agentToken() });
    expect([data.transactions.nodes, errors]).toEqual([[{ files: { totalCount: 0, nodes: [] } }], undefined]);
  },
);

test('an empty answer is no list of active users, of whom nobody is left', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/accounts/activeUsers', { json: [] });
  const { errors } = await ask('{ accounts { totalCount } }', { token: await serviceToken() });
  expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_INVALID']);
});

test.each([
  ['nothing', {}],
  ['columns of something else', { meta: {}, data: [{ transName: 'a' }] }],
  ['the number of another transaction', { transName: 'a', transId: '999' }],
  ['the number of another transaction, as a number', { transName: 'a', transId: 999 }],
])('a record with %s is no transaction: UPSTREAM_INVALID', async (_, record) => {
  expect(await readTransaction({ json: [record] })).toEqual([null, ['UPSTREAM_INVALID']]);
});

test.each([{}, { transId: '1' }, { transId: 1 }, { transId: ' 1 ' }, { transId: '' }, { transId: null }])(
  'a record that says %j beside its name is the one that was asked for',
  async (number) => {
    expect(await readTransaction({ json: [{ transName: 'a', ...number }] })).toEqual([{ name: 'a' }, undefined]);
  },
);

test('the number of another transaction is seen where the order of columns is known, too', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', ({ body }) => {
    const { transId } = JSON.parse(body);
    return { json: [{ transName: 'a', City: 'Salem', transId: transId === '3' ? '999' : transId }] };
  });
  const token = await serviceToken();
  const query = 'query ($transId: String!) { transaction(by: { transId: $transId }) { name } }';
  const answers: unknown[] = [];
  for (const transId of ['1', '2', '3']) {
    const { data, errors } = await ask(query, { token, variables: { transId } });
    answers.push(data.transaction?.name ?? errors?.[0]?.extensions['code']);
  }
  expect(answers).toEqual(['a', 'a', 'UPSTREAM_INVALID']);
});
