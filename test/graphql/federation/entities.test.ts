// What routers ask: `_entities` finds what `node` finds, for the same callers, and each representation succeeds or fails by itself.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { printSubgraph } from '../../../src/graphql/federation/subgraph.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { gatewayDefaults } from '../../support/gateways/default-options.ts';
import { type GraphUnderTest, type Overrides, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const LIST_FILES = '/fsforms/listFiles';
const FIELDS = `__typename
  ... on Transaction { id transId name property { city } listing { price } }
  ... on Account { id email nrdsId }
  ... on TransactionFile { id name fileId }`;
const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ${FIELDS} } }`;
const NODES = `query ($ids: [ID!]!) { nodes(ids: $ids) { ${FIELDS} } }`;
const READ = ['account.read', 'transactions.read', 'files.read'];

async function start(federation: NonNullable<Overrides['federation']> = {}, more: Overrides = {}) {
  const graph = await startStubbedGraph({}, { federation, ...more });
  graph.stub.answer(LIST_FILES, {
    json: { meta: { total: 1 }, data: [{ fileFolderID: 4, fileID: 7, fileName: 'deed.pdf' }] },
  });
  return graph;
}

async function idsFor({ ask }: GraphUnderTest, token: string, nrdsId = '100') {
  const query = `{ transactions(agentNrdsId: "${nrdsId}", first: 1) { nodes { id files { nodes { id } } } } account(by: { nrdsId: "${nrdsId}" }) { id } }`;
  const { data } = await ask(query, { token });
  const [first] = data.transactions.nodes;
  return {
    transaction: first.id as string,
    file: first.files.nodes[0].id as string,
    account: data.account.id as string,
  };
}

const referring = (ids: Awaited<ReturnType<typeof idsFor>>) => [
  { __typename: 'Transaction', id: ids.transaction },
  { __typename: 'Account', id: ids.account },
  { __typename: 'TransactionFile', id: ids.file },
];

const entities = ({ ask }: GraphUnderTest, token: string | undefined, representations: readonly unknown[]) =>
  ask(ENTITIES, { token, variables: { representations } });

test.each([
  ['an agent', agentToken],
  ['a service', serviceToken],
])('%s gets from _entities what nodes returns, byte for byte', async (_, tokenOf) => {
  const graph = await start();
  const token = await tokenOf();
  const ids = await idsFor(graph, token);
  for (let time = 0; time < 3; time += 1) {
    const nodes = await graph.ask(NODES, { token, variables: { ids: [ids.transaction, ids.account, ids.file] } });
    const found = await entities(graph, token, referring(ids));
    expect(found.data._entities[0].name).toBe('Elm Street');
    expect(found.text.replace('"_entities"', '"nodes"')).toBe(nodes.text);
  }
});

test('ids of others, forged ones, those of another type and those under a key that is gone are what they are for node', async () => {
  const graph = await start();
  const theirs = await idsFor(graph, await agentToken(['200']), '200');
  const services = await idsFor(graph, await serviceToken());
  const mine = await idsFor(graph, await agentToken());
  const unknownKey = createSealer([{ id: 9, secret: Buffer.alloc(32, 1) }]).seal('transaction', ['100', '501']);
  const ids = [theirs.transaction, services.transaction, `${mine.transaction}x`, unknownKey, '', 'x'.repeat(9_000)];
  const representations = [
    ...ids.map((id) => ({ __typename: 'Transaction', id })),
    { __typename: 'Transaction', id: mine.account },
    { __typename: 'Account', id: theirs.account },
    { __typename: 'TransactionFile', id: theirs.file },
  ];
  graph.stub.requests.length = 0;
  const token = await agentToken();
  const node = await graph.ask('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id: ids[0] } });
  const { data, errors } = await entities(graph, token, representations);
  expect(data._entities).toEqual(representations.map(() => null));
  expect(errors).toEqual(
    representations.map((_, at) => ({ ...node.errors?.[0], path: ['_entities', at], locations: expect.anything() })),
  );
  expect(graph.stub.requests).toEqual([]);
});

test('what is no representation is null with BAD_USER_INPUT, and the others are resolved', async () => {
  const graph = await start();
  const token = await agentToken();
  const { transaction: id, account } = await idsFor(graph, token);
  const good = { __typename: 'Transaction', id };
  const bad: readonly unknown[] = [
    {},
    { id },
    { __typename: 'Transaction' },
    { __typename: 'Viewer', id },
    { __typename: '__proto__', id },
    { __typename: 'constructor', id },
    { __typename: ['Transaction'], id },
    { __typename: 'Transaction', id: 501 },
    { __typename: 'Transaction', id: null },
    { __typename: 'Transaction', id: { toString: 'x' } },
    { __typename: 'Transaction', id, name: 'Elm' },
    { __typename: 'Transaction', transId: '501' },
    { __typename: 'Account', id: account, nrdsId: '100' },
    { __typename: 'Transaction', toString: 'x' },
    7,
    true,
    'x'.repeat(9_000),
    [good],
    [[[]]],
  ];
  const { data, errors, status } = await entities(graph, token, [...bad, good]);
  expect(status).toBe(200);
  expect(data._entities).toEqual([...bad.map(() => null), expect.objectContaining({ id, name: 'Elm Street' })]);
  expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual(
    bad.map((_, at) => [['_entities', at], 'BAD_USER_INPUT']),
  );
  // Messages say what is expected and repeat nothing.
  expect(errors?.map(({ message }) => message).join()).not.toMatch(/Viewer|constructor|xxx|Elm/);
});

test('a property of a prototype is none of the representation, in the document as in the variables', async () => {
  const graph = await start();
  const token = await agentToken();
  const { transaction: id } = await idsFor(graph, token);
  const ask = (representation: string, variables = {}, head = '') =>
    graph.ask(`query${head} { _entities(representations: [${representation}]) { __typename } }`, { token, variables });
  const whole = await ask(`{ __typename: "Transaction", id: "${id}" }`);
  expect(whole.data).toEqual({ _entities: [{ __typename: 'Transaction' }] });
  const inherited = { o: { __typename: 'Transaction', id } };
  for (let time = 0; time < 3; time += 1) {
    const variable = await ask('{ __typename: "Transaction", id: $id }', { id }, '($id: ID!)');
    expect(variable.data).toEqual({ _entities: [{ __typename: 'Transaction' }] });
    for (const { data, errors } of [
      await ask(`{ __proto__: { __typename: "Transaction", id: "${id}" } }`),
      await ask(`{ __typename: "Transaction", __proto__: { id: "${id}" } }`),
      await ask('{ __proto__: $o }', inherited, '($o: _Any!)'),
      await ask('{ __typename: "Transaction", __proto__: $o }', inherited, '($o: _Any!)'),
      await ask('{ __typename: "Transaction", id: $id, __proto__: $o }', { id, ...inherited }, '($id: ID!, $o: _Any!)'),
    ]) {
      expect(data).toEqual({ _entities: [null] });
      expect(errors).toMatchObject([{ path: ['_entities', 0], extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  }
});

test('without a token nothing is resolved, and each type needs its scope', async () => {
  const graph = await start();
  const ids = await idsFor(graph, await agentToken());
  const anonymous = await entities(graph, undefined, referring(ids));
  expect(anonymous.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  graph.stub.requests.length = 0;
  const { data, errors } = await entities(graph, await agentToken(['100'], ['openid']), referring(ids));
  expect(data._entities).toEqual([null, null, null]);
  expect(errors?.map(({ message, extensions }) => [message, extensions['code']])).toEqual(
    ['transactions.read', 'account.read', 'files.read'].map((scope) => [
      `The token lacks the scope ${scope}`,
      'FORBIDDEN',
    ]),
  );
  expect(graph.stub.requests).toEqual([]);
});

test('by its NRDS id, an account is found by its agent and by services only', async () => {
  const graph = await start();
  const representations = ['100', '200', '999', '', ' '].map((nrdsId) => ({ __typename: 'Account', nrdsId }));
  const ask = async (token: string) => {
    const { data, errors } = await entities(graph, token, representations);
    return {
      emails: data._entities.map((each: { email: string } | null) => each?.email ?? null),
      codes: errors?.map(({ extensions }) => extensions['code']),
    };
  };
  expect(await ask(await agentToken())).toEqual({
    emails: ['Ada@agents.example', null, null, null, null],
    codes: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  });
  expect(await ask(await serviceToken())).toEqual({
    emails: ['Ada@agents.example', 'grace@agents.example', null, null, null],
    codes: ['NOT_FOUND', 'BAD_USER_INPUT', 'BAD_USER_INPUT'],
  });
});

test('by its bare number, a transaction is found by services only, and only where that is switched on', async () => {
  const representations = [{ __typename: 'Transaction', transId: '501' }];
  const codeFor = async (graph: GraphUnderTest, token: string) => {
    const { data, errors } = await entities(graph, token, representations);
    return errors?.[0]?.extensions['code'] ?? data._entities[0].name;
  };
  const off = await start();
  expect(await codeFor(off, await serviceToken())).toBe('BAD_USER_INPUT');
  const on = await start({ resolvesTransId: true });
  on.stub.requests.length = 0;
  expect(await codeFor(on, await agentToken())).toBe('FORBIDDEN');
  expect(on.stub.requests).toEqual([]);
  expect(await codeFor(on, await serviceToken())).toBe('Elm Street');
});

test('equal representations are one call, and cost one', async () => {
  const graph = await start();
  const token = await serviceToken(READ);
  const { transaction: id } = await idsFor(graph, token);
  graph.stub.requests.length = 0;
  const { data, extensions } = await graph.ask(ENTITIES, {
    token,
    variables: { representations: Array.from({ length: 50 }, () => ({ __typename: 'Transaction', id })) },
    extensions: { cost: true },
  });
  expect(data._entities).toHaveLength(50);
  expect(extensions.cost.upstreamCalls).toEqual({ estimated: 1, actual: 1 });
  expect(graph.stub.bodiesOf('getTransById')).toHaveLength(1);
});

test('transactions of one agent are read from its list, as those of nodes are', async () => {
  const graph = await start();
  const rows = Array.from({ length: 60 }, (_, n) => ({ transName: `Trans ${n}`, transId: String(n + 1) }));
  graph.stub.answer('/fsforms/listTrans', ({ body }) => {
    const { batch_size: size, batch_no: number } = JSON.parse(body);
    const data = rows.slice((number - 1) * size, number * size);
    return { json: [{ meta: { total: data.length, max: rows.length }, data }] };
  });
  const token = await agentToken();
  const { data: list } = await graph.ask('{ transactions(first: 20) { nodes { id } } }', { token });
  graph.stub.requests.length = 0;
  const representations = list.transactions.nodes.map(({ id }: { id: string }) => ({ __typename: 'Transaction', id }));
  const { data } = await graph.ask(
    'query ($r: [_Any!]!) { _entities(representations: $r) { ... on Transaction { name } } }',
    { token, variables: { r: representations } },
  );
  expect(data._entities).toEqual(rows.slice(0, 20).map(({ transName: name }) => ({ name })));
  expect(graph.stub.requests.map(({ path }) => path)).toEqual(['/fsforms/listTrans']);
});

test('a fragment on another type reads nothing of this one', async () => {
  const graph = await start();
  const token = await serviceToken();
  const { transaction: id } = await idsFor(graph, token);
  graph.stub.answer('/fsforms/getTransById', { json: [{ transName: 'Elm', propertyType: 'nonsense' }] });
  const ask = (fields: string) =>
    graph.ask(`query ($r: [_Any!]!) { _entities(representations: $r) { ${fields} } }`, {
      token,
      variables: { r: [{ __typename: 'Transaction', id }] },
    });
  const selected = await ask('... on Transaction { name propertyType }');
  expect(selected.extensions.warnings).toMatchObject([{ path: ['_entities', 0, 'propertyType'], raw: 'nonsense' }]);
  const { data, extensions } = await ask('... on Transaction { name } ... on Account { propertyType: email }');
  expect(data._entities).toEqual([{ name: 'Elm' }]);
  expect(extensions?.warnings).toBeUndefined();
});

test('more entities than a list may otherwise have can be asked for, up to their own limit', async () => {
  const graph = await start({}, { maxCalls: 10 });
  const token = await agentToken();
  const { transaction: id } = await idsFor(graph, token);
  const list = (length: number, representation: object) => Array.from({ length }, () => representation);
  const known = { __typename: 'Transaction', id };
  const within = await entities(graph, token, list(500, known));
  expect(within.errors).toBeUndefined();
  expect(within.data._entities).toHaveLength(500);
  const rejection = async (representations: readonly unknown[]) => {
    const { data, errors } = await entities(graph, token, representations);
    return data?._entities === undefined ? errors?.[0]?.message : 'resolved';
  };
  expect(await rejection(list(501, known))).toContain('501 entries, and at most 500');
  // What is no list of representations has the limit of every list.
  expect(await rejection([...list(250, known), 7])).toContain('251 entries, and at most 250');
  expect(await rejection(list(1, { ...known, more: list(251, {}) }))).toContain('251 entries, and at most 250');
  const different = Array.from({ length: 11 }, (_, n) => ({ __typename: 'Transaction', id: `${id}${n}` }));
  expect(await rejection(different)).toContain('11 upstream calls, and at most 10');
  expect(await rejection(different.slice(1))).toBe('resolved');
});

test('without a federation there is neither field, and lists of objects that name their type have no limit of their own', async () => {
  const { ask } = await startStubbedGraph();
  const token = await serviceToken();
  for (const query of [ENTITIES, '{ _service { sdl } }']) {
    const { errors } = await ask(query, { token, variables: { representations: [] } });
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
  }
  const variables = { representations: Array.from({ length: 251 }, () => ({ __typename: 'Transaction' })) };
  const { errors } = await ask('{ viewer { role } }', { token, variables });
  expect(errors?.[0]?.message).toContain('251 entries, and at most 250');
});

const SERVICE = '{ _service { sdl } }';

test('_service returns the SDL that is printed, to callers that may read the schema', async () => {
  const options = { resolvesTransId: true, keepsNode: true, hasRequiredScopes: true };
  const open = await start(options);
  const { data } = await open.ask(SERVICE);
  expect(data._service.sdl).toBe(printSubgraph(options));
  expect(parse(data._service.sdl).definitions.length).toBeGreaterThan(50);

  const closed = await start({ isSchemaOpen: false }, { introspection: false });
  const codeFor = async (token?: string) => {
    const { errors } = await closed.ask(SERVICE, { token });
    return errors?.[0]?.extensions['code'];
  };
  expect([await codeFor(), await codeFor(await agentToken()), await codeFor(await serviceToken())]).toEqual([
    'UNAUTHENTICATED',
    'FORBIDDEN',
    undefined,
  ]);
});

test('with a token for routers, both fields are for callers that present it', async () => {
  const graph = await start({ token: 'sixteen-characters', isSchemaOpen: true });
  const token = await serviceToken();
  const { transaction: id } = await idsFor(graph, token);
  const ask = (query: string, headers: Record<string, string>) =>
    graph.ask(query, { token, headers, variables: { representations: [{ __typename: 'Transaction', id }] } });
  for (let time = 0; time < 3; time += 1) {
    for (const query of [ENTITIES, SERVICE]) {
      expect((await ask(query, { 'x-federation-token': 'sixteen-characters' })).errors).toBeUndefined();
      for (const headers of [{}, { 'x-federation-token': 'sixteen-character' }, { 'x-federation-token': '' }]) {
        const { data, errors } = await ask(query, headers);
        expect(data).toBeNull();
        expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      }
    }
  }
  expect(JSON.stringify(graph.lines)).not.toContain('sixteen');
});

test('a router is exempt from the manifest of persisted documents, and no other caller is', async () => {
  const manifest = JSON.stringify({ viewer: 'query V { viewer { role } }' });
  const graph = await start({ token: 'sixteen-characters' }, { persistedDocuments: manifest });
  const token = await serviceToken();
  const query = '{ viewer { scopes } }';
  const headers = { 'x-federation-token': 'sixteen-characters' };
  for (let time = 0; time < 3; time += 1) {
    expect((await graph.ask(query, { token, headers })).errors).toBeUndefined();
    expect((await graph.ask(query, { token })).errors?.[0]?.message).toContain('not one of the persisted documents');
    expect((await graph.ask('query V { viewer { role } }', { token })).errors).toBeUndefined();
  }
  const tooLong = await graph.ask(`{ viewer { ${'role '.repeat(11_000)} } }`, { token, headers });
  expect(tooLong.errors?.[0]?.message).toContain('at most 50000');
});

test('the requested id is the id of the object, whichever process sealed it', async () => {
  const graph = await start();
  const sealed = createSealer(gatewayDefaults.idKeys).seal('transaction', ['100', '501']);
  const { data } = await entities(graph, await serviceToken(), [{ __typename: 'Transaction', id: sealed }]);
  expect(data._entities[0].id).toBe(sealed);
});
