// Failures of following a file link, as the client and the log see them.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { GatewayFault, UpstreamFault } from '../../../src/gateway/fault.ts';
import type { FollowLink } from '../../../src/gateway/files/download.ts';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { injectable } from '../../support/gateways/injectable.ts';
import { acceptedSockets } from '../../support/open-socket.ts';
import { appUnderTest } from '../app-under-test.ts';

async function follow(error: Error) {
  const failing: FollowLink = () => Promise.reject(error);
  const { options, lines } = appUnderTest({ gateway: { followLink: failing } });
  const response = await injectable(options).inject('/files/x');
  const logged = lines.filter(({ msg }) => msg === 'request').map(({ codes, fault }) => [codes, fault]);
  return { status: response.statusCode, code: response.json().error.code, logged, lines };
}

const upstreamDown = new UpstreamFault('UPSTREAM_UNAVAILABLE', 'away', { endpoint: 'downloadfiles', sent: false });
it.each<[Error & { code: string }, number, string]>([
  [new GatewayFault('NOT_FOUND', 'nothing'), 404, 'caller'],
  [new GatewayFault('LINK_EXPIRED', 'over'), 410, 'caller'],
  [upstreamDown, 502, 'upstream'],
])('an expected fault of a link is reported by its code: %s', async (error, status, fault) => {
  const { lines: _, ...logged } = await follow(error);
  expect(logged).toEqual({ status, code: error.code, logged: [[[error.code], fault]] });
});

it.each([
  new GatewayFault('FORBIDDEN', 'not yours'),
  new GatewayFault('KEYS_UNAVAILABLE', 'no keys'),
  new Error('broken'),
])('an error that following a link cannot cause is unexpected, and no missing file: %s', async (error) => {
  const { status, code, logged, lines } = await follow(error);
  expect([status, code, logged]).toEqual([500, 'INTERNAL', [[['INTERNAL'], 'gateway']]]);
  expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
});

it('a client that reads nothing of a file for too long is disconnected, and the file is not read any further', async () => {
  const zeros = Buffer.alloc(65_536);
  const body = new Readable({ read: () => void body.push(zeros) });
  let signal: Parameters<FollowLink>[1]['signal'];
  const endless: FollowLink = async (_sealed, options) => {
    signal = options.signal;
    return { status: 200, name: 'plan.pdf', mediaType: 'application/pdf', headers: {}, body };
  };
  const { options, lines } = appUnderTest({
    gateway: { followLink: endless },
  });
  const serverOf = acceptedSockets();
  const server = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => server.close());
  // Without a listener for its data, a socket stops reading when its buffer is full.
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  socket.write('GET /files/x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await expect.poll(() => signal).toBeDefined();
  // From now on, its request is in progress.
  (await serverOf(socket)).setTimeout(50);
  await expect.poll(() => [signal?.aborted, body.destroyed]).toEqual([true, true]);
  await expect
    .poll(() => lines.filter(({ msg }) => msg === 'request'))
    .toMatchObject([{ status: 499, fault: 'caller' }]);
});

it('a file that opens only after its client has left is not read', async () => {
  const body = new Readable({ read: () => undefined });
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const late: FollowLink = async (_sealed, { signal }) => {
    asked();
    await once(signal as AbortSignal, 'abort');
    return { status: 200, name: 'plan.pdf', mediaType: 'application/pdf', headers: {}, body };
  };
  const server = await startHttpServer({ ...appUnderTest({ gateway: { followLink: late } }).options, port: 0 });
  onTestFinished(() => server.close());
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET /files/x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  await isAsked;
  socket.destroy();
  await expect.poll(() => body.destroyed).toBe(true);
});

it('a file that breaks off does not look complete to HTTP/1.0, for which the end of a connection ends the body', async () => {
  const body = new Readable({ read: () => undefined });
  body.push('%PDF-1.7');
  const opened = { status: 200, name: 'plan.pdf', mediaType: 'application/pdf', headers: {}, body } as const;
  const followLink: FollowLink = async () => opened;
  const server = await startHttpServer({ ...appUnderTest({ gateway: { followLink } }).options, port: 0 });
  onTestFinished(server.close);
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('GET /files/x HTTP/1.0\r\nhost: 127.0.0.1\r\n\r\n');
  await once(socket, 'data');
  body.destroy(new UpstreamFault('UPSTREAM_UNAVAILABLE', 'broken off', { endpoint: 'downloadfiles', sent: true }));
  await expect(once(socket.resume(), 'end')).rejects.toThrow('ECONNRESET');
});
