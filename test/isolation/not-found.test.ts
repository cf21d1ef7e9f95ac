// "It does not exist" and "it is not yours" give the same response, byte for byte, and neither makes a call: the wording, headers
// and timing of a response do not reveal what exists.
import { beforeEach, expect, test } from 'vitest';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { createDateClock } from '../support/date-clock.ts';
import { startStubbedGraph } from '../support/gateways/graph-under-test.ts';

let graph: Awaited<ReturnType<typeof startStubbedGraph>>;
let foreign: { readonly transaction: string; readonly account: string };

beforeEach(async () => {
  graph = await startStubbedGraph({}, { introspection: false, federation: {} });
  const { data } = await graph.ask(
    '{ transactions(first: 1) { nodes { id } } account(by: { nrdsId: "200" }) { id } }',
    {
      token: await agentToken(['200']),
    },
  );
  foreign = { transaction: data.transactions.nodes[0].id, account: data.account.id };
  graph.stub.requests.length = 0;
});

/** The complete response, without the parts that differ between any two requests. */
async function bytesOf(query: string, value: string): Promise<string> {
  const { status, headers, text } = await graph.ask(query, {
    token: await agentToken(['100']),
    variables: { value },
    headers: { 'x-request-id': 'request-0001' },
  });
  const { date: _, ...stable } = headers;
  return JSON.stringify([status, stable, text]);
}

const NOWHERE = 'AQECAAMxMDAAAzk5OQAAAAAAAAAAAAAAAAAAAAA';

test.each<[string, string, () => string, string]>([
  ['node', 'query ($value: ID!) { node(id: $value) { id } }', () => foreign.transaction, NOWHERE],
  ['node of an account', 'query ($value: ID!) { node(id: $value) { id } }', () => foreign.account, NOWHERE],
  ['nodes', 'query ($value: ID!) { nodes(ids: [$value]) { id } }', () => foreign.transaction, NOWHERE],
  ...['Transaction', 'Account'].map((type): [string, string, () => string, string] => [
    `_entities of the type ${type}`,
    `query ($value: ID!) { _entities(representations: [{ __typename: "${type}", id: $value }]) { __typename } }`,
    () => (type === 'Account' ? foreign.account : foreign.transaction),
    NOWHERE,
  ]),
  [
    '_entities by NRDS id',
    'query ($value: ID!) { _entities(representations: [{ __typename: "Account", nrdsId: $value }]) { __typename } }',
    () => '200',
    '999',
  ],
  [
    'transaction',
    'query ($value: ID!) { transaction(by: { id: $value }) { name } }',
    () => foreign.transaction,
    NOWHERE,
  ],
  ['account by id', 'query ($value: ID!) { account(by: { id: $value }) { email } }', () => foreign.account, NOWHERE],
  ['account by NRDS id', 'query ($value: String!) { account(by: { nrdsId: $value }) { email } }', () => '200', '999'],
  ['transactions', 'query ($value: String!) { transactions(agentNrdsId: $value) { totalCount } }', () => '200', '999'],
  [
    'transactionChanges',
    'query ($value: String!) { transactionChanges(agentNrdsId: $value) { endCursor } }',
    () => '200',
    '999',
  ],
])('%s: another agent’s object gives the same response as a missing one', async (_, query, theirs, nowhere) => {
  const answers = [await bytesOf(query, theirs()), await bytesOf(query, nowhere)];
  expect(answers[0]).toContain('NOT_FOUND');
  expect(answers[0]).toBe(answers[1]);
  expect(graph.stub.requests).toEqual([]);
});

test('account by e-mail address: the same, once the directory is loaded', async () => {
  const query = 'query ($value: String!) { account(by: { email: $value }) { email } }';
  const answers = [await bytesOf(query, 'grace@agents.example'), await bytesOf(query, 'nobody@agents.example')];
  expect(answers[0]).toContain('NOT_FOUND');
  expect(answers[0]).toBe(answers[1]);
  expect(graph.stub.requests).toEqual([]);
});

const mutation = (field: string, input: string) =>
  `mutation ($value: ${field === 'createTransaction' ? 'String' : 'ID'}!) { ${field}(input: { ${input} }) { outcome userErrors { field message code } } }`;

const creation =
  'agentNrdsId: $value, stateId: "OR", name: "n", streetAddress: "s", propertyType: RESIDENTIAL, type: PURCHASE, status: NEW';
const newProviders =
  'providers: [{ kind: TITLE, company: "c", agentName: "a", companyAddress: "s", email: "e@e.example", contact: { phone: "555-0100" } }]';

test.each<[string, string, () => string, string]>([
  ['createTransaction', creation, () => '200', '999'],
  ['addServiceProviders', `transactionId: $value, ${newProviders}`, () => foreign.transaction, NOWHERE],
])(
  '%s: another agent’s object gives the same response as a missing one, and nothing is sent',
  async (field, input, theirs, nowhere) => {
    const query = mutation(field, input);
    const answers = [await bytesOf(query, theirs()), await bytesOf(query, nowhere)];
    expect(answers[0]).toContain('NOT_FOUND');
    expect(answers[0]).toBe(answers[1]);
    expect(graph.stub.requests).toEqual([]);
  },
);

test.each([
  ['createTransaction', creation],
  ['addServiceProviders', `transactionId: "${NOWHERE}", agentNrdsId: $value, ${newProviders}`],
])('%s for another agent does not wait for new users, who may include one with this id', async (field, input) => {
  createDateClock(Date.now() + 3_600_000);
  const query = `mutation ($value: String!) { ${field}(input: { ${input} }) { outcome } }`;
  for (const nrdsId of ['200', '999']) expect(await bytesOf(query, nrdsId)).toContain('REJECTED');
  expect(graph.stub.requests).toEqual([]);
});

test('with introspection off, no error message reveals a schema name that the request did not contain', async () => {
  for (const query of [
    '{ transactons { totalCount } }',
    '{ viewer { rolle } }',
    '{ transactions(frst: 1) { totalCount } }',
    '{ account(by: { nrdsIdd: "1" }) { id } }',
    '{ transactions(orderBy: { field: NAMEE }) { totalCount } }',
    'query ($f: TransactionFiltr) { viewer { role } }',
  ]) {
    const { errors, text } = await graph.ask(query, { token: await agentToken(['100']) });
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', retryable: false });
    expect(text).not.toMatch(/did you mean|"transactions"|\brole\b|\bfirst\b|"nrdsId"|\bNAME\b|TransactionFilter\b/i);
  }
});
