// Transaction.account: whose transaction it is, from the directory, for those who may see the account.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const account = 'account { id nrdsId email office { name } }';
const ada = { nrdsId: '100', email: 'Ada@agents.example', office: { name: 'North Office' } };
const byId = `query ($id: ID!) { transaction(by: { id: $id }) { name ${account} } }`;

test('each transaction of an agent’s list has that agent’s account, without details and without a call', async () => {
  const { ask, stub } = await startStubbedGraph();
  const query = `{ transactions { nodes { name ${account} } } account(by: { nrdsId: "100" }) { id } }`;
  const { data, errors } = await ask(query, { token: await agentToken() });
  expect(errors).toBeUndefined();
  expect(data.transactions.nodes).toHaveLength(3);
  for (const each of data.transactions.nodes) expect(each.account).toEqual({ id: data.account.id, ...ada });
  expect(stub.bodiesOf('listTrans').map((body) => body['full_details'])).toEqual([false]);
  expect(stub.bodiesOf('getAccount')).toEqual([]);
});

test('an agent gets its own account by an id, from a file and among several ids', async () => {
  const { ask, stub } = await startStubbedGraph();
  stub.answer('/fsforms/listFiles', { json: { meta: { total: 1 }, data: [{ fileID: '7', fileName: 'deed.pdf' }] } });
  const token = await agentToken(['100', '200']);
  const lists = await ask(
    '{ a: transactions(agentNrdsId: "100", first: 1) { nodes { id } } b: transactions(agentNrdsId: "200") { nodes { id } } }',
    { token },
  );
  const ids = [lists.data.a.nodes[0].id, lists.data.b.nodes[0].id];
  const { data, errors } = await ask(
    `query ($id: ID!, $ids: [ID!]!) {
      transaction(by: { id: $id }) { ${account} files { nodes { transaction { account { nrdsId } } } } }
      nodes(ids: $ids) { ... on Transaction { account { nrdsId } } }
      node(id: $id) { ... on Transaction { account { nrdsId } } }
    }`,
    { token, variables: { id: ids[0], ids } },
  );
  expect(errors).toBeUndefined();
  expect(data.transaction.account).toMatchObject(ada);
  expect(data.transaction.files.nodes).toEqual([{ transaction: { account: { nrdsId: '100' } } }]);
  expect(data.nodes.map((each: { account: { nrdsId: string } }) => each.account.nrdsId)).toEqual(['100', '200']);
  expect(data.node).toEqual({ account: { nrdsId: '100' } });
});

test('a service gets it from a list and by an agent’s id, and null where the service does not say whose it is', async () => {
  const { ask } = await startStubbedGraph();
  const token = await serviceToken();
  const listed = await ask(`{ transactions(agentNrdsId: "100", first: 1) { nodes { id ${account} } } }`, { token });
  expect(listed.data.transactions.nodes[0].account).toMatchObject(ada);
  const own = await ask(byId, { token, variables: { id: listed.data.transactions.nodes[0].id } });
  expect([own.data.transaction.account, own.errors]).toEqual([null, undefined]);
  const bare = await ask(`{ transaction(by: { transId: "501" }) { ${account} } }`, { token });
  expect([bare.data.transaction, bare.errors]).toEqual([{ account: null }, undefined]);
  const agents = await ask('{ transactions(first: 1) { nodes { id } } }', { token: await agentToken() });
  const presented = await ask(byId, { token, variables: { id: agents.data.transactions.nodes[0].id } });
  expect(presented.data.transaction.account).toMatchObject(ada);
});

test('a new transaction has the account of its agent', async () => {
  const { ask } = await startStubbedGraph();
  const input = {
    agentNrdsId: '100',
    stateId: 'OR',
    name: 'Elm Street',
    streetAddress: '1 Elm Street',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING_AND_PURCHASE',
    status: 'LEASED_RENTED',
  };
  const create = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { transaction { ${account} } } }`;
  for (const token of [await agentToken(), await serviceToken()]) {
    const { data, errors } = await ask(create, { token, variables: { input } });
    expect(errors).toBeUndefined();
    expect(data.createTransaction.transaction.account).toMatchObject(ada);
  }
});

test('without the scope for accounts, only the account is missing', async () => {
  const { ask } = await startStubbedGraph();
  const token = await agentToken(['100'], ['transactions.read']);
  const { data, errors } = await ask('{ transactions(first: 1) { nodes { name account { id } } } }', { token });
  expect(data.transactions.nodes).toEqual([{ name: expect.any(String), account: null }]);
  expect(errors).toMatchObject([{ path: ['transactions', 'nodes', 0, 'account'], extensions: { code: 'FORBIDDEN' } }]);
});
