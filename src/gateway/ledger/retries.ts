/**
 * Limits how long a request tries to reserve its entry, in milliseconds by the clock and in milliseconds of waiting. Both
 * count, so that a clock that is set back does not lengthen the wait.
 */
import type { Clock } from '../../platform/clock.ts';
import { inProgress } from './faults.ts';

interface RetriesOptions {
  readonly clock: Clock;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly waitMs: number;
}

/** Both throw IDEMPOTENCY_IN_PROGRESS if the time is up. */
interface Retries {
  /** Waits, each time longer than the last. */
  readonly wait: () => Promise<void>;
  /** Counts as much as a wait, but returns at once and ignores the clock: it may have jumped, which ends a lease. */
  readonly skipWait: () => void;
}

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

export function createRetries({ clock, pause, waitMs }: RetriesOptions): Retries {
  const deadline = clock.now() + waitMs;
  let waitedMs = 0;
  let pollMs = FIRST_POLL_MS;
  const countWait = (): void => {
    waitedMs += pollMs;
    pollMs = Math.min(2 * pollMs, MAX_POLL_MS);
  };
  return {
    async wait() {
      if (waitedMs >= waitMs || clock.now() >= deadline) throw inProgress();
      await pause(pollMs);
      countWait();
    },
    skipWait() {
      if (waitedMs >= waitMs) throw inProgress();
      countWait();
    },
  };
}
