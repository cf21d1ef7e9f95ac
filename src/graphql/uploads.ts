/**
 * Multipart requests for `/graphql`, put into the HTTP server: parses them, answers malformed ones in GraphQL's shape, lets
 * go of each when its answer is out, and knows which connections have a file on its way. Apollo's CSRF prevention refuses
 * those that a foreign page could send without a preflight.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { graphqlTypeFor } from '../platform/media-type.ts';
import { MalformedMultipart, type MultipartRequest, readMultipart } from './multipart.ts';
import type { Patience } from './received-file.ts';

export interface Uploads {
  readonly register: (app: FastifyInstance) => void;
  /** A file is on its way over this connection, under a patience of its own. */
  readonly isUnderWay: (socket: object) => boolean;
}

export interface UploadsOptions {
  /** Milliseconds that a file may take to arrive; ten minutes unless told. */
  readonly totalMs?: number | undefined;
  /** Milliseconds that its sender may stop for; 30 s unless told. */
  readonly idleMs?: number | undefined;
}

const MAX_FIELD_BYTES = 1_048_576;
const DEFAULT_TOTAL_MS = 600_000;
const DEFAULT_IDLE_MS = 30_000;

export function createUploads({ totalMs = DEFAULT_TOTAL_MS, idleMs = DEFAULT_IDLE_MS }: UploadsOptions = {}): Uploads {
  const patience: Patience = { totalMs, idleMs };
  const underWay = new WeakSet<object>();
  const open = new WeakMap<IncomingMessage, MultipartRequest>();

  const release = (request: IncomingMessage, socket: Socket): void => {
    underWay.delete(socket);
    open.get(request)?.release();
    open.delete(request);
  };

  return {
    isUnderWay: (socket) => underWay.has(socket),
    register(app) {
      app.addContentTypeParser('multipart/form-data', async ({ raw }: { raw: IncomingMessage }) => {
        const multipart = readMultipart(raw, { maxFieldBytes: MAX_FIELD_BYTES, patience });
        open.set(raw, multipart);
        const operation = await multipart.operation;
        underWay.add(raw.socket);
        return operation;
      });
      app.addHook('onRequest', (request, reply, done) => {
        const { raw } = request;
        const { socket } = raw;
        reply.raw.once('close', () => release(raw, socket));
        done();
      });
      app.setErrorHandler((error, request, reply) => {
        // Everything else is the server's own to answer.
        if (!(error instanceof MalformedMultipart)) throw error;
        const errors = [{ message: error.message, extensions: { code: 'BAD_USER_INPUT', retryable: false } }];
        void reply.code(400).type(graphqlTypeFor(request.headers.accept)).send(JSON.stringify({ errors }));
      });
    },
  };
}
