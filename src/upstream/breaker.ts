/**
 * The circuit breaker of one group of calls, and the only module that imports cockatiel. It opens on failures that show
 * that upstream is out of order (unreachable, no response in time, 5xx), never on a rejection or a call that its caller
 * aborted. While open, it rejects calls at once. After its rest, one call is let through as a trial, and all others are
 * still rejected until the trial has ended.
 *
 * While closed, it costs one comparison and one sample per call: cockatiel's `execute` is called only for failures and trials.
 */
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  type IBreaker,
  SamplingBreaker,
} from 'cockatiel';
import type { EndpointName } from '../contract/endpoints.ts';
import { isOutage, UpstreamFault, type UpstreamFaultCode } from './faults.ts';

/** Either a number of consecutive failures, or a share of failures among at least `calls` calls within a time. */
export type BreakerRule =
  | { readonly consecutiveFailures: number }
  | { readonly failureRate: number; readonly calls: number; readonly withinMs: number };

export type BreakerState = 'closed' | 'half-open' | 'open';

export interface Breaker {
  /** While the breaker rejects calls, throws UPSTREAM_UNAVAILABLE with the seconds until another attempt makes sense. */
  readonly check: (endpoint: EndpointName) => void;
  /** Whether calls are let through and their results are counted. */
  readonly isClosed: () => boolean;
  /** Counts the result of a call that was let through: its error, or undefined for a response. */
  readonly record: (error: unknown) => void;
  /** Runs a call and counts its result; throws like `check`. */
  readonly run: <T>(endpoint: EndpointName, call: () => Promise<T>) => Promise<T>;
}

/** How long the breaker stays open: the first time, and after each failed trial. */
const OPEN_DURATIONS_MS = [2_000, 3_000, 5_000] as const;
const MAX_OPEN_MS = 5_000;
/**
 * Makes cockatiel never wait by itself. It measures rests by the wall clock, so setting the clock back by an hour would
 * extend one by an hour.
 */
const NO_DELAY = Number.NEGATIVE_INFINITY;

/**
 * Faults that show that upstream responded. A trial that ends with any other fault has proved nothing, and the breaker
 * rests again.
 */
const respondedCodes: ReadonlySet<UpstreamFaultCode> = new Set([
  'UPSTREAM_REJECTED',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_ACCESS_DENIED',
  'UPSTREAM_INVALID',
]);

export function createBreaker(rule: BreakerRule, onState: (state: BreakerState, restMs: number) => void): Breaker {
  const strategy = createStrategy(rule);
  /** In monotonic time, which no one can set. */
  let openUntil = 0;
  let isTrialRunning = false;

  const openAfter = (attempt: number): IBackoff<{ attempt: number }> => {
    const duration = OPEN_DURATIONS_MS[attempt - 1] ?? MAX_OPEN_MS;
    openUntil = performance.now() + duration;
    return { duration: NO_DELAY, next: ({ attempt: nextAttempt }) => openAfter(nextAttempt) };
  };
  const policy: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => !hasResponded(error)),
    { breaker: strategy, halfOpenAfter: { next: ({ attempt }) => openAfter(attempt) } },
  );
  policy.onStateChange((state) =>
    onState(stateNames[state], state === CircuitState.Open ? Math.round(openUntil - performance.now()) : 0),
  );

  const rejection = (endpoint: EndpointName): UpstreamFault => {
    const seconds = Math.max(1, Math.ceil((openUntil - performance.now()) / 1_000));
    const message = 'not sent: upstream has failed too often, and the circuit breaker is open';
    const details = { endpoint, sent: false, isRejectedLocally: true, retryAfterSeconds: seconds };
    return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
  };

  const isClosed = (): boolean => policy.state === CircuitState.Closed;

  const check = (endpoint: EndpointName): void => {
    if (isClosed()) return;
    if (isTrialRunning || performance.now() < openUntil) throw rejection(endpoint);
  };

  async function runTrial<T>(endpoint: EndpointName, call: () => Promise<T>): Promise<T> {
    check(endpoint);
    isTrialRunning = true;
    let isAllowed = false;
    try {
      return await policy.execute(() => {
        isAllowed = true;
        return call();
      });
    } catch (error) {
      throw isAllowed ? error : rejection(endpoint);
    } finally {
      isTrialRunning = false;
    }
  }

  const record = (error: unknown): void => {
    // Calls that began before the breaker opened say nothing about upstream's current state.
    if (!isClosed()) return;
    if (error === undefined || hasResponded(error)) strategy.success(CircuitState.Closed);
    else if (error instanceof UpstreamFault && isOutage(error.code))
      policy.execute(() => Promise.reject(error)).catch(() => undefined);
  };

  return {
    check,
    isClosed,
    record,
    async run(endpoint, call) {
      if (!isClosed()) return runTrial(endpoint, call);
      try {
        const result = await call();
        record(undefined);
        return result;
      } catch (error) {
        record(error);
        throw error;
      }
    },
  };
}

const stateNames: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

function createStrategy(rule: BreakerRule): IBreaker {
  if ('consecutiveFailures' in rule) return new ConsecutiveBreaker(rule.consecutiveFailures);
  const { failureRate, calls, withinMs } = rule;
  // It opens only above its threshold; exactly the configured share must be enough.
  return new SamplingBreaker({
    threshold: failureRate - 0.001,
    duration: withinMs,
    minimumRps: calls / (withinMs / 1_000),
  });
}

function hasResponded(error: unknown): boolean {
  return error instanceof UpstreamFault && respondedCodes.has(error.code);
}
