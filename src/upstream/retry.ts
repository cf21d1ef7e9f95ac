/**
 * The one place where a call is tried again: which failures are worth it, by the endpoint's effect; how long to wait first; and
 * the budget that keeps retries from becoming the load that upstream fails under. A retry that does not fit into what is left
 * of the deadline is not made.
 */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Cut } from './cut.ts';
import { cutFault, isCallersCut } from './deadline.ts';
import { UpstreamFault } from './faults.ts';

export type RetryReason = 'unsent' | 'reset' | '429' | '502' | '503' | '504';

export interface RetryOptions {
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'upstreamRetries'>;
  /** Of the jitter, from 0 to 1; Math.random unless told. */
  readonly random?: (() => number) | undefined;
  /** Ends after so many milliseconds, or with the cut; the timer unless told. */
  readonly pause?: ((milliseconds: number, cut: Cut) => Promise<void>) | undefined;
}

export interface Retries {
  /** Tries until it succeeds, fails for good, or time or budget are used up: then the last try's fault is thrown. */
  readonly run: <T>(endpoint: EndpointName, cut: Cut, startedAt: number, attempt: () => Promise<T>) => Promise<T>;
  /** Counts a call that `run` was not needed for. */
  readonly earn: () => void;
  /** From now on nothing is tried again. */
  readonly end: () => void;
}

const MOST_TRIES = 3;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
/** What a retry costs, of which each call earns one. */
const COST = 10;

export function createRetries({ deadlineMs, clock, metrics, ...seams }: RetryOptions): Retries {
  const { random = Math.random, pause = pauseUntilCut } = seams;
  const budget = createBudget(clock);
  let isOver = false;

  /** Milliseconds to wait before the next try; null: there is none. */
  function waitAfter(error: unknown, endpoint: EndpointName, tries: number, startedAt: number): number | null {
    const reason = reasonToRetry(endpoint, error);
    if (reason === null || tries >= MOST_TRIES || isOver) return null;
    const jitter = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
    const told = ((error as UpstreamFault).retryAfterSeconds ?? 0) * 1_000;
    const wait = told + jitter;
    if (wait >= deadlineMs - (clock.now() - startedAt) || !budget.spend()) return null;
    metrics.upstreamRetries.inc({ endpoint, reason });
    return wait;
  }

  return {
    async run(endpoint, cut, startedAt, attempt) {
      budget.earn();
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt();
        } catch (error) {
          const wait = waitAfter(error, endpoint, tries, startedAt);
          if (wait === null || cut.aborted) throw error;
          await pause(wait, cut);
          // A caller who has left is told so; after the deadline the fault that there was says more.
          if (cut.aborted) throw isCallersCut(cut) ? cutFault(cut, endpoint, false) : error;
        }
      }
    },
    earn: budget.earn,
    end() {
      isOver = true;
    },
  };
}

/**
 * Why a try may be repeated; null: it may not. A write may only where nothing of it has left; a read also after a connection
 * that broke, and after answers that say that it was not carried out or that somebody in between could not reach the service.
 */
export function reasonToRetry(endpoint: EndpointName, error: unknown): RetryReason | null {
  // What failed on the way to the token has been tried again there; what was turned away here would only wait in line.
  if (!(error instanceof UpstreamFault) || error.endpoint !== endpoint || error.isTurnedAway) return null;
  const { code, status, sent } = error;
  const isRead = endpoints[endpoint].effect === 'read';
  if (code === 'UPSTREAM_RATE_LIMITED') return isRead ? '429' : null;
  if (code !== 'UPSTREAM_UNAVAILABLE') return null;
  if (status !== null && status >= 400) return isRead ? (passing[status] ?? null) : null;
  if (sent === false) return 'unsent';
  return isRead ? 'reset' : null;
}

const passing: Readonly<Partial<Record<number, RetryReason>>> = { 502: '502', 503: '503', 504: '504' };

/**
 * One retry for every ten calls. So that a gateway that is seldom asked may retry at all, there are ten to begin with, and one
 * a second is added while fewer than those are left.
 */
export function createBudget(clock: Clock): { readonly earn: () => void; readonly spend: () => boolean } {
  const floor = 10 * COST;
  const most = 100 * COST;
  let balance = floor;
  let spentAt = clock.now();
  return {
    earn() {
      if (balance < most) balance += 1;
    },
    spend() {
      const now = clock.now();
      if (balance < floor) {
        balance = Math.min(floor, balance + (Math.max(0, now - spentAt) / 1_000) * COST);
      }
      spentAt = now;
      if (balance < COST) return false;
      balance -= COST;
      return true;
    },
  };
}

function pauseUntilCut(milliseconds: number, cut: Cut): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      cut.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    cut.addEventListener('abort', end, { once: true });
  });
}
