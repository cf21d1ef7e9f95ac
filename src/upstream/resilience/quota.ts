/** What the calls of a process may use together: concurrent connections, and calls per minute. */
import type { Budget, GroupRow } from './groups.ts';

const MINUTE_MS = 60_000;
const AT_ONCE = 1 / 6;
/** The fraction of the calls that may be made at once, or of the connections, that each kind of call leaves to the kinds before it. */
const reserves: Readonly<Record<Budget, number>> = { preferred: 0, ordinary: 0.1, spare: 0.5 };

type CallRate = Readonly<ReturnType<typeof createCallRate>>;

/**
 * The calls per minute, as a token bucket: a sixth of them may be made at once, the others are spread evenly over the minute. So no minute,
 * whenever it begins, has more. Calls `onRoom` when a call that was refused may be made.
 */
export function createCallRate(perMinute: number, onRoom: () => void) {
  const capacity = Math.min(perMinute, Math.max(1, perMinute * AT_ONCE));
  const perMs = (perMinute - capacity) / MINUTE_MS;
  /** Starts empty, since a process that this one replaces may have just used the budget. */
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
    /** Milliseconds until a call may be made; 0 if one may be made now. */
    waitMs,
    close: () => clearTimeout(timer),
  };
}

/** The connections and calls that all groups share. */
export class Quota {
  /** With how many connections in use a call of each kind may still begin. */
  readonly #limits: Readonly<Record<Budget, number>>;
  readonly #rate: CallRate | null;
  #used = 0;

  constructor(total: number, rate: CallRate | null) {
    const leave = (share: number): number => Math.max(1, Math.min(total - 1, Math.ceil(total * (1 - share))));
    this.#limits = { preferred: total, ordinary: leave(reserves.ordinary), spare: leave(reserves.spare) };
    this.#rate = rate;
  }

  /** Takes what a call needs; false if there is not enough. */
  take({ budget }: GroupRow): boolean {
    if (budget === null) return true;
    if (this.#used >= this.#limits[budget] || this.#rate?.take(budget) === false) return false;
    this.#used += 1;
    return true;
  }

  giveBack({ budget }: GroupRow): void {
    if (budget !== null) this.#used -= 1;
  }

  /** The seconds until calls may be made again, if the limit per minute is reached; otherwise null. */
  secondsToWait({ budget }: GroupRow): number | null {
    if (this.#rate === null || budget === null || this.#used >= this.#limits[budget]) return null;
    return Math.ceil(this.#rate.waitMs(budget) / 1_000) || null;
  }
}
