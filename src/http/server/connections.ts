/**
 * The connections of a server: their limits, and the incomplete responses on each. A client may send several requests without waiting (HTTP
 * pipelining). They are executed concurrently and their responses are sent in order, so code that closes a connection checks here first.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly pending: ServerResponse[];
  isEnding: boolean;
  /** The turn at which the connection was opened, or its last response ended. */
  idleSince: number;
}

export class Connections {
  /** The open connections. */
  readonly open = new Set<Socket>();
  readonly #bySocket = new WeakMap<Socket, Connection>();
  #onResponseEnd = (): void => undefined;
  /** Orders connections by when they became idle, without reading a clock for each request. */
  #turn = 0;

  /** Must be called after all of the server's `request` listeners are attached, so that it also sees requests that are not admitted. */
  track(server: Server): void {
    server.prependListener('connection', (socket) => {
      this.#connectionOf(socket);
      this.open.add(socket);
      socket.on('close', () => this.open.delete(socket));
    });
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#connectionOf(socket);
      const { pending } = connection;
      pending.push(response);
      response.on('close', () => {
        pending.splice(pending.indexOf(response), 1);
        if (pending.length === 0) {
          this.#turn += 1;
          connection.idleSince = this.#turn;
        }
        if (connection.isEnding && !isResponding(pending)) socket.destroySoon();
        this.#onResponseEnd();
      });
    });
  }

  /** Sets the function that is called whenever a response has ended. */
  onResponseEnd(callback: () => void): void {
    this.#onResponseEnd = callback;
  }

  /** For each connection with pending responses, those responses in order. */
  pendingResponses(): readonly (readonly ServerResponse[])[] {
    return [...this.open].map((socket) => this.#connectionOf(socket).pending).filter(({ length }) => length > 0);
  }

  /** The last pending response on the connection. */
  lastResponseOn(socket: Socket): ServerResponse | undefined {
    return this.#bySocket.get(socket)?.pending.at(-1);
  }

  /** Whether the last request on the connection has not arrived completely. */
  isReceiving(socket: Socket): boolean {
    return this.lastResponseOn(socket)?.req.complete === false;
  }

  /** Whether anything written to the socket would be read as another request's response, or as part of it. */
  isResponding(socket: Socket): boolean {
    return isResponding(this.#bySocket.get(socket)?.pending ?? []);
  }

  /** Ends the connection after the responses to all requests that have arrived completely. */
  endAfterResponses(socket: Socket): void {
    this.#connectionOf(socket).isEnding = true;
  }

  /** A number that is lower the longer the connection has had no request in flight; null if it has one. */
  idleSince(socket: Socket): number | null {
    const { pending, idleSince } = this.#connectionOf(socket);
    return pending.length === 0 ? idleSince : null;
  }

  isEnding(socket: Socket): boolean {
    return this.#bySocket.get(socket)?.isEnding === true;
  }

  #connectionOf(socket: Socket): Connection {
    let connection = this.#bySocket.get(socket);
    if (connection === undefined) {
      this.#turn += 1;
      connection = { pending: [], isEnding: false, idleSince: this.#turn };
      this.#bySocket.set(socket, connection);
    }
    return connection;
  }
}

/** A request that has not arrived completely has no response, unless one has begun early. */
function isResponding([first, ...others]: readonly ServerResponse[]): boolean {
  return first !== undefined && (others.length > 0 || first.req.complete || first.headersSent);
}

interface ConnectionLimitsOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Milliseconds for which a client may leave its response unread. */
  readonly stallMs: number;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'open' | 'idleSince'>;
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
  const { open } = connections;
  const reserve = Math.ceil(max * RESERVE);
  let isMakingRoom = false;

  function closeIdlest(newcomer: Socket): void {
    const idle: { readonly socket: Socket; readonly since: number }[] = [];
    for (const socket of open) {
      const since = connections.idleSince(socket);
      if (since !== null && socket !== newcomer) idle.push({ socket, since });
    }
    idle.sort((one, other) => one.since - other.since);
    isMakingRoom = true;
    // A late event loop accepts connections before it reads what has arrived on others; the immediate runs after both.
    setImmediate(() => {
      isMakingRoom = false;
      for (const { socket, since } of idle.slice(0, reserve)) {
        if (socket.destroyed || connections.idleSince(socket) !== since) continue;
        socket.destroy();
        onClosed('idle');
      }
    });
  }

  // Otherwise, full workers would pass new connections around among themselves.
  Object.assign(server, { maxConnections: max, dropMaxConnection: true });
  server.timeout = stallMs;
  server.on('connection', (socket) => {
    if (open.size > max - reserve && !isMakingRoom) closeIdlest(socket);
  });
  server.on('drop', () => onClosed('full'));
  // Node's timer for sockets also sees the progress of a long write. Without a listener, it would close connections whose response is still
  // being prepared.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) {
      // Otherwise, the kernel would keep the bytes that it has accepted, and retransmit them for minutes.
      socket.resetAndDestroy();
      onClosed('slow');
    } else if (connections.idleSince(socket) !== null) socket.destroy();
  });
}
