/**
 * The only place that retries calls. It decides which failures are worth a retry, depending on the endpoint's effect, and how long to wait
 * first. Each endpoint has a budget that keeps retries from overloading it while it fails. A retry that does not fit into the remaining
 * deadline is not made.
 */
import { setTimeout as timer } from 'node:timers/promises';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { abortFault, isCallerAbort } from '../connections/deadline.ts';
import { UpstreamFault } from '../faults.ts';

type RetryReason = 'unsent' | 'reset' | '429' | '502' | '503' | '504';

export interface RetryOptions {
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'upstreamRetries'>;
  /** Random number from 0 to 1 for the jitter; defaults to Math.random. */
  readonly random?: (() => number) | undefined;
  /** Resolves after this many milliseconds, or when the signal aborts; a timer by default. */
  readonly pause?: ((milliseconds: number, signal: AbortSignalLike) => Promise<void>) | undefined;
}

export type Retries = Readonly<ReturnType<typeof createRetries>>;

const pauseUntilAborted = (milliseconds: number, signal: AbortSignalLike): Promise<void> =>
  // Node uses no more of the signal than adding and removing a listener.
  timer(milliseconds, undefined, { signal: signal as AbortSignal }).catch(() => undefined);

const MAX_ATTEMPTS = 3;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;
/** The cost of a retry; each call earns one. */
const RETRY_COST = 10;

export function createRetries({ deadlineMs, clock, metrics, ...overrides }: RetryOptions) {
  const { random = Math.random, pause = pauseUntilAborted } = overrides;
  const budgets = new Map<EndpointName, ReturnType<typeof createBudget>>();
  const budgetOf = (endpoint: EndpointName) => budgets.getOrInsertComputed(endpoint, () => createBudget(clock));
  let isStopped = false;

  /** Milliseconds to wait before the next attempt; null for no further attempt. */
  function waitAfter(error: unknown, endpoint: EndpointName, attempts: number, startedAt: number): number | null {
    const reason = reasonToRetry(endpoint, error);
    if (reason === null || attempts >= MAX_ATTEMPTS || isStopped) return null;
    const jitter = random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
    const requestedMs = ((error as UpstreamFault).retryAfterSeconds ?? 0) * 1_000;
    const wait = requestedMs + jitter;
    if (wait >= deadlineMs - (clock.now() - startedAt) || !budgetOf(endpoint).spend()) return null;
    metrics.upstreamRetries.inc({ endpoint, reason });
    return wait;
  }

  return {
    /** Makes attempts until one succeeds, one fails permanently, or time or budget run out; then rejects with the last fault. */
    async run<T>(
      endpoint: EndpointName,
      signal: AbortSignalLike,
      startedAt: number,
      attempt: () => Promise<T>,
    ): Promise<T> {
      budgetOf(endpoint).earn();
      for (let attempts = 1; ; attempts += 1) {
        try {
          return await attempt();
        } catch (error) {
          const wait = waitAfter(error, endpoint, attempts, startedAt);
          if (wait === null || signal.aborted) throw error;
          await pause(wait, signal);
          // If the caller aborted, throws that fault; after the deadline, the original error is more informative.
          if (signal.aborted) throw isCallerAbort(signal) ? abortFault(signal, endpoint, false) : error;
        }
      }
    },
    /** Stops all further retries. */
    end(): void {
      isStopped = true;
    },
  };
}

/**
 * Why an attempt may be repeated; null if it may not. A write may be repeated only if no part of it has left. A read may also be repeated
 * after a broken connection, and after answers that say that it was not executed (429, 503) or that an intermediary could not reach the
 * service (502, 504).
 */
export function reasonToRetry(endpoint: EndpointName, error: unknown): RetryReason | null {
  // The token source has already retried its failures, and rejected calls would only have to queue again.
  if (!(error instanceof UpstreamFault) || error.endpoint !== endpoint || error.isRejectedLocally) return null;
  const { code, status, sent } = error;
  const isRead = endpoints[endpoint].effect === 'read';
  if (code === 'UPSTREAM_RATE_LIMITED') return isRead ? '429' : null;
  if (code !== 'UPSTREAM_UNAVAILABLE') return null;
  if (status !== null && status >= 400) return isRead ? (retryableStatuses[status] ?? null) : null;
  if (sent === false) return 'unsent';
  return isRead ? 'reset' : null;
}

const retryableStatuses: Readonly<Partial<Record<number, RetryReason>>> = { 502: '502', 503: '503', 504: '504' };

/**
 * One retry per ten calls. So that a gateway with little traffic can retry too, the budget starts with ten, and gains one per second while
 * it is below ten.
 */
export function createBudget(clock: Clock): { readonly earn: () => void; readonly spend: () => boolean } {
  const floor = 10 * RETRY_COST;
  const maxBalance = 100 * RETRY_COST;
  let balance = floor;
  let spentAt = clock.now();
  return {
    earn() {
      if (balance < maxBalance) balance += 1;
    },
    spend() {
      const now = clock.now();
      if (balance < floor) {
        balance = Math.min(floor, balance + (Math.max(0, now - spentAt) / 1_000) * RETRY_COST);
      }
      spentAt = now;
      if (balance < RETRY_COST) return false;
      balance -= RETRY_COST;
      return true;
    },
  };
}
