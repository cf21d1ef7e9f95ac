/** How many streams may be open, in all and for one caller. Whoever takes a place gives it back once, however its stream ends. */
import { HttpFault } from '../exchange/http-fault.ts';

export interface PlaceLimits {
  /** How many streams may be open. */
  readonly max: number;
  readonly maxPerCaller: number;
}

/** Takes a place for one more stream of the caller; returns what gives it back. Throws an HttpFault if there is none. */
export type TakePlace = (caller: string) => () => void;

/** Seconds: a place becomes free when a stream ends, which nobody knows. */
const RETRY_AFTER = { 'retry-after': '10' };

export function createPlaces({ max, maxPerCaller }: PlaceLimits, isClosing: () => boolean): TakePlace {
  const byCaller = new Map<string, number>();
  let taken = 0;

  function giveBack(caller: string): void {
    taken -= 1;
    const rest = (byCaller.get(caller) ?? 0) - 1;
    if (rest > 0) byCaller.set(caller, rest);
    else byCaller.delete(caller);
  }

  return (caller) => {
    if (isClosing()) throw busy('The server is shutting down. Try again in a moment.');
    if (taken >= max) throw busy(`There are ${max} streams already. Try again in a moment.`);
    const own = byCaller.get(caller) ?? 0;
    if (own >= maxPerCaller) {
      const message = `More than ${maxPerCaller} streams of one caller; end one of them first.`;
      throw new HttpFault('RATE_LIMITED', message, { headers: RETRY_AFTER });
    }
    taken += 1;
    byCaller.set(caller, own + 1);
    let isHeld = true;
    return () => {
      if (isHeld) giveBack(caller);
      isHeld = false;
    };
  };
}

function busy(message: string): HttpFault {
  return new HttpFault('OVERLOADED', message, { headers: RETRY_AFTER });
}
