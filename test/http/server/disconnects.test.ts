// Clients that disconnect: each request is logged once, however much of it had arrived.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { GraphQLRoute } from '../../../src/http/routes/graphql.ts';
import { type HttpServerOptions, startHttpServer } from '../../../src/http/server/server.ts';
import { openSocket } from '../../support/open-socket.ts';
import { appUnderTest } from '../app-under-test.ts';

async function start(overrides: Partial<HttpServerOptions> = {}) {
  const { options, lines } = appUnderTest(overrides);
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  return { url: server.url, lines, requestsInFlight: options.metrics.requestsInFlight };
}

describe('a client that disconnects before its response', () => {
  it('has one line in the request log, with 499', async () => {
    const { url, lines, requestsInFlight } = await start();
    const { socket } = openSocket(url, 'GET /graphql?wait=60000 HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => requestsInFlight.value).toBe(1);
    socket.destroy();
    await expect.poll(() => lines).toMatchObject([{ msg: 'request', route: '/graphql', status: 499 }]);
  });

  it('is no unexpected error if it is gone before its requests can be counted by its address', async () => {
    const verified = Promise.withResolvers<void>();
    // Verifying the token takes longer than the client stays.
    const verify = async () => {
      await verified.promise;
      throw new Error('no good token');
    };
    const { url, lines, requestsInFlight } = await start({ verify, rateLimit: { perMinute: 10 } });
    const { socket, received } = openSocket(
      url,
      'GET /graphql HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer forged\r\n\r\n',
    );
    await expect.poll(() => requestsInFlight.value).toBe(1);
    socket.destroy();
    await received;
    await expect.poll(() => lines).toMatchObject([{ msg: 'request', status: 499, codes: ['CLIENT_CLOSED'] }]);
    verified.resolve();
    await sleep(50);
    expect(lines).toHaveLength(1);
  });

  it('is no unexpected error if its connection is closed when the response is ready, and others get theirs', async () => {
    const graphql: GraphQLRoute = {
      async handle({ request, response }) {
        if (request.url === '/graphql?closed') setImmediate(() => response.destroy());
        return { status: 200, body: '{}' };
      },
    };
    const { url, lines } = await start({ graphql });
    const { received } = openSocket(url, 'GET /graphql?closed HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect((await fetch(`${url}/graphql`)).status).toBe(200);
    expect(await received).toBe('');
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 499]));
  });

  const begun =
    'POST /graphql HTTP/1.1\r\nhost: localhost\r\nx-request-id: mine-12345\r\ncontent-type: application/json\r\n';
  it.each([
    ['of a known length', `${begun}content-length: 100\r\n\r\n{`],
    ['for which it was asked', `${begun}expect: 100-continue\r\ncontent-length: 100\r\n\r\n{`],
  ])('also has one line if it disconnects in the middle of a body %s', async (_, bytes) => {
    const { url, lines, requestsInFlight } = await start();
    const { socket, received } = openSocket(url, bytes);
    await expect.poll(() => requestsInFlight.value).toBe(1);
    socket.end();
    expect((await received).replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toBe('');
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(lines).toMatchObject([{ requestId: 'mine-12345', status: 499, codes: ['CLIENT_CLOSED'] }]);
    expect(lines).toHaveLength(1);
  });

  it('still gets responses to requests that it had sent in full', async () => {
    const { url, lines } = await start();
    const whole = `${begun.replace('mine', 'whole')}content-length: 2\r\n\r\n{}`;
    const { socket, received } = openSocket(url, `${whole.replace('/graphql', '/graphql?wait=100')}${begun}`);
    socket.end('content-length: 100\r\n\r\n{');
    expect(await received).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"data":\{\}\}\n$/);
    await expect.poll(() => lines).toHaveLength(2);
    expect(new Set(lines.map(({ requestId, status }) => `${requestId} ${status}`))).toEqual(
      new Set(['whole-12345 200', 'mine-12345 499']),
    );
  });
});
