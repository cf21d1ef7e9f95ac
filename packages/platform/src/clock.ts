/** The time as a dependency, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Whether a moment that was set at most `maxMs` ahead is still in the future. If it is further ahead, the clock has been set back since.
 * The moment then counts as past, so that a wait of seconds does not become one of hours.
 */
export function isAhead(moment: number, { now }: Clock, maxMs: number): boolean {
  const remaining = moment - now();
  return remaining > 0 && remaining <= maxMs;
}

/**
 * Milliseconds since a moment. If the moment is in the future, the clock has been set back since; it then counts as infinitely long ago.
 */
export function elapsedSince(moment: number, { now }: Clock): number {
  const elapsed = now() - moment;
  return elapsed < 0 ? Number.POSITIVE_INFINITY : elapsed;
}

/** Whether this much time has passed since it last said so, or it never has: for lines that would be logged again and again. */
export function atMostEvery(intervalMs: number, clock: Clock): () => boolean {
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (elapsedSince(lastAt, clock) < intervalMs) return false;
    lastAt = clock.now();
    return true;
  };
}

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Whether the name is an IANA zone, or an offset such as -07:00. Temporal decides, because it converts the times: Intl knows names that
 * Temporal does not, such as JST, and its first use takes 6 MB for as long as the process lives.
 */
export function isTimeZone(name: string): boolean {
  try {
    new Temporal.ZonedDateTime(0n, name);
    return true;
  } catch {
    return false;
  }
}
