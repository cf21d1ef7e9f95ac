/**
 * Adds multipart requests for `/graphql` to the HTTP server: parses them, answers malformed ones in GraphQL's response
 * format, releases each one when its response is finished, and knows which connections have an upload in progress. Apollo's
 * CSRF prevention rejects those that a foreign page could send without a preflight.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { graphqlTypeFor } from '../../platform/web/media-type.ts';
import { MalformedMultipart, type MultipartRequest, readMultipart } from './multipart.ts';
import type { UploadTimeouts } from './received-file.ts';

export interface Uploads {
  readonly register: (app: FastifyInstance) => void;
  /** Whether a file upload, which has time limits of its own, is in progress on this connection. */
  readonly isUploading: (socket: object) => boolean;
}

export interface UploadsOptions {
  /** Milliseconds until a file must have arrived. */
  readonly totalMs: number;
  /** Milliseconds that its sender may pause; 30 s by default. */
  readonly idleMs?: number | undefined;
}

const MAX_FIELD_BYTES = 1_048_576;
const DEFAULT_IDLE_MS = 30_000;

export function createUploads({ totalMs, idleMs = DEFAULT_IDLE_MS }: UploadsOptions): Uploads {
  const timeouts: UploadTimeouts = { totalMs, idleMs };
  /** The upload in progress on each connection; earlier requests there may still be answered meanwhile. */
  const uploadOf = new WeakMap<object, IncomingMessage>();
  const openRequests = new WeakMap<IncomingMessage, MultipartRequest>();

  const release = (request: IncomingMessage, socket: Socket): void => {
    if (uploadOf.get(socket) === request) uploadOf.delete(socket);
    openRequests.get(request)?.release();
    openRequests.delete(request);
  };

  return {
    isUploading: (socket) => uploadOf.has(socket),
    register(app) {
      app.addContentTypeParser('multipart/form-data', async ({ raw }: { raw: IncomingMessage }) => {
        const multipart = readMultipart(raw, { maxFieldBytes: MAX_FIELD_BYTES, timeouts });
        openRequests.set(raw, multipart);
        const operation = await multipart.operation;
        uploadOf.set(raw.socket, raw);
        return operation;
      });
      app.addHook('onRequest', (request, reply, done) => {
        const { raw } = request;
        const { socket } = raw;
        reply.raw.once('close', () => release(raw, socket));
        done();
      });
      // Browsers read no response before they have sent the whole request, and many proxies break off if one comes earlier.
      app.addHook('onSend', ({ raw }, _reply, _payload, done) => {
        const multipart = openRequests.get(raw);
        if (multipart === undefined) done();
        else void multipart.discard().then(() => done());
      });
      app.setErrorHandler((error, request, reply) => {
        // All other errors are handled by the server.
        if (!(error instanceof MalformedMultipart)) throw error;
        const errors = [{ message: error.message, extensions: { code: 'BAD_USER_INPUT', retryable: false } }];
        void reply.code(400).type(graphqlTypeFor(request.headers.accept)).send(JSON.stringify({ errors }));
      });
    },
  };
}
