/** A `fetch` that ends streams which have become silent: a connection that is gone without a word looks like a quiet one. */

/** The gateway sends a sign of life every 12 seconds (LIVE_HEARTBEAT_SECONDS). */
const SILENCE_MS = 40_000;

export async function fetchLively(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const isStream = response.headers.get('content-type')?.startsWith('multipart/mixed') ?? false;
  return isStream && response.body ? new Response(response.body.pipeThrough(endedBySilence()), response) : response;
}

function endedBySilence(): TransformStream<Uint8Array, Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (controller: TransformStreamDefaultController): void => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new TypeError('The stream has become silent')), SILENCE_MS);
  };
  return new TransformStream({
    start: wait,
    transform(chunk, controller) {
      wait(controller);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
}
