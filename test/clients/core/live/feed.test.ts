// One stream that the parts of a page share, and what it says of itself.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createFeed } from '../../../../client/src/core/live/feed.ts';
import type { Change, Stream } from '../../../../client/src/core/live/follow.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
});

function start() {
  const streams: Stream<Change>[] = [];
  const cursors: (string | null)[] = [];
  let open = 0;
  const feed = createFeed<Change>((after, stream) => {
    streams.push(stream);
    cursors.push(after);
    open += 1;
    return () => {
      open -= 1;
    };
  });
  const states: string[] = [];
  onTestFinished(feed.watch(() => states.push(feed.status().state)));
  return { feed, states, streams, cursors, last: () => streams.at(-1)!, openStreams: () => open };
}

const ready = { kind: 'READY', cursor: 'a' };

test('all who listen share one stream, which ends after the last of them', async () => {
  const { feed, streams, openStreams, last } = start();
  const received: string[] = [];
  const listenAs = (name: string) => feed.listen(({ kind }) => received.push(`${name}: ${kind}`));
  const [leaveFirst, leaveSecond] = [listenAs('first'), listenAs('second')];
  last().next(ready);
  leaveFirst();
  last().next({ kind: 'CHANGED', cursor: 'b' });
  await vi.runOnlyPendingTimersAsync();
  expect(openStreams()).toBe(1);
  leaveSecond();
  await vi.runOnlyPendingTimersAsync();
  expect(openStreams()).toBe(0);
  expect(streams).toHaveLength(1);
  expect(received).toEqual(['first: READY', 'second: READY', 'second: CHANGED']);
});

test('a listener that throws keeps nothing from the others, and its error is reported by itself', () => {
  const { feed, states, openStreams, last } = start();
  const received: string[] = [];
  feed.listen(({ kind }) => {
    throw new Error(`first: ${kind}`);
  });
  feed.listen(({ kind }) => received.push(`second: ${kind}`));
  last().next(ready);
  expect(received).toEqual(['second: READY']);
  expect(states).toEqual(['live']);
  expect(openStreams()).toBe(1);
  expect(() => vi.runOnlyPendingTimers()).toThrow('first: READY');
});

test('one who watches the status and throws keeps nothing from the others', () => {
  const { feed, last } = start();
  const tell = vi.fn();
  feed.watch(() => {
    throw new Error('broken');
  });
  onTestFinished(feed.watch(tell));
  feed.listen(tell);
  last().next(ready);
  expect(tell.mock.calls).toEqual([[], [ready]]);
  expect(() => vi.runOnlyPendingTimers()).toThrow('broken');
});

test('whoever leaves and comes back at once finds the same stream', async () => {
  const { feed, streams, openStreams } = start();
  const tell = vi.fn();
  feed.listen(tell)();
  const leave = feed.listen(tell);
  await vi.runOnlyPendingTimersAsync();
  expect(openStreams()).toBe(1);
  expect(streams).toHaveLength(1);
  leave();
  leave();
  await vi.runAllTimersAsync();
  expect(openStreams()).toBe(0);
});

test('after the end it is not live any more, and the next listener opens another stream', async () => {
  const { feed, streams, openStreams, last } = start();
  const leave = feed.listen(() => {});
  last().next(ready);
  leave();
  await vi.runAllTimersAsync();
  expect(feed.status().state).toBe('connecting');
  feed.listen(() => {});
  expect(streams).toHaveLength(2);
  expect(openStreams()).toBe(1);
});

test('a stream that has ended is not live until another has begun, and is lost after ten seconds', async () => {
  const { feed, states, last } = start();
  feed.listen(() => {});
  last().next(ready);
  last().end();
  await vi.advanceTimersByTimeAsync(500);
  last().next({ kind: 'RESUMED', cursor: 'b' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.splice(0)).toEqual(['live', 'connecting', 'live']);
  last().end();
  await vi.advanceTimersByTimeAsync(9_999);
  expect(states.splice(0)).toEqual(['connecting']);
  await vi.advanceTimersByTimeAsync(1);
  last().end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.splice(0)).toEqual(['lost']);
  last().next({ kind: 'RESUMED', cursor: 'c' });
  expect(states).toEqual(['live']);
});

test('it says when the service cannot be read, and when it can again', () => {
  const { feed, states, last } = start();
  feed.listen(() => {});
  for (const kind of ['READY', 'STALE', 'STALE', 'RESUMED', 'CHANGED']) last().next({ kind, cursor: 'a' });
  expect(states).toEqual(['live', 'stale', 'live']);
});

test('a refusal is told with its failure, nothing is tried by itself, and `reconnect` tries again at once', async () => {
  const { feed, states, streams, last } = start();
  const failure = { errors: [{ message: 'No', extensions: { code: 'FORBIDDEN' } }] };
  feed.listen(() => {});
  last().end(failure);
  expect(feed.status()).toEqual({ state: 'refused', failure });
  await vi.runAllTimersAsync();
  expect(streams).toHaveLength(1);
  feed.reconnect();
  last().next(ready);
  expect(feed.status()).toEqual({ state: 'live', failure: null });
  expect(states).toEqual(['refused', 'connecting', 'live']);
});

test('`reconnect` goes on after the last cursor, and whoever comes after the end begins anew', async () => {
  const { feed, cursors, last } = start();
  const leave = feed.listen(() => {});
  last().next(ready);
  feed.reconnect();
  leave();
  await vi.runAllTimersAsync();
  feed.listen(() => {});
  expect(cursors).toEqual([null, 'a', null]);
});

test('`reconnect` opens nothing that nobody listens to', async () => {
  const { feed, streams } = start();
  feed.listen(() => {})();
  await vi.runAllTimersAsync();
  feed.reconnect();
  expect(streams).toHaveLength(1);
});

test('it says once that nobody listens any more, and not while somebody comes back', async () => {
  const end = vi.fn();
  const { listen, reconnect } = createFeed<Change>(() => () => {}, end);
  listen(() => {})();
  const leave = listen(() => {});
  await vi.runAllTimersAsync();
  reconnect();
  expect(end).not.toHaveBeenCalled();
  leave();
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toHaveBeenCalledTimes(1);
});
