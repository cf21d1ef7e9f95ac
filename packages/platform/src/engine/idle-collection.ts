/**
 * Returns to the system, once, the memory that a thread's start leaves behind: garbage, and the young generation that it made grow.
 * Each thread does so for itself. Waits for a nearly idle second, because the collection blocks the event loop for some 60 ms.
 */
import { performance } from 'node:perf_hooks';
import { collect } from './reclaim.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Maximum share of the time between two checks for which the event loop may have been active. */
const MAX_UTILIZATION = 0.02;

export interface IdleCollection {
  /** Share of the time since the last call for which the event loop was active. */
  readonly utilization: () => number;
  readonly collectAll: () => void;
}

/** Starts to check; the returned function stops it. The timer does not keep the process alive. */
export function collectOnceIdle({ utilization, collectAll }: IdleCollection = forThisThread()): () => Promise<void> {
  utilization();
  const timer = setInterval(() => {
    if (utilization() > MAX_UTILIZATION) return;
    clearInterval(timer);
    collectAll();
  }, CHECK_INTERVAL_MS).unref();
  return async () => clearInterval(timer);
}

function forThisThread(): IdleCollection {
  let last = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    // The only kind of collection that shrinks the young generation.
    collectAll: () => collect({ type: 'major', flavor: 'last-resort' }),
  };
}
