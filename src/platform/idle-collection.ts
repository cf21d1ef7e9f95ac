/**
 * Gives back to the system what a start leaves behind, once: garbage, and the young generation that it made grow. Waits for
 * a second in which next to nothing was done, because the collection holds the event loop up for some 60 ms.
 */
import { performance } from 'node:perf_hooks';
import { collect } from './reclaim.ts';

const LOOK_EVERY_MS = 1_000;
/** Share of the time between two looks that the event loop may have been at work. */
const QUIET = 0.02;

export interface IdleCollection {
  /** Share of the time since it was last asked that the event loop was at work. */
  readonly utilization: () => number;
  readonly collectAll: () => void;
}

/** Begins to look; the function returned gives it up. It keeps no process alive. */
export function collectOnceIdle({ utilization, collectAll }: IdleCollection = ofThisProcess()): () => Promise<void> {
  utilization();
  const timer = setInterval(() => {
    if (utilization() > QUIET) return;
    clearInterval(timer);
    collectAll();
  }, LOOK_EVERY_MS).unref();
  return async () => clearInterval(timer);
}

function ofThisProcess(): IdleCollection {
  let last = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    // The one kind of collection that makes the young generation small again.
    collectAll: () => collect({ type: 'major', flavor: 'last-resort' }),
  };
}
