/**
 * Sends one message to one receiver, and says what came back: the status, or why there is none. Follows no redirects, reads next to nothing
 * of a response, and takes a bounded time for all of it.
 */
import type { LookupFunction } from 'node:net';
import { userAgent } from '@realty-forms/platform/version.ts';
import { createDispatcher, type Dispatcher } from '../upstream/connections/dispatcher.ts';
import { describeError } from '../upstream/connections/transport.ts';
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

/** Each has connections of its own, so that one that is slow takes none from another with the same origin. */
interface Receiver {
  readonly name: string;
  readonly url: URL;
}

export interface SenderOptions {
  readonly lookup: LookupFunction;
  /** Milliseconds for the connection, and for all of it. */
  readonly connectMs?: number;
  readonly totalMs?: number;
}

/** Concurrent messages to one receiver. */
export const PARALLEL = 4;
const CONNECT_MS = 5_000;
/** The convention recommends 15 to 30 seconds. */
const TOTAL_MS = 20_000;
/** Of a response's body, so that its connection can be used again. */
const MAX_BODY_BYTES = 16_384;

export function createSender({ lookup, connectMs = CONNECT_MS, totalMs = TOTAL_MS }: SenderOptions): Sender {
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
        // What has a status has ended, however slow or long its body is.
        await response.body.dump({ limit: MAX_BODY_BYTES, signal: either }).catch(() => undefined);
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
  return error instanceof RefusedAddress ? error.message : `no connection (${describeError(error)})`;
}
