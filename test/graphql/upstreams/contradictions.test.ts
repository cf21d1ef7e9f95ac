// A service that answers other records than it was asked for: no other agent's data is shown, and no id to it is minted. What an
// agent's list contains is for the service to decide, unless a setting says otherwise.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const grace = { accountID: '72', firstName: 'Grace', email: 'grace@agents.example' };
const ada = { accountID: '71', firstName: 'Ada', email: 'Ada@agents.example' };
const gracesDeal = {
  transName: 'Fir Drive',
  streetAddress: '9 Fir Drive',
  propertyType: 'R',
  transactionType: 'A',
  propertyStatus: 'N',
  sellerAgentNRDSID: '200',
  buyerAgentNRDSID: '300',
};
const listOf = (...data: object[]) => ({ json: [{ meta: { total: data.length, max: data.length }, data }] });
const invalid = [{ extensions: { code: 'UPSTREAM_INVALID', retryable: false } }];

test('an account is not shown if the response has another one in front of it', async () => {
  const { stub, ask, lines } = await startStubbedGraph();
  stub.answer('/accounts/getAccount', { json: [grace, ada] });
  const { data, errors, text } = await ask(
    '{ account(by: { email: "ada@agents.example" }) { id firstName accountId } }',
    {
      token: await agentToken(['100']),
    },
  );
  expect([data, errors]).toMatchObject([{ account: null }, invalid]);
  expect(text + JSON.stringify(lines)).not.toMatch(/Grace|grace@/);
  expect(lines).toContainEqual(
    expect.objectContaining({ endpoint: 'getAccount', columns: ['email'], contradicting: 1 }),
  );
});

test('an assistant sees the deals in its list, by their ids as well, also several at once', async () => {
  const { stub, ask } = await startStubbedGraph();
  const deals = [501, 502, 503, 504, 505].map((transId) => ({ ...gracesDeal, transId }));
  stub.answer('/fsforms/listTrans', ({ body }) => {
    const { batch_size: size, batch_no: number } = JSON.parse(body);
    const data = deals.slice((number - 1) * size, number * size);
    return { json: [{ meta: { total: data.length, max: deals.length }, data }] };
  });
  stub.answer('/fsforms/getTransById', { json: [gracesDeal] });
  const token = await agentToken(['100']);
  const list = '{ transactions(agentNrdsId: "100") { nodes { id name buyer { agent { nrdsId } } } } }';
  const { data, errors } = await ask(list, { token });
  expect(errors).toBeUndefined();
  const ids: string[] = data.transactions.nodes.map(({ id }: { id: string }) => id);
  expect(data.transactions.nodes).toEqual(
    ids.map((id) => ({ id, name: 'Fir Drive', buyer: { agent: { nrdsId: '300' } } })),
  );
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Transaction { name } } }';
  for (const some of [ids.slice(0, 1), ids]) {
    const read = await ask(query, { token, variables: { ids: some } });
    expect(read.errors).toBeUndefined();
    expect(read.data.nodes).toEqual(some.map((id) => ({ id, name: 'Fir Drive' })));
  }
  const changes = await ask('{ transactionChanges(agentNrdsId: "100") { endCursor } }', { token });
  expect(changes.errors).toBeUndefined();
  const others = await ask(query, { token: await agentToken(['300']), variables: { ids } });
  expect(others.data.nodes).toEqual(ids.map(() => null));
});

test('two accounts of one address each have their own number, whatever else is selected', async () => {
  const { stub, ask } = await startStubbedGraph();
  const user = { agentNRDSID: '100', email: ada.email, firstName: 'Ada', lastName: 'Agent' };
  stub.answer('/accounts/activeUsers', listOf(user, { ...user, agentNRDSID: '200', firstName: 'Grace' }));
  const records = [
    { ...ada, lastName: 'Agent' },
    { ...grace, email: ada.email, lastName: 'Agent' },
  ];
  stub.answer('/accounts/getAccount', { json: records });
  for (const token of [await serviceToken(), await serviceToken()]) {
    const { data, errors } = await ask('{ accounts { nodes { accountId nrdsId } } }', { token });
    expect(errors).toBeUndefined();
    expect(data.accounts.nodes).toEqual([
      { accountId: '71', nrdsId: '100' },
      { accountId: '72', nrdsId: '200' },
    ]);
  }
});

test.each([
  ['by their numbers alone', '{ transactions(agentNrdsId: "100") { nodes { id } } }'],
  ['with their agents', '{ transactions(agentNrdsId: "100") { nodes { id seller { agent { name } } } } }'],
  ['with an agent’s NRDS id', '{ transactions(agentNrdsId: "100") { nodes { id buyer { agent { nrdsId } } } } }'],
  ['as the service sends them', '{ transactions(agentNrdsId: "100") { nodes { flat } } }'],
])(
  'a list of transactions of others is refused if it is to be, read %s, also once it is read in part',
  async (_, query) => {
    const { stub, ask } = await startStubbedGraph({}, { formats: { othersTransactions: 'refuse' } });
    const own = { ...gracesDeal, transName: 'Elm Street', sellerAgentNRDSID: '100', transId: '501' };
    const ofAgent = query.includes('flat') ? [] : [await agentToken(['100'])];
    for (const token of [...ofAgent, await serviceToken()]) {
      stub.answer('/fsforms/listTrans', listOf(own));
      for (const _ of ['parsed in full', 'in part']) expect((await ask(query, { token })).errors).toBeUndefined();
      stub.answer('/fsforms/listTrans', listOf(own, { ...gracesDeal, transId: '504' }));
      const { data, errors, text } = await ask(query, { token });
      expect([data, errors]).toMatchObject([{ transactions: null }, invalid]);
      expect(text).not.toContain('Fir');
    }
  },
);

test('a creation answered with another agent’s record is UNKNOWN, without an id', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/addTrans', { json: [{ ...gracesDeal, transId: '504' }] });
  const input =
    'stateId: "OR" name: "Yew Walk" streetAddress: "1 Yew Walk" propertyType: RESIDENTIAL type: LISTING status: NEW';
  const { data, errors, text } = await ask(
    `mutation { createTransaction(input: { ${input} }) {
      outcome transaction { id name } possibleMatches { id } userErrors { code }
    } }`,
    { token: await agentToken(['100']) },
  );
  expect(errors).toBeUndefined();
  expect(data.createTransaction).toEqual({
    outcome: 'UNKNOWN',
    transaction: null,
    possibleMatches: [],
    userErrors: [{ code: 'OUTCOME_UNKNOWN' }],
  });
  expect(text).not.toContain('Fir');
});

test('a member that was not asked for is not shown', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/thlmobile/getMember', { json: [{ userName: 'grace', email: grace.email }] });
  const { data, errors } = await ask('{ members(by: { userName: "ada" }) { userName } }', {
    token: await serviceToken(),
  });
  expect([data, errors]).toMatchObject([{ members: null }, invalid]);
});

test('transactions of an unknown NRDS id are NOT_FOUND for a service, like those of another agent for an agent', async () => {
  const { ask } = await startStubbedGraph();
  const query = '{ transactions(agentNrdsId: "999") { totalCount } }';
  const [service, agent] = [
    await ask(query, { token: await serviceToken() }),
    await ask(query, { token: await agentToken(['100']) }),
  ];
  expect(service.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', argument: 'agentNrdsId' } }]);
  expect(service.text).toBe(agent.text);
  const known = await ask('{ transactions(agentNrdsId: "300") { totalCount } }', { token: await serviceToken() });
  expect(known.data.transactions).toEqual({ totalCount: 0 });
});

test.each([
  ['statuses: [ACTIVE, PENDING]', undefined],
  ['statuses: [ACTIVE]', ['LIST_UNCERTAIN']],
  ['types: [PURCHASE]', ['LIST_UNCERTAIN']],
  ['propertyTypes: [RESIDENTIAL]', undefined],
])(
  'a list for {%s} warns of records with another code, as of a service that ignores the filter',
  async (filter, warned) => {
    const { stub, ask } = await startStubbedGraph();
    const deal = { transName: 'Elm', propertyType: 'R', transactionType: 'A', sellerAgentNRDSID: '100' };
    const deals = ['A', 'P', '', 'Contingent'].map((propertyStatus) => ({ ...deal, propertyStatus }));
    stub.answer('/fsforms/listTrans', listOf(...deals));
    const query = `{ transactions(filter: { ${filter} }) { nodes { status type propertyType } } }`;
    const { data, errors, extensions } = await ask(query, { token: await agentToken(['100']) });
    const warnings = (extensions?.warnings ?? []) as readonly { code?: string }[];
    const codes = warnings.flatMap(({ code }) => code ?? []);
    expect([data.transactions.nodes.length, errors]).toEqual([4, undefined]);
    expect(codes).toEqual(warned ?? []);
  },
);
