/**
 * What each caller uses at the moment: its requests in progress, and those of them that hold a slot in the gate. A caller is the
 * subject of its token; without a verified one it is an address, for IPv6 the /64 network. Nothing that a caller merely claims
 * affects which count a request goes to.
 */
import { addressKey, type TrustedProxies } from '../connections/client-address.ts';
import type { Exchange } from '../exchange/exchange.ts';

export class Usage {
  requests = 0;
  slots = 0;
  /** One function for all of the caller's responses. */
  readonly end = (): void => {
    this.requests -= 1;
  };
}

export interface UsageByCaller {
  /** Under which name the request counts. */
  readonly keyOf: (exchange: Exchange) => string;
  readonly of: (caller: string) => Usage;
}

/** Callers without requests in progress are forgotten beyond this number. */
const MAX_CALLERS = 10_000;

export function createUsage(proxies?: Pick<TrustedProxies, 'clientOf'>): UsageByCaller {
  const callers = new Map<string, Usage>();
  return {
    keyOf({ principal, request }) {
      if (principal !== null) return `subject ${principal.subject}`;
      const address = proxies === undefined ? request.socket.remoteAddress : proxies.clientOf(request);
      // A client that has already disconnected has no address; all such clients share one count.
      return address === undefined ? 'no address' : `address ${addressKey(address)}`;
    },
    of(caller) {
      const known = callers.get(caller);
      if (known !== undefined) return known;
      if (callers.size >= MAX_CALLERS)
        for (const [key, { requests, slots }] of callers) if (requests === 0 && slots === 0) callers.delete(key);
      const added = new Usage();
      callers.set(caller, added);
      return added;
    },
  };
}
