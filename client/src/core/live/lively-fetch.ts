/** A `fetch` that ends streams which are silent: a connection that is gone without a word looks like a quiet one. */

/** The gateway sends a sign of life every 12 seconds (LIVE_HEARTBEAT_SECONDS). */
const SILENCE_MS = 40_000;

const streams = /^(?:text\/event-stream|multipart\/mixed)/i;

/** `send` is what sends; requests and responses that are no streams are passed as they are. */
export function fetchLively(send?: typeof fetch): typeof fetch {
  return async (input, init) => {
    const asksForStream = streams.test(new Headers(init?.headers).get('accept') ?? '');
    const response = await (asksForStream ? inTime(send ?? fetch) : (send ?? fetch))(input, init);
    const { body } = response;
    return body && isStream(response) ? new Response(endedBySilence(body), response) : response;
  };
}

/** Whether it goes on: a stream of events, in whichever of the two formats the client has asked for. */
export function isStream({ headers }: Response): boolean {
  return streams.test(headers.get('content-type') ?? '');
}

/** Gives up a request that gets no response, not even a beginning. */
function inTime(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(silent()), SILENCE_MS);
    const signals = [silence.signal, ...(init?.signal ? [init.signal] : [])];
    try {
      return await send(input, { ...init, signal: AbortSignal.any(signals) });
    } finally {
      clearTimeout(timer);
    }
  };
}

function endedBySilence(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      let isSilent = false;
      const timer = setTimeout(() => {
        isSilent = true;
        controller.error(silent());
        reader.cancel().catch(() => {});
      }, SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (isSilent) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function silent(): Error {
  return new TypeError('The stream has become silent');
}
