/**
 * One stream that many parts of a page share: it begins with the first listener and ends after the last. Its status is one value that
 * changes as a whole, as `useSyncExternalStore` and its kin need it.
 */
import type { Failure } from '../errors.ts';
import { type Change, type Follower, follow, type Open } from './follow.ts';
import { notifyAll } from './listeners.ts';

export interface LiveStatus {
  /**
   * Off: a hook with `live: false`. Connecting: a stream is not there yet, or not there again. Stale: the service cannot be read. Lost: the
   * gateway has not been reached for some time. Refused: the gateway gives no stream, as `failure` says. In the last three, what is shown
   * may be old.
   */
  readonly state: 'off' | 'connecting' | 'live' | 'stale' | 'lost' | 'refused';
  readonly failure: Failure | null;
}

export interface Feed<C> {
  /** Tells each change from here on. Returns what ends that. */
  readonly listen: (tell: (change: C) => void) => () => void;
  readonly status: () => LiveStatus;
  /** Tells when the status is another. Returns what ends that. */
  readonly watch: (tell: () => void) => () => void;
  /** Reconnects at once, if there are listeners. */
  readonly reconnect: () => void;
}

/** How long a stream may be away before the reader is told that what is shown may be old: nearly always, it is back sooner. */
const PATIENCE_MS = 10_000;

const connecting: LiveStatus = { state: 'connecting', failure: null };

/** `onEnd` is called when the last listener has left. */
export function createFeed<C extends Change>(open: Open<C>, onEnd = (): void => {}): Feed<C> {
  const listeners = new Set<(change: C) => void>();
  const watchers = new Set<() => void>();
  let status = connecting;
  /** The last cursor, as long as there are listeners. */
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
        // A listener that leaves and returns at once, as React's do when it runs effects twice, finds the same stream.
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
