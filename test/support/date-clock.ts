/** A clock that `Date` goes by, too, for libraries that ask it; until the end of the test. */
import { onTestFinished, vi } from 'vitest';
import { createManualClock, type ManualClock } from './held-clock.ts';

export function createDateClock(at = createManualClock().now()): ManualClock {
  vi.useFakeTimers({ toFake: ['Date'], now: at });
  onTestFinished(() => void vi.useRealTimers());
  return { now: () => Date.now(), advance: (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds) };
}
