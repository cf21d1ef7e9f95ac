// Invalid inputs: BAD_USER_INPUT with a message that says what is accepted, and no upstream call except for the directory.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

async function refusal(query: string, variables: Record<string, unknown> = {}, token = agentToken()) {
  const { stub, ask } = await startStubbedGraph();
  const { errors } = await ask(query, { token: await token, variables });
  const asked = stub.requests.map(({ path }) => path);
  expect(asked.filter((path) => path !== '/oauth/token' && path !== '/accounts/activeUsers')).toEqual([]);
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', retryable: false } }]);
  return errors?.[0]?.message ?? '';
}

const list = (args: string) => `{ transactions(${args}) { totalCount } }`;
const withFilter = 'query ($filter: TransactionFilter) { transactions(filter: $filter) { totalCount } }';

test.each(['2026-02-30', '03/01/2026', '2026-03-01T09:30:00', ' 2026-03-01', ''])(
  'the timestamp "%s" is rejected with the accepted formats, as a literal and as a variable',
  async (value) => {
    const taken = 'ISO 8601 date ("2026-03-01") or date-time with offset ("2026-03-01T09:30:00Z")';
    const literal = await refusal(list(`filter: { insertDate: ${JSON.stringify(value)} }`));
    const variable = await refusal(withFilter, { filter: { insertDate: value } });
    for (const message of [literal, variable]) {
      expect(message).toContain(taken);
      expect(message).toContain(JSON.stringify(value));
    }
  },
);

test.each(['2024-02-29', '2026-03-01T09:30:00.123-07:00'])('the timestamp "%s" is sent unchanged', async (value) => {
  const { stub, ask } = await startStubbedGraph();
  const token = await agentToken();
  const { errors } = await ask(withFilter, { token, variables: { filter: { insertDate: value } } });
  expect(errors).toBeUndefined();
  expect(stub.bodiesOf('listTrans')[0]?.['filter']).toBe(`NRDSID=<100>, insertDate=<${value}>`);
});

test.each([['2026-03-01T09:30Z', '2026-03-01T09:30:00Z']])(
  'the timestamp "%s" is sent with the seconds that RFC 3339 requires, from a literal and from a variable',
  async (given, sent) => {
    const { stub, ask } = await startStubbedGraph();
    const token = await agentToken();
    await ask(withFilter, { token, variables: { filter: { insertDate: given } } });
    await ask(list(`filter: { insertDate: ${JSON.stringify(given)} }`), { token });
    const filter = `NRDSID=<100>, insertDate=<${sent}>`;
    expect(stub.bodiesOf('listTrans').map((body) => body['filter'])).toEqual([filter, filter]);
  },
);

test.each([
  ['a number for a timestamp', { insertDate: 20260301 }, 'ISO 8601'],
  ['an unknown status', { statuses: ['SOLD'] }, 'PropertyStatus'],
  ['a code for a status', { statuses: ['L'] }, 'PropertyStatus'],
  ['a type that lists do not filter by', { types: ['LEASE_RENTAL'] }, 'TransactionTypeFilter'],
  ['an unknown field', { city: 'Salem' }, 'city'],
  ['a range without ends', { closingDateRange: {} }, 'filter.closingDateRange: must have from, to or both'],
])('%s is rejected by name', async (_, filter, named) => {
  expect(await refusal(withFilter, { filter })).toContain(named);
});

test.each([
  ['an account without a key', '{ account(by: {}) { id } }'],
  ['an account with two keys', '{ account(by: { email: "a@b.example", nrdsId: "100" }) { id } }'],
  ['an account with a null key', '{ account(by: { email: null }) { id } }'],
  ['a blank e-mail address', '{ account(by: { email: " " }) { id } }'],
])('%s is rejected', async (_, query) => {
  await refusal(query);
});

test.each([0, 101])('%d ids are rejected with the accepted range', async (count) => {
  const ids = Array.from({ length: count }, () => 'a');
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  expect(await refusal(query, { ids })).toBe(`ids: must have 1 to 100 ids, not ${count}`);
});

test('a hundred ids are accepted', async () => {
  const { ask } = await startStubbedGraph();
  const ids = Array.from({ length: 100 }, () => 'a');
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const { data } = await ask(query, { token: await agentToken(), variables: { ids } });
  expect(data.nodes).toEqual(ids.map(() => null));
});

test.each([
  ['an argument', 'query ($id: ID = "x") { node(id: $id) { id } }', { id: null }],
  [
    'a field of an input',
    'query ($field: TransactionOrderField = NAME) { transactions(orderBy: { field: $field }) { totalCount } }',
    { field: null },
  ],
  ['a directive', 'query ($on: Boolean = true) { viewer { role @include(if: $on) } }', { on: null }],
  ['a directive at the root', 'query ($on: Boolean = true) { viewer @include(if: $on) { role } }', { on: null }],
])('null for a variable that only its default makes valid in %s is the caller’s error', async (_, query, variables) => {
  await refusal(query, variables);
});

test.each([
  ['by.email', 'account(by: { email: $text }) { id }'],
  ['by.nrdsId', 'account(by: { nrdsId: $text }) { id }'],
  ['by.transId', 'transaction(by: { transId: $text }) { name }'],
  ['by.userName', 'members(by: { userName: $text }) { userName }'],
  ['by.email', 'members(by: { email: $text }) { userName }'],
  ['filter.realtorName', 'transactions(agentNrdsId: "100", filter: { realtorName: $text }) { totalCount }'],
])('%s that upstream would not accept is rejected by name and not sent: %s', async (argument, field) => {
  const { stub, ask } = await startStubbedGraph();
  for (const text of ['a<b', '\ud800', ' ']) {
    const answer = await ask(`query ($text: String!) { ${field} }`, {
      token: await serviceToken(),
      variables: { text },
    });
    expect(answer.errors).toMatchObject([
      { message: expect.stringMatching(`^${argument}: `), extensions: { code: 'BAD_USER_INPUT', argument } },
    ]);
  }
  expect(stub.bodiesOf('getAccount').concat(stub.bodiesOf('getTransById'), stub.bodiesOf('getMember'))).toEqual([]);
});
