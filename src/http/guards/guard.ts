/** A guard lets a request pass with null; anything else is the response in place of the route's. */
import type { Exchange, Reply } from '../exchange/exchange.ts';
import type { HttpFault } from '../exchange/http-fault.ts';

export type Verdict = HttpFault | Reply | null;
export type Guard = (exchange: Exchange) => Verdict | Promise<Verdict>;

/** Passes the guards in order, without a pause as long as none of them has to wait. Null if all let the request pass. */
export function passAll(guards: readonly Guard[], exchange: Exchange, from = 0): Verdict | Promise<Verdict> {
  for (let at = from; at < guards.length; at += 1) {
    const verdict = (guards[at] as Guard)(exchange);
    if (verdict === null) continue;
    if (!(verdict instanceof Promise)) return verdict;
    return verdict.then((found) => found ?? passAll(guards, exchange, at + 1));
  }
  return null;
}
