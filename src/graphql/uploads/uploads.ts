/**
 * The multipart requests for `/graphql`: reads each one's operation, releases it when its response is finished, and knows which
 * connections have an upload in progress. Apollo's CSRF prevention rejects those that a foreign page could send without a
 * preflight.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type MultipartRequest, readMultipart } from './multipart.ts';
import type { UploadTimeouts } from './received-file.ts';

export type Uploads = Readonly<ReturnType<typeof createUploads>>;

export interface UploadsOptions {
  /** Milliseconds until a file must have arrived; ten minutes by default. */
  readonly totalMs?: number | undefined;
  /** Milliseconds that its sender may pause; 30 s by default. */
  readonly idleMs?: number | undefined;
}

const MAX_FIELD_BYTES = 1_048_576;
const TOTAL_MS = 600_000;
const IDLE_MS = 30_000;

export function createUploads({ totalMs = TOTAL_MS, idleMs = IDLE_MS }: UploadsOptions = {}) {
  const timeouts: UploadTimeouts = { totalMs, idleMs };
  /** The upload in progress on each connection; earlier requests there may still wait for their responses. */
  const uploadOf = new WeakMap<object, IncomingMessage>();

  return {
    /** Whether a file upload, which has time limits of its own, is in progress on this connection. */
    isUploading: (socket: object) => uploadOf.has(socket),
    /** Begins to read a request. */
    receive(request: IncomingMessage, response: ServerResponse): Pick<MultipartRequest, 'operation' | 'discard'> {
      const { operation, discard, release } = readMultipart(request, { maxFieldBytes: MAX_FIELD_BYTES, timeouts });
      const { socket } = request;
      response.once('close', () => {
        if (uploadOf.get(socket) === request) uploadOf.delete(socket);
        release();
      });
      const begun = operation.then((found) => {
        uploadOf.set(socket, request);
        return found;
      });
      return { operation: begun, discard };
    },
  };
}
