/**
 * A bounded number of slots with a bounded first-in, first-out queue. If the queue is full, a call is rejected at once;
 * if it gets no slot in time, it is rejected with OVERLOADED too, because the queue is ours and upstream may be healthy.
 * A wait ends when the call's abort signal fires; cockatiel's bulkhead would keep an aborted call in its queue.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { WaitQueue } from '../platform/queue.ts';
import type { AbortSignalLike } from './abort-signal.ts';
import { abortFault, isCallerAbort } from './deadline.ts';
import { UpstreamFault } from './faults.ts';

export interface Bulkhead {
  /**
   * Null: a slot was free and is now taken. Otherwise a promise of a slot, which may reject with ABORTED or OVERLOADED.
   * Throws OVERLOADED if the queue is full.
   */
  readonly enter: (endpoint: EndpointName, signal: AbortSignalLike) => Promise<void> | null;
  /** Releases a slot, to the next waiting call if there is one. Must be called exactly once per slot. */
  readonly leave: () => void;
  /** The number of waiting calls. */
  readonly waiting: () => number;
}

export interface BulkheadOptions {
  readonly slots: number;
  readonly maxQueued: number;
}

export function createBulkhead({ slots, maxQueued }: BulkheadOptions): Bulkhead {
  const waiting = new WaitQueue<() => void>();
  let freeSlots = slots;

  function wait(endpoint: EndpointName, signal: AbortSignalLike): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.leave(entry);
        reject(
          isCallerAbort(signal)
            ? abortFault(signal, endpoint, false)
            : rejection(endpoint, 'no slot became free in time'),
        );
      };
      const entry = waiting.join(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      });
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  return {
    enter(endpoint, signal) {
      if (signal.aborted) throw abortFault(signal, endpoint, false);
      if (freeSlots > 0) {
        freeSlots -= 1;
        return null;
      }
      if (waiting.length >= maxQueued) {
        throw rejection(endpoint, `${slots} calls are in flight and ${maxQueued} are waiting`);
      }
      return wait(endpoint, signal);
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) freeSlots += 1;
      else next();
    },
    waiting: () => waiting.length,
  };
}

function rejection(endpoint: EndpointName, reason: string): UpstreamFault {
  return new UpstreamFault('OVERLOADED', `not sent: ${reason}`, { endpoint, sent: false, isRejectedLocally: true });
}
