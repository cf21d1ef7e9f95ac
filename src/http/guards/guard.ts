/**
 * The way of a request: guards, then its route, then the response; an error at any of them becomes one. A guard lets a request pass
 * with null; anything else is the response in place of the route's.
 */
import type { Exchange, Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Reply } from '../exchange/reply.ts';

type GuardResult = HttpFault | Reply | null;
export type Guard = (exchange: Exchange) => GuardResult | Promise<GuardResult>;

/** Without a pause, as long as nothing has to be waited for. */
export function respond(exchange: Exchange, guards: readonly Guard[]): void {
  attempt(exchange, () => passAll(guards, exchange));
}

/** Sends what the guards found; if all of them let the request pass, what its route answers. */
function conclude(exchange: Exchange, result: GuardResult): void {
  if (result instanceof HttpFault) exchange.fail(result);
  else if (result !== null) exchange.send(result);
  else attempt(exchange, () => (exchange.route as Route).handle(exchange));
}

function attempt(exchange: Exchange, run: () => GuardResult | Promise<GuardResult>): void {
  try {
    const result = run();
    if (result instanceof Promise)
      result.then(
        (found) => attempt(exchange, () => found),
        (error: unknown) => exchange.fail(error),
      );
    else conclude(exchange, result);
  } catch (error) {
    exchange.fail(error);
  }
}

function passAll(guards: readonly Guard[], exchange: Exchange, from = 0): GuardResult | Promise<GuardResult> {
  for (let at = from; at < guards.length; at += 1) {
    const result = (guards[at] as Guard)(exchange);
    if (result === null) continue;
    if (!(result instanceof Promise)) return result;
    return result.then((found) => found ?? passAll(guards, exchange, at + 1));
  }
  return null;
}
