/** A lightweight abort signal that aborts if the client disconnects before its response is written. */
import type { ServerResponse } from 'node:http';
import { type AbortSignalLike, SimpleAbortSignal } from '../gateway/reading/loaders.ts';

/** Created only when needed: not every request has something to abort. */
export function disconnectSignal(response: ServerResponse): AbortSignalLike {
  const signal = new SimpleAbortSignal();
  const onClose = (): void => {
    if (!response.writableFinished) signal.abort();
  };
  if (response.destroyed) onClose();
  else response.on('close', onClose);
  return signal;
}
