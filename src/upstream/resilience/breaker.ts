/**
 * The circuit breaker of one endpoint. It opens after a series of failures that show an outage of upstream (unreachable, no answer in
 * time, 5xx), never after a rejection, a call that its caller aborted, or time that the gateway itself spent. While open, it rejects calls
 * at once, but lets one through each second as a probe, and an answer closes it. One caller's failing calls do not block others: an answer
 * to anyone ends the series; a series from one caller alone opens the breaker for that caller alone, until anyone gets an answer; and a
 * caller whose probe has failed waits longer than the others.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { evidenceOf, UpstreamFault } from '../faults.ts';

export type Breaker = Readonly<ReturnType<typeof createBreaker>>;

/**
 * With a hundred callers at once, the first failures stop the others. A few failures while the service restarts stop nobody, nor do those
 * of an endpoint that is rarely called: a call that begins more than `maxGapMs` after the last failure begins a new series. There is only one
 * token request at a time for all callers.
 */
const usualRow = { failures: 20, maxGapMs: 5_000 };
const tokenRow = { failures: 5, maxGapMs: Number.POSITIVE_INFINITY };
const REST_MS = 2_000;
/** From one probe to the next, whether or not it has ended: one that hangs must not keep out the next caller. */
const PAUSE_MS = 1_000;
/** From one probe to the next of the same caller. */
const PROBER_REST_MS = 3_000;

export function createBreaker(
  endpoint: EndpointName,
  log: Pick<Log, 'info' | 'warn'>,
  metrics: Pick<Metrics, 'upstreamBreaker'>,
) {
  const row = endpoint === 'token' ? tokenRow : usualRow;
  /** The failures in a row, by caller; and the time of the last one. Times are monotonic, which nobody can set. */
  const failures = new Map<string, number>();
  let failedAt = 0;
  let isOpen = false;
  /** While open: the only caller for whom it is open, or null. */
  let onlyFor: string | null = null;
  /** While open: when the next probe may begin, and, for callers who have made one, their next. */
  let probeFrom = 0;
  const proberRests = new Map<string, number>();
  metrics.upstreamBreaker.set({ endpoint }, 0);

  const rejects = (caller: string): boolean => isOpen && (onlyFor === null || onlyFor === caller);

  /** While the breaker rejects the caller's calls, throws UPSTREAM_UNAVAILABLE with the seconds until the next attempt. */
  function check(caller: string): void {
    if (!rejects(caller)) return;
    const restMs = Math.max(probeFrom, proberRests.get(caller) ?? 0) - performance.now();
    if (restMs > 0) throw rejection(endpoint, restMs);
  }

  function beginProbe(caller: string): void {
    const now = performance.now();
    probeFrom = now + PAUSE_MS;
    for (const [other, until] of proberRests) if (until <= now) proberRests.delete(other);
    proberRests.set(caller, now + PROBER_REST_MS);
  }

  function countFailure(caller: string, beganAt: number, isReachable: boolean): void {
    const now = performance.now();
    if (beganAt - failedAt > row.maxGapMs) failures.clear();
    failedAt = now;
    failures.set(caller, (failures.get(caller) ?? 0) + 1);
    if (failures.values().reduce((sum, each) => sum + each) < row.failures) return;
    isOpen = true;
    // Failing to connect is never the fault of a caller.
    onlyFor = failures.size === 1 && isReachable ? caller : null;
    probeFrom = now + REST_MS;
    metrics.upstreamBreaker.set({ endpoint }, 1);
    if (onlyFor === null) log.warn({ endpoint }, 'upstream keeps failing: rejecting calls to this endpoint for now');
    else
      log.warn(
        { endpoint, subject: onlyFor },
        'upstream keeps failing for one caller: rejecting its calls to this endpoint for now',
      );
  }

  function close(): void {
    // Clearing a Map gives it a new table, to which the old one refers.
    if (failures.size > 0) failures.clear();
    if (!isOpen) return;
    isOpen = false;
    proberRests.clear();
    metrics.upstreamBreaker.set({ endpoint }, 0);
    log.info({ endpoint }, 'upstream responds again: sending calls to this endpoint');
  }

  return {
    check,
    /** Begins a call; throws like `check`. The returned function counts the call's result: its error, or nothing. */
    begin(caller: string): (error?: unknown) => void {
      check(caller);
      const isProbe = rejects(caller);
      if (isProbe) beginProbe(caller);
      const beganAt = performance.now();
      return (error) => {
        // Calls that began before the breaker opened say nothing about upstream's current state.
        if (!isProbe && rejects(caller)) return;
        const evidence = evidenceOf(error);
        if (evidence === 'response') close();
        else if (evidence !== null && !isProbe) countFailure(caller, beganAt, evidence !== 'unreachable');
      };
    },
  };
}

function rejection(endpoint: EndpointName, restMs: number): UpstreamFault {
  const message = 'not sent: upstream has failed too often, and the circuit breaker is open';
  const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
  const details = { endpoint, sent: false, isRejectedLocally: true, retryAfterSeconds };
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
}

/** One breaker per endpoint, so that a failing endpoint does not block others. */
export function createBreakers(log: Log, metrics: Pick<Metrics, 'upstreamBreaker'>): Record<EndpointName, Breaker> {
  const names = Object.keys(endpoints) as EndpointName[];
  const breakers = names.map((endpoint) => [endpoint, createBreaker(endpoint, log, metrics)]);
  return Object.fromEntries(breakers) as Record<EndpointName, Breaker>;
}
