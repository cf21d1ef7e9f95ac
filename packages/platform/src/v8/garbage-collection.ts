/** Collects garbage when V8 would not: after the start, and while a long stream passes. */
import { performance } from 'node:perf_hooks';
import { Transform } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_INTERVAL_MS = 1_000;
/** The maximum share of the time between two checks in which the event loop may have been active. */
const MAX_UTILIZATION = 0.02;

/**
 * Returns to the system, once, the memory that a thread's start leaves behind: garbage, and the young generation that grew because of it.
 * Each thread does so for itself. Waits for a nearly idle second, because the collection blocks the event loop for some 60 ms. The timer
 * does not keep the process alive.
 */
export function collectOnceIdle(collectAll = collectLastResort): void {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > MAX_UTILIZATION) return;
    clearInterval(timer);
    collectAll();
  }, CHECK_INTERVAL_MS).unref();
}

/** The only kind of collection that shrinks the young generation. */
const collectLastResort = (): void => collect({ type: 'major', flavor: 'last-resort' });

/**
 * Limits the garbage that a long stream leaves behind. Its chunks are off-heap, where V8 lets 60 MB and more of dead ones pile up before it
 * collects them. A minor collection every few megabytes takes about a millisecond and finds them all.
 */
const COLLECT_EVERY_BYTES = 4 * 1_048_576;

type Collect = (
  options: { readonly type: 'minor' } | { readonly type: 'major'; readonly flavor: 'last-resort' },
) => void;

setFlagsFromString('--expose-gc');
/** Collects garbage synchronously; nothing else runs meanwhile. */
export const collect = runInNewContext('gc') as Collect;

/** Passes everything on; short streams never trigger a collection. */
export function reclaiming(): Transform {
  let uncollectedBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      uncollectedBytes += chunk.length;
      if (uncollectedBytes >= COLLECT_EVERY_BYTES) {
        uncollectedBytes = 0;
        collect({ type: 'minor' });
      }
      done(null, chunk);
    },
  });
}
