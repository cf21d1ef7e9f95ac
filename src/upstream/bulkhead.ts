/**
 * A bounded number of places and a bounded queue for them, in the order of coming: what is full says so at once. A wait ends
 * with the cut of its call, which the bulkhead of cockatiel does not see to: it keeps a call that has been given up in line.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import type { Cut } from './cut.ts';
import { cutFault } from './deadline.ts';
import { UpstreamFault } from './faults.ts';

export interface Bulkhead {
  /** Null: the place is taken. Else a promise of one; it rejects with the cut's fault. Throws OVERLOADED where the queue is full. */
  readonly enter: (endpoint: EndpointName, cut: Cut) => Promise<void> | null;
  /** Hands the place on. Each one that was entered is left once. */
  readonly leave: () => void;
}

export interface BulkheadOptions {
  readonly places: number;
  readonly queue: number;
  /** Told how many wait, whenever that changes. */
  readonly onWaiting?: (waiting: number) => void;
}

export function createBulkhead({ places, queue, onWaiting }: BulkheadOptions): Bulkhead {
  const waiting = new Set<() => void>();
  let free = places;

  function wait(endpoint: EndpointName, cut: Cut): Promise<void> {
    return new Promise((resolve, reject) => {
      const onTurn = (): void => {
        cut.removeEventListener('abort', onCut);
        resolve();
      };
      const onCut = (): void => {
        waiting.delete(onTurn);
        onWaiting?.(waiting.size);
        reject(cutFault(cut, endpoint, false));
      };
      cut.addEventListener('abort', onCut, { once: true });
      waiting.add(onTurn);
      onWaiting?.(waiting.size);
    });
  }

  return {
    enter(endpoint, cut) {
      if (cut.aborted) throw cutFault(cut, endpoint, false);
      if (free > 0) {
        free -= 1;
        return null;
      }
      if (waiting.size >= queue) {
        const message = `not sent: ${places} calls are under way and ${queue} wait`;
        throw new UpstreamFault('OVERLOADED', message, { endpoint, sent: false, isTurnedAway: true });
      }
      return wait(endpoint, cut);
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) {
        free += 1;
        return;
      }
      waiting.delete(next);
      onWaiting?.(waiting.size);
      next();
    },
  };
}
