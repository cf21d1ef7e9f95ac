// Every way in which upstream may report something as missing (4.3, 4.5) becomes null with NOT_FOUND, the same as for what
// belongs to another agent.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import type { PlainResponse } from '../../support/upstreams/stub-upstream.ts';

const errorBodies = [
  { type: 'Not Found', message: 'no such thing' },
  { code: '404', error: 'Not Found' },
  { error: { title: 'Not Found', detail: 'no such thing' } },
  { status: 404, Message: 'no such thing' },
  [{ status: 404, detail: 'no such thing' }],
];
/** As the public documentation shows it, with the endpoint's name in front. */
const documented = {
  title: 'getTransById Not Found',
  type: 'https://api.example.com/docs/errors/',
  status: 400,
  detail: 'getTransById matching id parameter not found',
};
const absentResponses: readonly PlainResponse[] = [
  { json: [] },
  ...errorBodies.map((json) => ({ status: 404, json })),
  { status: 400, json: documented },
  { status: 400, json: { message: documented.title } },
  { status: 200, json: documented },
  { status: 200, json: { status: 404, type: 'Not Found' } },
  { status: 200, json: [{ status: '404' }] },
];
const withoutDetails: readonly PlainResponse[] = [
  { status: 404, text: '' },
  { status: 404, text: '<html>Not Found</html>' },
  { status: 404, json: {} },
  { status: 404, json: ['Not Found'] },
  { status: 404, json: 'Not Found' },
  { status: 404, json: { message: 'no Route matched' } },
  { status: 404, json: { error: 'Not Found' } },
  { status: 404, json: { detail: 'Not Found' } },
  { status: 404, json: { statusCode: 404, message: 'Resource not found' } },
  { status: 404, json: { status: 404, error: 'Not Found', message: '', path: '/fsforms/getTransById' } },
  { status: 400, json: { ...documented, title: 'Not Found', detail: 'Not Found' } },
];

async function readTransaction(answer: PlainResponse) {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', answer);
  const { data, errors } = await ask('{ transaction(by: { transId: "1" }) { name } }', { token: await serviceToken() });
  return [data.transaction, errors?.map(({ extensions }) => extensions['code'])];
}

test.each(absentResponses)('a transaction that upstream reports as missing with %j is NOT_FOUND', async (answer) => {
  expect(await readTransaction(answer)).toEqual([null, ['NOT_FOUND']]);
});

test.each(withoutDetails)(
  '%j is UPSTREAM_REJECTED, because it may come from a wrong address or a proxy',
  async (answer) => {
    expect(await readTransaction(answer)).toEqual([null, ['UPSTREAM_REJECTED']]);
  },
);

/** Title and detail as documented for the endpoints that look up one record. */
const noneIn = (endpoint: string) => ({
  ...documented,
  title: `${endpoint} Not Found`,
  detail: `${endpoint} matching id parameter not found`,
});
const noRecords = { type: 'List Transactions Request Failure', status: 404, message: 'No records found.' };

test.each<PlainResponse>([
  { json: [] },
  { json: [{ meta: { max: 0 }, data: null }] },
  { json: { meta: { total: 0, max: 0 }, data: null } },
  { status: 400, json: noneIn('listTrans') },
  { json: noneIn('listTrans') },
  { status: 404, json: noRecords },
  { json: { status: 200, message: 'No transactions were found' } },
  { json: [{ message: 'No results', data: [] }] },
])('a list of transactions that upstream reports as empty with %j is an empty connection', async (answer) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/listTrans', answer);
  const { data, errors } = await ask('{ transactions { totalCount nodes { name } } }', { token: await agentToken() });
  expect([data.transactions, errors]).toEqual([{ totalCount: 0, nodes: [] }, undefined]);
});

test.each([[], { meta: { total: 0 }, data: null }, { message: 'No files found' }].map((json) => ({ json })))(
  'a list of files that upstream reports as empty with $json is an empty connection',
  async ({ json }) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer('/fsforms/listFiles', { json });
    const query = '{ transactions(first: 1) { nodes { files { totalCount nodes { name } } } } }';
    const { data, errors } = await ask(query, { token: await agentToken() });
    expect([data.transactions.nodes, errors]).toEqual([[{ files: { totalCount: 0, nodes: [] } }], undefined]);
  },
);

test.each<PlainResponse>([
  { json: [] },
  { status: 400, json: noneIn('activeUsers') },
  { json: { message: 'No users found' } },
])('%j is UPSTREAM_INVALID, not a list of active users, but may mean that there are no new ones', async (answer) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/accounts/activeUsers', answer);
  const newest = await ask('{ accounts(enabledWithin: { unit: DAYS, amount: 1 }) { totalCount } }', {
    token: await serviceToken(),
  });
  expect([newest.data, newest.errors]).toEqual([{ accounts: { totalCount: 0 } }, undefined]);
  const { errors } = await ask('{ accounts { totalCount } }', { token: await serviceToken() });
  expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_INVALID']);
});

test.each([
  ['no columns', {}],
  ['the columns of a page without a record', { meta: {}, data: [{}] }],
  ['nothing but the requested number, as an error may have', { transId: '1', error: 'No such transaction' }],
  ['another transaction’s number', { transName: 'a', transId: '999' }],
  ['another transaction’s number as a JSON number', { transName: 'a', transId: 999 }],
])('a record with %s is UPSTREAM_INVALID, not a transaction', async (_, record) => {
  expect(await readTransaction({ json: [record] })).toEqual([null, ['UPSTREAM_INVALID']]);
});

test.each([{}, { transId: '1' }, { transId: 1 }, { transId: ' 1 ' }, { transId: '' }, { transId: null }])(
  'a record with %j besides its name is accepted as the requested one',
  async (number) => {
    expect(await readTransaction({ json: [{ transName: 'a', ...number }] })).toEqual([{ name: 'a' }, undefined]);
  },
);

test('a record with another transaction’s number is also detected once the column order is known', async () => {
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

test.each([[{}], [{ status: 'error', message: 'No records found' }]])(
  '%j is UPSTREAM_INVALID, not an account or a member of whom nothing is known',
  async (record) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer('/accounts/getAccount', { json: [record] });
    stub.answer('/thlmobile/getMember', { json: [record] });
    const query = '{ account(by: { email: "a@b.example" }) { email } members(by: { email: "a@b.example" }) { email } }';
    const { data, errors } = await ask(query, { token: await serviceToken() });
    expect([data, errors?.map(({ extensions }) => extensions['code'])]).toEqual([
      { account: null, members: null },
      ['UPSTREAM_INVALID', 'UPSTREAM_INVALID'],
    ]);
  },
);
