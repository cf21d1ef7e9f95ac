/**
 * A bounded number of places and a bounded queue for them, in the order of coming: what is full says so at once, and who gets
 * no place in time is told the same, because the line is ours, and upstream may be well. A wait ends with the cut of its call,
 * which the bulkhead of cockatiel does not see to: it keeps a call that has been given up in line.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import { Line } from '../platform/line.ts';
import type { Cut } from './cut.ts';
import { cutFault, isCallersCut } from './deadline.ts';
import { UpstreamFault } from './faults.ts';

export interface Bulkhead {
  /** Null: the place is taken. Else a promise of one; it rejects with ABORTED, or OVERLOADED. Throws OVERLOADED where the queue is full. */
  readonly enter: (endpoint: EndpointName, cut: Cut) => Promise<void> | null;
  /** Hands the place on. Each one that was entered is left once. */
  readonly leave: () => void;
  /** How many wait. */
  readonly waiting: () => number;
}

export interface BulkheadOptions {
  readonly places: number;
  readonly queue: number;
}

export function createBulkhead({ places, queue }: BulkheadOptions): Bulkhead {
  const waiting = new Line<() => void>();
  let free = places;

  function wait(endpoint: EndpointName, cut: Cut): Promise<void> {
    return new Promise((resolve, reject) => {
      const onCut = (): void => {
        waiting.leave(place);
        reject(
          isCallersCut(cut) ? cutFault(cut, endpoint, false) : turnedAway(endpoint, 'no place became free in time'),
        );
      };
      const place = waiting.join(() => {
        cut.removeEventListener('abort', onCut);
        resolve();
      });
      cut.addEventListener('abort', onCut, { once: true });
    });
  }

  return {
    enter(endpoint, cut) {
      if (cut.aborted) throw cutFault(cut, endpoint, false);
      if (free > 0) {
        free -= 1;
        return null;
      }
      if (waiting.length >= queue) {
        throw turnedAway(endpoint, `${places} calls are under way and ${queue} wait`);
      }
      return wait(endpoint, cut);
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
    waiting: () => waiting.length,
  };
}

function turnedAway(endpoint: EndpointName, why: string): UpstreamFault {
  return new UpstreamFault('OVERLOADED', `not sent: ${why}`, { endpoint, sent: false, isTurnedAway: true });
}
