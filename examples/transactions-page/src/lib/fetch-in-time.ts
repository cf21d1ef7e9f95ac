/** A `fetch` that ends responses which have become silent. Of streams, the package does so, and listens anew. */
import { afterSilence } from './silence.ts';

export async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (new Headers(init.headers).get('accept')?.startsWith('multipart/mixed')) return fetch(input, init);
  const controller = new AbortController();
  const silence = afterSilence((reason) => controller.abort(reason));
  const signals = [controller.signal, ...(init.signal ? [init.signal] : [])];
  try {
    const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    silence.hear();
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, output) {
        silence.hear();
        output.enqueue(chunk);
      },
      flush: silence.end,
    });
    return new Response(response.body?.pipeThrough(watch) ?? null, response);
  } catch (error) {
    silence.end();
    throw error;
  }
}
