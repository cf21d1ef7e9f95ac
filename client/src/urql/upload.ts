/** Files: urql sends them as forms itself, but knows nothing of progress, and its mutations cannot be canceled. */
import type { OperationContext } from '@urql/core';
import { fetchWithProgress, type OnProgress } from '../core/upload-progress.ts';

export interface UploadOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Cancels the upload; what has been sent is discarded. */
  readonly signal?: AbortSignal | undefined;
}

/** The `context` of a mutation with a file. */
export function uploadContext({ onProgress, signal: canceled }: UploadOptions): Partial<OperationContext> {
  const send = onProgress ? fetchWithProgress(onProgress) : fetch;
  return {
    async fetch(input, init = {}) {
      const signals = [init.signal, canceled].filter((signal) => signal != null);
      try {
        canceled?.throwIfAborted();
        return await send(input, { ...init, signal: AbortSignal.any(signals) });
      } catch (error) {
        // Whatever reason it was given: what the user has canceled is not tried again.
        throw canceled?.aborted ? new DOMException('The upload was canceled', 'AbortError') : error;
      }
    },
  };
}
