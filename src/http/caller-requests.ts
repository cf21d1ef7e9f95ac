/**
 * Limits each caller's concurrent requests; the regular path and the fast lane share one count. A request is in progress until
 * its response closes, whoever closes it.
 */
import type { ServerResponse } from 'node:http';
import { HttpFault } from './http-fault.ts';

export interface CallerRequests {
  /** One more request of the caller's, until the response closes; false if it already has the maximum in progress. */
  readonly begin: (caller: string, response: ServerResponse) => boolean;
  /** What a caller is told beyond the maximum. */
  readonly fault: HttpFault;
}

/** Callers without requests in progress are forgotten beyond this number. */
const MAX_CALLERS = 10_000;
const RETRY_AFTER_SECONDS = 1;

export function createCallerRequests(max: number): CallerRequests {
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
    fault: new HttpFault(
      429,
      'RATE_LIMITED',
      `More than ${max} concurrent requests of one caller; wait for some of them to end.`,
      { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } },
    ),
  };
}

class InProgress {
  count = 0;
  /** One function for all of the caller's responses. */
  readonly end = (): void => {
    this.count -= 1;
  };
}
