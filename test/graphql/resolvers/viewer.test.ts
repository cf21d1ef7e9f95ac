// The viewer: who the caller is, and the lists that belong to it.
import { expect, test } from 'vitest';
import { agentToken, coordinatorToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const accounts =
  'accounts { totalCount nodes { id nrdsId email } edges { cursor } pageInfo { hasNextPage endCursor } }';
const transactions = 'transactions(first: 2) { totalCount nodes { id name } pageInfo { hasNextPage endCursor } }';

test('a service’s accounts and transactions are those of Query, whose cursors fit', async () => {
  const { ask } = await startStubbedGraph();
  const token = await serviceToken();
  const named = transactions.replace('(', '(agentNrdsId: "100", ');
  const { data, errors } = await ask(`{ viewer { ${accounts} ${named} } ${accounts} ${named} }`, { token });
  expect(errors).toBeUndefined();
  expect(data.viewer).toEqual({ accounts: data.accounts, transactions: data.transactions });
  expect(data.viewer.accounts.totalCount).toBe(3);
  const after = data.transactions.pageInfo.endCursor;
  const next = await ask(
    'query ($after: String) { viewer { transactions(agentNrdsId: "100", after: $after) { nodes { name } } } }',
    { token, variables: { after } },
  );
  expect(next.data.viewer.transactions.nodes).toHaveLength(1);
});

test('the viewer is told what pages need not find out by an error: that nothing can be searched, and how large a file may be', async () => {
  const { ask } = await startStubbedGraph({}, { maxFileBytes: 5_000_000_000 });
  const { data } = await ask('{ viewer { canSearch uploadMaxBytes } }', { token: await agentToken() });
  expect(data).toEqual({ viewer: { canSearch: false, uploadMaxBytes: 5_000_000_000 } });
});

test('an agent’s transactions are those of Query, for its only NRDS id or the one that it names', async () => {
  const { ask } = await startStubbedGraph();
  const one = await ask(`{ viewer { ${transactions} } ${transactions} }`, { token: await agentToken() });
  expect(one.data.viewer.transactions).toEqual(one.data.transactions);
  const token = await agentToken(['100', '200']);
  const unnamed = await ask('{ viewer { transactions { totalCount } } }', { token });
  expect(unnamed.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'agentNrdsId' } }]);
  const other = '{ viewer { role transactions(agentNrdsId: "300") { totalCount } } }';
  const foreign = await ask(other, { token });
  expect(foreign.data).toEqual({ viewer: { role: 'AGENT', transactions: null } });
  expect(foreign.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', argument: 'agentNrdsId' } }]);
});

test('an agent’s accounts are its own that are active, in the order of their NRDS ids, without a call', async () => {
  const { ask, stub } = await startStubbedGraph();
  const token = await agentToken(['300', '999', '100']);
  const { data, errors } = await ask(`{ viewer { nrdsIds ${accounts} } own: account(by: { nrdsId: "100" }) { id } }`, {
    token,
  });
  expect(errors).toBeUndefined();
  expect(data.viewer.accounts).toMatchObject({
    totalCount: 2,
    nodes: [
      { id: data.own.id, nrdsId: '100' },
      { nrdsId: '300', email: 'edith@agents.example' },
    ],
  });
  expect(stub.requests.filter(({ path }) => path !== '/oauth/token' && path !== '/accounts/activeUsers')).toEqual([]);
  const opened = await ask('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id: data.own.id } });
  expect(opened.data.node).toEqual(data.own);
});

test('an agent’s accounts have pages, and cursors of its own', async () => {
  const { ask } = await startStubbedGraph();
  const token = await agentToken(['100', '200', '300']);
  const page = `query ($first: Int, $after: String, $last: Int, $before: String) {
    viewer { accounts(first: $first, after: $after, last: $last, before: $before) {
      nodes { nrdsId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  const read = async (variables: object) => {
    const { data, errors } = await ask(page, { token, variables: { ...variables } });
    expect(errors).toBeUndefined();
    return data.viewer.accounts;
  };
  const first = await read({ first: 2 });
  const second = await read({ first: 2, after: first.pageInfo.endCursor });
  const back = await read({ last: 2, before: second.pageInfo.startCursor });
  const ids = ({ nodes }: { nodes: { nrdsId: string }[] }) => nodes.map(({ nrdsId }) => nrdsId);
  expect([ids(first), ids(second), ids(back)]).toEqual([['100', '200'], ['300'], ['100', '200']]);
  expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  for (const other of [await agentToken(['100', '200']), await serviceToken()]) {
    const foreign = await ask(page, { token: other, variables: { after: first.pageInfo.endCursor } });
    expect(foreign.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument: 'after' } }]);
  }
});

test('an agent cannot ask since when its accounts are active, and needs the scope for accounts', async () => {
  const { ask } = await startStubbedGraph();
  const within = '{ viewer { role accounts(enabledWithin: { unit: DAYS, amount: 7 }) { totalCount } } }';
  const asked = await ask(within, { token: await agentToken() });
  expect(asked.data).toEqual({ viewer: { role: 'AGENT', accounts: null } });
  expect(asked.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', argument: 'enabledWithin' } }]);
  expect((await ask(within, { token: await serviceToken() })).errors).toBeUndefined();
  const lacking = await ask('{ viewer { role accounts { totalCount } } }', { token: await agentToken(['100'], []) });
  expect(lacking.data).toEqual({ viewer: { role: 'AGENT', accounts: null } });
  expect(lacking.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
});

test('a coordinator’s accounts are those of its agents, or of all agents of its offices, without a call', async () => {
  const { ask, stub } = await startStubbedGraph();
  const query = `{ viewer { role nrdsIds officeNrdsIds ${accounts} } }`;
  const [ofAgents, ofOffice] = await Promise.all([
    coordinatorToken({ agents: ['300', '200', '999'] }),
    coordinatorToken({ offices: ['900'] }),
  ]);
  const { data } = await ask(query, { token: ofAgents });
  expect(data.viewer).toMatchObject({
    role: 'COORDINATOR',
    nrdsIds: ['300', '200', '999'],
    officeNrdsIds: [],
    accounts: { totalCount: 2, nodes: [{ nrdsId: '200' }, { nrdsId: '300' }] },
  });
  const inOffice = await ask(query, { token: ofOffice });
  expect(inOffice.data.viewer).toMatchObject({
    nrdsIds: [],
    officeNrdsIds: ['900'],
    accounts: { totalCount: 2, nodes: [{ nrdsId: '100' }, { nrdsId: '300' }] },
  });
  expect(stub.requests.filter(({ path }) => path !== '/oauth/token' && path !== '/accounts/activeUsers')).toEqual([]);
});
