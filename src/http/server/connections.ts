/**
 * The connections of a server: their limits, and the incomplete responses on each. A client may send several requests without waiting (HTTP
 * pipelining). They are executed concurrently, and their responses are sent in order.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class Connections {
  /** The incomplete responses of each open connection. The connections that have been idle the longest come first. */
  readonly #responses = new Map<Socket, ServerResponse[]>();
  #onResponseEnd = (): void => undefined;

  /** Must be called after all of the server's `request` listeners are attached, so that it also sees requests that are not admitted. */
  track(server: Server): void {
    const responses = this.#responses;
    server.prependListener('connection', (socket) => {
      responses.set(socket, []);
      socket.on('close', () => responses.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      const incomplete = responses.get(socket) ?? [];
      incomplete.push(response);
      response.on('close', () => {
        incomplete.splice(incomplete.indexOf(response), 1);
        if (incomplete.length === 0 && responses.delete(socket)) responses.set(socket, incomplete);
        this.#onResponseEnd();
      });
    });
  }

  /** Sets the function that is called whenever a response has ended. */
  onResponseEnd(callback: () => void): void {
    this.#onResponseEnd = callback;
  }

  get open(): readonly Socket[] {
    return [...this.#responses.keys()];
  }

  get count(): number {
    return this.#responses.size;
  }

  /** The incomplete responses on a connection, in order. */
  responsesOn(socket: Socket): readonly ServerResponse[] {
    return this.#responses.get(socket) ?? [];
  }

  isIdle(socket: Socket): boolean {
    return this.responsesOn(socket).length === 0;
  }
}

interface ConnectionLimitsOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Milliseconds for which a client may leave its response unread. */
  readonly stallMs: number;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'open' | 'count' | 'isIdle'>;
  /** Called for each connection that is closed to keep a limit. */
  readonly onClosed: (reason: ClosedReason) => void;
}

/**
 * `idle`: an idle connection made room for others. `full`: a new connection was dropped, because all others have a request in flight.
 * `slow`: the client reads nothing.
 */
export type ClosedReason = 'idle' | 'full' | 'slow';

/** The fraction of the limit that is freed at once, so that the search for idle connections is rare. */
const RESERVE = 1 / 16;

/**
 * Limits the number of open connections, and how long one may be silent, with Node's own features. Near the limit, the connections that
 * have been idle the longest are closed, so that idle clients do not lock out others. The proxy limits the connections of one address
 * (deploy/haproxy).
 */
export function limitConnections(server: Server, { max, stallMs, connections, onClosed }: ConnectionLimitsOptions) {
  const reserve = Math.ceil(max * RESERVE);
  let isMakingRoom = false;

  function closeIdlest(newcomer: Socket): void {
    isMakingRoom = true;
    // A late event loop accepts connections before it reads what has arrived on others; the immediate runs after both.
    setImmediate(() => {
      isMakingRoom = false;
      const idle = connections.open.filter((socket) => socket !== newcomer && connections.isIdle(socket));
      for (const socket of idle.slice(0, reserve)) {
        socket.destroy();
        onClosed('idle');
      }
    });
  }

  // Otherwise, full workers would pass new connections around among themselves.
  Object.assign(server, { maxConnections: max, dropMaxConnection: true });
  server.timeout = stallMs;
  server.on('connection', (socket) => {
    if (connections.count > max - reserve && !isMakingRoom) closeIdlest(socket);
  });
  server.on('drop', () => onClosed('full'));
  // Node's timer for sockets also sees the progress of a long write. Without a listener, it would close connections whose response is still
  // being prepared.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) {
      // Otherwise, the kernel would keep the bytes that it has accepted, and retransmit them for minutes.
      socket.resetAndDestroy();
      onClosed('slow');
    } else if (connections.isIdle(socket)) socket.destroy();
  });
}
