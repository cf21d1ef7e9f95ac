/** Ends what has become silent: a connection that is gone without a word looks like a quiet one, and nothing shall wait for ever. */
import { asksForStream } from './live/stream-formats.ts';

export interface Silence {
  /** There was a sign of life. */
  readonly hear: () => void;
  /** Nothing more is to be heard. */
  readonly end: () => void;
}

/** Gives up after so long without a sign of life. */
export function afterSilence(ms: number, giveUp: () => void): Silence {
  let timer = setTimeout(giveUp, ms);
  const end = () => clearTimeout(timer);
  return {
    hear() {
      end();
      timer = setTimeout(giveUp, ms);
    },
    end,
  };
}

export interface TimelyFetchOptions {
  /** How long a response may stay away, or pause. */
  readonly silenceMs: number;
  /** What a request fails with then: it is sent again after a TypeError, as after a lost connection, but not after a TimeoutError. */
  readonly error: () => Error;
  readonly fetch?: typeof fetch | undefined;
}

/**
 * A `fetch` that gives up silent responses, for clients of the gateway. Streams are ended by who listens, who goes on with another; the
 * response to an upload stays away for as long as that is sent.
 */
export function createTimelyFetch({ silenceMs, error, fetch: send }: TimelyFetchOptions): typeof fetch {
  return (input, init) => {
    const sendOne = send ?? fetch;
    const isLong = asksForStream(init) || init?.body instanceof FormData;
    return (isLong ? sendOne : endSilent(sendOne, silenceMs, error))(input, init);
  };
}

function endSilent(send: typeof fetch, silenceMs: number, error: () => Error): typeof fetch {
  return async (input, init) => {
    const silent = new AbortController();
    const silence = afterSilence(silenceMs, () => silent.abort(error()));
    const signals = [silent.signal, ...(init?.signal ? [init.signal] : [])];
    try {
      const response = await send(input, { ...init, signal: AbortSignal.any(signals) });
      const { body } = response;
      return body ? new Response(endedBySilence(body, silenceMs, error), response) : response;
    } finally {
      silence.end();
    }
  };
}

/** Not ended by the request's signal: what a body that is aborted fails with differs from browser to browser. */
function endedBySilence(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  silenceMs: number,
  error: () => Error,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      let isSilent = false;
      const silence = afterSilence(silenceMs, () => {
        isSilent = true;
        controller.error(error());
        reader.cancel().catch(() => {});
      });
      const { done, value } = await reader.read().finally(silence.end);
      if (isSilent) return;
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** The gateway sends a sign of life every 12 seconds. */
const SILENCE_MS = 40_000;

/** A `fetch` that ends streams which are silent. `send` is what sends; requests that ask for no stream are passed as they are. */
export function fetchLively(send?: typeof fetch): typeof fetch {
  const error = () => new TypeError('The stream has become silent');
  return (input, init) => {
    const sendOne = send ?? fetch;
    return (asksForStream(init) ? endSilent(sendOne, SILENCE_MS, error) : sendOne)(input, init);
  };
}
