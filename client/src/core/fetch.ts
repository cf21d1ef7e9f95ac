/** A `fetch` that makes the attempts of a request, for clients that accept a `fetch`. */
import type { Attempts } from './attempts.ts';
import type { Failure } from './errors.ts';
import { isStream } from './live/stream-formats.ts';
import { failureOfResponse } from './results.ts';

/** `start` is called for each request. The request's result is that of the last attempt. */
export function fetchRepeatedly(start: () => Attempts, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const attempts = start();
    for (;;) {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(await attempts.headers())) headers.set(name, value);
      const { failure, settle } = await attempt(() => send(input, { ...init, headers }));
      if (failure === null) return settle();
      const signal = init?.signal ?? undefined;
      if (await attempts.isAnotherDue(failure, signal)) continue;
      // The request may be aborted during a pause, when no `fetch` is running that would notice.
      signal?.throwIfAborted();
      return settle();
    }
  };
}

interface Attempt {
  readonly failure: Failure | null;
  readonly settle: () => Response;
}

async function attempt(send: () => Promise<Response>): Promise<Attempt> {
  try {
    const response = await send();
    if (isStream(response)) return { failure: null, settle: () => response };
    const text = await response.text();
    // Some statuses allow no body, not even an empty one.
    const settle = () => new Response(text === '' ? null : text, response);
    return { failure: failureOfResponse(text, response), settle };
  } catch (cause) {
    const settle = () => {
      throw cause;
    };
    return { failure: { errors: [], cause }, settle };
  }
}
