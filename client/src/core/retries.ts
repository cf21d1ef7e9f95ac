/** Which failed requests are sent again, and when. Pure: it knows no client and no clock, and sends nothing. */
import { type Failure, isRefused } from './errors.ts';

export interface RetryPolicy {
  /** The most attempts for a request, including the first one. */
  readonly maxAttempts: number;
  /** The longest pause before the second attempt; it doubles with each attempt. */
  readonly firstDelayMs: number;
  /** The longest pause. If Retry-After asks for a longer one, the request is not sent again. */
  readonly maxDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { maxAttempts: 3, firstDelayMs: 500, maxDelayMs: 30_000 };

/** The state of a request so far. */
export interface Progress {
  /** How often it was sent. */
  readonly attempts: number;
  /** Whether it has already been sent with a renewed token. */
  readonly hasRenewed: boolean;
  /** Whether it may be sent twice: see `isRepeatable`. */
  readonly isRepeatable: boolean;
}

/** What to do about a failure: report it, get another token and send the request again at once, or send it again after a pause. */
export type Step =
  | { readonly kind: 'fail' }
  | { readonly kind: 'renew' }
  | { readonly kind: 'retry'; readonly delayMs: number };

const fail: Step = { kind: 'fail' };

export function nextStep(
  failure: Failure,
  { attempts, hasRenewed, isRepeatable }: Progress,
  policy: RetryPolicy = defaultRetryPolicy,
  random: () => number = Math.random,
  now: () => number = Date.now,
): Step {
  // A request whose token is refused was not carried out, so even a write can be sent again.
  if (isRefused(failure)) return hasRenewed ? fail : { kind: 'renew' };
  if (!isRepeatable || !isRetryable(failure) || attempts >= policy.maxAttempts) return fail;
  // Requests that failed together must not come back together.
  const backoff = Math.min(policy.firstDelayMs * 2 ** (attempts - 1), policy.maxDelayMs);
  const delayMs = backoff * (0.5 + 0.5 * random());
  const leastMs = retryAfterMs(failure, now);
  if (leastMs === null) return { kind: 'retry', delayMs };
  if (leastMs > policy.maxDelayMs) return fail;
  return { kind: 'retry', delayMs: leastMs + delayMs };
}

/** Statuses from proxies in between, whose bodies say nothing. */
const passing = [408, 429, 502, 503, 504];

/** Whether the same request may succeed later: the gateway says so for each error, and a broken connection can be made again. */
export function isRetryable({ errors, status, cause }: Failure): boolean {
  if (errors.length > 0) return errors.some(({ extensions }) => extensions?.['retryable'] === true);
  if (isCanceled(cause)) return false;
  return status === undefined || passing.includes(status);
}

/** How long the response asks to wait, in milliseconds; null if it does not. */
export function retryAfterMs({ retryAfter }: Failure, now: () => number = Date.now): number | null {
  if (retryAfter == null || retryAfter.trim() === '') return null;
  const seconds = Number(retryAfter);
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now() : seconds * 1_000;
  return Number.isNaN(ms) ? null : Math.max(ms, 0);
}

/** The caller's own signal canceled it, which would also end another attempt. */
function isCanceled(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === 'AbortError' || cause.name === 'TimeoutError');
}
