// How the token is had, kept and shared (4.1, 5).
import { expect, test } from 'vitest';
import { errorAnswer, type PlainAnswer, TOKEN_PATH, tokenAnswer } from '../support/stub-upstream.ts';
import {
  accountRequest,
  CLIENT_SECRET,
  faultOf,
  GET_ACCOUNT,
  startClient,
  type UnderTest,
} from './client-under-test.ts';

const later = (answer: PlainAnswer, milliseconds: number) => () =>
  new Promise<PlainAnswer>((resolve) => setTimeout(() => resolve(answer), milliseconds));

async function startWithAnswers(
  ...tokens: PlainAnswer[]
): Promise<UnderTest & { call: () => Promise<unknown>; tokenCalls: () => number }> {
  const client = await startClient();
  if (tokens.length > 0) client.stub.answer(TOKEN_PATH, ...tokens);
  client.stub.answer(GET_ACCOUNT, { json: [] });
  return {
    ...client,
    call: () => client.upstream.call('getAccount', accountRequest),
    tokenCalls: () => client.stub.requestsTo(TOKEN_PATH).length,
  };
}

const jwt = (claims: object): string =>
  ['{"alg":"none"}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

test('asks with the three fields of the specification, as JSON', async () => {
  const { stub, call } = await startWithAnswers();
  await call();
  const [request] = stub.requestsTo(TOKEN_PATH);
  expect(request?.headers['content-type']).toBe('application/json');
  expect(request?.headers.authorization).toBeUndefined();
  expect(JSON.parse(request?.body ?? '')).toEqual({
    grant_type: 'client_credentials',
    client_id: 'client-1',
    client_secret: CLIENT_SECRET,
  });
});

test('asks by form where the setting says so', async () => {
  const { stub, upstream } = await startClient({ tokenBody: 'form', clientSecret: 'a&b=c d' });
  await upstream.connect();
  const [request] = stub.requestsTo(TOKEN_PATH);
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(request?.body)]).toEqual([
    ['grant_type', 'client_credentials'],
    ['client_id', 'client-1'],
    ['client_secret', 'a&b=c d'],
  ]);
});

test('1,000 concurrent calls at a cold start make exactly 1 token call', async () => {
  const { stub, call, tokenCalls } = await startWithAnswers();
  stub.answer(TOKEN_PATH, later(tokenAnswer('shared'), 20));
  await Promise.all(Array.from({ length: 1_000 }, call));
  expect(tokenCalls()).toBe(1);
  expect(new Set(stub.requestsTo(GET_ACCOUNT).map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer shared']),
  );
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(1_000);
});

const now = Date.parse('2026-11-20T12:00:00Z') / 1000;

test.each([
  { life: 'of 3600 s', answer: tokenAnswer('opaque', 3600), usableSeconds: 3540 },
  { life: 'of 3600 s as text', answer: tokenAnswer('opaque', '3600'), usableSeconds: 3540 },
  { life: 'of 100 s, a tenth of which is the margin', answer: tokenAnswer('opaque', 100), usableSeconds: 90 },
  { life: 'whose exp comes first', answer: tokenAnswer(jwt({ exp: now + 1000 }), 3600), usableSeconds: 940 },
  { life: 'whose expires_in comes first', answer: tokenAnswer(jwt({ exp: now + 9000 }), 1000), usableSeconds: 940 },
  { life: 'told by exp alone', answer: tokenAnswer(jwt({ exp: now + 1000 }), undefined), usableSeconds: 940 },
  { life: 'whose claims are no object', answer: tokenAnswer(`a.${btoa('7')}.b`, 1000), usableSeconds: 940 },
  {
    life: 'of a clock far behind ours, told by iat and exp',
    answer: tokenAnswer(jwt({ iat: now - 9000, exp: now - 8000 }), 3600),
    usableSeconds: 940,
  },
  {
    life: 'of a clock far behind ours, without iat',
    answer: tokenAnswer(jwt({ exp: now - 8000 }), 1000),
    usableSeconds: 940,
  },
])('uses a token $life for $usableSeconds s and not longer', async ({ answer, usableSeconds }) => {
  const { clock, call, tokenCalls } = await startWithAnswers(answer);
  await call();
  clock.advance(usableSeconds * 1000 - 1);
  await call();
  expect(tokenCalls()).toBe(1);
  clock.advance(1);
  await call();
  expect(tokenCalls()).toBe(2);
});

test('the life of a token counts from when it was asked for', async () => {
  const { stub, clock, call, tokenCalls } = await startWithAnswers();
  stub.answer(TOKEN_PATH, () => {
    clock.advance(30_000);
    return tokenAnswer('slow', 1000);
  });
  await call();
  clock.advance(909_999);
  await call();
  expect(tokenCalls()).toBe(1);
  clock.advance(1);
  await call();
  expect(tokenCalls()).toBe(2);
});

test('one who gives up waiting takes the token from nobody', async () => {
  const { stub, upstream, call, tokenCalls } = await startWithAnswers();
  stub.answer(TOKEN_PATH, later(tokenAnswer('shared'), 50));
  const caller = new AbortController();
  const impatient = upstream.call('getAccount', accountRequest, { signal: caller.signal });
  const patient = call();
  caller.abort();
  expect(await faultOf(impatient)).toMatchObject({ code: 'ABORTED', endpoint: 'getAccount', sent: false });
  await patient;
  expect(tokenCalls()).toBe(1);
});

test('a token that nobody waits for any more is kept all the same', async () => {
  const { stub, upstream, call, tokenCalls } = await startWithAnswers();
  stub.answer(TOKEN_PATH, later(tokenAnswer('shared'), 20));
  const caller = new AbortController();
  const only = upstream.call('getAccount', accountRequest, { signal: caller.signal });
  caller.abort();
  await faultOf(only);
  await expect.poll(() => upstream.state().everConnected).toBe(true);
  await call();
  expect(tokenCalls()).toBe(1);
});

test('a failure is shared by those who wait, and not cached', async () => {
  const { call, tokenCalls } = await startWithAnswers({ status: 500, text: '' }, tokenAnswer('second'));
  const faults = await Promise.all(Array.from({ length: 5 }, () => faultOf(call())));
  for (const fault of faults) {
    expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'token', status: 500, sent: false });
  }
  expect(tokenCalls()).toBe(1);
  await call();
  expect(tokenCalls()).toBe(2);
});

test('refused credentials are offered again after 5 s, and not before', async () => {
  const { clock, call, tokenCalls } = await startWithAnswers(errorAnswer(401, 'Invalid Credentials', 'who are you'));
  const first = await faultOf(call());
  expect(first).toMatchObject({
    code: 'UPSTREAM_ACCESS_DENIED',
    endpoint: 'token',
    status: 401,
    upstreamType: 'Invalid Credentials',
    sent: false,
  });
  clock.advance(4_999);
  expect(await faultOf(call())).toBe(first);
  expect(tokenCalls()).toBe(1);
  clock.advance(1);
  expect(await faultOf(call())).not.toBe(first);
  expect(tokenCalls()).toBe(2);
});

test('and at once where the clock has been put back', async () => {
  const { clock, call, tokenCalls } = await startWithAnswers(errorAnswer(401, 'Invalid Credentials', 'who are you'));
  await faultOf(call());
  clock.advance(-3_600_000);
  await faultOf(call());
  expect(tokenCalls()).toBe(2);
});

test('credentials that are accepted again work at once after the pause', async () => {
  const { clock, call } = await startWithAnswers(errorAnswer(401, 'Invalid Credentials', ''), tokenAnswer('good'));
  await faultOf(call());
  clock.advance(5_000);
  await call();
});

test('a token call that is rate limited waits for as long as it is told, at most a minute', async () => {
  const limited = (seconds: string): PlainAnswer => ({ status: 429, headers: { 'retry-after': seconds }, text: '' });
  const { clock, call, tokenCalls } = await startWithAnswers(limited('20'), limited('86400'), tokenAnswer('good'));
  expect(await faultOf(call())).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterSeconds: 20 });
  clock.advance(19_999);
  await faultOf(call());
  expect(tokenCalls()).toBe(1);
  clock.advance(1);
  await faultOf(call());
  expect(tokenCalls()).toBe(2);
  clock.advance(60_000);
  await call();
});

test.each([
  { what: 'no token', answer: { json: { token_type: 'Bearer', expires_in: 60 } } },
  { what: 'a token of another type', answer: { json: { token_type: 'MAC', expires_in: 60, access_token: 'abc' } } },
  { what: 'a token that would break a header', answer: tokenAnswer('abc\r\nx: y') },
  { what: 'a token without an end', answer: tokenAnswer('opaque', 'soon') },
  { what: 'HTML', answer: { text: '<html>' } },
])('an answer with $what is invalid', async ({ answer }) => {
  const { call } = await startWithAnswers(answer);
  expect(await faultOf(call())).toMatchObject({
    code: 'UPSTREAM_INVALID',
    endpoint: 'token',
    status: 200,
    sent: false,
  });
});

test('the type of the token may be written in any case', async () => {
  const { call } = await startWithAnswers({ json: { token_type: 'bearer', expires_in: 60, access_token: 'abc' } });
  await call();
});
