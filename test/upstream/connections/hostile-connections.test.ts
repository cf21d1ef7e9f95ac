// Failures below HTTP: no connection, a handshake that never ends, connections that die between two calls, and an
// upstream that restarts. The client recovers from each by itself.
import { expect, onTestFinished, test } from 'vitest';
import type { UpstreamOptions } from '../../../src/upstream/call.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { callOnce, clientAt, outcomeOf } from '../../support/hostile/hostile-client.ts';
import { modes } from '../../support/hostile/hostile-modes.ts';
import { type Misbehavior, rawResponse, startHostileUpstream } from '../../support/hostile/hostile-upstream.ts';

async function start(does: Misbehavior | null = null, options: Partial<UpstreamOptions> = {}) {
  const server = await startHostileUpstream(does);
  const upstream = clientAt(server.url('all'), options);
  onTestFinished(async () => {
    await upstream.close();
    await server.stop();
  });
  return { server, upstream };
}

const misbehaviorNamed = (name: string): Misbehavior => {
  const mode = modes.find((each) => each.name === name);
  if (mode === undefined) throw new Error(`no mode "${name}"`);
  return mode.does;
};

test('reports a refused connection, or a name without an address, as unavailable and unsent', async () => {
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

const handshakes: readonly (readonly [string, Misbehavior, string])[] = [
  ['never ends', { at: 'connection', act: () => undefined }, 'UPSTREAM_TIMEOUT'],
  ['is reset', { at: 'connection', act: (socket) => void socket.resetAndDestroy() }, 'UPSTREAM_UNAVAILABLE'],
  [
    'is answered without TLS',
    { at: 'connection', act: (socket) => void socket.write(rawResponse('[]')) },
    'UPSTREAM_UNAVAILABLE',
  ],
];

test.each(handshakes)('a TLS handshake that %s fails as unsent', async (_, does, code) => {
  const isEndless = code === 'UPSTREAM_TIMEOUT';
  const pass = isEndless ? holdDeadlines() : undefined;
  const server = await startHostileUpstream(does);
  onTestFinished(server.stop);
  // Undici, whose clock goes on, ends its attempt to connect by then.
  const upstream = clientAt(server.url('all').replace('http:', 'https:'), isEndless ? { deadlineMs: 3_000 } : {});
  for (const endpoint of ['getAccount', 'uploadfiles'] as const) {
    const call = outcomeOf(callOnce(upstream, endpoint));
    if (isEndless) await expect.poll(() => server.open()).toBe(1);
    pass?.(DEADLINE_MS);
    const { reading, sent } = await call;
    expect([reading, sent]).toEqual([code, false]);
  }
  await upstream.close();
  await expect.poll(() => server.open()).toBe(0);
});

test('reports a connection that is reset as it opens as unavailable', async () => {
  const { server, upstream } = await start();
  await upstream.connect();
  server.misbehave({ at: 'connection', act: (socket) => void socket.resetAndDestroy() });
  await server.stop();
  await server.start();
  for (const endpoint of ['getAccount', 'addTrans', 'uploadfiles'] as const) {
    expect((await outcomeOf(callOnce(upstream, endpoint))).reading).toBe('UPSTREAM_UNAVAILABLE');
  }
  expect(server.requests.filter(({ endpoint }) => endpoint !== 'token')).toEqual([]);
});

test('does not reuse a connection on which a call timed out', async () => {
  const pass = holdDeadlines();
  const { server, upstream } = await start(misbehaviorNamed('no response from a peer that has vanished'), {
    connections: 1,
  });
  await upstream.connect();
  const call = outcomeOf(callOnce(upstream, 'getAccount'));
  await expect.poll(server.misbehaved).toBe(1);
  pass(DEADLINE_MS);
  expect((await call).reading).toBe('UPSTREAM_TIMEOUT');
  server.misbehave(null);
  expect((await outcomeOf(callOnce(upstream, 'getAccount'))).reading).toBe('read');
});

test('never takes bytes after a response for the next response', async () => {
  const { server, upstream } = await start(misbehaviorNamed('a second response after the first'), { connections: 1 });
  const answers: unknown[] = [];
  for (let call = 0; call < 20; call += 1) answers.push(await callOnce(upstream, 'getAccount', `attempt-${call}`));
  expect(answers).toEqual(Array.from({ length: 20 }, () => answers[0]));
  expect(server.requests.filter(({ endpoint }) => endpoint === 'getAccount')).toHaveLength(20);
});

test('calls succeed again after upstream restarts, and no write is received twice', async () => {
  const { server, upstream } = await start();
  const seen: string[] = [];
  const round = async (name: string) => {
    const calls = (['getAccount', 'addTrans', 'createTicket', 'uploadfiles', 'listTrans'] as const).map((endpoint) =>
      outcomeOf(callOnce(upstream, endpoint, `attempt-${name}${endpoint}`)),
    );
    seen.push(...new Set((await Promise.all(calls)).map(({ reading }) => reading)));
  };
  // Only two rounds: with more attempts in so short a time, the breaker would rightly reject calls.
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

test('an upstream that dies during calls fails only those calls', async () => {
  const { server, upstream } = await start(misbehaviorNamed('no response'));
  await upstream.connect();
  const calls = Array.from({ length: 3 }, (_, call) => outcomeOf(callOnce(upstream, 'addTrans', `attempt-${call}`)));
  await expect.poll(() => server.requests.filter(({ endpoint }) => endpoint === 'addTrans').length).toBe(3);
  await server.stop();
  expect((await Promise.all(calls)).map(({ reading, sent }) => [reading, sent])).toEqual(
    Array.from({ length: 3 }, () => ['UPSTREAM_UNAVAILABLE', 'unknown']),
  );
  server.misbehave(null);
  await server.start();
  expect((await outcomeOf(callOnce(upstream, 'addTrans', 'attempt-9'))).reading).toBe('read');
  expect(server.requests.filter(({ endpoint }) => endpoint === 'addTrans')).toHaveLength(4);
});
