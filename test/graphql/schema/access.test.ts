// Access rules: tokens, scopes, and service-only fields. No rejected request reaches upstream.
import { expect, test } from 'vitest';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { agentToken, serviceToken, sign } from '../../support/callers/caller-tokens.ts';
import { gatewayDefaults } from '../../support/gateways/default-options.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const anyQuery = '{ viewer { role } }';

test.each([
  ['viewer', anyQuery],
  ['createTransaction', `mutation { ${create('100')} }`],
])('%s without a token is UNAUTHENTICATED', async (_, query) => {
  const { stub, ask } = await startStubbedGraph();
  const { errors } = await ask(query);
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED', retryable: false }]);
  expect(stub.requests).toEqual([]);
});

test('the schema can be read without a token', async () => {
  const { ask } = await startStubbedGraph();
  const { data } = await ask('{ __schema { queryType { name } } }');
  expect(data.__schema.queryType.name).toBe('Query');
});

const soon = () => Math.floor(Date.now() / 1000) + 60;

test.each([
  ['that is not a bearer token', async () => 'Basic abc'],
  ['that is not a JWT', async () => 'Bearer abc'],
  ['that has expired', async () => `Bearer ${await sign({ role: 'service', exp: soon() - 120 })}`],
])('a token %s makes the whole request fail with 401 and a challenge', async (_, header) => {
  const { stub, ask, lines } = await startStubbedGraph();
  const { status, headers, errors, data } = await ask(anyQuery, { headers: { authorization: await header() } });
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UNAUTHENTICATED', retryable: false }]);
  expect(errors?.[0]?.message).toMatch(/^Invalid (bearer token|Authorization header): \S/);
  expect(data).toBeUndefined();
  expect(stub.requests).toEqual([]);
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test.each([
  ['account.read', '{ accounts { totalCount } }'],
  ['transactions.read', '{ transaction(by: { transId: "501" }) { id } }'],
  ['transactions.create', `mutation { ${create('100')} }`],
])('without the scope %s, %s is FORBIDDEN, and the message names the scope', async (scope, query) => {
  const { stub, ask } = await startStubbedGraph();
  const others = ['account.read', 'transactions.read', 'transactions.create'].filter((each) => each !== scope);
  const { errors } = await ask(query, { token: await serviceToken(others) });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', retryable: false } }]);
  expect(errors?.[0]?.message).toContain(scope);
  expect(stub.requests).toEqual([]);
});

test('node requires the scope of the type in the id', async () => {
  const { stub, ask } = await startStubbedGraph();
  const everything = await serviceToken();
  const { data } = await ask(
    '{ transaction(by: { transId: "501" }) { id } account(by: { email: "ada@agents.example" }) { id } }',
    { token: everything },
  );
  const before = stub.requests.length;
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }';
  const { errors } = await ask(query, {
    token: await serviceToken(['files.read']),
    variables: { ids: [data.transaction.id, data.account.id] },
  });
  expect(errors?.map(({ message, path }) => [path, message.match(/\S+$/)?.[0]])).toEqual([
    [['nodes', 0], 'transactions.read'],
    [['nodes', 1], 'account.read'],
  ]);
  expect(stub.requests).toHaveLength(before);
});

test.each([
  ['a link', createSealer(gatewayDefaults.idKeys).seal('link', ['100', '501'])],
  ['a cursor', createSealer(gatewayDefaults.idKeys).sealCursor('changes', '100', Buffer.from('501'))],
])('%s is no object, although it is sealed like the ids of objects', async (_, id) => {
  const { ask } = await startStubbedGraph();
  const { errors } = await ask('query ($id: ID!) { node(id: $id) { id } }', {
    token: await serviceToken(),
    variables: { id },
  });
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('an account’s transactions need their own scope; without it the account is still returned', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask('{ account(by: { nrdsId: "100" }) { email transactions { totalCount } } }', {
    token: await agentToken(['100'], ['account.read']),
  });
  expect(data).toEqual({ account: { email: 'Ada@agents.example', transactions: null } });
  expect(errors?.[0]?.message).toContain('transactions.read');
  expect(stub.bodiesOf('listTrans')).toEqual([]);
});

test.each([
  ['accounts', '{ accounts { totalCount } }', 'Only for callers with the role service', {}],
  [
    'a bare transId',
    '{ transaction(by: { transId: "501" }) { name } }',
    'by.transId: only for callers with the role service; use by.id',
    { argument: 'by.transId' },
  ],
])('%s is FORBIDDEN for agents', async (_, query, message, named) => {
  const { stub, ask } = await startStubbedGraph();
  const { errors, data } = await ask(query, { token: await agentToken() });
  expect(errors?.map((error) => error.message)).toEqual([message]);
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'FORBIDDEN', retryable: false, ...named }]);
  expect(Object.values(data)).toEqual([null]);
  expect(stub.requests).toEqual([]);
});

test('flat is FORBIDDEN for agents, even on their own transactions', async () => {
  const { ask } = await startStubbedGraph();
  const { data, errors } = await ask('{ transactions { nodes { name flat } } }', { token: await agentToken(['200']) });
  expect(data.transactions.nodes).toEqual([{ name: 'Fir Drive', flat: null }]);
  expect(errors).toMatchObject([{ path: ['transactions', 'nodes', 0, 'flat'], extensions: { code: 'FORBIDDEN' } }]);
});

test('viewer returns role, scopes and NRDS ids from the token', async () => {
  const { ask } = await startStubbedGraph();
  const query = '{ viewer { role scopes nrdsIds } }';
  expect((await ask(query, { token: await agentToken(['200', '100'], ['b', 'a']) })).data.viewer).toEqual({
    role: 'AGENT',
    scopes: ['a', 'b'],
    nrdsIds: ['200', '100'],
  });
  expect((await ask(query, { token: await serviceToken([]) })).data.viewer).toEqual({
    role: 'SERVICE',
    scopes: [],
    nrdsIds: [],
  });
});

function create(agentNrdsId: string): string {
  return `createTransaction(input: { agentNrdsId: "${agentNrdsId}" stateId: "OR" name: "n" streetAddress: "s"
    propertyType: RESIDENTIAL type: LISTING status: NEW }) { outcome }`;
}
