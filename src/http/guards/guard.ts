/** A guard lets a request pass with null; anything else is the response in place of the route's. */
import type { Exchange } from '../exchange/exchange.ts';
import type { HttpFault } from '../exchange/http-fault.ts';
import type { Reply } from '../exchange/reply.ts';

export type GuardResult = HttpFault | Reply | null;
export type Guard = (exchange: Exchange) => GuardResult | Promise<GuardResult>;

/** Passes the guards in order, without a pause as long as none of them has to wait. Null if all let the request pass. */
export function passAll(guards: readonly Guard[], exchange: Exchange, from = 0): GuardResult | Promise<GuardResult> {
  for (let at = from; at < guards.length; at += 1) {
    const result = (guards[at] as Guard)(exchange);
    if (result === null) continue;
    if (!(result instanceof Promise)) return result;
    return result.then((found) => found ?? passAll(guards, exchange, at + 1));
  }
  return null;
}
