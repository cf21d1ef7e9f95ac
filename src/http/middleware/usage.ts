/**
 * What each caller uses: its requests in the current minute, those in flight, and its open streams. A caller is the subject of its
 * token; without a verified one it is an address, for IPv6 the /64 network. Unverified claims of a client do not affect
 * which caller a request counts for.
 */
import type { Principal } from '../../gateway/callers/principal.ts';
import { addressKey, type ClientOf } from '../connections/client-address.ts';
import type { RequestContext } from '../request-context.ts';

const MINUTE_MS = 60_000;
/** Maximum number of callers that are known; beyond it, the one whose minute began longest ago is forgotten. */
const MAX_CALLERS = 50_000;

export class Usage {
  inFlight = 0;
  streams = 0;
  /** Requests in the current minute, and when it ends. */
  minute = 0;
  until = Number.NEGATIVE_INFINITY;
}

/** The usage of a request's caller, as far as the caller is known. */
export type UsageOf = (context: Pick<RequestContext, 'principal' | 'request'>) => Usage;

export function createUsage(clientOf: ClientOf, now: () => number = () => performance.now()): UsageOf {
  const callers = new Map<string, Usage>();
  /** A verified caller is the same object with each request, and a text made anew would have to be looked up by its characters. */
  const subjects = new WeakMap<Principal, string>();

  function nameOf({ principal, request }: Parameters<UsageOf>[0]): string {
    if (principal !== null) return subjects.getOrInsertComputed(principal, ({ subject }) => `subject ${subject}`);
    const address = clientOf(request);
    // A client that has already disconnected has no address; all such clients share one count.
    return address === undefined ? 'no address' : `address ${addressKey(address)}`;
  }

  return (context) => {
    const name = nameOf(context);
    const known = callers.get(name);
    const at = now();
    if (known !== undefined && at < known.until) return known;
    // Inserted at the end again when a minute is over, so the first entries are those whose minute began longest ago.
    if (known !== undefined) callers.delete(name);
    else if (callers.size >= MAX_CALLERS) callers.delete(callers.keys().next().value ?? '');
    const usage = known ?? new Usage();
    usage.minute = 0;
    usage.until = at + MINUTE_MS;
    callers.set(name, usage);
    return usage;
  };
}
