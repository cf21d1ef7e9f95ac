/** A clock that stands still until it is moved. */
import type { Clock } from '../../src/platform/clock.ts';

export interface HeldClock extends Clock {
  readonly advance: (milliseconds: number) => void;
}

export function holdClock(at = Date.parse('2026-11-20T12:00:00Z')): HeldClock {
  let now = at;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
