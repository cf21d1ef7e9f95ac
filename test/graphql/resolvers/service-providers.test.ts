// addServiceProviders: what it sends, what it rejects beforehand, and what each upstream response becomes.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphUnderTest, type QueryOptions, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { errorResponse } from '../../support/upstreams/stub-upstream.ts';

const PROVIDERS = '/fsforms/serviceproviders';

const mutation = `mutation ($input: AddServiceProvidersInput!) {
  addServiceProviders(input: $input) {
    outcome
    userErrors { field message code upstream { status type message } }
    transaction { transId serviceProviders { kind company } }
  }
}`;

const escrow = {
  kind: 'ESCROW',
  represents: 'Seller',
  company: 'Safe Escrow',
  agentName: 'Esther Escrow',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555-5001' },
};
const appraisal = {
  kind: 'PROPERTY_APPRAISAL',
  company: 'Appraisers',
  companyAddress: '6 Bank Street',
  email: 'desk@appraisers.example',
  contact: { fax: '555-6001' },
};

/** The id of transaction 501, which belongs to agent 100, as issued to the caller. */
async function idFor({ ask }: GraphUnderTest, token: string): Promise<string> {
  const { data } = await ask('{ transactions(agentNrdsId: "100") { nodes { id } } }', { token });
  return data.transactions.nodes[0].id;
}

type Graph = Awaited<ReturnType<typeof startStubbedGraph>>;

/** Sends the mutation as agent 100 by default. */
async function add(graph: Graph, input: Record<string, unknown>, asked: QueryOptions = {}) {
  const token = asked.token ?? (await agentToken());
  const transactionId = await idFor(graph, token);
  return graph.ask(mutation, { token, variables: { input: { transactionId, providers: [escrow], ...input } } });
}

const invalid = (field: string) => ({ field, code: 'INVALID_VALUE', upstream: null });

test('sends the entries in upstream’s terms under the agent in the id, and reads the transaction anew', async () => {
  const graph = await startStubbedGraph();
  const { data, errors } = await add(graph, { providers: [escrow, appraisal] });
  expect(errors).toBeUndefined();
  expect(graph.stub.bodiesOf('serviceproviders')).toEqual([
    {
      userId: 'vendor@vendor.example',
      agentNRDSID: '100',
      transId: '501',
      data: [
        {
          spType: 'ESCROW',
          Represents: 'Seller',
          Company: 'Safe Escrow',
          AgentName: 'Esther Escrow',
          CompanyAddress: '5 Bank Street',
          Email: 'desk@escrow.example',
          Phone: '555-5001',
        },
        {
          spType: 'PROPERTY_APPRAISAL',
          Represents: '',
          Company: 'Appraisers',
          AgentName: '',
          CompanyAddress: '6 Bank Street',
          Email: 'desk@appraisers.example',
          Fax: '555-6001',
        },
      ],
    },
  ]);
  expect(data.addServiceProviders).toMatchObject({ outcome: 'COMMITTED', userErrors: [] });
  expect(data.addServiceProviders.transaction.transId).toBe('501');
  expect(graph.stub.bodiesOf('getTransById')).toEqual([{ userId: 'vendor@vendor.example', transId: '501' }]);
});

test('after two additions in one request, the transaction is read after each', async () => {
  const graph = await startStubbedGraph();
  const token = await agentToken();
  const transactionId = await idFor(graph, token);
  let added = 0;
  graph.stub.answer(PROVIDERS, () => {
    added += 1;
    return { json: 'Success' };
  });
  graph.stub.answer('/fsforms/getTransById', () => ({ json: [{ transName: `after ${added}` }] }));
  const one = 'addServiceProviders(input: $input) { transaction { name } }';
  const { data } = await graph.ask(`mutation ($input: AddServiceProvidersInput!) { first: ${one} second: ${one} }`, {
    token,
    variables: { input: { transactionId, providers: [escrow] } },
  });
  expect(data).toEqual({ first: { transaction: { name: 'after 1' } }, second: { transaction: { name: 'after 2' } } });
});

test('the transaction is read only if it is selected, and needs its own scope', async () => {
  const graph = await startStubbedGraph();
  const transactionId = await idFor(graph, await agentToken());
  const token = await agentToken(['100'], ['providers.write']);
  const variables = { input: { transactionId, providers: [escrow] } };
  const bare = await graph.ask(mutation.replace(/transaction \{.*\}$/m, ''), { token, variables });
  expect(bare.errors).toBeUndefined();
  expect(bare.data.addServiceProviders.outcome).toBe('COMMITTED');
  const whole = await graph.ask(mutation, { token, variables });
  expect(whole.data.addServiceProviders).toMatchObject({ outcome: 'COMMITTED', transaction: null });
  expect(whole.errors?.[0]?.message).toContain('transactions.read');
  expect(graph.stub.bodiesOf('getTransById')).toEqual([]);
});

test('without providers.write it is FORBIDDEN, and nothing is sent', async () => {
  const { stub, ask } = await startStubbedGraph();
  const token = await agentToken(['100'], ['transactions.create', 'transactions.read', 'members.write']);
  const variables = { input: { transactionId: 'AAAA', providers: [escrow] } };
  const { errors } = await ask(mutation, { token, variables });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(errors?.[0]?.message).toContain('providers.write');
  expect(stub.requests).toEqual([]);
});

test('a transaction that cannot be read afterward does not undo the addition', async () => {
  const graph = await startStubbedGraph();
  graph.stub.answer('/fsforms/getTransById', { status: 503, text: 'down' });
  const { data, errors } = await add(graph, {});
  expect(data.addServiceProviders).toMatchObject({ outcome: 'COMMITTED', userErrors: [], transaction: null });
  expect(errors).toMatchObject([
    { path: ['addServiceProviders', 'transaction'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
  ]);
});

test('an agent may name itself; a service must name the agent, because its ids contain none', async () => {
  const graph = await startStubbedGraph();
  expect((await add(graph, { agentNrdsId: '100' })).data.addServiceProviders.outcome).toBe('COMMITTED');
  const token = await serviceToken();
  const named = await add(graph, { agentNrdsId: '100' }, { token });
  expect(named.data.addServiceProviders).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: '501' } });
  const unnamed = await add(graph, {}, { token });
  expect(unnamed.data.addServiceProviders).toMatchObject({ outcome: 'REJECTED', userErrors: [invalid('agentNrdsId')] });
  expect(graph.stub.bodiesOf('serviceproviders').map(({ agentNRDSID }) => agentNRDSID)).toEqual(['100', '100']);
});

test.each([
  ['an agent that is not the caller’s', () => agentToken(['100']), { agentNrdsId: '200' }, 'agentNrdsId'],
  ['the caller’s other agent', () => agentToken(['100', '200']), { agentNrdsId: '200' }, 'agentNrdsId'],
  ['an agent that has not enabled access', () => serviceToken(), { agentNrdsId: '999' }, 'agentNrdsId'],
  ['a blank agent', () => serviceToken(), { agentNrdsId: '' }, 'agentNrdsId'],
  ['an invalid id', () => agentToken(), { transactionId: 'AAAA' }, 'transactionId'],
])('%s is NOT_FOUND, and nothing is sent', async (_, token, input, field) => {
  const graph = await startStubbedGraph();
  const { data, errors } = await add(graph, input, { token: await token() });
  expect(errors).toBeUndefined();
  expect(data.addServiceProviders).toMatchObject({
    outcome: 'REJECTED',
    transaction: null,
    userErrors: [{ field, code: 'NOT_FOUND', upstream: null }],
  });
  expect(graph.stub.bodiesOf('serviceproviders')).toEqual([]);
});

test.each([
  ['an empty list of providers', [], ['providers']],
  ['more providers than there are kinds', Array.from({ length: 8 }, () => escrow), ['providers']],
  ['a repeated kind', [escrow, appraisal, escrow], ['providers.2.kind']],
  ['an appraisal with an agent', [{ ...appraisal, agentName: 'Al' }], ['providers.0.agentName']],
  ['an escrow without an agent', [{ ...escrow, agentName: null }], ['providers.0.agentName']],
  ['a blank fax', [{ ...escrow, contact: { fax: ' ' } }], ['providers.0.contact.fax']],
  [
    'an entry full of blanks',
    [appraisal, { ...escrow, company: '', agentName: ' ', companyAddress: '\t', email: '', contact: { phone: '' } }],
    ['company', 'agentName', 'companyAddress', 'email', 'contact.phone'].map((field) => `providers.1.${field}`),
  ],
])('%s is rejected before anything is sent, with all errors at once', async (_, providers, fields) => {
  const graph = await startStubbedGraph();
  const { data, errors } = await add(graph, { providers });
  expect(errors).toBeUndefined();
  expect(data.addServiceProviders).toMatchObject({ outcome: 'REJECTED', userErrors: fields.map(invalid) });
  expect(graph.stub.bodiesOf('serviceproviders')).toEqual([]);
});

test.each([
  ['neither phone nor fax', {}],
  ['both phone and fax', { phone: '1', fax: '2' }],
  ['a null phone', { phone: null }],
])('a contact with %s is rejected', async (_, contact) => {
  const graph = await startStubbedGraph();
  const { errors } = await add(graph, { providers: [{ ...escrow, contact }] });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(graph.stub.bodiesOf('serviceproviders')).toEqual([]);
});

test.each([
  ['one field', 'desk@<', [{ ...escrow, email: 'desk@<' }], ['providers.0.email']],
  [
    'several fields of several providers',
    '<',
    [
      { ...escrow, represents: '<' },
      { ...appraisal, company: '<', contact: { fax: '<' } },
    ],
    ['providers.0.represents', 'providers.1.company', 'providers.1.contact.fax'],
  ],
  ['no field', 'something else', [escrow], [null]],
])('a 402 names each field whose value it quotes: %s', async (_, quoted, providers, fields) => {
  const graph = await startStubbedGraph();
  const quoting = `Invalid Character found in ${quoted}`;
  const message = quoted.includes('<') ? 'Must not contain the character "<"' : quoting;
  graph.stub.answer(PROVIDERS, errorResponse(402, 'Bad Request', quoting));
  const { data, errors } = await add(graph, { providers });
  expect(errors).toBeUndefined();
  const upstream = { status: 402, type: 'Bad Request', message: quoting };
  expect(data.addServiceProviders).toEqual({
    outcome: 'REJECTED',
    transaction: null,
    userErrors: fields.map((field) => ({ field, message, code: 'INVALID_CHARACTER', upstream })),
  });
});

test('a quoted value that is longer than the stored part of a message is still recognized', async () => {
  const graph = await startStubbedGraph();
  const company = `<${'x'.repeat(600)}`;
  graph.stub.answer(PROVIDERS, errorResponse(402, 'Bad Request', `Invalid Character found in ${company}`));
  const { data } = await add(graph, { providers: [{ ...escrow, company }] });
  expect(data.addServiceProviders.userErrors).toMatchObject([{ field: 'providers.0.company' }]);
});

const NOT_ACCEPTED = 'The service does not accept this value';

test.each<[number, string, string | null, string?]>([
  [411, 'Unexpected Value in the parameter: Represents is odd', null],
  [411, 'Unexpected Value in the parameter: data[0].spType is none', 'providers.0.kind'],
  [400, 'Missing Required Parameter: nothing that was sent', null],
  [400, 'Missing Required Parameter: data[0].Phone or data[0].Fax', 'providers.0.contact.phone', NOT_ACCEPTED],
  [400, 'Missing Required Parameter: transId', 'transactionId', NOT_ACCEPTED],
  [400, 'Missing Required Parameter: agentNRDSID', 'agentNrdsId', NOT_ACCEPTED],
])(
  'a %d with "%s" is about %s, with upstream’s message, or the gateway’s if a value was given',
  async (status, said, field, message = said) => {
    const graph = await startStubbedGraph();
    graph.stub.answer(PROVIDERS, errorResponse(status, 'Some Type', said));
    const { data } = await add(graph, {});
    expect(data.addServiceProviders).toEqual({
      outcome: 'REJECTED',
      transaction: null,
      userErrors: [{ field, message, code: 'REJECTED', upstream: { status, type: 'Some Type', message: said } }],
    });
  },
);
