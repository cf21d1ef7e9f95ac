/**
 * The end of the server. At once: not ready, and the last answer of each connection announces its end. After the delay: no new
 * connection; running requests finish; connections that wait for nothing go once they were quiet for a moment, so that a
 * request already on its way is answered. What is left after the time of grace is cut.
 */
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.ts';
import type { Connections } from './connections.ts';

/**
 * For how long no answer has to end before idle connections are closed: well above the way of an answer to a caller's machine
 * and of the next request back.
 */
const QUIET_MS = 500;

export interface DrainOptions {
  readonly log: Log;
  readonly connections: Connections;
  /** Milliseconds that running requests have, from the moment on when no new connection is taken. */
  readonly graceMs: number;
  /** Milliseconds that new connections are still taken for, while the server says that it is not ready. */
  readonly delayMs: number;
}

export interface Drain {
  readonly isDraining: () => boolean;
  /** Follows the requests of this server, to be the one that ends. */
  readonly attach: (app: FastifyInstance) => void;
  /** Ends the server; calling it again waits for the same end. */
  readonly end: () => Promise<void>;
}

export function createDrain({ log, connections, graceMs, delayMs }: DrainOptions): Drain {
  let draining = false;
  let drained: Promise<void> | undefined;
  let attached: FastifyInstance | undefined;
  let quiet: NodeJS.Timeout | undefined;

  async function drain(app: FastifyInstance): Promise<void> {
    const { server } = app;
    draining = true;
    announceEnds(server, connections);
    if (!server.listening) return await app.close();
    if (delayMs > 0) await sleep(delayMs);
    // Fastify and node:http would drop every idle connection with the port, and with it requests that are on their way.
    const ended = new Promise<void>((resolve) => void Server.prototype.close.call(server, () => resolve()));
    // Node's own timer would close a connection before a late loop has read what came on it.
    server.keepAliveTimeout = 0;
    // After the turn in which a late loop reads what has come meanwhile: nothing that is there already counts as quiet.
    quiet = setTimeout(() => setImmediate(closeIdle), QUIET_MS);
    const closeIdle = (): void => {
      // For Node a connection is idle once its answer is made, though its caller may still be reading.
      if ([...connections.waiting()].some(([first]) => first?.writableEnded)) quiet?.refresh();
      else server.closeIdleConnections();
    };
    const limit = setTimeout(() => {
      log.warn({ graceMs }, 'cut requests that did not finish in time');
      server.closeAllConnections();
    }, graceMs);
    try {
      await ended;
      await app.close();
    } finally {
      clearTimeout(quiet);
      clearTimeout(limit);
    }
  }

  return {
    isDraining: () => draining,
    attach(app) {
      attached = app;
      // Answers whose headers went out before the drain leave their connection open, and its caller may ask once more.
      connections.whenAnswered(() => void quiet?.refresh());
    },
    end() {
      if (attached !== undefined) drained ??= drain(attached);
      return drained ?? Promise.resolve();
    },
  };
}

/**
 * From now on, lets the last answer of each connection announce its end: Node says so as it writes the headers, whoever makes
 * the answer, and ends the connection after it, whatever else is being carried out.
 */
function announceEnds(server: HttpServer, connections: Connections): void {
  const announcing = new WeakSet<ServerResponse>();
  const announce = (response: ServerResponse): void => {
    if (!response.shouldKeepAlive) return;
    response.shouldKeepAlive = false;
    announcing.add(response);
  };
  for (const answers of connections.waiting()) {
    const last = answers.at(-1);
    if (last !== undefined) announce(last);
  }
  server.prependListener('request', ({ socket }, response) => {
    const before = connections.lastOn(socket);
    if (before !== undefined && announcing.has(before) && !before.headersSent) before.shouldKeepAlive = true;
    announce(response);
  });
}
