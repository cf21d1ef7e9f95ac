// What a client sees of a failure: a documented code, whether a retry can help, and no internals.
import { expect, test, vi } from 'vitest';
import { GatewayFault } from '../../../src/gateway/fault.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { errorResponse } from '../../support/upstreams/stub-upstream.ts';

const LIST_TRANS = '/fsforms/listTrans';
const query = '{ transactions(agentNrdsId: "100") { totalCount nodes { name } } viewer { role } }';
const secrets = /vendor\.internal|NullPointer|client-secret-1|token-1|127\.0\.0\.1|node_modules|\.ts\b|ECONN|<html/i;

test('a rejection of the gateway’s own credentials is not blamed on the caller', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/oauth/token', errorResponse(401, 'Invalid Credentials', 'client-secret-1 of vendor.internal'));
  const { errors, status, text } = await ask(query, { token: await serviceToken() });
  expect(status).toBe(200);
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UPSTREAM_ACCESS_DENIED', retryable: false }]);
  expect(text).not.toMatch(secrets);
});

test.each([
  ['transactions(first: -1) { totalCount }', 'first'],
  ['transactions(first: 1, last: 1) { totalCount }', 'last'],
  ['transactions(after: "x") { totalCount }', 'after'],
  ['transactions(agentNrdsId: "999") { totalCount }', 'agentNrdsId'],
  [
    'transactions(filter: { closingDateRange: { from: "2026-02-01", to: "2026-01-01" } }) { totalCount }',
    'filter.closingDateRange',
  ],
  ['nodes(ids: []) { id }', 'ids'],
])('an invalid argument is named in extensions as well as in the message: %s', async (field, argument) => {
  const { ask } = await startStubbedGraph();
  const { errors } = await ask(`{ ${field} }`, { token: await agentToken() });
  expect(errors?.[0]?.extensions['argument']).toBe(argument);
  expect(errors?.[0]?.message.startsWith(`${argument}: `)).toBe(true);
});

const bug = () => {
  throw new TypeError('a bug at vendor.internal, /srv/secret.ts, with the password hunter2');
};
const headers = { 'x-request-id': 'request-0001' };
const masked = { code: 'INTERNAL', retryable: false, requestId: 'request-0001' };

test('an unexpected error in a field is masked, with the request id under which it is logged', async () => {
  const { ask, lines } = await startStubbedGraph(
    {},
    { gateway: (gateway) => ({ ...gateway, accounts: { ...gateway.accounts, byNrdsId: bug } }) },
  );
  const both = '{ account(by: { nrdsId: "100" }) { id } viewer { role } }';
  const { status, data, errors, text } = await ask(both, { token: await serviceToken(), headers });
  expect(status).toBe(200);
  expect(data).toEqual({ account: null, viewer: { role: 'SERVICE' } });
  expect(errors).toMatchObject([{ path: ['account'] }]);
  expect(errors?.[0]?.extensions).toEqual(masked);
  expect(text).not.toMatch(/hunter2|secret|bug/);
  expect(lines).toContainEqual(
    expect.objectContaining({ requestId: 'request-0001', err: expect.objectContaining({ type: 'TypeError' }) }),
  );
});

test('an unexpected error before any field is masked in the same way, with status 500', async () => {
  const { ask, lines } = await startStubbedGraph({}, { verify: async () => bug() });
  const { status, errors, text } = await ask(query, { token: await serviceToken(), headers });
  expect(status).toBe(500);
  expect(errors?.[0]?.extensions).toEqual(masked);
  expect(text).not.toMatch(/hunter2|secret|bug/);
  expect(lines).toContainEqual(
    expect.objectContaining({ requestId: 'request-0001', err: expect.objectContaining({ type: 'TypeError' }) }),
  );
});

test('an unexpected error of the whole request is masked in the same way, and the document is not logged', async () => {
  const made = vi.fn(() => 0).mockImplementationOnce(bug);
  const tally = () => Object.defineProperty({}, 'made', { get: made }) as { readonly made: number };
  const { ask, lines } = await startStubbedGraph(
    {},
    { gateway: (gateway) => ({ ...gateway, calls: { ...gateway.calls, tally } }) },
  );
  const named = 'query NamedByTheClient { viewer { role } }';
  const { status, errors, text } = await ask(named, {
    token: await serviceToken(),
    headers: { ...headers, 'x-cost': '1' },
  });
  expect(status).toBe(500);
  expect(errors?.[0]?.extensions).toEqual(masked);
  expect(text).not.toMatch(/hunter2|secret|bug/);
  const logged = lines.filter(({ level }) => level === 'error' || level === 50);
  expect(logged).toMatchObject([{ requestId: 'request-0001', err: { type: 'TypeError' } }]);
  expect(JSON.stringify(logged)).not.toContain('NamedByTheClient');
});

test('a token that cannot be verified because no keys are available is a 503 with Retry-After', async () => {
  const verify = async () => {
    throw new GatewayFault('KEYS_UNAVAILABLE', 'no keys from https://issuer.vendor.internal');
  };
  const { ask } = await startStubbedGraph({}, { verify });
  const { status, headers: answered, errors, text } = await ask(query, { token: await serviceToken() });
  expect(status).toBe(503);
  expect(answered['retry-after']).toBe('30');
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UPSTREAM_UNAVAILABLE', retryable: true }]);
  expect(text).not.toMatch(secrets);
});

test('foreseen failures are not logged as errors', async () => {
  const { stub, ask, lines } = await startStubbedGraph();
  stub.answer(LIST_TRANS, { status: 500, text: '' });
  await ask(query, { token: await serviceToken() });
  await ask('{ transactions(first: -1) { totalCount } node(id: "x") { id } }', { token: await agentToken() });
  await ask('{ nonsense }', { token: 'x' });
  const open = `query ($x: Boolean = true) {
    node(id: "x") { ... on Account { ... on Node { ... on TransactionFile { name @skip(if: $x) } } } }
  }`;
  for (const _ of [1, 2, 3]) await ask(open, { token: await serviceToken(), variables: { x: null } });
  expect(lines.filter(({ level }) => level === 'error' || Number(level) >= 50)).toEqual([]);
});
