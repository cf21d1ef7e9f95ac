// The ways a stream can end: what its client is told, what is logged and counted, and that its place is free again.
import { systemClock } from '@realty-forms/platform/clock.ts';
import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier } from '../../../src/gateway/callers/principal.ts';
import { GatewayFault, UpstreamFault } from '../../../src/gateway/fault.ts';
import { respondToSubscription } from '../../../src/http/routes/graphql.ts';
import { issuer, keySetDocument, sign } from '../../support/callers/caller-tokens.ts';
import { NRDS_ID, SECOND, startLiveGateway } from './live-gateway.ts';

const MINUTE = 60 * SECOND;
const claims = { role: 'agent', nrds: [NRDS_ID], scope: 'transactions.read' };

type Held = Awaited<ReturnType<typeof startLiveGateway>>;
type Stream = Awaited<ReturnType<Held['listen']>>;

/** The errors of the last result, whatever came before, and what follows it. */
async function lastWordsOf(stream: Stream) {
  for (;;) {
    const result = await stream.result();
    if (result === null) throw new Error('the stream ended without a word');
    if (result.errors !== undefined)
      return { ...result.errors[0].extensions, last: await stream.frame(), rest: await stream.rest() };
  }
}

const completes = { last: 'event: complete\ndata:', rest: '' };

test('a token that expires between two checks ends it within the seconds by which clocks may differ', async () => {
  const held = await startLiveGateway();
  await held.listen({ token: await sign({ ...claims, exp: Math.floor(Date.now() / 1_000) + 65 }) });
  await vi.advanceTimersByTimeAsync(100 * SECOND);
  // A poll lets time pass, too: less than until the next check.
  await expect.poll(() => held.ended(), { timeout: 10_000 }).toMatchObject([{ ended: 'token' }]);
});

test('a clock that is set forward or back ends nothing but expired tokens, and silences no feed', async () => {
  const held = await startLiveGateway();
  const token = await sign({ ...claims, exp: Math.floor(Date.now() / 1_000) + 48 * 3_600 });
  const stream = await held.listen({ token });
  await stream.result();
  for (const hours of [24, -36]) {
    vi.setSystemTime(Date.now() + hours * 60 * MINUTE);
    held.edit('T-1', { transName: `after ${hours} hours` });
    await vi.advanceTimersByTimeAsync(20 * SECOND);
    expect((await stream.result()).data.transactionChanges.transaction.name).toBe(`after ${hours} hours`);
  }
  expect(await held.openStreams()).toBe(1);
});

test('a signing key that is withdrawn ends it with UNAUTHENTICATED within 11 minutes', async () => {
  const { publicKey } = await generateKeyPair('ES256');
  const another = { ...(await exportJWK(publicKey)), kid: 'key-2', alg: 'ES256' };
  let document: object = keySetDocument;
  const verify = createVerifier({
    issuer: issuer.AUTH_ISSUER,
    audience: issuer.AUTH_AUDIENCE,
    keySet: createKeySet(async () => document),
    clock: systemClock,
  });
  const held = await startLiveGateway({ verify });
  const stream = await held.listen({ token: await sign({ ...claims, exp: Math.floor(Date.now() / 1_000) + 7_200 }) });
  await stream.result();
  document = { keys: [another] };
  await vi.advanceTimersByTimeAsync(8 * MINUTE);
  expect(await held.openStreams()).toBe(1);
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  expect(await lastWordsOf(stream)).toMatchObject({ code: 'UNAUTHENTICATED', retryable: false, ...completes });
});

test('a token that cannot be verified for now ends it with STREAM_ENDED', async () => {
  const verifier = createVerifier({
    issuer: issuer.AUTH_ISSUER,
    audience: issuer.AUTH_AUDIENCE,
    keySet: createKeySet(async () => keySetDocument),
    clock: systemClock,
  });
  let hasKeys = true;
  const held = await startLiveGateway({
    verify: async (token) => {
      if (!hasKeys) throw new GatewayFault('KEYS_UNAVAILABLE', 'away');
      return await verifier(token);
    },
  });
  const stream = await held.listen();
  await stream.result();
  hasKeys = false;
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(await lastWordsOf(stream)).toMatchObject({ code: 'STREAM_ENDED', retryable: true, ...completes });
});

test('an event that turns out to be too large ends it with QUERY_TOO_COSTLY', async () => {
  const held = await startLiveGateway({ maxBytes: 200_000 });
  const stream = await held.listen();
  await stream.result();
  held.edit('T-1', { transName: 'x'.repeat(200_000) });
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  expect(await lastWordsOf(stream)).toMatchObject({ code: 'QUERY_TOO_COSTLY', retryable: false, ...completes });
  await expect.poll(() => held.ended()).toMatchObject([{ ended: 'failed', codes: ['QUERY_TOO_COSTLY'] }]);
});

test('an agent who leaves the directory ends a stream of one transaction with NOT_FOUND', async () => {
  const held = await startLiveGateway();
  const query = 'subscription ($id: ID!) { transactionChanged(id: $id) { kind } }';
  const stream = await held.listen({ query, variables: { id: held.idOf('T-1') } });
  await stream.result();
  held.active.delete(NRDS_ID);
  vi.setSystemTime(Date.now() + 61 * MINUTE);
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  expect(await lastWordsOf(stream)).toMatchObject({ code: 'NOT_FOUND', retryable: false, ...completes });
});

describe('however it ends, its client is told, and its place is free again:', () => {
  type Way = (held: Held, streams: readonly Stream[]) => void | Promise<void>;
  const ways: Record<string, readonly [reason: string, code: string | null, end: Way]> = {
    'its client leaves after quiet minutes': [
      'client',
      null,
      async (_, streams) => {
        await vi.advanceTimersByTimeAsync(5 * MINUTE);
        for (const stream of streams) stream.close();
      },
    ],
    'its token expires': [
      'token',
      'UNAUTHENTICATED',
      async () => void (await vi.advanceTimersByTimeAsync(SHORT + 40 * SECOND)),
    ],
    'it is as old as it may become, give or take a tenth': [
      'age',
      'STREAM_ENDED',
      async (held) => {
        await vi.advanceTimersByTimeAsync(LONG * 0.88);
        expect(await held.openStreams()).toBe(2);
        await vi.advanceTimersByTimeAsync(LONG * 0.24);
      },
    ],
    'an event fails': [
      'failed',
      'UPSTREAM_INVALID',
      async (held) => {
        vi.spyOn(held.gateway.transactions, 'fromRecord').mockImplementation(() => {
          throw new UpstreamFault('UPSTREAM_INVALID', 'unreadable', { endpoint: 'listTrans', sent: true });
        });
        held.edit('T-1', { transName: 'unreadable' });
        await vi.advanceTimersByTimeAsync(20 * SECOND);
      },
    ],
    'the agent leaves': [
      'gone',
      'NOT_FOUND',
      async (held) => {
        held.active.delete(NRDS_ID);
        // The directory is read again at the latest after an hour.
        vi.setSystemTime(Date.now() + 61 * MINUTE);
        await vi.advanceTimersByTimeAsync(30 * SECOND);
        held.active.add(NRDS_ID);
        vi.setSystemTime(Date.now() + 61 * MINUTE);
      },
    ],
    'the feeds end': ['drain', 'STREAM_ENDED', (held) => held.gateway.feeds.close()],
  };
  const SHORT = 10 * MINUTE;
  const LONG = 30 * MINUTE;
  test.each(Object.entries(ways))('%s', async (way, [reason, code, end]) => {
    const held = await startLiveGateway({ streams: { max: 2, maxPerCaller: 2, maxMs: LONG } });
    const tokenFor = (ms: number) => sign({ ...claims, exp: Math.floor((Date.now() + ms) / 1_000) });
    const token = await tokenFor(way === 'its token expires' ? SHORT : 10 * LONG);
    const first = [await held.listen({ token }), await held.listen({ token })];
    for (const stream of first) await stream.result();
    expect((await held.listen({ token })).response.status).toBe(503);
    await end(held, first);
    await expect.poll(() => held.openStreams()).toBe(0);
    expect(await held.endedFor(reason)).toBe(2);
    expect(held.ended()).toMatchObject(Array(2).fill({ status: 200, ended: reason }));
    if (code !== null)
      for (const stream of first) expect(await lastWordsOf(stream)).toMatchObject({ code, ...completes });
    const fresh = await tokenFor(10 * LONG);
    const second = [await held.listen({ token: fresh }), await held.listen({ token: fresh })];
    expect(second.map(({ response }) => response.headers.get('content-type'))).toEqual(
      Array(2).fill('text/event-stream; charset=utf-8'),
    );
    expect(await held.openStreams()).toBe(2);
  });

  test('it is refused after its place was taken', async () => {
    const held = await startLiveGateway({ streams: { max: 1, maxPerCaller: 1 } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const stream = await held.listen({ variables: { after: 'forged' } });
      expect((await stream.result()).errors[0].extensions.code).toBe('INVALID_CURSOR');
    }
    expect((await held.listen()).response.status).toBe(200);
  });

  const attempt = (open: () => Promise<unknown>) => {
    const release = vi.fn();
    const context = { request: { headers: {} }, response: { destroyed: true }, principal: null };
    const streams = { reserve: () => release, start: () => expect.unreachable() };
    return { answer: respondToSubscription(context as never, { open } as never, streams, null), release };
  };

  test('its client leaves while it is opened', async () => {
    const source = { stop: vi.fn() };
    const { answer, release } = attempt(async () => source);
    await answer;
    expect([source.stop, release].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  test('it cannot be opened', async () => {
    const { answer, release } = attempt(() => Promise.reject(new Error('broken')));
    await expect(answer).rejects.toThrow('broken');
    expect(release).toHaveBeenCalledTimes(1);
  });
});
