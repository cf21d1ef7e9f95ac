import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limitBodyTime, requestTimeoutMs } from '../../../src/reference/http/body.ts';
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
