// createTransaction: what it sends, and what each upstream response becomes.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { errorResponse } from '../../support/upstreams/stub-upstream.ts';

const ADD_TRANS = '/fsforms/addTrans';

const mutation = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) {
    outcome
    userErrors { field message code upstream { status type message } }
    transaction { transId name type status property { streetAddress state } }
  }
}`;

const input = {
  agentNrdsId: '100',
  stateId: 'OR',
  name: 'New House',
  streetAddress: '7 New Street',
  propertyType: 'FARM_AND_RANCH',
  type: 'LEASE_RENTAL',
  status: 'WITHDRAWN',
};

test('sends the seven fields in upstream’s codes and returns the record', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask(mutation, { token: await agentToken(), variables: { input } });
  expect(errors).toBeUndefined();
  expect(stub.bodiesOf('addTrans')).toEqual([
    {
      userId: 'vendor@vendor.example',
      stateID: 'OR',
      agentNRDSID: '100',
      transName: 'New House',
      streetAddress: '7 New Street',
      propertyType: 'F',
      transactionType: 'L',
      propertyStatus: 'W',
    },
  ]);
  expect(data.createTransaction).toEqual({
    outcome: 'COMMITTED',
    userErrors: [],
    transaction: {
      transId: '601',
      name: 'New House',
      type: 'LEASE_RENTAL',
      status: 'WITHDRAWN',
      property: { streetAddress: '7 New Street', state: 'OR' },
    },
  });
});

test('a rejection that is nothing but a JSON text is shown like one in an object', async () => {
  const { stub, ask } = await startStubbedGraph();
  const message = 'Invalid Character found in New House';
  stub.answer(ADD_TRANS, { status: 402, json: message });
  const { data } = await ask(mutation, { token: await agentToken(), variables: { input } });
  const upstream = { status: 402, type: 'Bad Request', message };
  const userErrors = [{ field: 'name', message, code: 'INVALID_CHARACTER', upstream }];
  expect(data.createTransaction).toEqual({ outcome: 'REJECTED', transaction: null, userErrors });
});

test.each([
  ['one parameter', {}, 'ZZ is not a stateID', 'stateId'],
  ['no parameter', {}, 'the status is wrong', null],
  ['two parameters', {}, 'stateID and propertyType do not go together', null],
  ['a parameter that may be part of a value', { name: 'stateID' }, 'stateID is taken', null],
])('a rejection that names %s points to a field only if that is unambiguous', async (_, changes, reason, field) => {
  const { stub, ask } = await startStubbedGraph();
  const message = `Transaction creation failed for good (${reason})`;
  stub.answer(ADD_TRANS, errorResponse(403, 'New Transaction Failure', message));
  const asked = { token: await agentToken(), variables: { input: { ...input, ...changes } } };
  const { data } = await ask(mutation, asked);
  expect(data.createTransaction).toMatchObject({ userErrors: [{ field, message, code: 'REJECTED' }] });
});

test('without an agentNrdsId, the only agent in the token is used', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { agentNrdsId: _, ...others } = input;
  const { data } = await ask(mutation, { token: await agentToken(), variables: { input: others } });
  expect(data.createTransaction).toMatchObject({ outcome: 'COMMITTED', userErrors: [] });
  expect(stub.bodiesOf('addTrans')).toMatchObject([{ agentNRDSID: '100' }]);
});

test.each([
  ['an agent that a service names but the directory lacks', serviceToken, '999'],
  ['an agent that names itself but is not in the directory', () => agentToken(['999']), '999'],
  ['another caller’s agent', agentToken, '200'],
  ['a blank agent', serviceToken, ''],
])('%s is rejected before anything is sent, always with the same message', async (_, token, agentNrdsId) => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask(mutation, {
    token: await token(),
    variables: { input: { ...input, agentNrdsId } },
  });
  expect(errors).toBeUndefined();
  expect(data.createTransaction).toEqual({
    outcome: 'REJECTED',
    transaction: null,
    userErrors: [
      {
        field: 'agentNrdsId',
        message: 'No agent with this NRDS id has enabled access, or you may not act for this agent',
        code: 'NOT_FOUND',
        upstream: null,
      },
    ],
  });
  expect(stub.bodiesOf('addTrans')).toEqual([]);
});

test.each([
  ['another caller’s', agentToken],
  ['unknown', serviceToken],
])('reports all errors at once in the order of the input, including an agent that is %s', async (_, token) => {
  const { stub, ask } = await startStubbedGraph();
  const wrong = { agentNrdsId: '999', stateId: 'Utah', name: 'A <b>', streetAddress: '1 Elm\nStreet' };
  const { data } = await ask(mutation, { token: await token(), variables: { input: { ...input, ...wrong } } });
  const state = 'Must be a two-letter state code, such as UT';
  expect(data.createTransaction).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [
      { field: 'agentNrdsId', code: 'NOT_FOUND' },
      { field: 'stateId', code: 'INVALID_VALUE', message: state },
      { field: 'name', code: 'INVALID_CHARACTER', message: 'Must not contain the character "<"', upstream: null },
      { field: 'streetAddress', code: 'INVALID_CHARACTER', message: 'Must not contain the character "\\n"' },
    ],
  });
  expect(stub.bodiesOf('addTrans')).toEqual([]);
});

test('rejects texts with which a page of transactions could grow larger than a response may be, and no shorter ones', async () => {
  const { stub, ask } = await startStubbedGraph();
  const token = await agentToken();
  const create = (texts: object) => ask(mutation, { token, variables: { input: { ...input, ...texts } } });
  const { data } = await create({ name: 'x'.repeat(1_001), streetAddress: 'é'.repeat(501) });
  const message = 'Must be at most 1000 characters long, fewer with accents or emoji';
  expect(data.createTransaction).toMatchObject({
    outcome: 'REJECTED',
    userErrors: ['name', 'streetAddress'].map((field) => ({ field, code: 'INVALID_VALUE', message, upstream: null })),
  });
  expect(stub.bodiesOf('addTrans')).toEqual([]);
  await create({ name: 'x'.repeat(1_000), streetAddress: 'é'.repeat(500) });
  expect(stub.bodiesOf('addTrans')).toHaveLength(1);
});

test.each([401, 429])(
  'a %d in the body of a 200 proves nothing, so its key never sends anything again',
  async (status) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer(ADD_TRANS, { json: { status, message: 'no' } });
    const keyed = { ...input, idempotencyKey: `body-${status}` };
    for (const replayed of [false, true]) {
      const { data } = await ask(mutation, { token: await agentToken(), variables: { input: keyed } });
      expect(data.createTransaction, `replayed: ${replayed}`).toMatchObject({ outcome: 'UNKNOWN' });
    }
    expect(stub.bodiesOf('addTrans')).toHaveLength(1);
  },
);

test('a record with a new column that looks like a status is COMMITTED, not REJECTED', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer(ADD_TRANS, { json: [{ ...likeInput(77), status: 450 }] });
  const query =
    'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome transaction { transId } } }';
  const { data } = await ask(query, { token: await agentToken(), variables: { input } });
  expect(data.createTransaction).toEqual({ outcome: 'COMMITTED', transaction: { transId: '77' } });
});

const readsBack = `mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) {
  outcome replayed transaction { transId lastUpdateDate } possibleMatches { transId lastUpdateDate } } }`;

/** A record like the one that `input` creates, inserted just now, with an unreadable value. */
const likeInput = (transId: number) => ({
  transId,
  transName: input.name,
  streetAddress: input.streetAddress,
  State: input.stateId,
  propertyType: 'F',
  transactionType: 'L',
  propertyStatus: 'W',
  insertDate: new Date().toISOString(),
  lastUpdateDate: 'the other day',
});

test('the creator may see the creation’s own response; a replay needs the read scope, and reads nothing without it', async () => {
  const { stub, ask } = await startStubbedGraph();
  const token = await agentToken(['100'], ['transactions.create']);
  const asked = { token, variables: { input: { ...input, idempotencyKey: 'key-1' } } };
  const first = await ask(readsBack, asked);
  expect(first.errors).toMatchObject([forbidden('possibleMatches')]);
  expect(first.data.createTransaction).toMatchObject({ replayed: false, transaction: { transId: '601' } });
  const again = await ask(readsBack, asked);
  expect(again.data.createTransaction).toMatchObject({ outcome: 'COMMITTED', replayed: true, transaction: null });
  expect(again.errors).toMatchObject([forbidden('transaction'), forbidden('possibleMatches')]);
  expect(stub.bodiesOf('getTransById')).toEqual([]);
  expect((await ask(readsBack, { ...asked, token: await agentToken() })).errors).toBeUndefined();
});

test.each([
  ['the transaction that was found', [701]],
  ['a list of possible matches', [701, 702]],
])('after a lost response, %s requires the read scope, including for warnings', async (_, found) => {
  const create = async (token: Promise<string>) => {
    const { stub, ask } = await startStubbedGraph();
    stub.answer(ADD_TRANS, { misbehave: (response: { destroy: () => unknown }) => void response.destroy() });
    const meta = { total: found.length, max: found.length };
    stub.answer('/fsforms/listTrans', () => ({ json: [{ meta, data: found.map(likeInput) }] }));
    return ask(readsBack, { token: await token, variables: { input } });
  };
  const shown = await create(agentToken());
  const { transaction, possibleMatches } = shown.data.createTransaction;
  expect([shown.errors, [transaction, possibleMatches].flat().filter(Boolean)]).toEqual([
    undefined,
    found.map((transId) => ({ transId: String(transId), lastUpdateDate: null })),
  ]);
  expect(shown.extensions.warnings).toHaveLength(found.length);

  const { data, errors, text } = await create(agentToken(['100'], ['transactions.create']));
  expect(data.createTransaction).toMatchObject({ transaction: null, possibleMatches: null });
  expect(errors?.map(({ extensions }) => extensions?.code)).toContain('FORBIDDEN');
  expect(text).not.toMatch(/70[12]|the other day/);
});

function forbidden(field: string) {
  return { path: ['createTransaction', field], extensions: { code: 'FORBIDDEN' } };
}
