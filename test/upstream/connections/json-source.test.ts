import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { userAgent } from '@realty-forms/platform/version.ts';
import { afterEach, expect, test } from 'vitest';
import { createJsonSource } from '../../../src/upstream/connections/json-source.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function sourceOf(listener: RequestListener, deadlineMs?: number) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source = createJsonSource(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys?x=1`,
    {},
    deadlineMs,
  );
  closers.push(source.close, () => {
    server.closeAllConnections();
    server.close();
  });
  return source;
}

test('fetches the document at its address, including the query, and says who does', async () => {
  const source = await sourceOf(({ url, headers }, response) =>
    response.end(JSON.stringify({ asked: url, by: headers['user-agent'] })),
  );
  await expect(source.fetch()).resolves.toEqual({ asked: '/keys?x=1', by: userAgent });
});

test.each<[problem: string, listener: RequestListener, message: RegExp]>([
  ['an error status', (_, response) => response.writeHead(500).end('{}'), /status 500/],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end('{}'), /status 302/],
  ['a body that is not JSON', (_, response) => response.end('<html>'), /JSON/],
  ['a body longer than 1 MB', (_, response) => response.end(' '.repeat(1_100_000)), /longer than 1048576 bytes/],
])('rejects %s', async (_problem, listener, message) => {
  const source = await sourceOf(listener);
  await expect(source.fetch()).rejects.toThrow(message);
});

test('gives up at its deadline if the response never begins or never ends', async () => {
  const silent = await sourceOf(() => undefined, 50);
  await expect(silent.fetch()).rejects.toThrow('aborted due to timeout');
  const dripping = await sourceOf((_, response) => response.write('{'), 50);
  await expect(dripping.fetch()).rejects.toThrow('aborted due to timeout');
});

test('gives up if a proxy accepts the connection and says nothing', async () => {
  const proxy = createTcpServer(() => undefined);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const source = createJsonSource('https://issuer.example/keys', { proxyUrl }, 50);
  closers.push(source.close, () => void proxy.close());
  await expect(source.fetch()).rejects.toThrow('Headers Timeout');
});
