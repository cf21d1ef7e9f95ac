/** Counts each caller's requests in its current minute, for rate limits. */

const WINDOW_MS = 60_000;
/** Maximum number of callers whose counts are kept; beyond it, the caller whose minute began longest ago is dropped. */
const MAX_CALLERS = 50_000;

export interface RequestCount {
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

export interface RequestCounts {
  /** Counts one more request; what it returns is valid until the next call. */
  readonly add: (caller: string) => RequestCount;
}

interface Window {
  current: number;
  ttl: number;
  readonly until: number;
}

export function createRequestCounts(now: () => number = () => Math.floor(performance.now())): RequestCounts {
  const windows = new Map<string, Window>();
  return {
    add(caller) {
      const time = now();
      let window = windows.get(caller);
      if (window === undefined || time >= window.until) {
        // Inserted at the end, so the first entries are those whose minute began longest ago.
        if (window !== undefined) windows.delete(caller);
        else if (windows.size >= MAX_CALLERS) windows.delete(windows.keys().next().value ?? '');
        window = { current: 0, ttl: 0, until: time + WINDOW_MS };
        windows.set(caller, window);
      }
      window.current += 1;
      window.ttl = window.until - time;
      return window;
    },
  };
}
