/**
 * Limits how many requests each caller has in progress, whoever counts as one: a verified subject, an address, or a client
 * behind a proxy. A request is in progress until its response closes, whoever closes it.
 */
import type { ServerResponse } from 'node:http';

/** Why a request may not begin: its caller has the maximum in progress, or takes the room of others. */
type Refusal = 'maximum' | 'crowded';

export interface ConcurrentRequests {
  /** One more request of the caller's, until the response closes, unless it is refused. */
  readonly begin: (caller: string, response: ServerResponse) => Refusal | null;
}

/** Callers without requests in progress are forgotten beyond this number. */
const MAX_CALLERS = 10_000;

/** `isCrowdedBy` tells whether a caller with so many requests takes the room of others; never by default. */
export function limitConcurrentRequests(max: number, isCrowdedBy?: (requests: number) => boolean): ConcurrentRequests {
  const callers = new Map<string, InProgress>();

  function callerOf(caller: string): InProgress {
    const known = callers.get(caller);
    if (known !== undefined) return known;
    if (callers.size >= MAX_CALLERS) for (const [key, { count }] of callers) if (count === 0) callers.delete(key);
    const added = new InProgress();
    callers.set(caller, added);
    return added;
  }

  return {
    begin(caller, response) {
      // A response that has closed is not announced again.
      if (response.destroyed) return null;
      const requests = callerOf(caller);
      if (requests.count >= max) return 'maximum';
      if (isCrowdedBy?.(requests.count)) return 'crowded';
      requests.count += 1;
      response.on('close', requests.end);
      return null;
    },
  };
}

class InProgress {
  count = 0;
  /** One function for all of the caller's responses. */
  readonly end = (): void => {
    this.count -= 1;
  };
}
