/** A `fetch` that makes the attempts of a request, for clients that can be given one. */
import type { Attempts } from './attempts.ts';
import type { Failure } from './errors.ts';
import { isStream } from './live/stream-formats.ts';
import { failureOfResponse } from './results.ts';

/** `start` is called for each request. The result of the last attempt is that of the request. */
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
      // It can be given up in a pause, in which there is no request that could say so.
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
