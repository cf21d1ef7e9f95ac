/**
 * Limits how many requests each caller has in progress, whoever counts as one: a verified subject, an address, or a client
 * behind a proxy. A request is in progress until its response closes, whoever closes it.
 */
import type { ServerResponse } from 'node:http';

export interface ConcurrentRequests {
  /** One more request of the caller's, until the response closes; false if it already has the maximum in progress. */
  readonly begin: (caller: string, response: ServerResponse) => boolean;
}

/** Callers without requests in progress are forgotten beyond this number. */
const MAX_CALLERS = 10_000;

export function limitConcurrentRequests(max: number): ConcurrentRequests {
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
      if (response.destroyed) return true;
      const requests = callerOf(caller);
      if (requests.count >= max) return false;
      requests.count += 1;
      response.on('close', requests.end);
      return true;
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
