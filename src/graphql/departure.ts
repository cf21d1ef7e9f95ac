/** The caller's going away before its answer is written, as a signal for what is done for it meanwhile. */
import type { ServerResponse } from 'node:http';

/** Made when it is asked for: not every request has something to give up. */
export function departure(response: ServerResponse): () => AbortSignal {
  let signal: AbortSignal | undefined;
  const watch = (): AbortSignal => {
    const controller = new AbortController();
    const onClose = (): void => {
      if (!response.writableFinished) controller.abort();
    };
    if (response.destroyed) onClose();
    else response.once('close', onClose);
    return controller.signal;
  };
  return () => {
    signal ??= watch();
    return signal;
  };
}
