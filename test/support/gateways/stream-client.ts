/** A client of streams that shows what is on the wire, frame by frame. */
import { onTestFinished } from 'vitest';

const acceptedBy = {
  sse: 'text/event-stream',
  multipart: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0, application/json',
} as const;

const endOfFrame = { sse: '\n\n', multipart: '\r\n--graphql' } as const;

interface StreamRequest {
  readonly query: string;
  readonly variables?: object;
  readonly token?: string | undefined;
  readonly transport?: keyof typeof acceptedBy;
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
type Json = any;

export interface OpenedStream {
  readonly response: Response;
  /** The next frame that is not a sign of life; undefined at the end. */
  readonly frame: () => Promise<string | undefined>;
  /** The result in the next frame. */
  readonly result: () => Promise<Json>;
  /** The rest of it, until it ends. */
  readonly rest: () => Promise<string>;
  /** How many signs of life came. */
  readonly silences: () => number;
  readonly close: () => void;
}

export async function openStream(url: string, request: StreamRequest): Promise<OpenedStream> {
  const { query, variables, token, transport = 'sse', headers = {} } = request;
  const aborting = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      accept: acceptedBy[transport],
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
    signal: aborting.signal,
  });
  onTestFinished(() => aborting.abort());
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  let silences = 0;
  const frame = async (): Promise<string | undefined> => {
    for (;;) {
      const at = received.indexOf(endOfFrame[transport]);
      if (at !== -1) {
        const found = received.slice(0, at);
        received = received.slice(at + endOfFrame[transport].length);
        if (!isSilent(found)) return found;
        silences += 1;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      received += value;
    }
  };
  return {
    response,
    frame,
    async result() {
      const found = await frame();
      const parsed = JSON.parse(/\{.*\}/s.exec(found ?? '')?.[0] ?? 'null');
      return transport === 'multipart' ? parsed.payload : parsed;
    },
    async rest() {
      for (let read = await reader.read(); !read.done; read = await reader.read()) received += read.value;
      return received;
    },
    silences: () => silences,
    close: () => aborting.abort(),
  };
}

/** The beginning, and signs of life. */
function isSilent(frame: string): boolean {
  return frame === ':' || frame === '--graphql' || frame.endsWith('\r\n\r\n{}');
}
