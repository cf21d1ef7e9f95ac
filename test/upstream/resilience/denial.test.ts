// After a 401, another token is fetched once, and neither the endpoint nor the token service is flooded.
import { describe, expect, test } from 'vitest';
import {
  errorResponse,
  type PlainResponse,
  type RecordedRequest,
  TOKEN_PATH,
} from '../../support/upstreams/stub-upstream.ts';
import {
  ADD_TRANS,
  accountRequest,
  faultOf,
  GET_ACCOUNT,
  startClient,
  startConnected,
  TOKEN_MIN_AGE_MS,
} from '../client-under-test.ts';

const denied = errorResponse(401, 'Access Denied', 'no');
const acceptsOnly =
  (...tokens: string[]) =>
  ({ headers }: RecordedRequest): PlainResponse =>
    tokens.includes(headers.authorization?.replace('Bearer ', '') ?? '') ? { json: [] } : denied;

test('after a 401 refreshes the token once and sends a read again', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
  await read();
  expect(counts()).toEqual({ tokens: 2, reads: 2, writes: 0 });
});

test('after a 401 sends a write again with the same body, because it was not executed', async () => {
  const { stub, write, counts } = await startConnected();
  stub.answer(ADD_TRANS, acceptsOnly('token-2'));
  await write();
  expect(counts()).toEqual({ tokens: 2, reads: 0, writes: 2 });
  const bodies = stub.requestsTo(ADD_TRANS).map(({ body }) => body);
  expect(bodies[1]).toBe(bodies[0]);
});

test('treats a 401 in the body under HTTP 200 in the same way for a read', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, { json: { status: 401, type: 'Access Denied' } }, { json: [] });
  await read();
  expect(counts().tokens).toBe(2);
});

test('does not resend a write after a 401 in the body, which may contain any status, but replaces the token for the next', async () => {
  const { stub, read, write, counts } = await startConnected();
  stub.answer(ADD_TRANS, { json: { status: 401, type: 'Access Denied' } }, acceptsOnly('token-2'));
  expect(await faultOf(write())).toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED', status: 401 });
  await expect.poll(() => counts().tokens).toBe(2);
  expect(counts().writes).toBe(1);
  // Waits for the token that is being fetched, unless it has come.
  stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
  await read();
  await write();
  expect(counts()).toMatchObject({ tokens: 2, writes: 2 });
});

test('sends shareApp once, whatever status its response echoes', async () => {
  const { stub, upstream, counts } = await startConnected();
  stub.answer('/thlmobile/shareApp', ({ body }) => ({ json: JSON.parse(body) }));
  for (const fields of [{ error: { status: 401 } }, { code: 401 }, { status: 401 }])
    expect(await upstream.call('shareApp', fields)).toEqual(fields);
  expect(stub.requestsTo('/thlmobile/shareApp')).toHaveLength(3);
  expect(counts().tokens).toBe(1);
});

test('200 concurrent calls with a revoked token cause one token request', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
  await Promise.all(Array.from({ length: 200 }, read));
  expect(counts().tokens).toBe(2);
});

test('after a 401 uses the cached token if it has been replaced in the meantime', async () => {
  const { stub, upstream, read, counts } = await startConnected();
  let release = (_: PlainResponse): void => {};
  const held = new Promise<PlainResponse>((resolve) => {
    release = resolve;
  });
  stub.answer('/accounts/activeUsers', () => held, { json: { meta: {}, data: [] } });
  stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
  const slow = upstream.call('activeUsers', {});
  await expect.poll(() => stub.requestsTo('/accounts/activeUsers').length).toBe(1);
  await read();
  release(denied);
  await slow;
  expect(counts().tokens).toBe(2);
  expect(stub.requestsTo('/accounts/activeUsers').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
});

test('a 401 for the fresh token is final', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, denied);
  expect(await faultOf(read())).toMatchObject({
    code: 'UPSTREAM_ACCESS_DENIED',
    endpoint: 'getAccount',
    status: 401,
    upstreamType: 'Access Denied',
    sent: true,
  });
  expect(counts()).toEqual({ tokens: 2, reads: 2, writes: 0 });
});

test('a 401 for the token that the call itself waited for is final', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, denied);
  await faultOf(upstream.call('getAccount', accountRequest));
  expect([stub.requestsTo(TOKEN_PATH).length, stub.requestsTo(GET_ACCOUNT).length]).toEqual([1, 1]);
});

test('if the refresh fails, the call fails with that fault, and the next call tries again', async () => {
  const { stub, read } = await startConnected();
  stub.answer(TOKEN_PATH, { status: 500, text: '' }, { json: { access_token: 'good', expires_in: 3600 } });
  stub.answer(GET_ACCOUNT, acceptsOnly('good'));
  expect(await faultOf(read())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'token', sent: false });
  await read();
});

describe('an endpoint that denies every token', () => {
  test('costs one token request per 30 s, not one per call', async () => {
    const { stub, read, counts, clock } = await startConnected();
    stub.answer(GET_ACCOUNT, denied);
    for (let second = 0; second < 30; second += 1) {
      await faultOf(read());
      clock.advance(1_000);
    }
    expect(counts()).toEqual({ tokens: 2, reads: 31, writes: 0 });
    await faultOf(read());
    expect(counts()).toEqual({ tokens: 3, reads: 33, writes: 0 });
  });

  test('keeps no other endpoint from getting a token after 5 s', async () => {
    const { stub, read, write, counts, clock } = await startConnected();
    stub.answer(ADD_TRANS, denied);
    await faultOf(write());
    clock.advance(TOKEN_MIN_AGE_MS);
    stub.answer(GET_ACCOUNT, acceptsOnly('token-3'));
    await read();
    expect(counts().tokens).toBe(3);
  });

  test('causes a token request after 5 s again once it has accepted a token', async () => {
    const { stub, read, counts, clock } = await startConnected();
    stub.answer(GET_ACCOUNT, denied);
    await faultOf(read());
    stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
    await read();
    clock.advance(TOKEN_MIN_AGE_MS);
    stub.answer(GET_ACCOUNT, acceptsOnly('token-3'));
    await read();
    expect(counts().tokens).toBe(3);
  });

  test('does not block token requests for longer if the clock is set back', async () => {
    const { stub, read, counts, clock } = await startConnected();
    stub.answer(GET_ACCOUNT, denied);
    await faultOf(read());
    clock.advance(-3_600_000);
    await faultOf(read());
    expect(counts().tokens).toBe(3);
  });

  test('still gets the token that has replaced the one it denied', async () => {
    const { stub, read, counts } = await startConnected();
    let release = (_: PlainResponse): void => {};
    const held = new Promise<PlainResponse>((resolve) => {
      release = resolve;
    });
    stub.answer(GET_ACCOUNT, () => held, denied);
    const slow = read();
    await expect.poll(() => counts().reads).toBe(1);
    await faultOf(read());
    stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
    release(denied);
    await slow;
    expect(counts()).toEqual({ tokens: 2, reads: 4, writes: 0 });
  });
});
