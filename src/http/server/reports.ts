/**
 * Counts and reports rejected requests and closed connections. There is no log line per case: in a flood, those would cost more
 * than the cases themselves.
 */
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { ClosedReason } from '../connections/connection-limits.ts';

const INTERVAL_MS = 10_000;

export function createReports(log: Log, { requestsShed, connectionsClosed }: Metrics) {
  const report = (unit: string, message: string): ((count: number) => void) => {
    let unreported = 0;
    let reportedAt = Number.NEGATIVE_INFINITY;
    return (count) => {
      unreported += count;
      if (performance.now() - reportedAt < INTERVAL_MS) return;
      log.warn({ [unit]: unreported }, message);
      reportedAt = performance.now();
      unreported = 0;
    };
  };
  const reportShed = report('requests', 'shedding requests: there is more work than this process can handle');
  const closures = {
    // Their clients do not wait for a response.
    idle: () => undefined,
    full: report('connections', 'dropping connections: there are too many, and none of them is idle'),
    slow: report('connections', 'disconnecting clients that do not read their responses'),
  } as const;
  countFromZero(
    connectionsClosed,
    Object.keys(closures).map((reason) => ({ reason })),
  );
  return {
    /** Requests were rejected on arrival, or cut off before they had arrived. */
    shed(count: number): void {
      requestsShed.inc(count);
      reportShed(count);
    },
    /** A connection was closed to keep a limit. */
    closed(reason: ClosedReason): void {
      connectionsClosed.inc({ reason });
      closures[reason](1);
    },
  };
}
