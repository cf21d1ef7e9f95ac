/**
 * The breaker of one group of calls, the one importer of cockatiel. It opens on failures that say that upstream is out of
 * order: unreachable, silent, 5xx; never on a refusal, nor on what its caller gave up. Open, it answers at once; after its rest
 * one call tries, and everybody else is still turned away until that call has ended.
 *
 * Closed, it is a comparison and a sample per call: cockatiel's `execute` is entered with failures and trials alone.
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
import { UpstreamFault, type UpstreamFaultCode } from './faults.ts';

/** So many failures with no success between them; or such a share of at least so many calls within a time. */
export type BreakerRule =
  | { readonly inARow: number }
  | { readonly share: number; readonly calls: number; readonly withinMs: number };

export type BreakerState = 'closed' | 'half-open' | 'open';

export interface Breaker {
  /** Throws UPSTREAM_UNAVAILABLE with the seconds until it is worth another try, while the breaker would turn a call away. */
  readonly check: (endpoint: EndpointName) => void;
  /** Whether calls are let through, each judged by how it ends. */
  readonly isClosed: () => boolean;
  /** Judges by a call that was let through and has ended: with an error, or with undefined for an answer. */
  readonly judge: (error: unknown) => void;
  /** Runs a call and judges by it; throws as `check` does. */
  readonly run: <T>(endpoint: EndpointName, call: () => Promise<T>) => Promise<T>;
}

/** How long it stays open: the first time, and each time that its trial fails. */
const RESTS_MS = [2_000, 3_000, 5_000] as const;
const LONGEST_REST_MS = 5_000;
/** For cockatiel, whose rests go by the wall clock: one that is put back by an hour would make them last for as long. */
const NO_REST = Number.NEGATIVE_INFINITY;

const failures: ReadonlySet<UpstreamFaultCode> = new Set(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT']);
/** Upstream has answered; a trial that ends in any other way has shown nothing, and the breaker rests again. */
const answers: ReadonlySet<UpstreamFaultCode> = new Set([
  'UPSTREAM_REJECTED',
  'UPSTREAM_RATE_LIMITED',
  'UPSTREAM_ACCESS_DENIED',
  'UPSTREAM_INVALID',
]);

export function createBreaker(rule: BreakerRule, onState: (state: BreakerState, restMs: number) => void): Breaker {
  const samples = samplesOf(rule);
  /** Of the clock that nobody sets. */
  let opensUntil = 0;
  let isTrying = false;

  const restAfter = (attempt: number): IBackoff<{ attempt: number }> => {
    const duration = RESTS_MS[attempt - 1] ?? LONGEST_REST_MS;
    opensUntil = performance.now() + duration;
    return { duration: NO_REST, next: ({ attempt: later }) => restAfter(later) };
  };
  const policy: CircuitBreakerPolicy = circuitBreaker(
    handleWhen((error) => !isAnswer(error)),
    { breaker: samples, halfOpenAfter: { next: ({ attempt }) => restAfter(attempt) } },
  );
  policy.onStateChange((state) =>
    onState(names[state], state === CircuitState.Open ? Math.round(opensUntil - performance.now()) : 0),
  );

  const turnedAway = (endpoint: EndpointName): UpstreamFault => {
    const seconds = Math.max(1, Math.ceil((opensUntil - performance.now()) / 1_000));
    const message = 'not sent: upstream has failed too often, and is tried again soon';
    const details = { endpoint, sent: false, isTurnedAway: true, retryAfterSeconds: seconds };
    return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
  };

  const isClosed = (): boolean => policy.state === CircuitState.Closed;

  const check = (endpoint: EndpointName): void => {
    if (isClosed()) return;
    if (isTrying || performance.now() < opensUntil) throw turnedAway(endpoint);
  };

  async function tryOut<T>(endpoint: EndpointName, call: () => Promise<T>): Promise<T> {
    check(endpoint);
    isTrying = true;
    let isAllowed = false;
    try {
      return await policy.execute(() => {
        isAllowed = true;
        return call();
      });
    } catch (error) {
      throw isAllowed ? error : turnedAway(endpoint);
    } finally {
      isTrying = false;
    }
  }

  const judge = (error: unknown): void => {
    // What began before the breaker opened says nothing about how upstream is doing since.
    if (!isClosed()) return;
    if (error === undefined || isAnswer(error)) samples.success(CircuitState.Closed);
    else if (error instanceof UpstreamFault && failures.has(error.code))
      policy.execute(() => Promise.reject(error)).catch(() => undefined);
  };

  return {
    check,
    isClosed,
    judge,
    async run(endpoint, call) {
      if (!isClosed()) return tryOut(endpoint, call);
      try {
        const answer = await call();
        judge(undefined);
        return answer;
      } catch (error) {
        judge(error);
        throw error;
      }
    },
  };
}

const names: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

function samplesOf(rule: BreakerRule): IBreaker {
  if ('inARow' in rule) return new ConsecutiveBreaker(rule.inARow);
  const { share, calls, withinMs } = rule;
  // It opens above its threshold; half of the calls shall be enough.
  return new SamplingBreaker({ threshold: share - 0.001, duration: withinMs, minimumRps: calls / (withinMs / 1_000) });
}

function isAnswer(error: unknown): boolean {
  return error instanceof UpstreamFault && answers.has(error.code);
}
