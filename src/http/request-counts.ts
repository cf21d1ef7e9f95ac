/** How many requests each caller has sent in its present minute, for whoever limits them: one count, whichever way they came. */

export const WINDOW_MS = 60_000;
/** Callers whose counts are kept; beyond that, those whose minute began longest ago are forgotten. */
const MOST_CALLERS = 50_000;

export interface Count {
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

export interface RequestCounts {
  /** Counts one more. */
  readonly add: (caller: string) => Count;
  /** Counts one more where fewer than that are counted by now; else null. */
  readonly addBelow: (most: number, caller: string) => Count | null;
}

interface Window {
  current: number;
  ttl: number;
  readonly until: number;
}

export function createRequestCounts(now: () => number = () => Math.floor(performance.now())): RequestCounts {
  const windows = new Map<string, Window>();

  const add = (caller: string, most: number): Count | null => {
    const time = now();
    const known = windows.get(caller);
    const isOpen = known !== undefined && time < known.until;
    if ((isOpen ? known.current : 0) >= most) return null;
    const window = isOpen ? known : { current: 0, ttl: 0, until: time + WINDOW_MS };
    if (!isOpen) {
      // Put at the end: the first are those whose minute began longest ago.
      if (known !== undefined) windows.delete(caller);
      else if (windows.size >= MOST_CALLERS) windows.delete(windows.keys().next().value ?? '');
      windows.set(caller, window);
    }
    window.current += 1;
    window.ttl = window.until - time;
    return window;
  };

  return {
    add: (caller) => add(caller, Number.POSITIVE_INFINITY) as Count,
    addBelow: (most, caller) => add(caller, most),
  };
}
