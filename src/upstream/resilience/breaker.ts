/**
 * The circuit breaker of one endpoint. It opens on failures that show that upstream is out of order (unreachable, no
 * response in time, 5xx), never on a rejection, a call that its caller aborted, or time that the gateway itself let pass. While
 * open, it rejects calls at once. After its rest, one call of a caller is let through as a trial, beside one of another caller,
 * so that nobody's failing trials keep out a caller whose calls would succeed.
 *
 * If only one caller's calls have failed, because no other has made any, the breaker is open for that caller alone: a response
 * to anyone else closes it, and a failure of anyone else opens it for everyone.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { faults } from '../../platform/fault.ts';
import { isUnreachable, UpstreamFault } from '../faults.ts';
import { type Breach, type BreakerRule, type CallResult, createJudge } from './call-results.ts';

export type BreakerState = 'closed' | 'half-open' | 'open';

export interface StateChange {
  readonly state: BreakerState;
  readonly restMs: number;
  /** The only caller whose calls are rejected; null for everyone's. */
  readonly caller: string | null;
}

export type Breaker = Readonly<ReturnType<typeof createBreaker>>;

/** How long the breaker stays open: the first time, and for a caller after each of its failed trials. */
const OPEN_DURATIONS_MS = [2_000, 3_000, 5_000] as const;
const MAX_OPEN_MS = 5_000;
/** How long it stays open for others after a failed trial. */
const PAUSE_MS = 1_000;
const MAX_TRIALS = 2;

export function createBreaker(rule: BreakerRule, onState: (change: StateChange) => void) {
  const judge = createJudge(rule);
  let state: BreakerState = 'closed';
  /** While open: the only caller that it is open for, or null. */
  let culprit: string | null = null;
  /** Times are monotonic, which no one can set. */
  let openUntil = 0;
  /** The caller whose trial failed last rests longer. */
  let resting = { caller: '', until: 0 };
  let rests = 0;
  /** The callers whose trials are running. */
  const trials = new Set<string>();

  const setState = (next: BreakerState, restMs = 0): void => {
    state = next;
    onState({ state, restMs, caller: culprit });
  };

  const open = ({ caller }: Breach): void => {
    culprit = caller;
    rests = 1;
    openUntil = performance.now() + OPEN_DURATIONS_MS[0];
    setState('open', OPEN_DURATIONS_MS[0]);
  };

  /** The response shows that this caller is active, without which the failures of another could open the breaker again at once. */
  const close = (caller: string): void => {
    judge.reset();
    judge.count(caller, 'response');
    culprit = null;
    setState('closed');
  };

  const restAgain = (caller: string): void => {
    const duration = OPEN_DURATIONS_MS[rests] ?? MAX_OPEN_MS;
    rests += 1;
    const now = performance.now();
    openUntil = now + PAUSE_MS;
    resting = { caller, until: now + duration };
    setState('open', duration);
  };

  const restOf = (caller: string): number =>
    caller === resting.caller ? Math.max(resting.until, openUntil) : openUntil;

  const admits = (caller: string): boolean => state === 'closed' || (culprit !== null && caller !== culprit);

  const check = (endpoint: EndpointName, caller: string): void => {
    if (admits(caller)) return;
    const rest = restOf(caller) - performance.now();
    if (rest > 0 || trials.has(caller) || trials.size >= MAX_TRIALS) throw rejection(endpoint, rest);
  };

  async function runTrial<T>(caller: string, call: () => Promise<T>): Promise<T> {
    trials.add(caller);
    if (state === 'open') setState('half-open');
    let result: CallResult | null = null;
    try {
      const value = await call();
      result = 'response';
      return value;
    } catch (error) {
      result = resultOf(error);
      throw error;
    } finally {
      trials.delete(caller);
      // The trial of another caller may have closed it meanwhile.
      if (state !== 'closed') {
        if (result === 'response') close(caller);
        else restAgain(caller);
      }
    }
  }

  const record = (caller: string, error: unknown): void => {
    // Calls that began before the breaker opened say nothing about upstream's current state.
    if (!admits(caller)) return;
    const result = resultOf(error);
    if (result === null) return;
    if (state !== 'closed') {
      if (result === 'response') close(caller);
      else {
        culprit = null;
        onState({ state, restMs: Math.max(0, openUntil - performance.now()), caller: null });
      }
      return;
    }
    const breach = judge.count(caller, result);
    if (breach !== null) open(breach);
  };

  return {
    /** While the breaker rejects the caller's calls, throws UPSTREAM_UNAVAILABLE with the seconds until the next attempt. */
    check,
    /** Whether the caller's calls are let through, other than as trials, and their results are counted. */
    admits,
    /** Counts the result of a call that was let through: its error, or undefined for a response. */
    record,
    /** Runs a call and counts its result; throws like `check`. */
    async run<T>(endpoint: EndpointName, caller: string, call: () => Promise<T>): Promise<T> {
      check(endpoint, caller);
      if (!admits(caller)) return runTrial(caller, call);
      try {
        const result = await call();
        record(caller, undefined);
        return result;
      } catch (error) {
        record(caller, error);
        throw error;
      }
    },
  };
}

function rejection(endpoint: EndpointName, restMs: number): UpstreamFault {
  const message = 'not sent: upstream has failed too often, and the circuit breaker is open';
  const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, {
    endpoint,
    sent: false,
    isRejectedLocally: true,
    retryAfterSeconds,
  });
}

/** What the result of a call says about upstream; null if nothing. */
function resultOf(error: unknown): CallResult | null {
  if (error === undefined) return 'response';
  if (!(error instanceof UpstreamFault)) return null;
  const { shows } = faults[error.code];
  if (shows !== 'outage') return shows ?? null;
  if (error.isDelayedHere || error.isRejectedLocally) return null;
  return isUnreachable(error) ? 'unreachable' : 'failure';
}
