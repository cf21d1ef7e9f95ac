/** The time as a dependency, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Whether a moment that was set at most so far ahead is still to come. Further ahead it is where the clock was put back since,
 * which must not make a wait of seconds one of hours: then it is over.
 */
export function isAhead(moment: number, { now }: Clock, longestMs: number): boolean {
  const left = moment - now();
  return left > 0 && left <= longestMs;
}

/** Milliseconds since a moment; one that is still to come is where the clock was put back since: then it is long ago. */
export function since(moment: number, { now }: Clock): number {
  const elapsed = now() - moment;
  return elapsed < 0 ? Number.POSITIVE_INFINITY : elapsed;
}

export const systemClock: Clock = { now: () => Date.now() };
