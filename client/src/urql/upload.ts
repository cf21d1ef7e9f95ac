/** Files: urql sends them as forms itself, but knows nothing of progress, and its mutations cannot be canceled. */
import type { OperationContext } from '@urql/core';
import { fetchWithProgress, type OnProgress } from '../core/upload-progress.ts';

export interface UploadOptions {
  readonly onProgress?: OnProgress | undefined;
  /** Cancels the upload; what has been sent is discarded. */
  readonly signal?: AbortSignal | undefined;
}

/** The `context` of a mutation with a file, for `gatewayExchange`. */
export function uploadContext({ onProgress, signal }: UploadOptions): Partial<OperationContext> {
  return { ...(onProgress && { fetch: fetchWithProgress(onProgress) }), canceled: signal };
}
