/**
 * Ends connections that have become silent: a connection that is gone without a word looks like a quiet one, and nothing should wait
 * forever.
 */
import { asksForStream } from './live/stream-formats.ts';

export interface Silence {
  /** Call it at each sign of life. */
  readonly hear: () => void;
  /** Stops the timer. */
  readonly end: () => void;
}

/** Gives up after this time without a sign of life. */
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
  /** How long a response may take to begin, or pause. */
  readonly silenceMs: number;
  /** The error of the request then. A request is sent again after a TypeError, as after a lost connection, but not after a TimeoutError. */
  readonly error: () => Error;
  readonly fetch?: typeof fetch | undefined;
}

/**
 * A `fetch` that gives up silent responses, for clients of the gateway. It leaves out streams, which their listeners end and continue, and
 * uploads, whose response takes as long as the file.
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

/** The request's signal would not do: the error of an aborted body differs from browser to browser. */
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

/** A `fetch` that ends silent streams. `send` sends the requests; requests for anything but a stream are passed on unchanged. */
export function fetchLively(send?: typeof fetch): typeof fetch {
  const error = () => new TypeError('The stream has become silent');
  return (input, init) => {
    const sendOne = send ?? fetch;
    return (asksForStream(init) ? endSilent(sendOne, SILENCE_MS, error) : sendOne)(input, init);
  };
}
