// Members of the mobile application: lookup, registration, verification, and sharing the application. For services only.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { errorResponse } from '../../support/upstreams/stub-upstream.ts';

const REGISTER = '/thlmobile/userRegistration';
const VERIFY = '/thlmobile/verifyToken';
const SECRET = 'QX7-secret-passcode';

const everyField = `clientId stateId userId firstName lastName userName email phone locationId locationName thlHours
  holidays`;
const errors = 'userErrors { field message code upstream { status type message } }';
const register = `mutation ($input: RegisterMemberInput!) {
  registerMember(input: $input) { outcome ${errors} title detail passcode } }`;
const verify = `mutation ($input: VerifyMemberTokenInput!) {
  verifyMemberToken(input: $input) { outcome ${errors} member { ${everyField} } } }`;
const share = `mutation ($input: ShareAppInput!) { shareApp(input: $input) { outcome ${errors} result } }`;

const url = 'https://mobile.example/';

test.each([
  [{ email: 'Ada@agents.example' }, { userName: '', email: 'Ada@agents.example' }],
  [
    { userName: 'ada', email: null },
    { userName: 'ada', email: '' },
  ],
  [
    { userName: 'ada', email: 'Ada@agents.example' },
    { userName: 'ada', email: 'Ada@agents.example' },
  ],
])('members are found by %j, in one call without the vendor’s userId', async (by, sent) => {
  const { stub, ask } = await startStubbedGraph();
  const query = `query ($by: MemberKey!) { members(by: $by) { ${everyField} } again: members(by: $by) { userName } }`;
  const answer = await ask(query, { token: await serviceToken(), variables: { by } });
  expect(answer.errors).toBeUndefined();
  expect(answer.data.members).toEqual([
    {
      clientId: '7001',
      stateId: null,
      userId: null,
      firstName: 'Ada',
      lastName: 'Byron',
      userName: 'ada',
      email: 'Ada@agents.example',
      phone: null,
      locationId: '61',
      locationName: 'Salem',
      thlHours: { monday: [9, 17] },
      holidays: null,
    },
  ]);
  expect(stub.bodiesOf('getMember')).toEqual([sent]);
});

test.each([
  ['no key', {}, 'by'],
  ['keys that are null', { userName: null, email: null }, 'by'],
  ['a blank key', { userName: ' ', email: 'a@b.example' }, 'by.userName'],
  ['a very long key', { userName: 'a'.repeat(1_001) }, 'by.userName'],
])('a search for members by %s is BAD_USER_INPUT, and nothing is sent', async (_, by, argument) => {
  const { stub, ask } = await startStubbedGraph();
  const query = 'query ($by: MemberKey!) { members(by: $by) { userName } }';
  const answer = await ask(query, { token: await serviceToken(), variables: { by } });
  expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(answer.errors?.[0]?.message).toMatch(new RegExp(`^${argument}: `));
  expect(stub.requests).toEqual([]);
});

test('no match is an empty list', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/thlmobile/getMember', errorResponse(404, 'Not Found', 'no such member'));
  const answer = await ask('{ members(by: { userName: "x" }) { userName } }', { token: await serviceToken() });
  expect([answer.data, answer.errors]).toEqual([{ members: [] }, undefined]);
});

test('an unreadable value is null, with a warning', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/thlmobile/getMember', { json: [{ clientId: '1', userName: 'ada', phone: ['555'] }] });
  const answer = await ask('{ members(by: { userName: "ada" }) { userName tel: phone } }', {
    token: await serviceToken(),
  });
  expect(answer.data.members).toEqual([{ userName: 'ada', tel: null }]);
  expect(answer.extensions.warnings).toEqual([{ path: ['members', 0, 'tel'], field: 'phone', raw: ['555'] }]);
});

test.each([
  ['members', '{ members(by: { userName: "ada" }) { userName } }'],
  ['registerMember', `mutation { registerMember(input: { userName: "a", url: "${url}" }) { outcome } }`],
  ['verifyMemberToken', 'mutation { verifyMemberToken(input: { token: "a" }) { outcome } }'],
  ['shareApp', 'mutation { shareApp(input: { fields: {} }) { outcome } }'],
])('%s is FORBIDDEN for agents, whatever their scopes, and for services without its scope', async (_, query) => {
  const { stub, ask } = await startStubbedGraph();
  for (const token of [await agentToken(), await serviceToken(['account.read', 'tickets.create'])]) {
    const answer = await ask(query, { token });
    expect(answer.errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'FORBIDDEN', retryable: false }]);
  }
  expect(stub.requests).toEqual([]);
});

test('a registration sends a link unless a passcode is requested', async () => {
  const { stub, ask } = await startStubbedGraph();
  const asked = { token: await serviceToken(), variables: { input: { email: 'ada@agents.example', url } } };
  expect((await ask(register, asked)).data.registerMember).toEqual({
    outcome: 'COMMITTED',
    userErrors: [],
    title: 'Sent',
    detail: 'A link was sent',
    passcode: null,
  });
  expect(stub.bodiesOf('userRegistration')).toEqual([
    { userName: '', email: 'ada@agents.example', url, passcodeReturn: false },
  ]);
});

test('a requested passcode is in the response and never in the log', async () => {
  const { stub, ask, lines } = await startStubbedGraph();
  stub.answer(REGISTER, { json: { status: 200, passcode: SECRET } });
  const input = { userName: 'ada', url, passcodeReturn: true };
  const answer = await ask(register, { token: await serviceToken(), variables: { input } });
  expect(answer.data.registerMember).toMatchObject({ outcome: 'COMMITTED', title: null, passcode: SECRET });
  expect(stub.bodiesOf('userRegistration')).toEqual([{ userName: 'ada', email: '', url, passcodeReturn: true }]);
  expect(lines.length).toBeGreaterThan(0);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

test.each([
  { status: 200 },
  { status: 200, title: 'Sent', detail: 'A link was sent' },
  { status: 200, passcode: ' ' },
  { status: 100, passcode: SECRET },
])('a registration that requests a passcode is UNKNOWN if %j has none', async (json) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(REGISTER, { json });
  const input = { userName: 'ada', url, passcodeReturn: true };
  const answer = await ask(register, { token: await serviceToken(), variables: { input } });
  expect(answer.data.registerMember).toMatchObject({
    outcome: 'UNKNOWN',
    userErrors: [{ field: null, code: 'OUTCOME_UNKNOWN', upstream: null }],
    passcode: null,
  });
  expect(answer.text).not.toContain(SECRET);
});

test('a passcode that was not requested is withheld', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(REGISTER, { json: { status: 200, passcode: SECRET } });
  const answer = await ask(register, { token: await serviceToken(), variables: { input: { userName: 'ada', url } } });
  expect(answer.text).not.toContain(SECRET);
});

test.each([
  ['no key', { url }, [null]],
  ['a blank key', { userName: '', email: 'a@b.example', url }, ['userName']],
  ['a blank URL', { userName: 'ada', url: ' ' }, ['url']],
  ['no key and a blank URL', { url: '' }, [null, 'url']],
])('a registration with %s is rejected before anything is sent', async (_, input, fields) => {
  const { stub, ask } = await startStubbedGraph();
  const answer = await ask(register, { token: await serviceToken(), variables: { input } });
  expect(answer.data.registerMember).toMatchObject({
    outcome: 'REJECTED',
    userErrors: fields.map((field) => ({ field, code: 'INVALID_VALUE', upstream: null })),
    passcode: null,
  });
  expect(stub.requests).toEqual([]);
});

test.each([
  ['No records found', 'NOT_FOUND', 'userName', 'No records found', {}],
  ['Multiple records found', 'REJECTED', 'email', 'Multiple records found', { userName: null, email: 'a@b.example' }],
  ['Multiple records found', 'REJECTED', null, 'Multiple records found', { email: 'a@b.example' }],
  ['Missing Required Parameter: url', 'REJECTED', 'url', 'The service does not accept this value', {}],
])('the response "%s" is a user error %s about %s', async (message, code, field, words, key) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(REGISTER, errorResponse(400, 'Bad Request', message));
  const input = { userName: 'ada', url, ...key };
  const answer = await ask(register, { token: await serviceToken(), variables: { input } });
  expect(answer.errors).toBeUndefined();
  expect(answer.data.registerMember).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field, message: words, code, upstream: { status: 400, type: 'Bad Request', message } }],
  });
});

test('a token that upstream does not know is an error of its field, even if it is a part of upstream’s message, which is redacted', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(VERIFY, errorResponse(400, 'Bad Request', 'Unknown error happened'));
  const answer = await ask(verify, { token: await serviceToken(), variables: { input: { token: 'error' } } });
  const upstream = { status: 400, type: 'Bad Request', message: 'Unknown [redacted] happened' };
  const message = 'This token is not valid: it is unknown, was used before, or has expired';
  expect(answer.data.verifyMemberToken).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'token', message, code: 'REJECTED', upstream }],
  });
});

test.each([
  ['No records found', 'record', 'NOT_FOUND', 'userName'],
  ['Missing Required Parameter: userName', 'quired', 'REJECTED', 'userName', 'The service does not accept this value'],
  ['Invalid Character found in miss', 'Char', 'INVALID_CHARACTER', 'userName'],
])(
  'a client secret that is part of "%s" (%s) changes neither code nor field',
  async (message, clientSecret, code, field, own?: string) => {
    const { stub, ask } = await startStubbedGraph({ clientSecret });
    stub.answer(REGISTER, errorResponse(400, 'Bad Request', message));
    const answer = await ask(register, {
      token: await serviceToken(),
      variables: { input: { userName: 'miss', url } },
    });
    const shown = message.replaceAll(clientSecret, '[redacted]');
    expect(answer.data.registerMember).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [{ field, message: own ?? shown, code, upstream: { type: 'Bad Request', message: shown } }],
    });
  },
);

test('a token that is part of its field’s name does not hide which field a rejection is about', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(VERIFY, errorResponse(400, 'Bad Request', 'Missing Required Parameter: token'));
  const answer = await ask(verify, { token: await serviceToken(), variables: { input: { token: 'toke' } } });
  expect(answer.data.verifyMemberToken).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'token', message: 'Missing Required Parameter: [redacted]n' }],
  });
});

test('verifying a token returns its member', async () => {
  const { stub, ask } = await startStubbedGraph();
  const answer = await ask(verify, { token: await serviceToken(), variables: { input: { token: SECRET } } });
  expect(answer.data.verifyMemberToken).toMatchObject({
    outcome: 'COMMITTED',
    userErrors: [],
    member: { clientId: null, stateId: 'OR', userId: '8001', thlHours: '9 to 5', holidays: ['2026-12-25'] },
  });
  expect(stub.bodiesOf('verifyToken')).toEqual([{ token: SECRET }]);
});

test.each([
  ['quotes it in a rejection', errorResponse(400, `Bad ${SECRET}`, `Unknown token: ${SECRET}`), 'REJECTED'],
  ['quotes it in an unreadable response', { text: `<html>${SECRET}` }, 'UNKNOWN'],
  ['quotes it in a 500', errorResponse(500, SECRET, SECRET), 'UNKNOWN'],
  ['returns a member without fields', { json: { status: 200, member: {} } }, 'UNKNOWN'],
  ['returns no member', { json: { status: 200, member: null, token: SECRET } }, 'UNKNOWN'],
  [
    'closes the connection',
    { misbehave: (response: { destroy: () => unknown }) => void response.destroy() },
    'UNKNOWN',
  ],
])('a token is sent once and never exposed when upstream %s', async (_, rule, outcome) => {
  const { stub, ask, lines } = await startStubbedGraph();
  stub.answer(VERIFY, rule);
  const answer = await ask(verify, { token: await serviceToken(), variables: { input: { token: SECRET } } });
  expect(answer.errors).toBeUndefined();
  expect(answer.data.verifyMemberToken).toMatchObject({ outcome, member: null, userErrors: [{ field: null }] });
  expect(stub.bodiesOf('verifyToken')).toHaveLength(1);
  expect(answer.text + JSON.stringify(lines)).not.toContain(SECRET);
});

test('a token of the wrong type is not quoted in the log', async () => {
  const { stub, ask, lines } = await startStubbedGraph();
  const variables = { input: { token: [SECRET] } };
  const answer = await ask(verify, { token: await serviceToken(), variables });
  expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
  expect(stub.requests).toEqual([]);
});

test('a blank token is rejected before anything is sent', async () => {
  const { stub, ask } = await startStubbedGraph();
  const answer = await ask(verify, { token: await serviceToken(), variables: { input: { token: '' } } });
  expect(answer.data.verifyMemberToken).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'token' }] });
  expect(stub.requests).toEqual([]);
});

test.each([[{ status: 200, list: [1, null] }], ['done'], [[{ a: 1 }]]])(
  'shareApp passes its fields and the response %j through',
  async (result) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer('/thlmobile/shareApp', { json: result });
    const fields = { to: ['a@b.example'], deep: { n: 1.5, z: null } };
    const answer = await ask(share, { token: await serviceToken(), variables: { input: { fields } } });
    expect(answer.data.shareApp).toEqual({ outcome: 'COMMITTED', userErrors: [], result });
    expect(stub.bodiesOf('shareApp')).toEqual([fields]);
  },
);

test('shareApp with fields that are not an object is rejected before anything is sent', async () => {
  const { stub, ask } = await startStubbedGraph();
  const answer = await ask(share, { token: await serviceToken(), variables: { input: { fields: [1] } } });
  expect(answer.data.shareApp).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'fields' }], result: null });
  expect(stub.requests).toEqual([]);
});

const tickets = [
  {
    field: 'createTicket',
    type: 'CreateTicketInput',
    endpoint: 'createTicket',
    input: { userName: 'ada', title: 'Help', description: 'It <does> not work' },
  },
  {
    field: 'createRegistrationTicket',
    type: 'CreateRegistrationTicketInput',
    endpoint: 'registrationTicket',
    input: { userName: 'bea', name: 'Bea New', email: 'bea@b.example', phone: '555-1', description: 'Let me in' },
  },
] as const;

const ticket = ({ field, type }: (typeof tickets)[number]): string =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { outcome ${errors} title detail } }`;

test.each(tickets)('$field sends its fields, for agents too', async (row) => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(`/thlmobile/${row.endpoint}`, { json: { status: 200, title: 'Thanks', detail: 'Ticket 1' } });
  const answer = await ask(ticket(row), { token: await agentToken(), variables: { input: row.input } });
  expect(answer.data[row.field]).toMatchObject({ outcome: 'COMMITTED', userErrors: [], title: 'Thanks' });
  expect(stub.bodiesOf(row.endpoint)).toEqual([row.input]);
});

test.each(tickets)('$field names all blank fields at once, and sends nothing', async (row) => {
  const { stub, ask } = await startStubbedGraph();
  const input = Object.fromEntries(Object.keys(row.input).map((name) => [name, ' ']));
  const answer = await ask(ticket(row), { token: await serviceToken(), variables: { input } });
  expect(answer.data[row.field]).toMatchObject({
    outcome: 'REJECTED',
    userErrors: Object.keys(row.input).map((field) => ({ field, code: 'INVALID_VALUE' })),
  });
  expect(stub.requests).toEqual([]);
});

test.each(tickets)('$field needs tickets.create', async (row) => {
  const { stub, ask } = await startStubbedGraph();
  const token = await serviceToken(['members.write']);
  const answer = await ask(ticket(row), { token, variables: { input: row.input } });
  expect(answer.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(answer.errors?.[0]?.message).toContain('tickets.create');
  expect(stub.requests).toEqual([]);
});
