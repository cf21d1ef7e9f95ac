// Idempotency keys: a mutation with a key is executed once, and its outcome is replayed.
import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphResponse, type GraphUnderTest, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { errorResponse, type StubRule } from '../../support/upstreams/stub-upstream.ts';

interface Row {
  readonly field: string;
  /** Where the service receives it, and its answer, unless the hand-typed service has one. */
  readonly path: string;
  readonly answer?: StubRule;
  readonly input: Readonly<Record<string, unknown>>;
  /** A field of the input, with a different value. */
  readonly other: Readonly<Record<string, unknown>>;
  /** Whether the input has the id of a transaction. */
  readonly needsId?: true;
  /** The payload's own fields, and their values when the outcome is replayed. */
  readonly fields: string;
  readonly first: unknown;
  readonly again: unknown;
}

const url = 'https://mobile.example/';
const provider = {
  kind: 'ESCROW',
  company: 'Safe Escrow',
  agentName: 'Esther',
  companyAddress: '5 Bank Street',
  email: 'desk@escrow.example',
  contact: { phone: '555' },
};
const noticeTexts = { title: 'Thanks', detail: 'Ticket 1' };

const rows: readonly Row[] = [
  {
    field: 'addServiceProviders',
    path: '/fsforms/serviceproviders',
    needsId: true,
    input: { agentNrdsId: '100', providers: [provider] },
    other: { providers: [{ ...provider, company: 'Other Escrow' }] },
    fields: 'transaction { transId }',
    first: { transaction: { transId: '501' } },
    again: { transaction: { transId: '501' } },
  },
  {
    field: 'registerMember',
    path: '/thlmobile/userRegistration',
    input: { userName: 'ada', url },
    other: { userName: 'bob' },
    fields: 'title passcode',
    first: { title: 'Sent', passcode: null },
    again: { title: null, passcode: null },
  },
  {
    field: 'verifyMemberToken',
    path: '/thlmobile/verifyToken',
    input: { token: 'T-secret' },
    other: { token: 'T-other' },
    fields: 'member { userName }',
    first: { member: { userName: 'ada' } },
    again: { member: null },
  },
  {
    field: 'shareApp',
    path: '/thlmobile/shareApp',
    input: { fields: { to: 'ada' } },
    other: { fields: { to: 'bob' } },
    fields: 'result',
    first: { result: { status: 200, shared: true } },
    again: { result: null },
  },
  {
    field: 'createTicket',
    path: '/thlmobile/createTicket',
    answer: { json: { status: 200, ...noticeTexts } },
    input: { userName: 'ada', title: 'Help', description: 'Please' },
    other: { title: 'Help me' },
    fields: 'title detail',
    first: noticeTexts,
    again: noticeTexts,
  },
  {
    field: 'createRegistrationTicket',
    path: '/thlmobile/registrationTicket',
    answer: { json: { status: 200, ...noticeTexts } },
    input: { userName: 'ada', name: 'Ada', email: 'ada@a.example', phone: '555', description: 'Please' },
    other: { phone: '556' },
    fields: 'title detail',
    first: noticeTexts,
    again: noticeTexts,
  },
  {
    field: 'createTransaction',
    path: '/fsforms/addTrans',
    input: {
      agentNrdsId: '100',
      stateId: 'OR',
      name: 'New House',
      streetAddress: '7 New Street',
      propertyType: 'RESIDENTIAL',
      type: 'LISTING',
      status: 'NEW',
    },
    other: { name: 'Newer House' },
    fields: 'transaction { transId name } possibleMatches { transId }',
    first: { transaction: { transId: '601', name: 'New House' }, possibleMatches: null },
    again: { transaction: { transId: '601', name: 'New House as it is now' }, possibleMatches: null },
  },
];

const capital = (field: string) => `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;

/** The graph, and a function that sends the row's mutation. */
async function start({ field, path, answer, fields, input, needsId }: Row) {
  const graph = await startStubbedGraph();
  if (answer) graph.stub.answer(path, answer);
  const token = await serviceToken();
  const transactionId = needsId ? await idOfFirst(graph, token) : undefined;
  graph.stub.answer('/fsforms/getTransById', { json: [{ transName: 'New House as it is now' }] });
  const query = `mutation ($input: ${capital(field)}!) { ${field}(input: $input) {
    outcome replayed userErrors { field message code upstream { status type message } } ${fields} } }`;
  const write = async (idempotencyKey: unknown, more: object = {}): Promise<GraphResponse> => {
    const variables = { input: { ...input, ...(needsId && { transactionId }), idempotencyKey, ...more } };
    return graph.ask(query, { token, variables });
  };
  return { ...graph, write, bodies: () => graph.stub.requestsTo(path).map(({ body }) => body) };
}

async function idOfFirst({ ask }: GraphUnderTest, token: string): Promise<string> {
  const { data } = await ask('{ transactions(agentNrdsId: "100", first: 1) { nodes { id } } }', { token });
  return data.transactions.nodes[0].id;
}

test('every mutation is in the table, takes a key and reports whether it was replayed', () => {
  const mutations = Object.entries(createSchema().getMutationType()?.getFields() ?? {});
  // Uploads have tests of their own, because they are multipart requests.
  const names = rows.map(({ field }) => field).concat('uploadFile');
  expect(mutations.map(([name]) => name).sort()).toEqual(names.sort());
  for (const [name, field] of mutations) {
    const input = getNamedType(field.args[0]?.type);
    const payload = getNamedType(field.type);
    expect([name, isInputObjectType(input) && String(input.getFields().idempotencyKey?.type)]).toEqual([
      name,
      'String',
    ]);
    expect([name, isObjectType(payload) && String(payload.getFields().replayed?.type)]).toEqual([name, 'Boolean!']);
  }
});

test.each(rows)('$field is sent once per key, and its outcome is replayed', async (row) => {
  const { write, bodies, lines, metrics } = await start(row);
  const first = await write('key-1');
  expect(first.errors).toBeUndefined();
  expect(first.data[row.field]).toEqual({
    outcome: 'COMMITTED',
    replayed: false,
    userErrors: [],
    ...(row.first as object),
  });
  const again = await write('key-1');
  expect(again.errors).toBeUndefined();
  expect(again.data[row.field]).toEqual({
    outcome: 'COMMITTED',
    replayed: true,
    userErrors: [],
    ...(row.again as object),
  });
  expect(bodies()).toHaveLength(1);
  expect(bodies().join()).not.toContain('key-1');
  expect(JSON.stringify(lines)).not.toMatch(/key-1|New House|T-secret/);

  const other = await write('key-1', row.other);
  expect(other.data[row.field]).toBeNull();
  const extensions = { code: 'IDEMPOTENCY_MISMATCH', retryable: false, argument: 'idempotencyKey' };
  expect(other.errors).toMatchObject([
    { message: expect.stringMatching(/^idempotencyKey: was already used with different input/), extensions },
  ]);
  expect(bodies()).toHaveLength(1);

  const { values } = await metrics.writes.get();
  const of = (outcome: string) => ({ labels: { operation: row.field, outcome } });
  expect(values).toContainEqual({ ...of('COMMITTED'), value: 1 });
  expect(values).toContainEqual({ ...of('REPLAYED'), value: 1 });
  expect(values).toContainEqual({ ...of('UNKNOWN'), value: 0 });
});

test.each(rows)('a rejection of $field is replayed with the same message, without sending it again', async (row) => {
  const { stub, write, bodies } = await start(row);
  const [name] = Object.keys(row.other);
  const value = String(row.input[name ?? ''] ?? 'x');
  stub.answer(row.path, errorResponse(400, 'Bad Request', `Missing Required Parameter: ${value}`));
  const first = (await write('key-1')).data[row.field];
  expect(first).toMatchObject({ outcome: 'REJECTED', replayed: false, userErrors: [{ upstream: { status: 400 } }] });
  expect((await write('key-1')).data[row.field]).toEqual({ ...first, replayed: true });
  expect(bodies()).toHaveLength(1);
});

test.each(rows)('a lost response to $field is UNKNOWN, and stays UNKNOWN without sending it again', async (row) => {
  const { stub, write, bodies } = await start(row);
  stub.answer(row.path, { misbehave: (response) => void response.destroy() });
  const first = (await write('key-1')).data[row.field];
  const message = expect.stringMatching(/^The service sent no readable response, so /);
  const userErrors = [{ field: null, code: 'OUTCOME_UNKNOWN', message, upstream: null }];
  expect(first).toMatchObject({ outcome: 'UNKNOWN', replayed: false, userErrors });
  expect((await write('key-1')).data[row.field]).toEqual({ ...first, replayed: true });
  expect(bodies()).toHaveLength(1);
  expect(stub.requestsTo('/fsforms/getTransById')).toEqual([]);
});

const rowOf = (field: string) => rows.find((row) => row.field === field) as Row;
const [providing, creation] = [rowOf('addServiceProviders'), rowOf('createTransaction')];

test.each([providing, creation])('$field releases its key if it could not reach upstream', async (row) => {
  const { stub, write, bodies } = await start(row);
  stub.answer(row.path, { status: 404, text: '<html>Not Found</html>' });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    expect((await write('key-1')).errors?.[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryable: true,
    });
    expect(bodies()).toHaveLength(attempt);
  }
});

test('a mutation without a key is sent each time', async () => {
  const { write, bodies } = await start(creation);
  for (const key of [null, undefined]) {
    expect((await write(key)).data.createTransaction).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  }
  expect(bodies()).toHaveLength(2);
});

test.each(rows)('$field with an invalid key is BAD_USER_INPUT, and nothing is sent', async (row) => {
  const { write, bodies } = await start(row);
  for (const key of row === creation ? ['', 'x'.repeat(256), 'clé', 'a\nb'] : ['clé']) {
    const { errors } = await write(key);
    const extensions = { code: 'BAD_USER_INPUT', retryable: false, argument: 'idempotencyKey' };
    expect(errors).toMatchObject([{ extensions }]);
    expect(bodies()).toEqual([]);
  }
});

test('concurrent requests with one key create a single transaction', async () => {
  const { write, bodies } = await start(creation);
  const all = await Promise.all(Array.from({ length: 12 }, () => write('key-1')));
  expect(all.map(({ data }) => data.createTransaction.transaction.transId)).toEqual(Array(12).fill('601'));
  expect(all.filter(({ data }) => !data.createTransaction.replayed)).toHaveLength(1);
  expect(bodies()).toHaveLength(1);
});
