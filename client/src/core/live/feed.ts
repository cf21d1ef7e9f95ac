/**
 * One stream that many parts of a page share: it begins with the first listener and ends after the last. Its status is one value that
 * changes as a whole, as `useSyncExternalStore` and similar functions require.
 */
import type { Failure } from '../errors.ts';
import { type Change, type Follower, follow, type Open } from './follow.ts';
import { notifyAll } from './listeners.ts';

export interface LiveStatus {
  /**
   * `off`: a hook with `live: false`. `connecting`: there is no stream yet, or not again yet. `stale`: the service cannot be read. `lost`:
   * the gateway has not been reached for some time. `refused`: the gateway refuses the stream, for the reason in `failure`. In the last
   * three, the shown data may be old.
   */
  readonly state: 'off' | 'connecting' | 'live' | 'stale' | 'lost' | 'refused';
  readonly failure: Failure | null;
}

export interface Feed<C> {
  /** Calls `tell` with each change from now on. Returns a function that stops it. */
  readonly listen: (tell: (change: C) => void) => () => void;
  readonly status: () => LiveStatus;
  /** Calls `tell` when the status changes. Returns a function that stops it. */
  readonly watch: (tell: () => void) => () => void;
  /** Reconnects at once, if there are listeners. */
  readonly reconnect: () => void;
}

/** How long a stream may be gone before the reader learns that the shown data may be old: nearly always, it is back sooner. */
const PATIENCE_MS = 10_000;

const connecting: LiveStatus = { state: 'connecting', failure: null };

/** `onEnd` is called when the last listener has left. */
export function createFeed<C extends Change>(open: Open<C>, onEnd = (): void => {}): Feed<C> {
  const listeners = new Set<(change: C) => void>();
  const watchers = new Set<() => void>();
  let status = connecting;
  /** The last cursor, while there are listeners. */
  let after: string | null = null;
  let stop: (() => void) | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  function show(next: LiveStatus): void {
    if (next.state === status.state && next.failure === status.failure) return;
    status = next;
    notifyAll(watchers, undefined);
  }

  const waitForStream = (): void => {
    patience ??= setTimeout(() => show({ state: 'lost', failure: null }), PATIENCE_MS);
  };
  const waitNoMore = (): void => {
    clearTimeout(patience);
    patience = undefined;
  };

  function start(): void {
    show(connecting);
    waitForStream();
    const follower: Follower<C> = {
      change(change) {
        after = change.cursor;
        waitNoMore();
        show({ state: change.kind === 'STALE' ? 'stale' : 'live', failure: null });
        notifyAll(listeners, change);
      },
      lose() {
        if (status.state === 'live') show(connecting);
        waitForStream();
      },
      fail(failure) {
        waitNoMore();
        show({ state: 'refused', failure });
      },
    };
    stop = follow(open, follower, after);
  }

  function end(): void {
    waitNoMore();
    stop?.();
    stop = undefined;
  }

  return {
    listen(tell) {
      // The same function may listen twice.
      const listener = (change: C) => tell(change);
      listeners.add(listener);
      if (stop === undefined) start();
      return () => {
        listeners.delete(listener);
        // A listener that leaves and returns at once, as in React when it runs effects twice, finds the same stream.
        setTimeout(() => {
          if (listeners.size > 0 || stop === undefined) return;
          end();
          after = null;
          show(connecting);
          onEnd();
        });
      };
    },
    status: () => status,
    watch(tell) {
      // The same function may watch twice.
      const watcher = () => tell();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    reconnect() {
      if (listeners.size === 0) return;
      end();
      start();
    },
  };
}
