// What goes wrong below HTTP: no connection, a handshake that never ends, connections that die between two calls, and an
// upstream that is restarted. The client gets over each by itself.
import { expect, onTestFinished, test } from 'vitest';
import type { UpstreamOptions } from '../../src/upstream/call.ts';
import { callOnce, clientAt, connected, outcomeOf } from '../support/hostile-client.ts';
import { modes } from '../support/hostile-modes.ts';
import { type Misbehaviour, startHostileUpstream, whole } from '../support/hostile-upstream.ts';

const DEADLINE_MS = 300;

async function start(does: Misbehaviour | null = null, options: Partial<UpstreamOptions> = {}) {
  const server = await startHostileUpstream(does);
  const upstream = clientAt(server.url('all'), options);
  onTestFinished(async () => {
    await upstream.close();
    await server.stop();
  });
  return { server, upstream };
}

const named = (name: string): Misbehaviour => {
  const mode = modes.find((each) => each.name === name);
  if (mode === undefined) throw new Error(`no mode "${name}"`);
  return mode.does;
};

test('a connection that is refused, or has no address, is unavailability, and nothing has left', async () => {
  const server = await startHostileUpstream();
  await server.stop();
  for (const baseUrl of [server.url('all'), 'https://upstream.invalid']) {
    const upstream = clientAt(baseUrl);
    for (const endpoint of ['getAccount', 'addTrans', 'uploadfiles', 'token'] as const) {
      const { reading, sent } = await outcomeOf(callOnce(upstream, endpoint));
      expect([endpoint, reading, sent]).toEqual([endpoint, 'UPSTREAM_UNAVAILABLE', false]);
    }
    await upstream.close();
  }
});

const handshakes: readonly (readonly [string, Misbehaviour, string])[] = [
  ['never ends', { at: 'connection', act: () => undefined }, 'UPSTREAM_TIMEOUT'],
  ['is reset', { at: 'connection', act: (socket) => void socket.resetAndDestroy() }, 'UPSTREAM_UNAVAILABLE'],
  [
    'is answered without TLS',
    { at: 'connection', act: (socket) => void socket.write(whole('[]')) },
    'UPSTREAM_UNAVAILABLE',
  ],
];

test.each(handshakes)(
  'a TLS handshake that %s is a fault in time, nothing has left, and closing waits for nothing',
  async (_, does, code) => {
    const server = await startHostileUpstream(does);
    const upstream = clientAt(server.url('all').replace('http:', 'https:'), { deadlineMs: DEADLINE_MS });
    for (const endpoint of ['getAccount', 'uploadfiles'] as const) {
      const { reading, sent, milliseconds } = await outcomeOf(callOnce(upstream, endpoint));
      expect([reading, sent]).toEqual([code, false]);
      expect(milliseconds).toBeLessThan(DEADLINE_MS + 1_000);
    }
    const closing = performance.now();
    await upstream.close();
    expect(performance.now() - closing).toBeLessThan(1_000);
    await expect.poll(() => server.open()).toBe(0);
    await server.stop();
  },
);

test('a connection that is reset as it opens is unavailability', async () => {
  const { server, upstream } = await start();
  await connected(upstream);
  server.misbehave({ at: 'connection', act: (socket) => void socket.resetAndDestroy() });
  await server.stop();
  await server.start();
  for (const endpoint of ['getAccount', 'addTrans', 'uploadfiles'] as const) {
    expect((await outcomeOf(callOnce(upstream, endpoint))).reading).toBe('UPSTREAM_UNAVAILABLE');
  }
  expect(server.requests.filter(({ endpoint }) => endpoint !== 'token')).toEqual([]);
});

test('a connection on which a call timed out carries no other one', async () => {
  const { server, upstream } = await start(named('a peer that is gone without a word'), {
    deadlineMs: DEADLINE_MS,
    connections: 1,
  });
  await connected(upstream);
  expect((await outcomeOf(callOnce(upstream, 'addTrans'))).reading).toBe('UPSTREAM_TIMEOUT');
  server.misbehave(null);
  expect((await outcomeOf(callOnce(upstream, 'addTrans'))).reading).toBe('read');
});

test('what comes after an answer is nobody’s answer', async () => {
  const { server, upstream } = await start(named('a second answer after the first'), { connections: 1 });
  const answers = [];
  for (let call = 0; call < 20; call += 1) answers.push(await callOnce(upstream, 'shareApp', `attempt-${call}`));
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ shared: true })));
  expect(server.requests.filter(({ endpoint }) => endpoint === 'shareApp')).toHaveLength(20);
});

test('after an upstream that was restarted, calls go on by themselves, and no write is received twice', async () => {
  const { server, upstream } = await start();
  const seen: string[] = [];
  const round = async (name: string) => {
    const calls = (['getAccount', 'addTrans', 'createTicket', 'uploadfiles', 'listTrans'] as const).map((endpoint) =>
      outcomeOf(callOnce(upstream, endpoint, `attempt-${name}${endpoint}`)),
    );
    seen.push(...new Set((await Promise.all(calls)).map(({ reading }) => reading)));
  };
  // Twice: after more tries in so short a time the breaker would rightly turn calls away.
  for (let time = 0; time < 2; time += 1) {
    await round(`before${time}`);
    await server.stop();
    await round(`while${time}`);
    await server.start();
  }
  await round('after');
  expect(seen).toEqual([...Array.from({ length: 2 }, () => ['read', 'UPSTREAM_UNAVAILABLE']).flat(), 'read']);
  const writes = server.requests.filter(
    ({ endpoint }) => endpoint === 'addTrans' || endpoint === 'createTicket' || endpoint === 'uploadfiles',
  );
  expect(writes).toHaveLength(3 * 3);
  expect(new Set(writes.map(({ attempt }) => attempt)).size).toBe(3 * 3);
});

test('an upstream that dies in the middle of calls fails those alone', async () => {
  const { server, upstream } = await start(named('silence'));
  await connected(upstream);
  const calls = Array.from({ length: 4 }, (_, call) => outcomeOf(callOnce(upstream, 'addTrans', `attempt-${call}`)));
  await expect.poll(() => server.requests.filter(({ endpoint }) => endpoint === 'addTrans').length).toBe(4);
  await server.stop();
  expect((await Promise.all(calls)).map(({ reading, sent }) => [reading, sent])).toEqual(
    Array.from({ length: 4 }, () => ['UPSTREAM_UNAVAILABLE', 'unknown']),
  );
  server.misbehave(null);
  await server.start();
  expect((await outcomeOf(callOnce(upstream, 'addTrans', 'attempt-9'))).reading).toBe('read');
  expect(server.requests.filter(({ endpoint }) => endpoint === 'addTrans')).toHaveLength(5);
});
