// Which connections stay when there are too many. On Linux, every address in 127.0.0.0/8 is this machine.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addressKey } from '../../../src/http/connections/client-address.ts';
import { createProxyClients } from '../../../src/http/connections/proxy-clients.ts';
import { type HttpServerOptions, startHttpServer } from '../../../src/http/server/server.ts';
import { appUnderTest } from '../app-under-test.ts';

const pollOptions = { timeout: 5_000, interval: 10 };
const probe = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const held = 'GET /graphql?wait=60000 HTTP/1.1\r\nhost: localhost\r\n\r\n';

async function start(overrides: Partial<HttpServerOptions>) {
  const { options, lines } = appUnderTest({ graceMs: 50, ...overrides });
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  const open = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** A connection whose first request is answered. */
  const openUsed = async (localAddress?: string) => ask(await open(localAddress));
  const closedBecause = async (reason: string) => {
    const { values } = await options.metrics.connectionsClosed.get();
    return values.find(({ labels }) => labels.reason === reason)?.value;
  };
  const busy = (count: number) => expect.poll(() => options.metrics.requestsInFlight.value, pollOptions).toBe(count);
  return { url: server.url, open, openUsed, closedBecause, busy, lines };
}

async function ask(socket: Socket): Promise<Socket> {
  socket.write(probe);
  await once(socket, 'data');
  return socket;
}

const isOpen = (socket: Socket) => socket.readyState === 'open';

describe('a server at its limit of connections', () => {
  it('closes the one that was used the longest ago, and accepts the new one', async () => {
    const { openUsed, closedBecause } = await start({ maxConnections: 3 });
    const [first, second, third] = [await openUsed(), await openUsed(), await openUsed()];
    await ask(first);
    const fourth = await openUsed();
    await expect.poll(() => isOpen(second), pollOptions).toBe(false);
    expect([first, third, fourth].map(isOpen)).toEqual([true, true, true]);
    const fifth = await openUsed();
    await expect.poll(() => isOpen(third), pollOptions).toBe(false);
    expect([first, fourth, fifth].map(isOpen)).toEqual([true, true, true]);
    expect(await closedBecause('idle')).toBe(2);
  });

  it('closes those that have sent no request first, if they came first', async () => {
    const { url, open, openUsed, closedBecause } = await start({ maxConnections: 20 });
    const silent = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.2')));
    const used = await openUsed();
    for (let round = 0; round < 200; round += 1) {
      silent.push(await open('127.0.0.2'));
      if (round % 10 === 0) await ask(used);
      if (round % 50 === 0) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    await expect.poll(() => silent.filter(isOpen).length, pollOptions).toBeLessThanOrEqual(19);
    expect(isOpen(used)).toBe(true);
    expect(await closedBecause('idle')).toBeGreaterThanOrEqual(201);
    expect(await closedBecause('full')).toBe(0);
  });

  it('drops the new one if a request is in flight on every other, and says so once', async () => {
    const { open, openUsed, busy, closedBecause, lines } = await start({ maxConnections: 2 });
    const working = [await open(), await open()];
    for (const socket of working) socket.write(held);
    await busy(2);
    for (let count = 0; count < 3; count += 1) await once(await open(), 'close');
    expect(working.map(isOpen)).toEqual([true, true]);
    expect(await closedBecause('full')).toBe(3);
    expect(lines.filter(({ msg }) => String(msg).startsWith('dropping connections'))).toHaveLength(1);
    working[0]?.destroy();
    await busy(1);
    expect(isOpen(await openUsed())).toBe(true);
  });
});

describe('a request that arrives together with the connection that its own has to make room for', () => {
  const request = 'GET /graphql HTTP/1.1\r\nhost: localhost\r\n\r\n';
  /** By then the newcomer is with the system, but the server has not been told. */
  const connecting = () => new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)));

  it.each<Partial<HttpServerOptions>>([{}, { maxConnections: 10, maxConnectionsPerAddress: 2 }])(
    'is answered, and another idle connection makes room (%o)',
    async (limits) => {
      const { open, openUsed, closedBecause } = await start({ maxConnections: 2, ...limits });
      const [first, second] = [await openUsed('127.0.0.2'), await openUsed('127.0.0.2')];
      const opening = open('127.0.0.2');
      await connecting();
      await ask(first);
      const newcomer = await opening;
      await expect.poll(() => [second, newcomer].filter(isOpen).length, pollOptions).toBe(1);
      expect(isOpen(await ask(first))).toBe(true);
      expect(await closedBecause('idle')).toBe(1);
    },
  );

  it('is answered, and ends its connection, if no other is idle', async () => {
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
    const handle = () => answers.then(() => ({ status: 200, body: '{}' }));
    const { open, openUsed, busy, closedBecause } = await start({ maxConnections: 2, graphql: { handle } });
    const [first, second] = [await openUsed(), await openUsed()];
    second.write(request);
    await busy(1);
    const newcomer = open();
    await connecting();
    first.write(request);
    const third = await newcomer;
    third.write(request);
    await busy(3);
    await expect.poll(() => closedBecause('full'), pollOptions).toBe(1);
    const answered = [first, second, third].map((socket) => once(socket, 'data'));
    answer();
    await Promise.all(answered);
    await expect.poll(() => [first, third].filter(isOpen).length, pollOptions).toBe(1);
    expect(isOpen(second)).toBe(true);
  });
});

describe('an address at its limit of connections', () => {
  it('loses its own idlest connection, however idle those of others are', async () => {
    const { openUsed } = await start({ maxConnections: 100, maxConnectionsPerAddress: 2 });
    const other = await openUsed('127.0.0.3');
    const [first, second] = [await openUsed('127.0.0.2'), await openUsed('127.0.0.2')];
    const third = await openUsed('127.0.0.2');
    await expect.poll(() => isOpen(first), pollOptions).toBe(false);
    expect([other, second, third].map(isOpen)).toEqual([true, true, true]);
  });

  it('gets no more if all of them are busy, while others are served', async () => {
    const { url, open, busy, closedBecause } = await start({ maxConnections: 100, maxConnectionsPerAddress: 2 });
    for (const socket of [await open('127.0.0.2'), await open('127.0.0.2')]) socket.write(held);
    await busy(2);
    await once(await open('127.0.0.2'), 'close');
    expect(await closedBecause('address')).toBe(1);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('is a network of 64 bits in IPv6, and the same in IPv4 however it is written', () => {
    expect(addressKey('2001:db8:1:2::1')).toBe(addressKey('2001:db8:1:2:ffff::9'));
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'));
    expect(addressKey('::ffff:192.0.2.7')).toBe(addressKey('192.0.2.7'));
  });

  it('is the same whatever its port, which some proxies report as well', () => {
    expect(addressKey('192.0.2.7:50123')).toBe(addressKey('192.0.2.7'));
    for (const address of ['[2001:db8:1:2::1]:50123', '[2001:db8:1:2::9]']) {
      expect(addressKey(address)).toBe(addressKey('2001:db8:1:2::1'));
    }
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::1'));
  });
});

describe('a trusted proxy', () => {
  const trusting = { maxConnectionsPerAddress: 2, trustedProxies: ['127.0.0.2'] };
  const from = (client: string, path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${client}\r\n\r\n`;
  const statusOf = async (socket: Socket, bytes: string) => {
    socket.write(bytes);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String((await once(socket, 'data'))[0]))?.[1]);
  };

  it('may have more connections than other addresses', async () => {
    const { openUsed } = await start(trusting);
    const sockets = [await openUsed('127.0.0.2'), await openUsed('127.0.0.2'), await openUsed('127.0.0.2')];
    expect(sockets.map(isOpen)).toEqual([true, true, true]);
  });

  it('has a limit of requests in flight for each of its clients instead', async () => {
    const { open, busy, lines } = await start(trusting);
    const working = [await open('127.0.0.2'), await open('127.0.0.2')];
    for (const socket of working) socket.write(from('192.0.2.1', '/graphql?wait=60000'));
    await busy(2);
    const proxy = await open('127.0.0.2');
    expect(await statusOf(proxy, from('192.0.2.1', '/graphql'))).toBe(429);
    expect(await statusOf(proxy, from('198.51.100.9, 192.0.2.1', '/graphql'))).toBe(429);
    expect(await statusOf(proxy, from('192.0.2.1', '/healthz'))).toBe(200);
    expect(await statusOf(proxy, from('192.0.2.9', '/graphql'))).toBe(200);
    expect(lines.filter(({ msg }) => String(msg).startsWith('rejecting requests'))).toHaveLength(1);
    working[0]?.destroy();
    await busy(1);
    expect(await statusOf(proxy, from('192.0.2.1', '/graphql'))).toBe(200);
  });

  it('has the addresses of at most 10,000 of its clients remembered', () => {
    const read: string[] = [];
    const { enter } = createProxyClients({
      isProxy: () => true,
      clientOf: ({ headers }) => {
        read.push(String(headers['x-forwarded-for']));
        return '192.0.2.1';
      },
      maxInFlight: 20_000,
      onRejected: () => undefined,
    });
    const ask = (client: number) => {
      const request = { headers: { 'x-forwarded-for': `${client}` }, socket: { remoteAddress: '127.0.0.2' } };
      return enter(request as never, { on: () => undefined } as never);
    };
    for (let client = 0; client < 10_000; client += 1) ask(client);
    ask(0);
    expect(read).toHaveLength(10_000);
    ask(10_000);
    ask(0);
    expect(read.slice(10_000)).toEqual(['10000', '0']);
  });

  it('is believed only if it is listed: the limit of another address is that of its own connections', async () => {
    const { open, busy } = await start(trusting);
    const working = [await open('127.0.0.3'), await open('127.0.0.3')];
    for (const socket of working) socket.write(from('192.0.2.1', '/graphql?wait=60000'));
    await busy(2);
    expect(await statusOf(await open('127.0.0.4'), from('192.0.2.1', '/graphql'))).toBe(200);
  });
});
