// A client that does not read what it is sent: it costs little, is told to load its list if it reads on, and is cut off if it never does.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStream } from '../../support/gateways/stream-client.ts';
import { acceptedSockets } from '../../support/open-socket.ts';
import { changes, SECOND, startLiveGateway } from './live-gateway.ts';

/** Each event takes so many bytes: a few dozen are more than the kernel keeps for a connection. */
const EVENT_BYTES = 200_000;
/** Changed at once: fewer than may wait for a client; twice as many are more. */
const HALF = 60;

type Held = Awaited<ReturnType<typeof startLiveGateway>>;

/** A client that subscribes and reads nothing until it is told to. */
function subscribeUnread({ url, token }: Held) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1');
  const body = JSON.stringify({ query: changes });
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  socket.pause();
  return { socket, kinds: () => [...received.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind) };
}

/** Lets time pass, in steps that leave the sockets a moment of their own. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(SECOND);
    await pause(1);
  }
}

/** Changes one half of the transactions, or the other, and lets the feed find it. */
async function changeHalf({ edit }: Held, time: number): Promise<void> {
  const from = (time % 2) * HALF;
  for (let at = 1; at <= HALF; at += 1) edit(`T-${from + at}`, { transName: `${time}-`.padEnd(EVENT_BYTES, 'x') });
  await pass(11);
}

/** A client that reads as fast as it can; counts what it is told. */
async function subscribe({ url, token }: Held) {
  const { frame, close } = await openStream(url, { query: changes, token });
  const counts = { READY: 0, CHANGED: 0 };
  const read = async () => {
    for (let found = await frame(); found !== undefined; found = await frame())
      counts[/"kind":"(READY|CHANGED)"/.exec(found)?.[1] as keyof typeof counts] += 1;
  };
  // It ends when the client leaves.
  read().catch(() => undefined);
  return { counts, close };
}

test('it keeps nothing but what changes, and is cut off, while others are told everything', async () => {
  const held = await startLiveGateway({ count: 2 * HALF });
  const serverOf = acceptedSockets();
  const other = await subscribe(held);
  const { socket } = subscribeUnread(held);
  await expect.poll(() => held.openStreams()).toBe(2);
  await pass(2);
  for (let time = 0; time < 2; time += 1) {
    await changeHalf(held, time);
    await expect.poll(() => other.counts).toEqual({ READY: 1, CHANGED: HALF * (time + 1) });
  }
  // Node's timer of the socket has expired.
  (await serverOf(socket)).emit('timeout');
  await expect.poll(() => held.endedFor('stalled')).toBe(1);
  socket.resume();
  await expect.poll(() => socket.closed).toBe(true);
  const [line] = held.ended();
  expect(line).toMatchObject({ ended: 'stalled', status: 200 });
  // No more than the kernel took, and what waits for it.
  expect(line?.['results']).toBeLessThan(HALF);
  other.close();
});

test('a client that has read everything stays, although the process was suspended for as long', async () => {
  const held = await startLiveGateway();
  const serverOf = acceptedSockets();
  const { socket, kinds } = subscribeUnread(held);
  socket.resume();
  await pass(2);
  await expect.poll(kinds).toEqual(['READY']);
  (await serverOf(socket)).emit('timeout');
  held.edit('T-1', { transName: 'changed' });
  await pass(12);
  await expect.poll(kinds).toEqual(['READY', 'CHANGED']);
});

test('if it reads on, it is told to load its list, and what changes from then on', async () => {
  const held = await startLiveGateway({ count: 2 * HALF });
  const { socket, kinds } = subscribeUnread(held);
  await expect.poll(() => held.openStreams()).toBe(1);
  await pass(2);
  for (const time of [0, 1]) await changeHalf(held, time);
  expect(await held.openStreams()).toBe(1);
  socket.resume();
  await expect.poll(() => kinds().lastIndexOf('READY')).toBeGreaterThan(0);
  expect(kinds().length).toBeLessThan(2 * HALF);
  const before = kinds().length;
  held.edit('T-1', { transName: 'short' });
  await pass(12);
  await expect.poll(() => kinds().slice(before)).toContain('CHANGED');
});

/** Resolves when no more events are executed. */
async function stuck({ mock }: Pick<ReturnType<typeof vi.spyOn>, 'mock'>): Promise<void> {
  for (let before = -1; before < mock.calls.length; ) {
    before = mock.calls.length;
    for (let turn = 0; turn < 50; turn += 1) await pause(1);
  }
}

test('what it has not read counts among the large responses of its caller, until it is gone', async () => {
  const held = await startLiveGateway({ count: 2 * HALF, maxBytes: 300_000, maxHeldBytes: 300_000 });
  const executions = vi.spyOn(held.gateway.transactions, 'fromRecord');
  const long = async () =>
    (await held.ask('query ($id: ID!) { node(id: $id) { ... on Transaction { name } } }', { id: held.idOf('T-1') }))
      .status;
  const { socket } = subscribeUnread(held);
  await expect.poll(() => held.openStreams()).toBe(1);
  await pass(2);
  await changeHalf(held, 0);
  await stuck(executions);
  expect(await long()).toBe(503);
  socket.destroy();
  await expect.poll(() => long()).toBe(200);
});
