import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { collect } from '@realty-forms/platform/v8/garbage-collection.ts';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import { type HttpServer, type HttpServerOptions, startHttpServer } from '../../../src/http/server/server.ts';
import { holdDeadlines } from '../../support/held-deadlines.ts';
import { openSocket } from '../../support/open-socket.ts';
import { appUnderTest } from '../app-under-test.ts';

const open: HttpServer[] = [];

async function start(overrides: Partial<HttpServerOptions> = {}): Promise<HttpServer> {
  const server = await startHttpServer({ ...appUnderTest().options, port: 0, ...overrides });
  open.push(server);
  return server;
}

/** Whether the kernel keeps that many connections for any server, and the shell lets a process have them; only Linux says so. */
function isBurstAllowed(): boolean {
  if (process.platform !== 'linux') return false;
  const openFiles = Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) >= 1_000 && openFiles >= 2_000;
}

/** How many connections the kernel keeps for the server until it accepts them. */
function waitingAt(port: number): number {
  const hexadecimal = port.toString(16).toUpperCase().padStart(4, '0');
  const listening = new RegExp(`:${hexadecimal} 00000000:0000 0A \\w+:(\\w+)`);
  return Number.parseInt(listening.exec(readFileSync('/proc/net/tcp', 'utf8'))?.[1] ?? '', 16);
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

describe('the start', () => {
  it.each([
    ['0.0.0.0', /^http:\/\/localhost:\d+$/],
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ])("returns the server's URL when it listens on %s", async (host, name) => {
    const { url } = await start({ host });
    expect(url).toMatch(name);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it.skipIf(!isBurstAllowed())(
    'has more room for connections that are not accepted yet than a burst of 1,000 needs',
    async () => {
      const { port } = new URL((await start()).url);
      const sockets = Array.from({ length: 1_000 }, () => connect({ host: '127.0.0.1', port: Number(port) }));
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
      });
      for (const socket of sockets) socket.on('error', () => undefined);
      // They are opened at the next tick; nothing is accepted before the event loop's next turn.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      expect(waitingAt(Number(port))).toBe(1_000);
    },
  );

  it('fails with PORT_BUSY and advice when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toMatchObject({
      code: 'PORT_BUSY',
      message: expect.stringMatching(/set PORT to/),
    });
    other.close();
  });

  it('fails with LISTEN_FAILED if it cannot listen for another reason', async () => {
    const fault = { code: 'LISTEN_FAILED', message: expect.stringMatching(/EADDRNOTAVAIL\. Set HOST to/) };
    await expect(start({ host: '192.0.2.1' })).rejects.toMatchObject(fault);
  });
});

/** Something that only a server refers to, which has answered and closed. */
async function closedServer(): Promise<WeakRef<object>> {
  const { options } = appUnderTest();
  const server = await startHttpServer({ ...options, port: 0 });
  expect((await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })).status).toBe(200);
  await server.close();
  return new WeakRef(options.health);
}

it('a server that has closed leaves nothing in memory', async () => {
  const left = await closedServer();
  await expect
    .poll(() => {
      collect({ type: 'major', flavor: 'last-resort' });
      return left.deref() === undefined;
    })
    .toBe(true);
});

describe('on the wire', () => {
  it('responds to anything that is not HTTP with 400 and an id', async () => {
    const { url } = await start();
    const text = await openSocket(url, 'GET / nonsense\r\n\r\n').received;
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(text).toContain('"code":"BAD_REQUEST"');
  });

  it.each([
    ['without Host', 400, 'BAD_REQUEST', 'GET /nowhere HTTP/1.1\r\n'],
    [
      'that expects the impossible',
      417,
      'EXPECTATION_FAILED',
      'GET /nowhere HTTP/1.1\r\nhost: localhost\r\nexpect: x\r\n',
    ],
  ])('rejects a request %s with %i, a code, and a line in the log', async (_, status, code, head) => {
    const { options, lines } = appUnderTest();
    const { url } = await start(options);
    const text = await openSocket(url, `${head}connection: close\r\n\r\n`).received;
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nx-request-id: [^]*"code":"${code}"`));
    await expect.poll(() => lines).toContainEqual(expect.objectContaining({ status, codes: [code] }));
  });

  it('does not time out a body that has a time limit of its own', async () => {
    const asked: unknown[] = [];
    const { url } = await start({
      requestTimeoutMs: 1_000,
      graphql: {
        handle: async () => ({ status: 200, body: '{}' }),
        uploads: { isUploading: (socket) => asked.push(socket) > 0, receive: () => expect.fail('it is no upload') },
      },
    });
    const head =
      'POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{';
    const { socket } = openSocket(url, head);
    await expect.poll(() => asked.length).toBe(1);
    socket.write('}');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});

describe('malformed input behind a pending request', () => {
  const head = 'POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const whole = `${head}content-length: 2\r\n\r\n{}`;

  /** Resolves with the response when what follows its request is refused; the test sends it. */
  async function startHeld(rest: string) {
    const begun = Promise.withResolvers<ServerResponse>();
    const handle: GraphQLRoute['handle'] = ({ response }) => {
      begun.resolve(response);
      return new Promise(() => undefined);
    };
    const { url } = await start({ graphql: { handle }, requestTimeoutMs: 1_000 });
    const client = openSocket(url, `${whole}${rest}`);
    const response = await begun.promise;
    const refused = () => expect.poll(() => response.shouldKeepAlive).toBe(false);
    return { ...client, response, refused };
  }

  it.each([
    ['another that stops arriving', 'POST /gra'],
    ['what is no request, as if the length were too small', '}\r\n\r\n'],
  ])('ends the connection with the response to that request, if it is %s', async (_, rest) => {
    const { received, response, refused } = await startHeld(rest);
    await refused();
    response.end('done');
    const text = await received;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*done$/);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('gets no response in the middle of that one, after which the connection ends too', async () => {
    const { received, response, refused } = await startHeld('GET /gra');
    response.writeHead(200, { 'content-length': '8' }).write('half');
    await refused();
    response.end('full');
    expect(await received).toMatch(/\r\n\r\nhalffull$/);
  });
});

describe('the shutdown', () => {
  /** A server that responds only when the test lets it. */
  async function startBusy(overrides: Partial<HttpServerOptions> = {}) {
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    const handle = () => promise.then(() => ({ status: 200, body: '{}' }));
    const { options } = appUnderTest({ graphql: { handle }, ...overrides });
    const server = await start(options);
    const underWay = () => expect.poll(() => options.metrics.requestsInFlight.value).toBe(1);
    return { server, underWay, finish };
  }

  it('lets running requests finish, and accepts no new connection meanwhile', async () => {
    const { server, underWay, finish } = await startBusy();
    const answer = fetch(`${server.url}/graphql`);
    await underWay();
    const closed = server.close();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    finish();
    const response = await answer;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await closed;
  });

  it('does not wait for idle connections', async () => {
    const server = await start();
    const kept = openSocket(server.url, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const silent = openSocket(server.url);
    await Promise.all([once(kept.socket, 'data'), once(silent.socket, 'connect')]);
    const pass = holdDeadlines();
    const closed = server.close();
    // Well within the grace period that running requests would have.
    pass(1_000);
    await closed;
    expect(await silent.received).toBe('');
  });

  it('fails the readiness probe at once, and still accepts connections for the configured delay', async () => {
    const { options, setHealth } = appUnderTest();
    setHealth({ tokenObtained: true, upstreamState: 'up' });
    const pass = holdDeadlines();
    const server = await start({ ...options, drainDelayMs: 300 });
    const closed = server.close();
    pass(299);
    const response = await fetch(`${server.url}/readyz`);
    expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
    expect(await response.json()).toEqual({
      status: 'draining',
      upstream: 'api.vendor.example',
      upstreamState: 'up',
    });
    expect((await fetch(`${server.url}/graphql`)).status).toBe(200);
    pass(1);
    await closed;
    await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
  });

  it('responds to a request that arrives on an idle connection just then, and announces the end of the connection', async () => {
    const server = await start();
    const get = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const { socket, received } = openSocket(server.url, get);
    await once(socket, 'data');
    const closed = server.close();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    socket.write(get);
    await closed;
    expect((await received).match(/HTTP\/1\.1 200 OK[\s\S]*?connection: (\S+)/gi)).toHaveLength(2);
    expect(await received).toMatch(/connection: close\r\n[\s\S]*$/i);
  });

  it('cuts off requests that do not finish within the grace period', async () => {
    const { server, underWay } = await startBusy({ graceMs: 100 });
    const answer = fetch(`${server.url}/graphql`).catch(() => 'cut');
    await underWay();
    await server.close();
    expect(await answer).toBe('cut');
  });

  it('does not cut off a response so that it looks complete to HTTP/1.0', async () => {
    const handle: GraphQLRoute['handle'] = ({ response }) => {
      response.write('the beginning');
      return new Promise(() => undefined);
    };
    const server = await start({ ...appUnderTest({ graphql: { handle } }).options, graceMs: 100 });
    const { socket, received } = openSocket(server.url, 'GET /graphql HTTP/1.0\r\nhost: localhost\r\n\r\n');
    await once(socket, 'data');
    await Promise.all([server.close(), expect(received).rejects.toThrow('ECONNRESET')]);
  });

  it('closes idle connections without a reset, which would discard what their clients have not received yet', async () => {
    const { server, underWay } = await startBusy({ graceMs: 100 });
    const answer = fetch(`${server.url}/graphql`).catch(() => 'cut');
    await underWay();
    const idle = openSocket(server.url, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(idle.socket, 'data');
    await server.close();
    expect(await idle.received).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(await answer).toBe('cut');
  });

  it('happens once, however often it is requested', async () => {
    const server = await start();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});
