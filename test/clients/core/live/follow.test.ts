// How changes are followed from stream to stream, with streams that do whatever a network, a gateway or a client can do.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Failure } from '../../../../client/src/core/errors.ts';
import { type Change, follow, type Stream } from '../../../../client/src/core/live/follow.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
});

interface Opened {
  readonly after: string | null;
  readonly stream: Stream<Change>;
  isClosed: boolean;
}

/** Follows streams that the test tells what to do; `begin` is what each does while it is opened. */
function start({ begin = (_stream: Stream<Change>): void => {} } = {}) {
  const opened: Opened[] = [];
  const received: string[] = [];
  const failures: Failure[] = [];
  const stop = follow<Change>(
    (after, stream) => {
      const entry: Opened = { after, stream, isClosed: false };
      opened.push(entry);
      begin(stream);
      return () => {
        entry.isClosed = true;
      };
    },
    { change: ({ kind }) => received.push(kind), fail: (failure) => failures.push(failure) },
  );
  onTestFinished(stop);
  return { opened, received, failures, stop, last: () => opened.at(-1)!.stream };
}

const error = (code: string, retryable = false): Failure => ({
  errors: [{ message: code, extensions: { code, retryable } }],
});
const change = (kind: string, cursor: string): Change => ({ kind, cursor });
const HALF_A_SECOND = 500;

/** How long it takes until another stream is opened. */
async function pauseOf({ opened }: { readonly opened: readonly Opened[] }): Promise<number> {
  const before = opened.length;
  const begun = Date.now();
  while (opened.length === before && Date.now() < begun + 3_600_000) await vi.advanceTimersToNextTimerAsync();
  return Date.now() - begun;
}

test('the next stream begins after the last cursor', async () => {
  const following = start();
  following.last().next(change('READY', 'a'));
  following.last().next(change('CHANGED', 'b'));
  following.last().end();
  expect(await pauseOf(following)).toBe(HALF_A_SECOND);
  expect(following.opened.map(({ after }) => after)).toEqual([null, 'b']);
  expect(following.received).toEqual(['READY', 'CHANGED']);
});

test('READY is told whenever it comes, and a cursor that comes again changes nothing', async () => {
  const following = start();
  for (const kind of ['CHANGED', 'READY', 'CHANGED', 'READY']) following.last().next(change(kind, 'a'));
  following.last().next(change('READY', 'a'));
  following.last().end();
  await pauseOf(following);
  expect(following.received).toEqual(['CHANGED', 'READY', 'CHANGED', 'READY', 'READY']);
  expect(following.opened.at(-1)!.after).toBe('a');
});

test('a stream that ends while it is opened is closed, and followed by another', async () => {
  const following = start({ begin: ({ end }) => end() });
  expect(following.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
  await pauseOf(following);
  expect(following.opened.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test('a stream is closed that is opened by whoever has had enough with its first change', async () => {
  let stop = (): void => {};
  let isClosed = false;
  const open = (_after: string | null, { next }: Stream<Change>) => {
    setTimeout(() => next(change('READY', 'a')));
    return () => {
      isClosed = true;
    };
  };
  stop = follow(open, { change: () => stop(), fail: () => {} });
  await vi.runAllTimersAsync();
  expect(isClosed).toBe(true);
});

test('a follower that throws ends no stream and misses nothing, and its error is reported by itself', async () => {
  const streams: Stream<Change>[] = [];
  const broken = (received: string) => {
    throw new Error(received);
  };
  const stop = follow<Change>(
    (_after, stream) => {
      streams.push(stream);
      return () => {};
    },
    { change: ({ kind }) => broken(kind), lose: () => broken('lost'), fail: () => broken('failed') },
  );
  onTestFinished(stop);
  streams[0]!.next(change('READY', 'a'));
  expect(() => vi.runOnlyPendingTimers()).toThrow('READY');
  streams[0]!.end();
  await expect(vi.advanceTimersByTimeAsync(HALF_A_SECOND)).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(HALF_A_SECOND);
  expect(streams).toHaveLength(2);
  streams[1]!.end(error('NOT_FOUND'));
  expect(() => vi.runOnlyPendingTimers()).toThrow('failed');
});

test('what a stream tells after its end, or after the following has ended, is not heard', async () => {
  const following = start();
  const first = following.last();
  first.next(change('READY', 'a'));
  first.end();
  first.next(change('CHANGED', 'late'));
  first.end(error('NOT_FOUND'));
  await pauseOf(following);
  expect(following.opened.at(-1)!.after).toBe('a');
  following.stop();
  following.last().next(change('CHANGED', 'b'));
  following.last().end(error('NOT_FOUND'));
  expect(following.received).toEqual(['READY']);
  expect(following.failures).toEqual([]);
  expect(following.opened.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

test('whoever stops while no stream is open opens none any more', async () => {
  const following = start();
  following.last().end();
  following.stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(following.opened).toHaveLength(1);
});

test('pauses double up to a minute while streams tell nothing, and begin anew when one does', async () => {
  const following = start();
  const pauses: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    following.last().end({ errors: [], cause: new TypeError('Failed to fetch') });
    pauses.push(await pauseOf(following));
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  following.last().next(change('RESUMED', 'a'));
  following.last().end();
  expect(await pauseOf(following)).toBe(HALF_A_SECOND);
});

test.each([
  ['seconds', '7', 7_500],
  ['nothing that can be read', 'soon', 500],
  ['years, of which a few minutes are waited for', '999999999', 600_500],
])('a gateway that has no room says when to come back: %s', async (_, retryAfter, expected) => {
  const following = start();
  following.last().end({ ...error('OVERLOADED', true), status: 503, retryAfter });
  expect(await pauseOf(following)).toBe(expected);
  expect(following.failures).toEqual([]);
});

test('a gateway that cannot read the cursor is asked without one', async () => {
  const following = start();
  following.last().next(change('READY', 'a'));
  following.last().end();
  await pauseOf(following);
  following.last().end(error('INVALID_CURSOR'));
  await pauseOf(following);
  expect(following.opened.map(({ after }) => after)).toEqual([null, 'a', null]);
});

test('a token that expires in mid-stream opens another, and one that opens none is told', async () => {
  const following = start();
  following.last().next(change('READY', 'a'));
  following.last().end(error('UNAUTHENTICATED'));
  await pauseOf(following);
  expect(following.failures).toEqual([]);
  const refused = { errors: [], status: 401 };
  following.last().end(refused);
  expect(following.failures).toEqual([refused]);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['what does not exist', error('NOT_FOUND')],
  ['another page’s address', { errors: [], status: 200 }],
  ['a cursor where none was given', error('INVALID_CURSOR')],
])('what no other stream would mend is told, once, and ends the following: %s', async (_, failure) => {
  const following = start();
  following.last().end(failure);
  following.last().end(failure);
  expect(following.failures).toEqual([failure]);
  expect(vi.getTimerCount()).toBe(0);
  expect(following.opened.map(({ isClosed }) => isClosed)).toEqual([true]);
});

/** A browser's page, looked at or not. */
function openPage(visibilityState: 'visible' | 'hidden') {
  const document = Object.assign(new EventTarget(), { visibilityState });
  const window = Object.assign(new EventTarget(), { document });
  vi.stubGlobal('window', window);
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    window,
    show() {
      document.visibilityState = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

test('a page that is looked at asks every few seconds, however long the gateway is away', async () => {
  openPage('visible');
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  const following = start();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    following.last().end();
    expect(await pauseOf(following)).toBeLessThanOrEqual(2_500);
  }
});

test('a page behind others asks ever less often, and at once when the reader turns to it', async () => {
  const page = openPage('hidden');
  const following = start();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    following.last().end();
    if (attempt < 8) await pauseOf(following);
  }
  const before = following.opened.length;
  await vi.advanceTimersByTimeAsync(30_000);
  page.window.dispatchEvent(new Event('online'));
  expect(following.opened.length).toBe(before);
  page.show();
  page.show();
  expect(following.opened.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(following.opened.length).toBe(before + 1);
});

test('a page that is online again asks at once, unless the gateway has asked for a pause', async () => {
  const page = openPage('visible');
  const following = start();
  following.last().end();
  page.window.dispatchEvent(new Event('online'));
  expect(following.opened.length).toBe(2);
  following.last().end({ ...error('OVERLOADED', true), status: 503, retryAfter: '20' });
  page.window.dispatchEvent(new Event('online'));
  page.show();
  expect(following.opened.length).toBe(2);
  expect(await pauseOf(following)).toBe(20_500);
  following.stop();
  page.window.dispatchEvent(new Event('online'));
  expect(following.opened.length).toBe(3);
});
