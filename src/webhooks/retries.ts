/** When an event is sent again, by the pauses that Standard Webhooks suggests, and what came back for one. */
import { retryAfterMs } from '@realty-forms/platform/web/retry-after.ts';
import type { Receipt } from './sender.ts';

/** Seconds after each failed attempt; ten attempts in all, within three days. */
export const PAUSES_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
export const MAX_ATTEMPTS = PAUSES_SECONDS.length + 1;
/** Pauses vary by so much, so that what failed together is not repeated together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
/** No event waits longer. */
export const MAX_WAIT_MS = MAX_RETRY_AFTER_MS * (1 + JITTER);

/** Milliseconds until the next attempt after so many failed ones in a row; `random` is from 0 to 1. */
export function pauseAfter(failures: number, random: number): number {
  const seconds = PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length) - 1] ?? 0;
  return seconds * 1_000 * (1 - JITTER + 2 * JITTER * random);
}

type Meaning =
  | { readonly kind: 'delivered' }
  /** The receiver wants nothing any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly problem: string; readonly retryAfterMs: number };

export function readReceipt(receipt: Receipt, now: number): Meaning {
  if ('problem' in receipt) return { kind: 'failed', problem: receipt.problem, retryAfterMs: 0 };
  const { status, retryAfter } = receipt;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  const problem = status >= 300 && status < 400 ? `status ${status}; redirects are not followed` : `status ${status}`;
  return { kind: 'failed', problem, retryAfterMs: Math.min(retryAfterMs(retryAfter, now) ?? 0, MAX_RETRY_AFTER_MS) };
}
