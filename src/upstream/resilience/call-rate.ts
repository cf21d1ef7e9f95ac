/**
 * The calls of a minute, as a token bucket: a sixth of them may be made at once, the others come evenly over the minute. So no minute,
 * whenever it begins, has more of them. A tenth of what may be made at once is left to preferred calls.
 */
const MINUTE_MS = 60_000;
const AT_ONCE = 1 / 6;
const RESERVE = 0.1;

export type CallRate = Readonly<ReturnType<typeof createCallRate>>;

/** `onRoom` is called when a call that was refused may be made. */
export function createCallRate(perMinute: number, onRoom: () => void) {
  const capacity = Math.min(perMinute, Math.max(1, perMinute * AT_ONCE));
  const perMs = (perMinute - capacity) / MINUTE_MS;
  const reserve = Math.max(0, Math.min(capacity * RESERVE, capacity - 1));
  /** Nothing is saved up before the start, since a process that this one replaces may just have used it. */
  let tokens = 0;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  function waitMs(isPreferred: boolean): number {
    const now = performance.now();
    tokens = Math.min(capacity, tokens + (now - countedAt) * perMs);
    countedAt = now;
    const missing = 1 + (isPreferred ? 0 : reserve) - tokens;
    return missing <= 0 ? 0 : missing / perMs;
  }

  /** The next one may be for a preferred call. */
  function wakeLater(): void {
    if (timer !== undefined) return;
    const wait = Math.max(1, Math.ceil(waitMs(true) || waitMs(false)));
    timer = setTimeout(() => {
      timer = undefined;
      onRoom();
    }, wait).unref();
  }

  return {
    take(isPreferred: boolean): boolean {
      if (waitMs(isPreferred) > 0) {
        wakeLater();
        return false;
      }
      tokens -= 1;
      return true;
    },
    /** Milliseconds until there is one; 0 if there is. */
    waitMs,
    close: () => clearTimeout(timer),
  };
}
