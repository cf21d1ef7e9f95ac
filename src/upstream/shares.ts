/**
 * Of a group's places, those that one caller may hold at once, so that nobody's slowness leaves none to others. What is kept of
 * a caller goes with its last call.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { type Bulkhead, type BulkheadOptions, createBulkhead } from './bulkhead.ts';
import type { Cut } from './cut.ts';

/** Waits for one of the caller's own, as a bulkhead does; gives what hands it on. */
export type Shares = (caller: string, endpoint: EndpointName, cut: Cut) => Promise<() => void>;

export function createShares(each: BulkheadOptions): Shares {
  const callers = new Map<string, { readonly own: Bulkhead; calls: number }>();

  return async (caller, endpoint, cut) => {
    const share = callers.getOrInsertComputed(caller, () => ({ own: createBulkhead(each), calls: 0 }));
    const end = (): void => {
      share.calls -= 1;
      if (share.calls === 0) callers.delete(caller);
    };
    share.calls += 1;
    try {
      await share.own.enter(endpoint, cut);
    } catch (error) {
      end();
      throw error;
    }
    return () => {
      share.own.leave();
      end();
    };
  };
}
