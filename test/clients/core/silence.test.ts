// A `fetch` that waits for nothing for ever, with responses that stay away or pause.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { afterSilence, createTimelyFetch } from '../../../client/src/core/silence.ts';

const SECOND = 1_000;
const url = 'https://gateway.example/graphql';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A gateway whose response begins when `begin` is called, and goes on as `body` does. */
function start() {
  const body = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = body.writable.getWriter();
  let begin = (): void => {};
  const send = vi.fn<typeof fetch>(
    (_, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        begin = () => resolve(new Response(body.readable, { status: 201, headers: { 'x-request-id': 'r' } }));
      }),
  );
  const error = () => new TypeError('silent');
  return {
    fetch: createTimelyFetch({ silenceMs: 30 * SECOND, error, fetch: send }),
    begin: () => begin(),
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    close: () => writer.close(),
    send,
  };
}

test('a response that stays away is given up', async () => {
  const { fetch } = start();
  const failed = expect(fetch(url)).rejects.toThrow('silent');
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  await failed;
});

test('a response that pauses for too long is given up in its middle', async () => {
  const { fetch, begin, write } = start();
  const responded = fetch(url);
  begin();
  const failed = expect((await responded).text()).rejects.toThrow('silent');
  await write('{"data":');
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  await failed;
});

test('a response that goes on comes whole, however long it takes, and nothing is left to wait for', async () => {
  const { fetch, begin, write, close } = start();
  const responded = fetch(url);
  await vi.advanceTimersByTimeAsync(29 * SECOND);
  begin();
  const response = await responded;
  expect([response.status, response.headers.get('x-request-id')]).toEqual([201, 'r']);
  const text = response.text();
  for (const part of ['one, ', 'two, ', 'three']) {
    await vi.advanceTimersByTimeAsync(29 * SECOND);
    await write(part);
  }
  await close();
  expect(await text).toBe('one, two, three');
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever asks can give up too', async () => {
  const { fetch } = start();
  const canceled = new AbortController();
  const failed = expect(fetch(url, { signal: canceled.signal })).rejects.toThrow('enough');
  canceled.abort(new Error('enough'));
  await failed;
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['a stream, which whoever listens ends', { headers: { accept: 'multipart/mixed;subscriptionSpec=1.0' } }],
  ['an upload, whose response stays away while it is sent', { body: new FormData() }],
])('nothing is said of %s', async (_, init) => {
  const { fetch, begin, send } = start();
  const responded = fetch(url, { method: 'POST', ...init });
  await vi.advanceTimersByTimeAsync(3_600 * SECOND);
  begin();
  expect((await responded).status).toBe(201);
  expect(send.mock.calls[0]![1]?.signal).toBeUndefined();
});

test('each sign of life begins the silence anew, and once it has ended nothing is given up', async () => {
  const giveUp = vi.fn<() => void>();
  const silence = afterSilence(30 * SECOND, giveUp);
  for (let sign = 0; sign < 3; sign += 1) {
    await vi.advanceTimersByTimeAsync(29 * SECOND);
    silence.hear();
  }
  expect(giveUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  expect(giveUp).toHaveBeenCalledTimes(1);
  silence.hear();
  silence.end();
  await vi.advanceTimersByTimeAsync(30 * SECOND);
  expect(giveUp).toHaveBeenCalledTimes(1);
});
