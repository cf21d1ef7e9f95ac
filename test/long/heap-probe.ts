/** Loaded before the program by the soak: collects garbage and tells what is left, each time it is asked over the channel. */
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface Sample {
  /** Bytes in use after a collection. */
  readonly heap: number;
  readonly rss: number;
  readonly descriptors: number;
  /** p99 of the event loop's delay since the last sample. */
  readonly loopMs: number;
}

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on('message', () => {
    globalThis.gc?.();
    const loopMs = Math.round(delay.percentile(99) / 1e5) / 10;
    const { heapUsed: heap, rss } = process.memoryUsage();
    const sample: Sample = { heap, rss, descriptors: readdirSync('/proc/self/fd').length, loopMs };
    process.send?.(sample);
    delay.reset();
  });
}
