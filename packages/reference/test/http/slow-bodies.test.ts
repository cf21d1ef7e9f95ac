import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { captureLog } from '../../../../test/support/caught-log.ts';
import { limitBodyTime, requestTimeoutMs } from '../../src/http/body.ts';
import { createHttp } from '../../src/http/http.ts';
import type { Service } from '../../src/service.ts';
import { shareReference } from '../running.ts';

describe('a body that is slow to arrive', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  function requestThat(isComplete: () => boolean) {
    return Object.defineProperty(new EventEmitter(), 'complete', { get: isComplete }) as IncomingMessage;
  }

  test('is cut off after 30 s, unless it has arrived or its sender has disconnected', () => {
    const cut = vi.fn<(which: string) => void>();
    limitBodyTime(
      requestThat(() => false),
      () => cut('slow'),
    );
    limitBodyTime(
      requestThat(() => true),
      () => cut('there'),
    );
    const gone = requestThat(() => false);
    limitBodyTime(gone, () => cut('gone'));
    gone.emit('close');
    vi.advanceTimersByTime(29_999);
    expect(cut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(cut.mock.calls).toEqual([['slow']]);
  });

  test('may take minutes if it can contain a large file', () => {
    expect(requestTimeoutMs(26_214_400)).toBeGreaterThan(240_000);
    expect(requestTimeoutMs(1)).toBeLessThan(31_000);
  });
});

describe('the reference service', () => {
  const shared = shareReference();

  test('cuts off a slow body with 408 in the standard error shape', async () => {
    const { url } = shared();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.setEncoding('utf8');
      socket.write('POST /oauth/token HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{');
      await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 1 });
      vi.advanceTimersByTime(30_000);
      const [text] = (await once(socket, 'data')) as [string];
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408, title: 'Request Timeout' });
      socket.destroy();
    } finally {
      vi.useRealTimers();
    }
  });
});

test.each([
  ['without a byte of a request gets no response', '', ''],
  ['with the beginning of a request gets 408', 'POST /oau', 'HTTP/1.1 408 '],
])('a late connection %s', async (_, sent, received) => {
  const app = createHttp(
    { maxFileBytes: 1, faultInjection: { attach: () => undefined } } as unknown as Service,
    captureLog().log,
  );
  onTestFinished(() => app.close());
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  const text = (async () => (await socket.setEncoding('utf8').toArray()).join(''))();
  socket.write(sent);
  const [other] = (await accepted) as [Socket];
  await vi.waitUntil(() => other.bytesRead === sent.length, { interval: 1 });
  // As Node does 15 seconds later.
  app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), other);
  expect((await text).slice(0, 13)).toBe(received);
});
