/** A clock that stands still until a test moves it. */
import type { Clock } from '@realty-forms/platform/clock.ts';

export interface ManualClock extends Clock {
  readonly advance: (milliseconds: number) => void;
}

export function createManualClock(at = Date.parse('2026-11-20T12:00:00Z')): ManualClock {
  let now = at;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
