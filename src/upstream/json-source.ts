/**
 * One JSON document behind one address, fetched with GET: the key set that callers' tokens are verified with. Follows no
 * redirect, takes 200 only, and reads 1 MB at most, within five seconds.
 */
import { createDispatcher, type TransportOptions } from './transport.ts';

const DEADLINE_MS = 5_000;
const MAX_BYTES = 1_048_576;

export interface JsonSource {
  /** The document; rejects with a plain error that says what was wrong. */
  readonly fetch: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export function createJsonSource(
  address: string,
  options: Pick<TransportOptions, 'caCertificate' | 'proxyUrl'>,
): JsonSource {
  const { origin, pathname, search } = new URL(address);
  const dispatcher = createDispatcher(origin, { ...options, connections: 1 });
  return {
    async fetch() {
      const { statusCode, body } = await dispatcher.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of body) {
        chunks.push(chunk as Buffer);
        length += (chunk as Buffer).length;
        if (length > MAX_BYTES) throw new Error(`${origin}${pathname}: longer than ${MAX_BYTES} bytes`);
      }
      if (statusCode !== 200) throw new Error(`${origin}${pathname}: status ${statusCode}`);
      return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
    },
    close: () => dispatcher.close(),
  };
}
