// The 401 rule: another token once, and nothing hammered.
import { describe, expect, test } from 'vitest';
import { errorAnswer, type PlainAnswer, type RecordedRequest, TOKEN_PATH } from '../support/stub-upstream.ts';
import {
  ADD_TRANS,
  accountRequest,
  addTransRequest,
  faultOf,
  GET_ACCOUNT,
  startClient,
  type UnderTest,
} from './client-under-test.ts';

const denied = errorAnswer(401, 'Access Denied', 'no');
const acceptsOnly =
  (...tokens: string[]) =>
  ({ headers }: RecordedRequest): PlainAnswer =>
    tokens.includes(headers.authorization?.replace('Bearer ', '') ?? '') ? { json: [] } : denied;

interface Counted extends UnderTest {
  readonly read: () => Promise<unknown>;
  readonly write: () => Promise<unknown>;
  readonly counts: () => { tokens: number; reads: number; writes: number };
}

/** Starts with token-1 in the cache. */
async function startConnected(): Promise<Counted> {
  const client = await startClient();
  await client.upstream.connect();
  return {
    ...client,
    read: () => client.upstream.call('getAccount', accountRequest),
    write: () => client.upstream.call('addTrans', addTransRequest),
    counts: () => ({
      tokens: client.stub.requestsTo(TOKEN_PATH).length,
      reads: client.stub.requestsTo(GET_ACCOUNT).length,
      writes: client.stub.requestsTo(ADD_TRANS).length,
    }),
  };
}

test('after a 401 the token is refreshed once and the call sent again, for a read', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
  await read();
  expect(counts()).toEqual({ tokens: 2, reads: 2, writes: 0 });
});

test('and for a write with the same body, because a 401 has done nothing', async () => {
  const { stub, write, counts } = await startConnected();
  stub.answer(ADD_TRANS, acceptsOnly('token-2'));
  await write();
  expect(counts()).toEqual({ tokens: 2, reads: 0, writes: 2 });
  const bodies = stub.requestsTo(ADD_TRANS).map(({ body }) => body);
  expect(bodies[1]).toBe(bodies[0]);
});

test('a 401 in the body under HTTP 200 is the same', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, { json: { status: 401, type: 'Access Denied' } }, { json: [] });
  await read();
  expect(counts().tokens).toBe(2);
});

test('but of a write it is told and not sent again, because a body may hold any status; the next one has another token', async () => {
  const { stub, write, counts } = await startConnected();
  stub.answer(ADD_TRANS, { json: { status: 401, type: 'Access Denied' } }, acceptsOnly('token-2'));
  expect(await faultOf(write())).toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED', status: 401 });
  await expect.poll(() => counts().tokens).toBe(2);
  expect(counts().writes).toBe(1);
  await write();
  expect(counts()).toEqual({ tokens: 2, reads: 0, writes: 2 });
});

test('what is shared is sent once, whatever status comes back in it', async () => {
  const { stub, upstream, counts } = await startConnected();
  stub.answer('/thlmobile/shareApp', ({ body }) => ({ json: JSON.parse(body) }));
  for (const fields of [{ error: { status: 401 } }, { code: 401 }, { status: 401 }])
    expect(await upstream.call('shareApp', fields)).toEqual(fields);
  expect(stub.requestsTo('/thlmobile/shareApp')).toHaveLength(3);
  expect(counts().tokens).toBe(1);
});

test('1,000 concurrent calls with a revoked token make 1 token call', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
  await Promise.all(Array.from({ length: 1_000 }, read));
  expect(counts().tokens).toBe(2);
});

test('a call that comes back with a 401 when the cached token is another one takes that one', async () => {
  const { stub, upstream, read, counts } = await startConnected();
  let release = (_: PlainAnswer): void => {};
  const held = new Promise<PlainAnswer>((resolve) => {
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

test('a 401 on the fresh token is final', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(GET_ACCOUNT, denied);
  expect(await faultOf(read())).toMatchObject({
    code: 'UPSTREAM_ACCESS_DENIED',
    endpoint: 'getAccount',
    status: 401,
    upstreamType: 'Access Denied',
    sent: true,
    retryable: false,
  });
  expect(counts()).toEqual({ tokens: 2, reads: 2, writes: 0 });
});

test('so is a 401 on the token that the call itself has waited for', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, denied);
  await faultOf(upstream.call('getAccount', accountRequest));
  expect([stub.requestsTo(TOKEN_PATH).length, stub.requestsTo(GET_ACCOUNT).length]).toEqual([1, 1]);
});

test('so is a 401 when the refresh gives the same token again', async () => {
  const { stub, read, counts } = await startConnected();
  stub.answer(TOKEN_PATH, { json: { access_token: 'token-1', expires_in: 3600 } });
  stub.answer(GET_ACCOUNT, denied);
  await faultOf(read());
  expect(counts()).toEqual({ tokens: 2, reads: 1, writes: 0 });
  await faultOf(read());
  expect(counts().tokens).toBe(2);
});

test('when the refresh fails, that is the fault, and the next call tries anew', async () => {
  const { stub, read } = await startConnected();
  stub.answer(TOKEN_PATH, { status: 500, text: '' }, { json: { access_token: 'good', expires_in: 3600 } });
  stub.answer(GET_ACCOUNT, acceptsOnly('good'));
  expect(await faultOf(read())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'token', sent: false });
  await read();
});

describe('an endpoint that denies every token', () => {
  test('costs one token call in 30 s, not one a call', async () => {
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

  test('is believed for no longer where the clock is put back', async () => {
    const { stub, read, counts, clock } = await startConnected();
    stub.answer(GET_ACCOUNT, denied);
    await faultOf(read());
    clock.advance(-3_600_000);
    await faultOf(read());
    expect(counts().tokens).toBe(3);
  });

  test('still gets the token that has taken the place of the one that it denied', async () => {
    const { stub, read, counts } = await startConnected();
    let release = (_: PlainAnswer): void => {};
    const held = new Promise<PlainAnswer>((resolve) => {
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

  test('does not keep another endpoint from getting a new token', async () => {
    const { stub, read, write, counts } = await startConnected();
    stub.answer(ADD_TRANS, denied);
    await faultOf(write());
    stub.answer(GET_ACCOUNT, acceptsOnly('token-3'));
    await read();
    expect(counts().tokens).toBe(3);
  });

  test('is believed again as soon as it accepts one', async () => {
    const { stub, read, counts } = await startConnected();
    stub.answer(GET_ACCOUNT, denied);
    await faultOf(read());
    stub.answer(GET_ACCOUNT, acceptsOnly('token-2'));
    await read();
    stub.answer(GET_ACCOUNT, acceptsOnly('token-3'));
    await read();
    expect(counts().tokens).toBe(3);
  });
});
