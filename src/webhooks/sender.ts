/**
 * Sends one message to one receiver, and returns the status, or why there is none. Follows no redirects, hardly reads the response, and
 * takes a limited time. Says what a response means, and when to try again.
 */

import type { LookupFunction } from 'node:net';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { describeError } from '@realty-forms/platform/quote.ts';
import { userAgent } from '@realty-forms/platform/version.ts';
import { retryAfterMs } from '@realty-forms/platform/web/retry-after.ts';
import { createDispatcher, type Dispatcher } from '../upstream/connections/dispatcher.ts';
import { RefusedAddress } from './destinations.ts';

export type Receipt =
  | { readonly status: number; readonly retryAfter: string | null }
  /** Never quotes what was sent or received. */
  | { readonly problem: string };

export interface Sender {
  /** Rejects only if the signal aborts. */
  readonly send: (
    receiver: Receiver,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ) => Promise<Receipt>;
  readonly close: () => Promise<void>;
}

/** Each receiver has its own connections, so that a slow one takes none from another with the same origin. */
interface Receiver {
  readonly name: string;
  readonly url: URL;
}

export interface SenderOptions {
  readonly lookup: LookupFunction;
  /** Time limits in milliseconds: for the connection, in total until the status, and for the body after it. */
  readonly connectMs?: number;
  readonly totalMs?: number;
  readonly bodyMs?: number;
}

/** Concurrent messages to one receiver. */
export const PARALLEL = 4;
const CONNECT_MS = 5_000;
/** The convention recommends 15 to 30 seconds. */
const TOTAL_MS = 20_000;
/** How much of a response's body is read, and for how long, so that its connection can be used again. */
const MAX_BODY_BYTES = 16_384;
const BODY_MS = 1_000;

export function createSender({
  lookup,
  connectMs = CONNECT_MS,
  totalMs = TOTAL_MS,
  bodyMs = BODY_MS,
}: SenderOptions): Sender {
  const dispatchers = new Map<string, Dispatcher>();
  const dispatcherOf = ({ name, url: { origin } }: Receiver): Dispatcher =>
    dispatchers.getOrInsertComputed(name, () =>
      createDispatcher(origin, { connections: PARALLEL, deadlineMs: connectMs, lookup }),
    );

  return {
    async send(receiver, headers, body, signal) {
      const { url } = receiver;
      const deadline = AbortSignal.timeout(totalMs);
      const either = AbortSignal.any([signal, deadline]);
      try {
        const response = await dispatcherOf(receiver).request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
          body,
          signal: either,
        });
        // Only the status counts, and a slow body must not keep other messages waiting.
        const rest = AbortSignal.any([either, AbortSignal.timeout(bodyMs)]);
        await response.body.dump({ limit: MAX_BODY_BYTES, signal: rest }).catch(() => undefined);
        const retryAfter = response.headers['retry-after'];
        return { status: response.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
      } catch (error) {
        if (signal.aborted) throw error;
        return { problem: deadline.aborted ? `no response within ${totalMs} ms` : problemOf(error as Error) };
      }
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function problemOf(error: Error): string {
  return error instanceof RefusedAddress ? error.message : `no response (${describeError(error)})`;
}

/** The pauses that Standard Webhooks suggests, in seconds after each failed attempt: ten attempts in all, within three days. */
export const PAUSES_SECONDS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
export const MAX_ATTEMPTS = PAUSES_SECONDS.length + 1;
/** Pauses vary by this much, so that messages that failed together are not repeated together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = DAY_MS;
/** The longest time that an event waits. */
export const MAX_WAIT_MS = MAX_RETRY_AFTER_MS * (1 + JITTER);

/** Milliseconds until the next attempt after this many failures in a row; `random` is from 0 to 1. */
export function pauseAfter(failures: number, random: number): number {
  const seconds = PAUSES_SECONDS[Math.min(failures, PAUSES_SECONDS.length) - 1] ?? 0;
  return seconds * 1_000 * (1 - JITTER + 2 * JITTER * random);
}

type Meaning =
  | { readonly kind: 'delivered' }
  /** The receiver wants no more events. */
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
