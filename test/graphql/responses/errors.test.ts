// What a client sees of a failure: a documented code, whether a retry can help, and no internals.
import { expect, test, vi } from 'vitest';
import { GatewayFault } from '../../../src/gateway/fault.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startGraph, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { holdDeadlines } from '../../support/held-deadlines.ts';
import { errorResponse, type StubResponse } from '../../support/upstreams/stub-upstream.ts';

const LIST_TRANS = '/fsforms/listTrans';
const query = '{ transactions(agentNrdsId: "100") { totalCount nodes { name } } viewer { role } }';
const secrets = /vendor\.internal|NullPointer|client-secret-1|token-1|127\.0\.0\.1|node_modules|\.ts\b|ECONN|<html/i;

const failures: readonly (readonly [string, StubResponse, string, boolean, string])[] = [
  [
    'a 500',
    { status: 500, text: 'NullPointerException at vendor.internal' },
    'UPSTREAM_UNAVAILABLE',
    true,
    'cannot be reached',
  ],
  [
    'a 503 with JSON',
    errorResponse(503, 'Down', 'vendor.internal is down'),
    'UPSTREAM_UNAVAILABLE',
    true,
    'cannot be reached',
  ],
  [
    'a connection reset',
    { misbehave: (response) => void response.destroy() },
    'UPSTREAM_UNAVAILABLE',
    true,
    'cannot be reached',
  ],
  ['no response', { misbehave: () => {} }, 'UPSTREAM_TIMEOUT', true, 'in time'],
  [
    'half a response',
    { misbehave: (response) => void response.writeHead(200).write('[{') },
    'UPSTREAM_TIMEOUT',
    true,
    'in time',
  ],
  ['HTML', { text: '<html>vendor.internal</html>' }, 'UPSTREAM_INVALID', false, 'cannot be read'],
  ['JSON of another shape', { json: { rows: [] } }, 'UPSTREAM_INVALID', false, 'cannot be read'],
  [
    'a list without its length',
    { json: [{ meta: { total: 0 }, data: [] }] },
    'UPSTREAM_INVALID',
    false,
    'cannot be read',
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://vendor.internal/' } },
    'UPSTREAM_INVALID',
    false,
    'cannot be read',
  ],
  [
    'a 401',
    errorResponse(401, 'Access Denied', 'vendor.internal says no'),
    'UPSTREAM_ACCESS_DENIED',
    false,
    'denied access',
  ],
  [
    'a 429',
    { ...errorResponse(429, 'Slow', 'vendor.internal'), headers: { 'retry-after': '30' } },
    'RATE_LIMITED',
    true,
    'rate limit',
  ],
  [
    'a 400',
    errorResponse(400, 'Missing Required Parameter', 'vendor.internal'),
    'UPSTREAM_REJECTED',
    false,
    'rejected',
  ],
  ['a 403', errorResponse(403, 'New Transaction Failure', 'vendor.internal'), 'UPSTREAM_REJECTED', false, 'rejected'],
  [
    'a 404',
    errorResponse(404, 'List Transactions Request Failure', 'vendor.internal'),
    'UPSTREAM_REJECTED',
    false,
    'rejected',
  ],
  [
    'a 402 in the body of a 200',
    { json: { status: 402, message: 'vendor.internal' } },
    'UPSTREAM_REJECTED',
    false,
    'rejected',
  ],
];

test.each(failures)('%s from upstream makes only its own field null', async (_, rule, code, retryable, words) => {
  const { stub, ask } = await startStubbedGraph({ deadlineMs: 20_000 });
  stub.answer(LIST_TRANS, rule);
  const pass = holdDeadlines();
  const asking = ask(query, { token: await serviceToken() });
  await expect.poll(() => stub.requestsTo(LIST_TRANS).length).toBeGreaterThan(0);
  if (code === 'UPSTREAM_TIMEOUT') pass(20_000);
  const { status, data, errors, text } = await asking;
  expect(status).toBe(200);
  expect(data).toEqual({ transactions: null, viewer: { role: 'SERVICE' } });
  expect(errors).toMatchObject([{ path: ['transactions'], extensions: { code, retryable } }]);
  expect(errors?.[0]?.extensions).toEqual({ code, retryable });
  expect(errors?.[0]?.message).toContain(words);
  expect(text).not.toMatch(secrets);
});

test('an unreachable upstream is UPSTREAM_UNAVAILABLE', async () => {
  const { stub } = await startStubbedGraph();
  await stub.close();
  const { ask } = await startGraph({ baseUrl: stub.url });
  const { errors, text } = await ask(query, { token: await serviceToken() });
  expect(errors?.map(({ extensions }) => extensions)).toEqual([{ code: 'UPSTREAM_UNAVAILABLE', retryable: true }]);
  expect(text).not.toMatch(secrets);
});

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

test('a variable that leaves a condition undecided is an error of the caller', async () => {
  const { ask } = await startStubbedGraph();
  const open = 'query Q($x: Boolean = true) { viewer { role @include(if: $x) scopes } }';
  const { status, errors } = await ask(open, { token: await serviceToken(), variables: { x: null } });
  expect(status).toBe(400);
  expect(errors).toMatchObject([{ message: expect.stringContaining('if'), extensions: { code: 'BAD_USER_INPUT' } }]);
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

test.each(['null', '"x"', '1', 'true', '{}'])(
  'the body %s is rejected with a message that says what a body must be',
  async (payload) => {
    const { inject } = await startStubbedGraph();
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await agentToken()}`,
      host: '127.0.0.1',
    };
    const response = await inject({ method: 'POST', url: '/graphql', headers, payload });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        errors: [
          {
            message: 'The body must be a JSON object with `query`.',
            extensions: { code: 'BAD_USER_INPUT', retryable: false },
          },
        ],
      },
    ]);
  },
);
