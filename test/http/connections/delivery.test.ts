// Clients that read their responses slowly, or not at all.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cutSlowReaders } from '../../../src/http/connections/delivery.ts';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { appUnderTest } from '../app-under-test.ts';

describe('the lowest rate', () => {
  const stallMs = 10_000;
  const bytesPerSecond = 1_000;

  /** A connection whose client takes bytes when the test says so. */
  function setUp({ isExcused = false } = {}) {
    const socket = { bytesWritten: 0, writableLength: 0, destroyed: false, stallMs: 0, setTimeout, resetAndDestroy };
    function setTimeout(ms: number) {
      socket.stallMs = ms;
    }
    function resetAndDestroy() {
      socket.destroyed = true;
    }
    const first = { req: { socket: socket as unknown as Socket } } as ServerResponse;
    const clock = { ms: 0 };
    let cuts = 0;
    const server = createServer();
    const sweep = cutSlowReaders(server, {
      stallMs,
      bytesPerSecond,
      connections: { waiting: () => [[first]], idleSince: () => null, isExcused: () => isExcused },
      onCut: () => {
        cuts += 1;
      },
      now: () => clock.ms,
    });
    onTestFinished(() => void server.emit('close'));
    return {
      socket,
      send(bytes: number) {
        socket.bytesWritten += bytes;
        socket.writableLength += bytes;
      },
      /** Passes the seconds, in each of which the client takes this much, and tells when it was cut. */
      pass(seconds: number, bytes: number) {
        for (let second = 1; second <= seconds; second += 1) {
          socket.writableLength = Math.max(0, socket.writableLength - bytes);
          clock.ms += 1_000;
          sweep();
          if (socket.destroyed) return second;
        }
        return null;
      },
      cuts: () => cuts,
    };
  }

  it('is not asked of a stream, whose sender has a rule of its own', () => {
    const { pass, send } = setUp({ isExcused: true });
    send(1_000_000);
    expect(pass(600, 0)).toBeNull();
  });

  it('is not asked of a response that does not wait', () => {
    const { pass, socket } = setUp();
    expect(pass(3_600, 0)).toBe(null);
    expect(socket.stallMs).toBe(0);
  });

  it('is enough, however long the response', () => {
    const { send, pass, socket, cuts } = setUp();
    send(2_000_000);
    expect(pass(2_100, bytesPerSecond)).toBe(null);
    expect([socket.writableLength, cuts()]).toEqual([0, 0]);
  });

  it('cuts off a client that stays below it', () => {
    const { send, pass, socket, cuts } = setUp();
    send(1_000_000);
    // Half of the rate: a second is lost every two, and the limit is what is left of the response, plus 10 s.
    expect(pass(3_600, bytesPerSecond / 2)).toBeGreaterThan(500);
    expect([socket.destroyed, cuts()]).toEqual([true, 1]);
  });

  it('gives a write in progress, whose progress cannot be seen, the time for its bytes', () => {
    const { send, pass } = setUp();
    send(60_000);
    // The first second only notices that the response waits.
    expect(pass(71, 0)).toBe(null);
    expect(pass(2, 0)).toBe(1);
  });

  it('cannot be saved up by reading fast at first', () => {
    const { send, pass } = setUp();
    send(10_000_000);
    expect(pass(100, 99_000)).toBe(null);
    expect(pass(200, 0)).toBeLessThanOrEqual(111);
  });

  it('is asked anew of the next response', () => {
    const { send, pass } = setUp();
    send(60_000);
    expect(pass(60, 0)).toBe(null);
    expect(pass(1, 60_000)).toBe(null);
    send(60_000);
    expect(pass(71, 0)).toBe(null);
  });
});

it.each([
  ['without a request is closed', 1, true],
  ['with a request in progress stays open', null, false],
])('a silent connection %s', (_, idleSince, isClosed) => {
  const server = createServer();
  const connections = { waiting: () => [], idleSince: () => idleSince, isExcused: () => false };
  cutSlowReaders(server, { stallMs: 1, bytesPerSecond: 1, connections, onCut: () => undefined });
  onTestFinished(() => void server.emit('close'));
  const socket = new Socket();
  server.emit('timeout', socket);
  expect(socket.destroyed).toBe(isClosed);
});

describe('over a socket', () => {
  const BYTES = 12_000_000;
  const handle: GraphQLRoute['handle'] = async ({ request }) => {
    const wait = new URL(request.url ?? '', 'http://gateway').searchParams.get('wait');
    if (wait === null) return { status: 200, body: 'x'.repeat(BYTES) };
    await sleep(Number(wait));
    return { status: 200, body: 'late' };
  };

  async function start(stallMs: number, bytesPerSecond: number) {
    const { options, lines } = appUnderTest({
      graphql: { handle },
      graceMs: 50,
      delivery: { stallMs, bytesPerSecond },
    });
    const server = await startHttpServer({ ...options, port: 0 });
    onTestFinished(() => server.close());
    const open = (bytes: string): Socket => {
      // Without a listener for its data, a socket stops reading when its buffer is full.
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      socket.write(bytes);
      return socket;
    };
    const cuts = async () =>
      (await options.metrics.connectionsClosed.get()).values.find(({ labels }) => labels.reason === 'slow')?.value;
    return { url: server.url, open, cuts, lines };
  }
  const get = 'GET /graphql HTTP/1.1\r\nhost: localhost\r\n\r\n';

  it('twenty clients that read nothing are cut off, others are served meanwhile', async () => {
    const { url, open, cuts, lines } = await start(200, 1_000_000_000);
    for (let count = 0; count < 20; count += 1) open(get);
    await expect.poll(cuts, { timeout: 8_000 }).toBe(20);
    expect((await (await fetch(`${url}/graphql`)).arrayBuffer()).byteLength).toBe(BYTES + '\n'.length);
    const requests = lines.filter(({ msg }) => msg === 'request').map(({ status, codes }) => [status, codes]);
    expect(requests.filter(([status]) => status === 499)).toHaveLength(20);
    expect(lines.filter(({ msg }) => String(msg).includes('too slowly'))).toHaveLength(1);
  });

  it('a client that reads slowly, but steadily, gets all of its response', async () => {
    const { open, cuts } = await start(1_000, 1_000_000);
    const socket = open(get);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
      // 65,536 bytes at a time, at most 6.5 MB/s.
      setTimeout(() => socket.resume(), 10);
    });
    await expect.poll(() => received, { timeout: 15_000 }).toBeGreaterThan(BYTES);
    expect(await cuts()).toBe(0);
  });

  it('a response that is being prepared behind one that was read slowly is not cut off', async () => {
    const { open, cuts } = await start(100, 1_000_000_000);
    const socket = open(`${get}${get.replace('/graphql', '/graphql?wait=2500')}`);
    await sleep(50);
    let text = '';
    socket.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-1_000);
    });
    await expect.poll(() => text, { timeout: 5_000 }).toMatch(/late\n$/);
    expect(await cuts()).toBe(0);
    await once(socket.end(), 'close');
  });
});
