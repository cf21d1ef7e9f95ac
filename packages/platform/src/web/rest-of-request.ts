/**
 * The rest of a request that is answered before it has arrived. If the connection is closed while the client is still sending, the client
 * gets a broken pipe instead of the response. So the rest is read and discarded first, for a limited time.
 */
import type { IncomingMessage } from 'node:http';

/** How long a response waits for the rest of its request, and how long the client may pause meanwhile. */
const MAX_WAIT_MS = 10_000;
const MAX_PAUSE_MS = 500;

/** Whether the client may still be sending the request's body. A client that waits to be asked for the body sends none before that. */
export function isArriving(request: IncomingMessage): boolean {
  const { complete, destroyed, headers, readableFlowing, readableLength } = request;
  if (complete || destroyed) return false;
  if (headers.expect !== undefined && readableFlowing === null && readableLength === 0) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Resolves once the whole body has arrived, or is given up because it arrives too slowly. */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let chunks = 0;
  const onData = (): void => {
    chunks += 1;
    pausing.refresh();
  };
  const waiting = setTimeout(resolve, MAX_WAIT_MS);
  const pausing = setTimeout(() => {
    // A late event loop runs its timers before it reads what has arrived meanwhile.
    const before = chunks;
    setImmediate(() => {
      if (chunks === before) resolve();
    });
  }, MAX_PAUSE_MS);
  request.on('data', onData).once('end', resolve).once('close', resolve).resume();
  return promise.finally(() => {
    clearTimeout(waiting);
    clearTimeout(pausing);
    request.off('data', onData).off('end', resolve).off('close', resolve);
  });
}
