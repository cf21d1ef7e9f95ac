// Sending over sockets: what counts as an answer, and where nothing is sent to.
import type { LookupAddress } from 'node:dns';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createDestinations } from '../../src/webhooks/destinations.ts';
import {
  createSender,
  MAX_ATTEMPTS,
  PARALLEL,
  PAUSES_SECONDS,
  pauseAfter,
  readReceipt,
  type SenderOptions,
} from '../../src/webhooks/sender.ts';
import { startReceiver } from './receiver.ts';

const loopback = ['127.0.0.1'];
const never = new AbortController().signal;

function senderFor(
  options: Partial<SenderOptions> = {},
  networks = loopback,
  resolve?: () => Promise<LookupAddress[]>,
) {
  const sender = createSender({ ...createDestinations({ networks, resolve }), ...options });
  onTestFinished(sender.close);
  return sender;
}

const post = (sender: ReturnType<typeof createSender>, url: string, signal = never) =>
  sender.send({ name: 'crm', url: new URL(url) }, { 'webhook-id': 'msg_1' }, '{"type":"webhooks.test"}', signal);

test('a message is a POST of JSON, with its headers', async () => {
  const receiver = await startReceiver();
  expect(await post(senderFor(), `${receiver.url}?tenant=1`)).toEqual({ status: 204, retryAfter: null });
  expect(receiver.received).toMatchObject([
    { id: 'msg_1', text: '{"type":"webhooks.test"}', headers: { 'content-type': 'application/json' } },
  ]);
});

test('a redirect is an answer, with how long the receiver wants to be left alone, and is not followed', async () => {
  const target = await startReceiver();
  const receiver = await startReceiver((response) =>
    response.writeHead(307, { location: target.url, 'retry-after': '7' }).end(),
  );
  expect(await post(senderFor(), receiver.url)).toEqual({ status: 307, retryAfter: '7' });
  expect(target.received).toEqual([]);
});

test('of a long body next to nothing is read, and the next message is sent as usual', async () => {
  let written = 0;
  const receiver = await startReceiver((response, { id }) => {
    if (id !== 'msg_1') return response.writeHead(204).end();
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed) {
        written += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', write);
      }
    };
    return write();
  });
  const sender = senderFor();
  expect(await post(sender, receiver.url)).toMatchObject({ status: 200 });
  expect(written).toBeLessThan(20_000_000);
  expect(
    await sender.send({ name: 'crm', url: new URL(receiver.url) }, { 'webhook-id': 'msg_2' }, '{}', never),
  ).toMatchObject({
    status: 204,
  });
});

test('a body that never ends keeps the next message waiting only for a moment, and its status counts', async () => {
  const receiver = await startReceiver((response) => response.writeHead(200).write('slow'));
  expect(await post(senderFor({ bodyMs: 50 }), receiver.url)).toMatchObject({ status: 200 });
});

test('a receiver that does not answer in time is a problem', async () => {
  const receiver = await startReceiver(() => undefined);
  expect(await post(senderFor({ totalMs: 200 }), receiver.url)).toEqual({ problem: 'no response within 200 ms' });
});

test('a slow receiver takes no connections from another one with the same origin', async () => {
  const receiver = await startReceiver((response, { id }) => {
    if (id === 'msg_2') response.writeHead(204).end();
  });
  const sender = senderFor();
  const ending = new AbortController();
  const waiting = Array.from({ length: PARALLEL }, () => post(sender, receiver.url, ending.signal));
  await receiver.count(PARALLEL);
  const other = { name: 'erp', url: new URL(receiver.url) };
  expect(await sender.send(other, { 'webhook-id': 'msg_2' }, '{}', never)).toMatchObject({ status: 204 });
  ending.abort();
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(PARALLEL).fill('rejected'));
});

test('a receiver that hangs up, and one that is not there, are problems that quote nothing', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const sender = senderFor();
  expect(await post(sender, `http://127.0.0.1:${port}/?key=hunter2`)).toEqual({
    problem: expect.stringMatching(/^no response \(\w+\)$/),
  });
  await new Promise((resolve) => server.close(resolve));
  expect(await post(sender, `http://127.0.0.1:${port}/?key=hunter2`)).toEqual({
    problem: 'no response (ECONNREFUSED)',
  });
});

test('a message under way ends when the process does', async () => {
  const receiver = await startReceiver(() => undefined);
  const ending = new AbortController();
  const sending = post(senderFor(), receiver.url, ending.signal);
  await receiver.count(1);
  ending.abort();
  await expect(sending).rejects.toThrow();
});

test('a name that resolves to another address the second time is not called there', async () => {
  const allowed = await startReceiver((response) => response.writeHead(204, { connection: 'close' }).end());
  const inside = await startReceiver(undefined, '127.0.0.2', allowed.port);
  const addresses = ['127.0.0.1', '127.0.0.2'];
  const sender = senderFor({}, loopback, async () => [{ address: addresses.shift() ?? '', family: 4 }]);
  const url = `http://localhost:${allowed.port}/`;
  expect(await post(sender, url)).toMatchObject({ status: 204 });
  expect(await post(sender, url)).toEqual({ problem: expect.stringContaining('127.0.0.2 is not public') });
  expect(allowed.received).toHaveLength(1);
  expect(inside.received).toEqual([]);
});

// When a webhook is sent again, and what came back means.
const now = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

test('pauses grow, differ by a tenth, and end after three days', () => {
  for (let failures = 2; failures < MAX_ATTEMPTS; failures += 1)
    expect(pauseAfter(failures, 0.5)).toBeGreaterThan(pauseAfter(failures - 1, 0.5));
  expect(pauseAfter(1, 0)).toBe(4_500);
  expect(pauseAfter(1, 1)).toBe(5_500);
  expect(pauseAfter(100, 0.5)).toBe(24 * HOUR);
  const hours = PAUSES_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 3_600;
  expect(hours).toBeGreaterThan(72);
  expect(hours).toBeLessThan(80);
});

test.each([200, 299])('%i is a success', (status) => {
  expect(readReceipt({ status, retryAfter: null }, now)).toEqual({ kind: 'delivered' });
});

test('410 ends the hook', () => {
  expect(readReceipt({ status: 410, retryAfter: null }, now)).toEqual({ kind: 'gone' });
});

test.each([
  [{ status: 302, retryAfter: null }, 'status 302; redirects are not followed', 0],
  [{ status: 404, retryAfter: null }, 'status 404', 0],
  [{ status: 429, retryAfter: '120' }, 'status 429', 120_000],
  [{ status: 503, retryAfter: 'Fri, 20 Nov 2026 13:00:00 GMT' }, 'status 503', HOUR],
  [{ status: 503, retryAfter: 'Fri, 20 Nov 2026 11:00:00 GMT' }, 'status 503', 0],
  [{ status: 503, retryAfter: '99999999' }, 'status 503', 24 * HOUR],
  [{ status: 503, retryAfter: 'soon' }, 'status 503', 0],
  // Not a date of HTTP, but one of JavaScript.
  [{ status: 503, retryAfter: '30 may 2030' }, 'status 503', 0],
  [{ problem: 'no response (ECONNREFUSED)' }, 'no response (ECONNREFUSED)', 0],
])('%j is a failure', (answer, problem, retryAfterMs) => {
  expect(readReceipt(answer, now)).toEqual({ kind: 'failed', problem, retryAfterMs });
});
