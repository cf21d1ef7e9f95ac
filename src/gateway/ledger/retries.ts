/**
 * Limits how long a request tries to reserve its entry, in milliseconds by the clock and in milliseconds of waiting. Both
 * count, so that a clock that is set back does not lengthen the wait.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { inProgress } from './faults.ts';

interface RetriesOptions {
  readonly clock: Clock;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly waitMs: number;
}

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

/** Both throw IDEMPOTENCY_IN_PROGRESS if the time is up. */
export function createRetries({ clock, pause, waitMs }: RetriesOptions) {
  const deadline = clock.now() + waitMs;
  let waitedMs = 0;
  let pollMs = FIRST_POLL_MS;
  const countWait = (): void => {
    waitedMs += pollMs;
    pollMs = Math.min(2 * pollMs, MAX_POLL_MS);
  };
  return {
    /** Waits, each time longer than the last. */
    async wait(): Promise<void> {
      if (waitedMs >= waitMs || clock.now() >= deadline) throw inProgress();
      await pause(pollMs);
      countWait();
    },
    /** Counts as much as a wait, but returns at once and ignores the clock: it may have jumped, which ends a lease. */
    skipWait(): void {
      if (waitedMs >= waitMs) throw inProgress();
      countWait();
    },
  };
}
