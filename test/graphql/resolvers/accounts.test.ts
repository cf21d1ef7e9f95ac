// Accounts from the hand-typed upstream: an agent has two records, and each field is read from the one that has it.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

test('returns accounts from both of their records, with their transactions', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask(
    `{ accounts(first: 2) { totalCount pageInfo { hasNextPage hasPreviousPage } nodes {
      email firstName lastName phone memberType accountId nrdsId office { nrdsId name }
      transactions(first: 1) { totalCount nodes { name type } pageInfo { hasNextPage } }
    } } }`,
    { token: await serviceToken() },
  );
  expect(errors).toBeUndefined();
  expect(data.accounts).toEqual({
    totalCount: 3,
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
    nodes: [
      {
        email: 'Ada@agents.example',
        firstName: 'Ada',
        lastName: 'Byron',
        phone: '555-0100',
        memberType: 'R',
        accountId: '71',
        nrdsId: '100',
        office: { nrdsId: '900', name: 'North Office' },
        transactions: {
          totalCount: 3,
          nodes: [{ name: 'Elm Street', type: 'LISTING_AND_PURCHASE' }],
          pageInfo: { hasNextPage: true },
        },
      },
      {
        email: 'grace@agents.example',
        firstName: 'Grace',
        lastName: 'Murray',
        phone: null,
        memberType: 'RA',
        accountId: '72',
        nrdsId: '200',
        office: null,
        transactions: {
          totalCount: 1,
          nodes: [{ name: 'Fir Drive', type: 'PURCHASE' }],
          pageInfo: { hasNextPage: false },
        },
      },
    ],
  });
  expect(stub.bodiesOf('activeUsers')).toEqual([
    {
      userId: 'vendor@vendor.example',
      batch_size: 2,
      batch_no: 1,
      filter: '',
      incremental_type: '',
      incremental_time: '',
    },
  ]);
});

test('an account that the directory does not know has no fields from there, and no transactions', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/accounts/getAccount', { json: [{ accountID: '79', firstName: 'Nora', email: 'nora@agents.example' }] });
  const { data, errors } = await ask(
    '{ account(by: { email: "nora@agents.example" }) { firstName nrdsId office { name } transactions { totalCount } } }',
    { token: await serviceToken() },
  );
  expect(errors).toBeUndefined();
  expect(data.account).toEqual({ firstName: 'Nora', nrdsId: null, office: null, transactions: null });
});

test('an account by which nobody could be found again is UPSTREAM_INVALID where its id is selected', async () => {
  const { stub, ask } = await startStubbedGraph();
  const record = { agentNRDSID: null, firstName: 'Nora', email: null, officeName: 'North Office' };
  stub.answer('/accounts/activeUsers', { json: { meta: { total: 1, max: 1, next_batch_no: null }, data: [record] } });
  const token = await serviceToken();
  const shown = await ask('{ accounts { nodes { firstName } } }', { token });
  expect([shown.data.accounts.nodes, shown.errors]).toEqual([[{ firstName: 'Nora' }], undefined]);
  const { errors } = await ask('{ accounts { nodes { id } } }', { token });
  expect(errors).toMatchObject([{ path: ['accounts', 'nodes', 0, 'id'], extensions: { code: 'UPSTREAM_INVALID' } }]);
});

test('an account has the same id however it is looked up, and can be read by it', async () => {
  const { ask } = await startStubbedGraph();
  const token = await agentToken();
  const { data } = await ask(
    '{ email: account(by: { email: "ADA@AGENTS.example" }) { id } nrds: account(by: { nrdsId: "100" }) { id } }',
    { token },
  );
  expect(data.email.id).toBe(data.nrds.id);
  const query = 'query ($id: ID!) { node(id: $id) { id ... on Account { email accountId nrdsId } } }';
  const opened = await ask(query, { token, variables: { id: data.nrds.id } });
  expect(opened.data.node).toEqual({ id: data.nrds.id, email: 'Ada@agents.example', accountId: '71', nrdsId: '100' });
});

test('numbers that upstream pads to a fixed width are those of tokens and ids', async () => {
  const { stub, ask } = await startStubbedGraph();
  const page = (record: object) => ({ meta: { total: 1, max: 1, next_batch_no: null }, data: [record] });
  const ada = { agentNRDSID: '100   ', firstName: 'Ada', email: 'ada@agents.example', officeName: 'North Office' };
  const elm = { transName: 'Elm Street', City: 'Salem', transId: '   501' };
  stub.answer('/accounts/activeUsers', { json: page(ada) });
  stub.answer('/accounts/getAccount', { json: [{ accountID: '71', firstName: 'Ada', email: 'ada@agents.example' }] });
  stub.answer('/fsforms/listTrans', { json: [page(elm)] });
  stub.answer('/fsforms/getTransById', { json: [elm] });
  const token = await agentToken(['100']);
  const account = '{ id nrdsId office { name } transactions { nodes { id transId name } } }';
  const { data, errors } = await ask(
    `{ a: account(by: { email: "ada@agents.example" }) ${account} b: account(by: { nrdsId: "100" }) ${account} }`,
    { token },
  );
  expect(errors).toBeUndefined();
  expect(data.a).toMatchObject({
    nrdsId: '100',
    office: { name: 'North Office' },
    transactions: { nodes: [{ transId: '501', name: 'Elm Street' }] },
  });
  expect(data.b).toEqual(data.a);

  const ids = [data.a.id, data.a.transactions.nodes[0].id];
  const read = await ask('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { token, variables: { ids } });
  expect(read.errors).toBeUndefined();
  expect(read.data.nodes).toEqual(ids.map((id) => ({ id })));
  expect(stub.bodiesOf('getTransById')).toMatchObject([{ transId: '501' }]);
});
