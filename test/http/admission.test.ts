import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type HttpServerOptions, startHttpServer } from '../../src/http/server.ts';
import { appUnderTest } from './app-under-test.ts';

const patience = { timeout: 5_000, interval: 10 };

/** A server that takes one request at once, and has one. */
async function fullServer(overrides: Partial<HttpServerOptions> = {}) {
  const { options, lines } = appUnderTest();
  const server = await startHttpServer({ ...options, port: 0, admission: { most: 1, lateMs: 25 }, ...overrides });
  onTestFinished(() => server.close());
  const controller = new AbortController();
  const held = fetch(`${server.url}/graphql?wait=60000`, { signal: controller.signal }).catch(() => 'gone');
  await expect.poll(async () => (await fetch(`${server.url}/graphql`)).status, patience).toBe(503);
  const release = async () => {
    controller.abort();
    await held;
  };
  onTestFinished(release);
  return { url: server.url, release, lines, options };
}

describe('a server that has as many requests as it takes', () => {
  it('turns the next one away with 503, Retry-After and an id, in the shape of GraphQL', async () => {
    const { url } = await fullServer();
    const response = await fetch(`${url}/graphql`, { method: 'POST', body: '{' });
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await response.json()).toEqual({
      errors: [
        {
          message: 'The server is overloaded. Try again in a moment.',
          extensions: { code: 'OVERLOADED', retryable: true },
        },
      ],
    });
  });

  it("answers in the client's media type, and elsewhere in the plain shape", async () => {
    const { url } = await fullServer();
    const headers = { accept: 'application/graphql-response+json' };
    const graphql = await fetch(`${url}/graphql`, { headers });
    expect(graphql.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await (await fetch(`${url}/files/x`)).json()).toMatchObject({ error: { code: 'OVERLOADED' } });
  });

  it('lets pages of listed origins read that, and no others', async () => {
    const origin = 'https://app.example.com';
    const { url } = await fullServer({ corsOrigins: [origin] });
    const readers = async (from: string) =>
      (await fetch(`${url}/graphql`, { headers: { origin: from } })).headers.get('access-control-allow-origin');
    expect(await readers(origin)).toBe(origin);
    expect(await readers('https://elsewhere.example.com')).toBeNull();
  });

  it('still answers probes', async () => {
    const { url } = await fullServer();
    for (const path of ['/healthz', '/metrics']) expect((await fetch(url + path)).status).toBe(200);
  });

  it('does not read the body of the one that it turns away, and takes the next on the same connection', async () => {
    const { url, release } = await fullServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const statusOf = (body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
        const post = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        });
        post.once('error', reject);
        post.end(body);
      });
    expect(await statusOf('x'.repeat(900))).toBe(503);
    await release();
    await expect.poll(() => statusOf('{}'), patience).toBe(200);
  });

  it('counts whom it turns away, and says so in the log once', async () => {
    const { url, lines, options } = await fullServer();
    await fetch(`${url}/graphql`);
    await expect
      .poll(async () => (await options.metrics.requestsShed.get()).values[0]?.value ?? 0, patience)
      .toBeGreaterThan(0);
    expect(lines.filter(({ msg }) => String(msg).startsWith('requests are turned away'))).toHaveLength(1);
  });

  it('lets the next one in as soon as one has gone', async () => {
    const { url, release } = await fullServer();
    await release();
    await expect.poll(async () => (await fetch(`${url}/graphql`)).status, patience).toBe(200);
  });
});

describe('a server with as many connections as it takes', () => {
  it('closes the next one at once', async () => {
    const { options } = appUnderTest();
    const server = await startHttpServer({ ...options, port: 0, maxConnections: 1 });
    onTestFinished(() => server.close());
    const port = Number(new URL(server.url).port);
    const first = connect(port, '127.0.0.1');
    first.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await once(first, 'data');
    const second = connect(port, '127.0.0.1');
    second.on('error', () => undefined);
    await once(second, 'close');
    expect(first.readyState).toBe('open');
    first.destroy();
  });
});
