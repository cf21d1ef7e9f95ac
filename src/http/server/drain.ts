/**
 * Graceful shutdown. Immediately: the server is not ready, and the last response on each connection announces its end. After the delay: no
 * new connections are accepted; streams end, and clients open them elsewhere; running requests finish; idle connections are closed once no
 * response has ended for a moment, so that a request that is already on its way still gets a response. After the grace period: remaining
 * connections are cut off.
 */
import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Connections } from './connections.ts';

/**
 * How long no response may have ended before idle connections are closed: well above the time for a response to reach the client and for
 * the next request to come back.
 */
const QUIET_MS = 500;

interface DrainOptions {
  readonly log: Log;
  readonly connections: Connections;
  /** Milliseconds that running requests have to finish, from the moment when no new connection is accepted. */
  readonly graceMs: number;
  /** Milliseconds during which new connections are still accepted while the server reports that it is not ready. */
  readonly delayMs: number;
}

export function createDrain({ log, connections, graceMs, delayMs }: DrainOptions) {
  let draining = false;
  let closing = false;
  let drained: Promise<void> | undefined;
  let attached: HttpServer | undefined;
  let quietTimer: NodeJS.Timeout | undefined;

  async function drain(server: HttpServer): Promise<void> {
    draining = true;
    announceEnds(server, connections);
    if (!server.listening) return;
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    closing = true;
    // Closing through node:http would also drop every idle connection, and with it requests that are on their way.
    const ended = new Promise<void>((resolve) => void NetServer.prototype.close.call(server, () => resolve()));
    // Node's keep-alive timer could close a connection before a late event loop has read what arrived on it.
    server.keepAliveTimeout = 0;
    // setImmediate runs after a late loop has read what arrived meanwhile, so a connection with pending data does not count as idle.
    quietTimer = setTimeout(() => setImmediate(closeIdle), QUIET_MS);
    const closeIdle = (): void => {
      // Node considers a connection idle once its response is complete, although the client may still be reading it.
      if (connections.open.some((socket) => connections.responsesOn(socket)[0]?.writableEnded)) quietTimer?.refresh();
      else server.closeIdleConnections();
    };
    const graceTimer = setTimeout(() => {
      log.warn({ graceMs }, 'aborted requests that did not finish in time');
      for (const socket of connections.open) {
        // Only a reset shows HTTP/1.0 that a body is incomplete. It would also discard a complete response that is still on its way.
        if (connections.isIdle(socket)) socket.destroy();
        else socket.resetAndDestroy();
      }
    }, graceMs);
    try {
      await ended;
    } finally {
      clearTimeout(quietTimer);
      clearTimeout(graceTimer);
      // Stops Node's timer for late requests, which would keep the server in memory.
      server.close();
    }
  }

  return {
    isDraining: () => draining,
    /** Whether the delay is over, and no new connections are accepted. */
    isClosing: () => closing,
    /** Sets the server that `end` shuts down, and starts to track its responses. */
    attach(server: HttpServer): void {
      attached = server;
      // Responses whose headers were sent before the drain leave their connection open, and the client may send one more request.
      connections.onResponseEnd(() => void quietTimer?.refresh());
    },
    /** Shuts the server down; calling it again waits for the same shutdown. */
    end(): Promise<void> {
      if (attached !== undefined) drained ??= drain(attached);
      return drained ?? Promise.resolve();
    },
  };
}

/**
 * From now on, the last response on each connection announces the connection's end: Node writes `connection: close` with its headers, and
 * ends the connection after it.
 */
function announceEnds(server: HttpServer, connections: Connections): void {
  for (const socket of connections.open) {
    const last = connections.responsesOn(socket).at(-1);
    if (last !== undefined) last.shouldKeepAlive = false;
  }
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
}
