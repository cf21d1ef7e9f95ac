/**
 * The calls of a minute, as a token bucket: a sixth of them may be made at once, the others come evenly over the minute. So no minute,
 * whenever it begins, has more of them. A tenth of what may be made at once is left to those who are preferred.
 */
const MINUTE_MS = 60_000;
const AT_ONCE = 1 / 6;
const RESERVE = 0.1;

/** `onToken` is called when somebody who got none may get one. */
export function createCallTokens(now: () => number, onToken: () => void) {
  let capacity = 0;
  let perMs = 0;
  /** Of the tokens; nothing is saved up before the start, since another process may just have used it. */
  let tokens = 0;
  let countedAt = now();
  let timer: NodeJS.Timeout | undefined;

  function count(): void {
    const at = now();
    tokens = Math.min(capacity, tokens + (at - countedAt) * perMs);
    countedAt = at;
  }

  const needed = (isPreferred: boolean): number =>
    isPreferred ? 1 : 1 + Math.max(0, Math.min(capacity * RESERVE, capacity - 1));

  function waitMs(isPreferred: boolean): number {
    count();
    const missing = needed(isPreferred) - tokens;
    return missing <= 0 ? 0 : perMs === 0 ? MINUTE_MS : missing / perMs;
  }

  /** The next may be for somebody who is preferred. */
  function wakeLater(): void {
    if (timer !== undefined || perMs === 0) return;
    const wait = Math.min(waitMs(true) || waitMs(false), MINUTE_MS);
    timer = setTimeout(
      () => {
        timer = undefined;
        onToken();
      },
      Math.max(1, Math.ceil(wait)),
    ).unref();
  }

  return {
    take(isPreferred: boolean): boolean {
      count();
      if (tokens < needed(isPreferred)) {
        wakeLater();
        return false;
      }
      tokens -= 1;
      return true;
    },
    /** Milliseconds until there is one; 0 if there is. */
    waitMs,
    setRate(perMinute: number): void {
      count();
      capacity = Math.min(perMinute, Math.max(1, perMinute * AT_ONCE));
      perMs = (perMinute - capacity) / MINUTE_MS;
      tokens = Math.min(tokens, capacity);
      clearTimeout(timer);
      timer = undefined;
    },
    close: () => clearTimeout(timer),
  };
}
