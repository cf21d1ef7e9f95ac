/**
 * The calls of a minute, as a token bucket: a sixth of them may be made at once, the others come evenly over the minute. So no minute,
 * whenever it begins, has more of them. Of what may be made at once, ordinary calls leave a tenth, and spare ones half.
 */
import type { Budget } from './groups.ts';

const MINUTE_MS = 60_000;
const AT_ONCE = 1 / 6;
const reserves: Readonly<Record<Budget, number>> = { preferred: 0, ordinary: 0.1, spare: 0.5 };

export type CallRate = Readonly<ReturnType<typeof createCallRate>>;

/** `onRoom` is called when a call that was refused may be made. */
export function createCallRate(perMinute: number, onRoom: () => void) {
  const capacity = Math.min(perMinute, Math.max(1, perMinute * AT_ONCE));
  const perMs = (perMinute - capacity) / MINUTE_MS;
  /** Nothing is saved up before the start, since a process that this one replaces may just have used it. */
  let tokens = 0;
  let countedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;

  function waitMs(budget: Budget): number {
    const now = performance.now();
    tokens = Math.min(capacity, tokens + (now - countedAt) * perMs);
    countedAt = now;
    const reserve = Math.max(0, Math.min(capacity * reserves[budget], capacity - 1));
    const missing = 1 + reserve - tokens;
    return missing <= 0 ? 0 : missing / perMs;
  }

  function wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= wakesAt) return;
    wakesAt = at;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        wakesAt = Number.POSITIVE_INFINITY;
        onRoom();
      },
      Math.max(1, Math.ceil(ms)),
    ).unref();
  }

  return {
    take(budget: Budget): boolean {
      const wait = waitMs(budget);
      if (wait > 0) {
        wakeIn(wait);
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
