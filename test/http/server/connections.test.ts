// Which connections stay when there are too many, and how long a client may read nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import { limitConnections } from '../../../src/http/server/connections.ts';
import { type HttpServerOptions, startHttpServer } from '../../../src/http/server/server.ts';
import { acceptedSockets } from '../../support/open-socket.ts';
import { appUnderTest } from '../app-under-test.ts';

const probe = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const held = 'GET /graphql?wait=60000 HTTP/1.1\r\nhost: localhost\r\n\r\n';

async function start(overrides: Partial<HttpServerOptions>) {
  const { options, lines } = appUnderTest({ graceMs: 50, ...overrides });
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** A connection whose first request is answered. */
  const openUsed = async () => ask(await open());
  const closedBecause = async (reason: string) => {
    const { values } = await options.metrics.connectionsClosed.get();
    return values.find(({ labels }) => labels.reason === reason)?.value;
  };
  const busy = (count: number) => expect.poll(() => options.metrics.requestsInFlight.value).toBe(count);
  return { url: server.url, open, openUsed, closedBecause, busy, lines };
}

async function ask(socket: Socket): Promise<Socket> {
  socket.write(probe);
  await once(socket, 'data');
  return socket;
}

const isOpen = (socket: Socket) => socket.readyState === 'open';

describe('a server near its limit of connections', () => {
  it('closes those that have been idle the longest, a sixteenth at a time', async () => {
    const { openUsed, closedBecause } = await start({ maxConnections: 32 });
    const sockets: Socket[] = [];
    for (let count = 0; count < 30; count += 1) sockets.push(await openUsed());
    await ask(sockets[0] as Socket);
    sockets.push(await openUsed());
    await expect.poll(() => closedBecause('idle')).toBe(2);
    await expect.poll(() => sockets.filter(isOpen).length).toBe(29);
    expect(sockets.slice(0, 4).map(isOpen)).toEqual([true, false, false, true]);
  });

  it('makes room by closing connections that have sent no request', async () => {
    const { url, open, openUsed, closedBecause } = await start({ maxConnections: 32 });
    const silent = await Promise.all(Array.from({ length: 28 }, () => open()));
    const used = await openUsed();
    for (let round = 0; round < 60; round += 1) {
      silent.push(await open());
      if (round % 10 === 0) await ask(used);
      if (round % 20 === 0) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    expect(isOpen(used)).toBe(true);
    expect(await closedBecause('full')).toBe(0);
  });

  it('drops the new one if a request is in flight on every other, and says so once', async () => {
    const { open, openUsed, busy, closedBecause, lines } = await start({ maxConnections: 3 });
    const working: Socket[] = [];
    for (let count = 1; count <= 3; count += 1) {
      working.push(await open());
      working.at(-1)?.write(held);
      await busy(count);
    }
    for (let count = 0; count < 3; count += 1) await once(await open(), 'close');
    expect(working.map(isOpen)).toEqual([true, true, true]);
    expect(await closedBecause('full')).toBe(3);
    expect(lines.filter(({ msg }) => String(msg).startsWith('dropping connections'))).toHaveLength(1);
    working[0]?.destroy();
    await busy(2);
    expect(isOpen(await openUsed())).toBe(true);
  });

  it('answers a request that arrives together with the connection that its own would have to make room for', async () => {
    const { open, openUsed, closedBecause } = await start({ maxConnections: 3 });
    const [first, second] = [await openUsed(), await openUsed()];
    const opening = open();
    // By then the newcomer is with the system, but the server has not been told.
    await new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)));
    await ask(first);
    await opening;
    expect(isOpen(await ask(first))).toBe(true);
    expect([await closedBecause('full'), isOpen(second)]).toEqual([0, expect.any(Boolean)]);
  });
});

it.each([
  ['without a request is closed', true],
  ['with a request in progress stays open', false],
])('a silent connection %s', (_, isIdle) => {
  const server = createServer();
  limitConnections(server, {
    max: 1,
    stallMs: 1,
    connections: { open: [], count: 0, isIdle: () => isIdle },
    onClosed: () => undefined,
  });
  const socket = new Socket();
  server.emit('timeout', socket);
  expect(socket.destroyed).toBe(isIdle);
});

/** Of Node's own, which are not public. */
interface ServerSocket extends Socket {
  readonly _handle: { readonly writeQueueSize: number } | null;
  readonly _onTimeout: () => void;
}

describe('a client that reads its response', () => {
  const BYTES = 12_000_000;
  const STALL_MS = 30_000;
  const get = 'GET /graphql HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const handle: GraphQLRoute['handle'] = async ({ request: { url, socket } }) => {
    // A connection whose time began when it was opened could be closed before a busy machine reads its request.
    if (url !== '/graphql') socket.setTimeout(socket.timeout === STALL_MS ? 100 : 0);
    if (url === '/graphql?late') await once(socket, 'timeout');
    return { status: 200, body: url === '/graphql?late' ? 'late' : 'x'.repeat(BYTES) };
  };

  it('not at all is cut off, and others are served meanwhile', async () => {
    const { url, open, closedBecause, lines } = await start({ graphql: { handle }, stallMs: STALL_MS });
    // Without a listener for its data, a socket stops reading when its buffer is full.
    for (let count = 0; count < 3; count += 1) (await open()).write(get.replace('/graphql', '/graphql?short'));
    await expect.poll(() => closedBecause('slow')).toBe(3);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await expect.poll(() => lines.filter(({ msg, status }) => msg === 'request' && status === 499)).toHaveLength(3);
    expect(lines.filter(({ msg }) => String(msg).includes('do not read'))).toHaveLength(1);
  });

  it('slowly, but steadily, gets all of it', async () => {
    const serverOf = acceptedSockets();
    const { open, closedBecause } = await start({ graphql: { handle } });
    const socket = await open();
    let [received, expired] = [0, 0];
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
    });
    socket.pause();
    socket.write(get);
    const server = (await serverOf(socket)) as ServerSocket;
    await expect.poll(() => server.writableLength).toBeGreaterThan(0);
    const left = () => server._handle?.writeQueueSize ?? 0;
    const readUntil = (isMet: () => boolean) => {
      const read = () => {
        if (!isMet()) socket.resume();
        return isMet();
      };
      return expect.poll(read, { interval: 1 }).toBe(true);
    };
    while (left() > 0) {
      const before = left();
      await readUntil(() => left() < before);
      server._onTimeout();
      expired += 1;
    }
    await readUntil(() => received > BYTES);
    expect(expired).toBeGreaterThan(1);
    expect(await closedBecause('slow')).toBe(0);
  });

  it('waits for it as long as it is being prepared', async () => {
    const { open, closedBecause } = await start({ graphql: { handle }, stallMs: STALL_MS });
    const socket = await open();
    socket.write(`${get}${get.replace('/graphql', '/graphql?late')}`);
    let text = '';
    socket.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-1_000);
    });
    await expect.poll(() => text).toMatch(/late\n$/);
    expect(await closedBecause('slow')).toBe(0);
  });
});
