/** Whether peers answer, for a part that can do without them: told once, when they have not for a while, and when they do again. */
import type { Log } from '../observing/log.ts';
import type { Metrics } from '../observing/metrics.ts';

export interface ReachOptions {
  /** The part, in metrics. */
  readonly part: 'rate_limits' | 'budget';
  /** What it does without them. */
  readonly alone: string;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'peersReached'>;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** How long peers may leave a part without an answer. */
const PATIENCE_MS = 3_000;

export function createReach({ part, alone, log, metrics, now }: ReachOptions) {
  let failedSince: number | null = null;
  let isLost = false;
  const set = (lost: boolean): void => {
    isLost = lost;
    metrics.peersReached.set({ part }, lost ? 0 : 1);
  };
  set(false);
  return {
    isLost: () => isLost,
    answered(): void {
      failedSince = null;
      if (!isLost) return;
      set(false);
      log.info({ part }, 'other processes can be reached again');
    },
    failed(error: unknown): void {
      failedSince ??= now();
      if (isLost || now() - failedSince < PATIENCE_MS) return;
      set(true);
      log.warn({ part, reason: (error as Error).message }, `other processes cannot be reached; ${alone}`);
    },
  };
}
