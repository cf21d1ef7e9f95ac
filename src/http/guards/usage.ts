/**
 * What each caller uses: its requests in the current minute, those in progress, and those of them that hold a slot. A
 * caller is the subject of its token; without a verified one it is an address, for IPv6 the /64 network. Nothing that a caller
 * merely claims affects what a request counts toward.
 */
import type { Principal } from '../../gateway/callers/principal.ts';
import { addressKey, type TrustedProxies } from '../connections/client-address.ts';
import type { Exchange } from '../exchange/exchange.ts';

const MINUTE_MS = 60_000;
/** Maximum number of callers that are known; beyond it, the one whose minute began longest ago is forgotten. */
const MAX_CALLERS = 50_000;

export class Usage {
  readonly name: string;
  /** Requests in progress. */
  requests = 0;
  /** Those of them that hold a slot. */
  slots = 0;
  /** Requests in the current minute, and when it ends. */
  minute = 0;
  until = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }
}

export type UsageByCaller = Readonly<ReturnType<typeof createUsage>>;

export function createUsage(proxies?: Pick<TrustedProxies, 'clientOf'>, now: () => number = () => performance.now()) {
  const callers = new Map<string, Usage>();
  /** A verified caller is the same object with each request, and a text made anew would have to be looked up by its characters. */
  const subjects = new WeakMap<Principal, string>();

  function subjectOf(principal: Principal): string {
    let name = subjects.get(principal);
    if (name === undefined) {
      name = `subject ${principal.subject}`;
      subjects.set(principal, name);
    }
    return name;
  }

  function nameOf({ principal, request }: Pick<Exchange, 'principal' | 'request'>): string {
    if (principal !== null) return subjectOf(principal);
    const address = proxies === undefined ? request.socket.remoteAddress : proxies.clientOf(request);
    // A client that has already disconnected has no address; all such clients share one count.
    return address === undefined ? 'no address' : `address ${addressKey(address)}`;
  }

  function usageOf(name: string): Usage {
    const known = callers.get(name);
    // Inserted at the end again when a minute is over, so the first entries are those whose minute began longest ago.
    if (known !== undefined && now() < known.until) return known;
    if (known !== undefined) callers.delete(name);
    else if (callers.size >= MAX_CALLERS) callers.delete(callers.keys().next().value ?? '');
    const usage = known ?? new Usage(name);
    usage.minute = 0;
    usage.until = now() + MINUTE_MS;
    callers.set(name, usage);
    return usage;
  }

  return {
    /** What the caller of this request uses, as far as it is known who that is. */
    of(exchange: Pick<Exchange, 'principal' | 'request' | 'usage'>): Usage {
      exchange.usage ??= usageOf(nameOf(exchange));
      return exchange.usage;
    },
    /** Counts one more request in the caller's minute. Returns the milliseconds until it ends. */
    count(caller: Usage): number {
      caller.minute += 1;
      return Math.ceil(caller.until - now());
    },
  };
}
