/** The time as a dependency, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };
