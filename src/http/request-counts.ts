/** Counts each caller's requests in its current minute, for rate limits; the regular path and the fast lane share one count. */

export const WINDOW_MS = 60_000;
/** Maximum number of callers whose counts are kept; beyond it, the caller whose minute began longest ago is dropped. */
const MAX_CALLERS = 50_000;

export interface Count {
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

export interface RequestCounts {
  /** Counts one more request. */
  readonly add: (caller: string) => Count;
  /** Counts one more request if fewer than `max` have been counted so far; otherwise null. */
  readonly addBelow: (max: number, caller: string) => Count | null;
}

interface Window {
  current: number;
  ttl: number;
  readonly until: number;
}

export function createRequestCounts(now: () => number = () => Math.floor(performance.now())): RequestCounts {
  const windows = new Map<string, Window>();

  const add = (caller: string, max: number): Count | null => {
    const time = now();
    const known = windows.get(caller);
    const isOpen = known !== undefined && time < known.until;
    if ((isOpen ? known.current : 0) >= max) return null;
    const window = isOpen ? known : { current: 0, ttl: 0, until: time + WINDOW_MS };
    if (!isOpen) {
      // Inserted at the end, so the first entries are those whose minute began longest ago.
      if (known !== undefined) windows.delete(caller);
      else if (windows.size >= MAX_CALLERS) windows.delete(windows.keys().next().value ?? '');
      windows.set(caller, window);
    }
    window.current += 1;
    window.ttl = window.until - time;
    return window;
  };

  return {
    add: (caller) => add(caller, Number.POSITIVE_INFINITY) as Count,
    addBelow: (max, caller) => add(caller, max),
  };
}
