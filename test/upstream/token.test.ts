// Fetching, caching and sharing the token (4.1, 5).
import { expect, test } from 'vitest';
import { errorResponse, type PlainResponse, TOKEN_PATH, tokenResponse } from '../support/upstreams/stub-upstream.ts';
import {
  accountRequest,
  CLIENT_SECRET,
  type ClientUnderTest,
  faultOf,
  GET_ACCOUNT,
  startClient,
} from './client-under-test.ts';

const delayed = (response: PlainResponse, milliseconds: number) => () =>
  new Promise<PlainResponse>((resolve) => setTimeout(() => resolve(response), milliseconds));

async function startWithTokenResponses(
  ...tokens: PlainResponse[]
): Promise<ClientUnderTest & { call: () => Promise<unknown>; tokenCalls: () => number }> {
  // Shorter than a pause of 20 seconds, which would fit into it.
  const client = await startClient({ deadlineMs: 15_000 });
  if (tokens.length > 0) client.stub.answer(TOKEN_PATH, ...tokens);
  client.stub.answer(GET_ACCOUNT, { json: [] });
  return {
    ...client,
    call: () => client.upstream.call('getAccount', accountRequest),
    tokenCalls: () => client.stub.requestsTo(TOKEN_PATH).length,
  };
}

test('requests it with the three fields of the specification, as JSON', async () => {
  const { stub, call } = await startWithTokenResponses();
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

test('requests it with a form if so configured', async () => {
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

test.each([
  ['client-1', CLIENT_SECRET],
  ['a:b', "p%s:s+w r/d&é=?!'()*~"],
])('requests it with Basic credentials if so configured, form-encoded: %s, %s', async (clientId, clientSecret) => {
  const { stub, upstream, logLines } = await startClient({ tokenBody: 'basic', clientId, clientSecret });
  stub.answer(TOKEN_PATH, (request) =>
    errorResponse(401, 'Invalid Credentials', `no ${request.headers.authorization}`),
  );
  const fault = await faultOf(upstream.connect());
  const [request] = stub.requestsTo(TOKEN_PATH);
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(request?.body).toBe('grant_type=client_credentials');
  const [scheme, credentials = ''] = request?.headers.authorization?.split(' ') ?? [];
  expect(scheme).toBe('Basic');
  const parts = Buffer.from(credentials, 'base64').toString().split(':');
  const formDecoded = parts.map((part) => new URLSearchParams(`x=${part}`).get('x'));
  expect(formDecoded).toEqual([clientId, clientSecret]);
  expect(parts.map(decodeURIComponent)).toEqual([clientId, clientSecret]);
  expect(fault.upstreamMessage).toBe('no Basic [redacted]');
  expect(logLines.join('')).not.toContain(credentials);
});

test('200 concurrent calls at a cold start cause exactly one token request', async () => {
  const { stub, call, tokenCalls } = await startWithTokenResponses();
  stub.answer(TOKEN_PATH, delayed(tokenResponse('shared'), 20));
  await Promise.all(Array.from({ length: 200 }, call));
  expect(tokenCalls()).toBe(1);
  expect(new Set(stub.requestsTo(GET_ACCOUNT).map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer shared']),
  );
  expect(stub.requestsTo(GET_ACCOUNT)).toHaveLength(200);
});

test.each([
  { life: 'of 3600 s', response: tokenResponse('opaque', 3600), renewed: 3535, usable: 3595 },
  { life: 'of 3600 s as text', response: tokenResponse('opaque', '3600'), renewed: 3535, usable: 3595 },
  { life: 'of 100 s', response: tokenResponse('opaque', 100), renewed: 88.2, usable: 98 },
])('renews a token $life from $renewed s on, and uses it for $usable s', async ({ response, renewed, usable }) => {
  const { clock, call, tokenCalls, stub } = await startWithTokenResponses(response);
  await call();
  clock.advance(renewed * 1000 - 1);
  await call();
  expect(tokenCalls()).toBe(1);
  clock.advance((usable - renewed) * 1000);
  const held = Promise.withResolvers<PlainResponse>();
  stub.answer(TOKEN_PATH, () => held.promise);
  await call();
  clock.advance(1);
  const waiting = call();
  await expect.poll(tokenCalls).toBe(2);
  held.resolve(tokenResponse('next', 3600));
  await waiting;
  expect(tokenCalls()).toBe(2);
  expect(stub.requestsTo(GET_ACCOUNT).at(-1)?.headers.authorization).toBe('Bearer next');
});

test('while a token lives, no call waits for another one, however long its issuer takes', async () => {
  const { stub, clock, call, tokenCalls } = await startWithTokenResponses(tokenResponse('old', 3600));
  await call();
  clock.advance(3_550_000);
  const held = Promise.withResolvers<PlainResponse>();
  stub.answer(TOKEN_PATH, () => held.promise);
  await Promise.all(Array.from({ length: 20 }, call));
  await expect.poll(tokenCalls).toBe(2);
  clock.advance(40_000);
  await call();
  const used = () => new Set(stub.requestsTo(GET_ACCOUNT).map(({ headers }) => headers.authorization));
  expect(used()).toEqual(new Set(['Bearer old']));
  held.resolve(tokenResponse('new', 3600));
  await expect
    .poll(async () => {
      await call();
      return used().has('Bearer new');
    })
    .toBe(true);
  expect(tokenCalls()).toBe(2);
});

test('a renewal that fails is repeated every five seconds, and nobody notices while the old token lives', async () => {
  const { stub, clock, call, tokenCalls, logLines } = await startWithTokenResponses(tokenResponse('old', 3600));
  await call();
  stub.answer(TOKEN_PATH, { status: 500, text: '' });
  clock.advance(3_535_000);
  await call();
  await expect.poll(tokenCalls).toBe(2);
  await expect.poll(() => logLines.join('')).toContain('"endpoint":"token","milliseconds":0,"code"');
  clock.advance(4_999);
  await call();
  expect(tokenCalls()).toBe(2);
  stub.answer(TOKEN_PATH, tokenResponse('new', 3600));
  clock.advance(1);
  await call();
  await expect.poll(tokenCalls).toBe(3);
});

test('counts the lifetime of a token from its request', async () => {
  const { stub, clock, call, tokenCalls } = await startWithTokenResponses();
  stub.answer(TOKEN_PATH, () => {
    clock.advance(30_000);
    return tokenResponse('slow', 1000);
  });
  await call();
  stub.answer(TOKEN_PATH, tokenResponse('next', 1000));
  clock.advance(965_000);
  await call();
  expect(tokenCalls()).toBe(2);
  expect(stub.requestsTo(GET_ACCOUNT).at(-1)?.headers.authorization).toBe('Bearer next');
});

test('a caller that stops waiting does not affect the others’ token', async () => {
  const { stub, upstream, call, tokenCalls } = await startWithTokenResponses();
  stub.answer(TOKEN_PATH, delayed(tokenResponse('shared'), 50));
  const caller = new AbortController();
  const impatient = upstream.call('getAccount', accountRequest, { signal: caller.signal });
  const patient = call();
  caller.abort();
  expect(await faultOf(impatient)).toMatchObject({ code: 'ABORTED', endpoint: 'getAccount', sent: false });
  await patient;
  expect(tokenCalls()).toBe(1);
});

test('caches a token even if no one waits for it any more', async () => {
  const { stub, upstream, call, tokenCalls } = await startWithTokenResponses();
  stub.answer(TOKEN_PATH, delayed(tokenResponse('shared'), 20));
  const caller = new AbortController();
  const only = upstream.call('getAccount', accountRequest, { signal: caller.signal });
  caller.abort();
  await faultOf(only);
  await expect.poll(() => upstream.state().everConnected).toBe(true);
  await call();
  expect(tokenCalls()).toBe(1);
});

test('shares a failure among the waiting callers, and does not cache it', async () => {
  const { call, tokenCalls } = await startWithTokenResponses({ status: 500, text: '' }, tokenResponse('second'));
  const faults = await Promise.all(Array.from({ length: 5 }, () => faultOf(call())));
  for (const fault of faults) {
    expect(fault).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'token', status: 500, sent: false });
  }
  expect(tokenCalls()).toBe(1);
  await call();
  expect(tokenCalls()).toBe(2);
});

test('sends rejected credentials again only after 5 s', async () => {
  const { clock, call, tokenCalls } = await startWithTokenResponses(
    errorResponse(401, 'Invalid Credentials', 'who are you'),
  );
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

test('sends rejected credentials again at once if the clock was set back', async () => {
  const { clock, call, tokenCalls } = await startWithTokenResponses(
    errorResponse(401, 'Invalid Credentials', 'who are you'),
  );
  await faultOf(call());
  clock.advance(-3_600_000);
  await faultOf(call());
  expect(tokenCalls()).toBe(2);
});

test('works again right after the pause if the credentials are accepted', async () => {
  const { clock, call } = await startWithTokenResponses(
    errorResponse(401, 'Invalid Credentials', ''),
    tokenResponse('good'),
  );
  await faultOf(call());
  clock.advance(5_000);
  await call();
});

test('a rate-limited token request waits as long as Retry-After says, but at most a minute', async () => {
  const limited = (seconds: string): PlainResponse => ({ status: 429, headers: { 'retry-after': seconds }, text: '' });
  const { clock, call, tokenCalls } = await startWithTokenResponses(
    limited('20'),
    limited('86400'),
    tokenResponse('good'),
  );
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
  { what: 'no token', response: { json: { token_type: 'Bearer', expires_in: 60 } } },
  { what: 'a token of another type', response: { json: { token_type: 'MAC', expires_in: 60, access_token: 'abc' } } },
  { what: 'a token that would break a header', response: tokenResponse('abc\r\nx: y') },
  { what: 'HTML', response: { text: '<html>' } },
])('a response with $what is invalid', async ({ response }) => {
  const { call } = await startWithTokenResponses(response);
  expect(await faultOf(call())).toMatchObject({
    code: 'UPSTREAM_INVALID',
    endpoint: 'token',
    status: 200,
    sent: false,
  });
});

test.each([undefined, null, '', 'soon', 0, '0', -1])(
  'an opaque token with a lifetime of %j is used until it is denied',
  async (expires_in) => {
    const { stub, call, tokenCalls, clock } = await startWithTokenResponses({
      json: { access_token: 'opaque', expires_in },
    });
    await call();
    clock.advance(30 * 24 * 3_600_000);
    await call();
    expect(tokenCalls()).toBe(1);
    stub.answer(GET_ACCOUNT, errorResponse(401, 'Access Denied', 'no'), { json: [] });
    stub.answer(TOKEN_PATH, tokenResponse('another'));
    await call();
    expect(tokenCalls()).toBe(2);
  },
);

test('accepts the token type in any letter case', async () => {
  const { call } = await startWithTokenResponses({
    json: { token_type: 'bearer', expires_in: 60, access_token: 'abc' },
  });
  await call();
});

test('the client secret is not in what upstream says', async () => {
  const { stub, call, logLines } = await startWithTokenResponses();
  await call();
  stub.answer(GET_ACCOUNT, errorResponse(422, 'Bad', `${CLIENT_SECRET} is wrong`));
  const fault = await faultOf(call());
  expect(fault.upstreamMessage).toBe('[redacted] is wrong');
  expect(logLines.join('')).not.toContain(CLIENT_SECRET);
});
