/**
 * The circuit breaker of one endpoint. It opens after a series of failures that show an outage of upstream (unreachable, no answer in
 * time, 5xx), never after a rejection, a call that its caller aborted, or time that the gateway itself spent. While open, it rejects calls
 * at once. After a pause, it lets a call through as a probe, and an answer closes it. One caller's failing calls do not block others: an
 * answer to anyone ends the series; a series from one caller alone opens the breaker for that caller alone, until anyone gets an answer;
 * and a caller whose probe has failed waits longer than the others.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { faults } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { isUnreachable, UpstreamFault } from '../faults.ts';

export type Breaker = Readonly<ReturnType<typeof createBreaker>>;

type BreakerState = 'closed' | 'half-open' | 'open';

export interface StateChange {
  readonly state: BreakerState;
  readonly restMs: number;
  /** The only caller whose calls are rejected; null if everyone's are. */
  readonly caller: string | null;
}

/**
 * With a hundred callers at once, the first failures stop the others. A few failures while the service restarts stop nobody, nor do those
 * of an endpoint that is rarely called. There is only one token request at a time for all callers.
 */
const usualRow = { failures: 20, maxGapMs: 5_000 };
const tokenRow = { failures: 5, maxGapMs: Number.POSITIVE_INFINITY };
const REST_MS = 2_000;
/** The pauses after a failed probe: for everyone, and for the caller of the probe. */
const PAUSE_MS = 1_000;
const PROBER_REST_MS = 3_000;
/** Probes of different callers, so that one that hangs does not keep out the next caller. */
const MAX_PROBES = 2;

export function createBreaker(endpoint: EndpointName, onChange: (change: StateChange) => void) {
  const row = endpoint === 'token' ? tokenRow : usualRow;
  /** The failures in a row, by caller; and the time of the last one. */
  const failures = new Map<string, number>();
  let failedAt = 0;
  let state: BreakerState = 'closed';
  /** While open: the only caller for whom it is open, or null. */
  let onlyFor: string | null = null;
  /** Times are monotonic, which nobody can set. */
  let restUntil = 0;
  const proberRests = new Map<string, number>();
  const probing = new Set<string>();

  const rejects = (caller: string): boolean => state !== 'closed' && (onlyFor === null || onlyFor === caller);

  function setState(next: BreakerState, restMs = 0): void {
    state = next;
    onChange({ state, restMs, caller: onlyFor });
  }

  /** While the breaker rejects the caller's calls, throws UPSTREAM_UNAVAILABLE with the seconds until the next attempt. */
  function check(caller: string): void {
    if (!rejects(caller)) return;
    const restMs = Math.max(restUntil, proberRests.get(caller) ?? 0) - performance.now();
    if (restMs > 0 || probing.has(caller) || probing.size >= MAX_PROBES) throw rejection(endpoint, restMs);
  }

  function count(caller: string, result: CallResult | null): void {
    // Calls that began before the breaker opened say nothing about upstream's current state.
    if (result === null || rejects(caller)) return;
    if (result === 'response') {
      close();
      return;
    }
    const now = performance.now();
    if (now - failedAt > row.maxGapMs) failures.clear();
    failedAt = now;
    failures.set(caller, (failures.get(caller) ?? 0) + 1);
    if (failures.values().reduce((sum, each) => sum + each) < row.failures) return;
    // Failing to connect is never the fault of a caller.
    onlyFor = failures.size === 1 && result !== 'unreachable' ? caller : null;
    restUntil = now + REST_MS;
    setState('open', REST_MS);
  }

  function close(): void {
    // Clearing a Map gives it a new table, to which the old one refers.
    if (failures.size > 0) failures.clear();
    if (state === 'closed') return;
    proberRests.clear();
    onlyFor = null;
    setState('closed');
  }

  function endProbe(caller: string, result: CallResult | null): void {
    probing.delete(caller);
    // The probe of another caller may have closed it meanwhile.
    if (!rejects(caller)) return;
    if (result === 'response') {
      close();
      return;
    }
    const now = performance.now();
    for (const [other, until] of proberRests) if (until <= now) proberRests.delete(other);
    proberRests.set(caller, now + PROBER_REST_MS);
    restUntil = now + PAUSE_MS;
    setState('open', PAUSE_MS);
  }

  return {
    check,
    /** Begins a call; throws like `check`. The returned function counts the call's result: its error, or nothing. */
    begin(caller: string): (error?: unknown) => void {
      check(caller);
      const isProbe = rejects(caller);
      if (isProbe) {
        probing.add(caller);
        if (state === 'open') setState('half-open');
      }
      return (error) => (isProbe ? endProbe : count)(caller, resultOf(error));
    },
  };
}

/** Upstream has responded, has failed to, or could not even be reached. */
type CallResult = 'response' | 'failure' | 'unreachable';

/** What the result of a call says about upstream; null if nothing. */
function resultOf(error: unknown): CallResult | null {
  if (error === undefined) return 'response';
  if (!(error instanceof UpstreamFault)) return null;
  const { shows } = faults[error.code];
  if (shows !== 'outage') return shows ?? null;
  if (error.isDelayedHere || error.isRejectedLocally) return null;
  return isUnreachable(error) ? 'unreachable' : 'failure';
}

function rejection(endpoint: EndpointName, restMs: number): UpstreamFault {
  const message = 'not sent: upstream has failed too often, and the circuit breaker is open';
  const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
  const details = { endpoint, sent: false, isRejectedLocally: true, retryAfterSeconds };
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
}

const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

/** One breaker per endpoint, so that a failing endpoint does not block others. */
export function createBreakers(log: Log, metrics: Pick<Metrics, 'upstreamBreaker'>): Record<EndpointName, Breaker> {
  const names = Object.keys(endpoints) as EndpointName[];
  return Object.fromEntries(
    names.map((endpoint) => {
      metrics.upstreamBreaker.set({ endpoint }, STATE_VALUES.closed);
      return [endpoint, createBreaker(endpoint, createStateLogger(endpoint, log, metrics))];
    }),
  ) as Record<EndpointName, Breaker>;
}

/**
 * Logs when the breaker closes, when it opens, and when one caller's failures have become everyone's. A failed probe, after which the
 * breaker stays open, is logged at debug level.
 */
function createStateLogger(endpoint: EndpointName, log: Log, metrics: Pick<Metrics, 'upstreamBreaker'>) {
  let reported: 'closed' | 'one' | 'all' = 'closed';
  return ({ state, restMs, caller }: StateChange): void => {
    metrics.upstreamBreaker.set({ endpoint }, STATE_VALUES[state]);
    const fields = { endpoint, restMs: Math.round(restMs), ...(caller !== null && { subject: caller }) };
    const next = state === 'closed' ? 'closed' : caller === null ? 'all' : 'one';
    if (next === 'closed') log.info({ endpoint }, 'upstream responds again: sending calls to this endpoint');
    else if (next === reported) log.debug(fields, `the circuit breaker is ${state}`);
    else if (next === 'all') log.warn(fields, 'upstream keeps failing: rejecting calls to this endpoint for now');
    else log.warn(fields, 'upstream keeps failing for one caller: rejecting its calls to this endpoint for now');
    reported = next;
  };
}
