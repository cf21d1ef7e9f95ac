/** Preloaded by the soak test: collects garbage and reports what is left, whenever the parent process asks over the IPC channel. */
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

export interface Sample {
  /** Bytes of heap in use after a collection. */
  readonly heap: number;
  readonly rss: number;
  readonly descriptors: number;
  /** p99 of the event loop's delay since the last sample, in ms. */
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
