/**
 * Limits how many of a group's slots one caller may hold at once, so that no slow caller takes them all. A caller's
 * state is dropped with its last call.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import type { AbortSignalLike } from './abort-signal.ts';
import { type Bulkhead, type BulkheadOptions, createBulkhead } from './bulkhead.ts';

/** Waits for a slot of the caller's own, like a bulkhead; resolves to the function that releases it. */
export type Shares = (caller: string, endpoint: EndpointName, signal: AbortSignalLike) => Promise<() => void>;

export function createShares(options: BulkheadOptions): Shares {
  const callers = new Map<string, { readonly bulkhead: Bulkhead; calls: number }>();

  return async (caller, endpoint, signal) => {
    const share = callers.getOrInsertComputed(caller, () => ({ bulkhead: createBulkhead(options), calls: 0 }));
    const end = (): void => {
      share.calls -= 1;
      if (share.calls === 0) callers.delete(caller);
    };
    share.calls += 1;
    try {
      await share.bulkhead.enter(endpoint, signal);
    } catch (error) {
      end();
      throw error;
    }
    return () => {
      share.bulkhead.leave();
      end();
    };
  };
}
