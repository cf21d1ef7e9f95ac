// One token for all processes with the same credentials.
import { describe, expect, onTestFinished, test } from 'vitest';
import { noPeers } from '../../src/platform/peers/peers.ts';
import { shareTokens } from '../../src/upstream/shared-token.ts';
import type { Token } from '../../src/upstream/token-request.ts';
import { createManualClock } from '../support/held-clock.ts';
import { simulatedPeers } from '../support/simulated-peers.ts';
import {
  errorResponse,
  type PlainResponse,
  type StubUpstream,
  startStubUpstream,
  TOKEN_PATH,
  tokenResponse,
} from '../support/upstreams/stub-upstream.ts';
import { accountRequest, CLIENT_SECRET, clientOf, faultOf, GET_ACCOUNT, startClient } from './client-under-test.ts';

/** Resolves soon, so that whoever looks for a token of others looks often. */
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5));

/** An issuer that has one valid token per client: another one ends it. */
async function strictIssuer(): Promise<StubUpstream & { readonly fetches: () => number; readonly revoke: () => void }> {
  const stub = await startStubUpstream();
  onTestFinished(stub.close);
  const fetches = () => stub.requestsTo(TOKEN_PATH).length;
  let isRevoked = false;
  stub.answer(TOKEN_PATH, () => {
    isRevoked = false;
    return tokenResponse(`token-${fetches()}`);
  });
  stub.answer(GET_ACCOUNT, ({ headers }) =>
    !isRevoked && headers.authorization === `Bearer token-${fetches()}`
      ? { json: [] }
      : errorResponse(401, 'Access Denied', 'no'),
  );
  const revoke = () => {
    isRevoked = true;
  };
  return { ...stub, fetches, revoke };
}

function clientsOf(stub: StubUpstream, count: number) {
  const clock = createManualClock();
  const hub = simulatedPeers(clock);
  const clients = Array.from({ length: count }, () => {
    const { upstream } = clientOf(stub, { clock, sharedToken: { peers: hub.join().peers, pause: soon } });
    onTestFinished(upstream.close);
    return upstream;
  });
  const callAll = () => Promise.all(clients.map((each) => each.call('getAccount', accountRequest)));
  const callFirst = async () => await clients[0]?.call('getAccount', accountRequest);
  return { hub, clock, clients, callAll, callFirst };
}

describe('four processes and an issuer that ends a token when it issues another', () => {
  test('fetch one per lifetime', async () => {
    const stub = await strictIssuer();
    const { callAll, clock, clients } = clientsOf(stub, 4);
    for (let lifetime = 1; lifetime <= 3; lifetime += 1) {
      await callAll();
      await callAll();
      expect(stub.fetches()).toBe(lifetime);
      clock.advance(3_600_000);
    }
    expect(clients.map((each) => each.state().everConnected)).toEqual([true, true, true, true]);
  });

  test('fetch one per denial', async () => {
    const stub = await strictIssuer();
    const { callAll, clock } = clientsOf(stub, 4);
    await callAll();
    for (let denial = 1; denial <= 3; denial += 1) {
      stub.revoke();
      await callAll();
      await callAll();
      expect(stub.fetches()).toBe(denial + 1);
      clock.advance(60_000);
    }
  });

  test('end each other’s tokens without each other, as before', async () => {
    const stub = await strictIssuer();
    const { hub, clients } = clientsOf(stub, 2);
    hub.isAway = true;
    for (const each of [...clients, ...clients]) await each.call('getAccount', accountRequest);
    expect(stub.fetches()).toBeGreaterThan(2);
  });

  test('say that they wait for each other instead of ending each other’s tokens again and again, and go on at once then', async () => {
    const stub = await strictIssuer();
    const { hub, clients, callAll, clock } = clientsOf(stub, 3);
    await callAll();
    clock.advance(1_000);
    hub.isAway = true;
    stub.revoke();
    const outcomes: unknown[] = [];
    for (const each of [...clients, ...clients, ...clients]) {
      clock.advance(100);
      outcomes.push(
        await each.call('getAccount', accountRequest).then(
          () => 'ok',
          ({ code, sent }) => [code, sent],
        ),
      );
    }
    const waits = ['UPSTREAM_UNAVAILABLE', false];
    // Each has ended the token of the one before, and the last one's stays.
    expect(outcomes).toEqual(['ok', 'ok', 'ok', waits, waits, 'ok', waits, waits, 'ok']);
    expect(stub.fetches()).toBe(4);
    hub.isAway = false;
    await callAll();
    await callAll();
    expect(stub.fetches()).toBe(5);
  });

  test('replace a denied token again without each other after ten seconds', async () => {
    const stub = await strictIssuer();
    const { hub, clients, callFirst, clock } = clientsOf(stub, 2);
    hub.isAway = true;
    for (const each of [...clients, ...clients]) await each.call('getAccount', accountRequest);
    expect(await faultOf(callFirst())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    clock.advance(10_000);
    await callFirst();
    expect(stub.fetches()).toBe(5);
  });

  test('take a denial for one only if none of them can have ended the token', async () => {
    const stub = await strictIssuer();
    const { hub, callAll, callFirst, clock } = clientsOf(stub, 2);
    await callAll();
    stub.answer(GET_ACCOUNT, errorResponse(401, 'Access Denied', 'no'));
    hub.isAway = true;
    clock.advance(1_000);
    expect(await faultOf(callFirst())).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    hub.isAway = false;
    expect(await faultOf(callFirst())).toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED' });
  });

  test('are ready with a token that another one has fetched', async () => {
    const stub = await strictIssuer();
    const { clients } = clientsOf(stub, 2);
    const [one, other] = clients;
    await one?.connect();
    await other?.connect();
    expect(stub.fetches()).toBe(1);
    expect(other?.state()).toEqual({ everConnected: true, lastOutcome: null });
  });
});

function sharedUnderTest(pause = async () => {}) {
  const clock = createManualClock();
  const hub = simulatedPeers(clock);
  const options = { baseUrl: 'https://api.vendor.example', clientId: 'client-1', deadlineMs: 10_000, clock, pause };
  let fetched = 0;
  const fetch = async (): Promise<Token> => {
    fetched += 1;
    return { value: `token-${fetched}`, usableUntil: clock.now() + 60_000 };
  };
  const join = (own: { readonly clientId?: string } = {}) => {
    const { peers } = hub.join();
    return { peers, get: shareTokens({ ...options, ...own, peers }) };
  };
  return { hub, clock, join, fetch, fetched: () => fetched, options };
}

const denied = (token: Token) => ({ token, isDenied: true });
const renewed = (token: Token) => ({ token, isDenied: false });

describe('a token that is kept for others', () => {
  test('is theirs as long as it is usable', async () => {
    const { join, fetch, clock, fetched } = sharedUnderTest();
    const [one, other] = [join(), join()];
    const { token } = await one.get(CLIENT_SECRET, null, fetch);
    clock.advance(20_000);
    expect(await other.get(CLIENT_SECRET, null, fetch)).toEqual({ token, isFresh: false });
    clock.advance(40_000);
    expect(await other.get(CLIENT_SECRET, null, fetch)).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
    expect(fetched()).toBe(2);
  });

  test.each([
    ['secret', 'another-secret-1234', {}],
    ['client id', CLIENT_SECRET, { clientId: 'client-2' }],
  ])('is not that of another %s', async (_, secret, own) => {
    const { join, fetch } = sharedUnderTest();
    await join().get(CLIENT_SECRET, null, fetch);
    expect(await join(own).get(secret, null, fetch)).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
  });

  test('is sealed: nobody between the processes can read it, or replace it by what they like', async () => {
    const { join, fetch } = sharedUnderTest();
    const one = join();
    const kept: [name: string, text: string][] = [];
    const get = shareTokens({
      ...sharedUnderTest().options,
      peers: { ...one.peers, keep: async (name, text) => void kept.push([name, text]) },
    });
    await get(CLIENT_SECRET, null, fetch);
    await get(CLIENT_SECRET, null, fetch);
    const [[name, text] = ['', ''], [, again] = ['', '']] = kept;
    expect(name).toMatch(/^token:[\w-]{43}$/);
    expect(again).toHaveLength(text.length);
    expect(again).not.toBe(text);
    for (const each of [text, Buffer.from(text, 'base64url').toString('latin1'), name]) {
      expect(each).not.toContain('token-');
      expect(each).not.toContain(CLIENT_SECRET);
      expect(each).not.toContain('vendor.example');
    }
    for (const forged of [`${text.slice(0, -2)}AA`, 'token-9', '', text.slice(0, 20)]) {
      await one.peers.keep(name, forged, 60_000);
      expect(await one.get(CLIENT_SECRET, null, fetch)).toMatchObject({ isFresh: true });
    }
  });

  test('is discarded when it is denied, unless it is another one by then', async () => {
    const { join, fetch, fetched } = sharedUnderTest();
    const [one, other] = [join(), join()];
    const first = await one.get(CLIENT_SECRET, null, fetch);
    const second = await one.get(CLIENT_SECRET, denied(first.token), fetch);
    expect(second).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
    expect(await other.get(CLIENT_SECRET, denied(first.token), fetch)).toEqual({ token: second.token, isFresh: false });
    expect(fetched()).toBe(2);
  });

  test('is no replacement for a denied one that is newer: it was ended before', async () => {
    const { join, fetch, hub, clock } = sharedUnderTest();
    const [one, other] = [join(), join()];
    await one.get(CLIENT_SECRET, null, fetch);
    clock.advance(1_000);
    hub.isAway = true;
    const alone = await other.get(CLIENT_SECRET, null, fetch);
    hub.isAway = false;
    const next = await other.get(CLIENT_SECRET, denied(alone.token), fetch);
    expect(next).toMatchObject({ token: { value: 'token-3' }, isFresh: true });
    expect(await one.get(CLIENT_SECRET, null, fetch)).toEqual({ token: next.token, isFresh: false });
  });

  test('is not one that has expired by the time it is there', async () => {
    const { hub, join, fetch, clock, options } = sharedUnderTest();
    const { peers } = hub.join();
    const kept: string[] = [];
    const get = shareTokens({ ...options, peers: { ...peers, keep: async (name) => void kept.push(name) } });
    const slow = async () => {
      const token = await fetch();
      clock.advance(60_000);
      return token;
    };
    expect(await get(CLIENT_SECRET, null, slow)).toMatchObject({ token: { value: 'token-1' }, isFresh: true });
    expect(kept).toEqual([]);
    expect(await join().get(CLIENT_SECRET, null, fetch)).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
  });
});

describe('a token that is renewed before it expires', () => {
  test('stays kept for those that begin meanwhile, and gives way to the new one', async () => {
    const { join, fetch } = sharedUnderTest();
    const [one, other] = [join(), join()];
    const first = await one.get(CLIENT_SECRET, null, fetch);
    const late = await one.get(CLIENT_SECRET, renewed(first.token), async () => {
      expect(await other.get(CLIENT_SECRET, null, fetch)).toEqual({ token: first.token, isFresh: false });
      return await fetch();
    });
    expect(late).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
    expect(await other.get(CLIENT_SECRET, renewed(first.token), fetch)).toEqual({ token: late.token, isFresh: false });
  });

  test('stays in use while another process is slow to renew it, which ends it for nobody', async () => {
    const { join, fetch, fetched } = sharedUnderTest();
    const [one, other] = [join(), join()];
    const { token } = await one.get(CLIENT_SECRET, null, fetch);
    void one.get(CLIENT_SECRET, renewed(token), () => new Promise(() => {}));
    await new Promise(setImmediate);
    expect(await other.get(CLIENT_SECRET, renewed(token), fetch)).toEqual({ token, isFresh: false });
    expect(fetched()).toBe(1);
  });

  test('delays no call of any process, and is fetched once', async () => {
    const stub = await startStubUpstream();
    onTestFinished(stub.close);
    stub.answer(GET_ACCOUNT, { json: [] });
    const { callAll, clock } = clientsOf(stub, 4);
    await callAll();
    clock.advance(3_550_000);
    const held = Promise.withResolvers<PlainResponse>();
    stub.answer(TOKEN_PATH, () => held.promise);
    await callAll();
    await callAll();
    await expect.poll(() => stub.requestsTo(TOKEN_PATH).length).toBe(2);
    held.resolve(tokenResponse('new'));
    await expect
      .poll(async () => {
        clock.advance(3_000);
        await callAll();
        return new Set(
          stub
            .requestsTo(GET_ACCOUNT)
            .slice(-4)
            .map(({ headers }) => headers.authorization),
        );
      })
      .toEqual(new Set(['Bearer new']));
    expect(stub.requestsTo(TOKEN_PATH)).toHaveLength(2);
  });
});

describe('whoever waits for the token of another process', () => {
  test('gets it as soon as it is there', async () => {
    const fetching = Promise.withResolvers<Token>();
    let looks = 0;
    const { join, clock } = sharedUnderTest(async () => {
      looks += 1;
      if (looks === 3) fetching.resolve({ value: 'token-1', usableUntil: clock.now() + 60_000 });
      await new Promise(setImmediate);
    });
    const one = join().get(CLIENT_SECRET, null, () => fetching.promise);
    const other = join().get(CLIENT_SECRET, null, () => Promise.reject(new Error('fetched twice')));
    expect((await one).isFresh).toBe(true);
    expect(await other).toMatchObject({ token: { value: 'token-1' }, isFresh: false });
  });

  test('takes one that comes just before its own turn, and holds up nobody', async () => {
    const { hub, join, fetch, fetched, options } = sharedUnderTest();
    const one = join();
    const { peers } = hub.join();
    const lease: typeof peers.lease = async (name, ms) => {
      await one.get(CLIENT_SECRET, null, fetch);
      return await peers.lease(name, ms);
    };
    const get = shareTokens({ ...options, peers: { ...peers, lease } });
    const { token } = await get(CLIENT_SECRET, null, fetch);
    expect([token.value, fetched()]).toEqual(['token-1', 1]);
    const renewal = await one.get(CLIENT_SECRET, renewed(token), fetch);
    expect(renewal).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
  });

  test('fetches one itself after three seconds', async () => {
    const pauses: number[] = [];
    const { join, fetch } = sharedUnderTest(async (ms?: number) => void pauses.push(ms ?? 0));
    const hanging = join();
    void hanging.get(CLIENT_SECRET, null, () => new Promise(() => {}));
    await new Promise(setImmediate);
    expect(await join().get(CLIENT_SECRET, null, fetch)).toMatchObject({ isFresh: true });
    expect(pauses).toEqual(Array.from({ length: 29 }, () => 100));
  });

  test('fetches one itself when the other one could not', async () => {
    const { join, fetch } = sharedUnderTest();
    await expect(join().get(CLIENT_SECRET, null, () => Promise.reject(new Error('no token')))).rejects.toThrow(
      'no token',
    );
    expect(await join().get(CLIENT_SECRET, null, fetch)).toMatchObject({ token: { value: 'token-1' }, isFresh: true });
  });

  test('fetches one itself while nobody can be reached, also if that is noticed late', async () => {
    const { join, fetch, hub } = sharedUnderTest();
    const one = join();
    hub.isAway = true;
    expect(await one.get(CLIENT_SECRET, null, fetch)).toMatchObject({ isFresh: true });
    hub.isAway = false;
    const late = async () => {
      hub.isAway = true;
      return await fetch();
    };
    expect(await one.get(CLIENT_SECRET, null, late)).toMatchObject({ token: { value: 'token-2' }, isFresh: true });
  });
});

test('a process that is alone fetches its own tokens, and a failure is its own', async () => {
  const { stub, upstream } = await startClient({ sharedToken: { peers: noPeers } });
  stub.answer(TOKEN_PATH, errorResponse(401, 'Invalid Credentials', 'no'), tokenResponse('token-1'));
  expect(await faultOf(upstream.connect())).toMatchObject({ code: 'UPSTREAM_ACCESS_DENIED' });
});
