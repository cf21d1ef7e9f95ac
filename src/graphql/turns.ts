/**
 * Work that takes milliseconds, one piece in each turn of the event loop: however much of it arrives at once, everything else goes on in
 * between.
 */
import { setImmediate as nextIteration } from 'node:timers/promises';

export type TakeTurn = () => Promise<void>;

export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}
