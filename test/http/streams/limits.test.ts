// How many streams there may be, what ends them, and what they leave to other requests.
import { EventEmitter } from 'node:events';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStreams, type StreamsOptions } from '../../../src/http/streams/streams.ts';
import { transportFor } from '../../../src/http/streams/transports.ts';
import { sign } from '../../support/callers/caller-tokens.ts';
import { appDefaults } from '../../support/gateways/default-options.ts';
import { NRDS_ID, SECOND, startLiveGateway } from './live-gateway.ts';

const { streams } = appDefaults;

test('streams are limited, in all and for one caller, and a stream that ends gives its place to another', async () => {
  const { listen } = await startLiveGateway({ streams: { max: 3, maxPerCaller: 2 } });
  const [first] = [await listen(), await listen()];
  const third = await listen();
  expect([third.response.status, third.response.headers.get('retry-after')]).toEqual([429, '10']);
  const token = await sign({ role: 'agent', nrds: [NRDS_ID], scope: 'transactions.read', sub: 'another' });
  expect((await listen({ token })).response.status).toBe(200);
  const fifth = await listen({ token });
  expect([fifth.response.status, fifth.response.headers.get('retry-after')]).toEqual([503, '10']);
  first?.close();
  await expect.poll(async () => (await listen()).response.status).toBe(200);
});

test('a quiet stream sends signs of life, and tells the next change at once', async () => {
  const { listen, create } = await startLiveGateway();
  const stream = await listen();
  await stream.result();
  for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(SECOND);
  await create('After a quiet minute');
  const { transactionChanges } = (await stream.result()).data;
  expect(transactionChanges).toMatchObject({ kind: 'CHANGED', transaction: { name: 'After a quiet minute' } });
  // One is the beginning.
  expect(stream.silences()).toBeGreaterThan(1);
});

test.each(['text/event-stream', 'multipart/mixed;subscriptionSpec=1.0, application/json'])(
  'a query that accepts %s gets the same before and after a subscription',
  async (accept) => {
    const { ask, listen } = await startLiveGateway();
    const query = () => ask('{ viewer { role } }', {}, { accept });
    const shown = ({ status, headers, body }: Awaited<ReturnType<typeof query>>) => [
      status,
      headers.get('content-type'),
      status === 200 ? body : '',
    ];
    const before = [await query(), await query()].map(shown);
    await listen({ headers: { accept } });
    expect([await query(), await query()].map(shown)).toEqual(before);
    expect(before[0]?.[0]).toBe(accept === 'text/event-stream' ? 406 : 200);
  },
);

/** A stream whose source stays quiet, without a socket. */
function startQuietStream(options: Partial<StreamsOptions> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const opened = createStreams({ ...streams, ...options, metrics: createMetrics() });
  const cut = vi.fn();
  const source = {
    next: () => new Promise<never>(() => undefined),
    stop: vi.fn(),
    end: (fault: { code: string }) => ({ text: fault.code, isLast: true, requestLog: {} }),
  };
  const response = new EventEmitter();
  const context = {
    response,
    principal: null,
    authorization: 'Bearer token',
    request: { socket: { resetAndDestroy: cut } },
    becomeStream() {},
  };
  const transport = transportFor('text/event-stream');
  const stream = opened.start(context as never, source as never, transport!, () => undefined);
  onTestFinished(() => void response.emit('close'));
  return { stream, source, cut, reserve: () => opened.reserve({ usage: undefined }) };
}

test('a token is verified every minute, and not again while that takes long', async () => {
  const first = Promise.withResolvers<never>();
  const verify = vi.fn(() => first.promise);
  startQuietStream({ verify });
  await vi.advanceTimersByTimeAsync(150 * SECOND);
  expect(verify.mock.calls).toEqual([['token']]);
  first.resolve(undefined as never);
  await vi.advanceTimersByTimeAsync(65 * SECOND);
  expect(verify).toHaveBeenCalledTimes(2);
});

test('while the server closes, new streams are refused, and open ones end within two seconds, read or not', async () => {
  let isClosing = false;
  const { stream, cut, reserve } = startQuietStream({ isClosing: () => isClosing });
  reserve()();
  isClosing = true;
  expect(reserve).toThrow(expect.objectContaining({ status: 503, headers: { 'retry-after': '10' } }));
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(stream.ended).toBe('drain');
  expect(Array.from({ length: 4 }, () => stream.read()?.toString() ?? '').join('')).toMatch(
    /event: next\ndata: STREAM_ENDED\n\nevent: complete\ndata:\n\n$/,
  );
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(cut).toHaveBeenCalled();
});
