/** The caller's going away before its answer is written, as a cut for what is done for it meanwhile. */
import type { ServerResponse } from 'node:http';
import { type Cut, Cutter } from '../gateway/loaders.ts';

/** To be made when it is asked for: not every request has something to give up. */
export function departure(response: ServerResponse): Cut {
  const cutter = new Cutter();
  const onClose = (): void => {
    if (!response.writableFinished) cutter.abort();
  };
  if (response.destroyed) onClose();
  else response.on('close', onClose);
  return cutter;
}
