/**
 * Fetches one JSON document from one address with GET: the key set that verifies callers' tokens. Follows no redirects, accepts only status
 * 200, and reads at most 1 MB within five seconds.
 */
import { userAgent } from '@realty-forms/platform/version.ts';
import { BodyBytes } from '@realty-forms/platform/web/body-bytes.ts';
import { createDispatcher } from './dispatcher.ts';
import type { TransportOptions } from './transport.ts';

const DEADLINE_MS = 5_000;
const MAX_BYTES = 1_048_576;

export function createJsonSource(
  address: string,
  options: Pick<TransportOptions, 'caCertificate' | 'proxyUrl'>,
  deadlineMs = DEADLINE_MS,
) {
  const { origin, pathname, search } = new URL(address);
  const dispatcher = createDispatcher(origin, { ...options, deadlineMs, connections: 1 });
  const sourceError = (problem: string) => new Error(`${origin}${pathname}: ${problem}`);

  return {
    /** The document; rejects with a plain error that describes the problem. */
    async fetch(): Promise<unknown> {
      const { statusCode, body } = await dispatcher.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: { accept: 'application/json', 'user-agent': userAgent },
        signal: AbortSignal.timeout(deadlineMs),
      });
      const bytes = new BodyBytes();
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes.add(chunk);
        if (bytes.length > MAX_BYTES) throw sourceError(`longer than ${MAX_BYTES} bytes`);
      }
      if (statusCode !== 200) throw sourceError(`status ${statusCode}`);
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.toBuffer())) as unknown;
    },
    close: () => dispatcher.destroy(),
  };
}
