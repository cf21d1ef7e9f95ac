/**
 * Limits the number of open connections, and how long one may be silent, by Node's own means. Near the limit, those
 * that have been idle the longest are closed, so that idle clients do not lock out others. The proxy limits the connections of one
 * address (deploy/haproxy).
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

export interface ConnectionLimitsOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Milliseconds for which a client may leave its response unread. */
  readonly stallMs: number;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'idleSince'>;
  /** Called for each connection that is closed to keep a limit. */
  readonly onClosed: (reason: ClosedReason) => void;
}

/** An idle one made room for others; a new one was dropped, since a request is in flight on all others; or its client reads nothing. */
export type ClosedReason = 'idle' | 'full' | 'slow';

/** The part of the limit that is freed at once, so that the search for idle connections is rare. */
const RESERVE = 1 / 16;

export function limitConnections(server: Server, { max, stallMs, connections, onClosed }: ConnectionLimitsOptions) {
  const open = new Set<Socket>();
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
    // A late event loop accepts connections before it reads what has arrived on others: the immediate comes after both.
    setImmediate(() => {
      isMakingRoom = false;
      for (const { socket, since } of idle.slice(0, reserve)) {
        if (socket.destroyed || connections.idleSince(socket) !== since) continue;
        socket.destroy();
        onClosed('idle');
      }
    });
  }

  // Workers that are full would otherwise pass new connections around among themselves.
  Object.assign(server, { maxConnections: max, dropMaxConnection: true });
  server.timeout = stallMs;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    if (open.size > max - reserve && !isMakingRoom) closeIdlest(socket);
  });
  server.on('drop', () => onClosed('full'));
  // Node's timer for sockets sees the progress of a long write, too. Without a listener, it would close connections whose response is
  // still being prepared.
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) {
      // Otherwise the kernel would keep the bytes that it has accepted, and retransmit them for minutes.
      socket.resetAndDestroy();
      onClosed('slow');
    } else if (connections.idleSince(socket) !== null) socket.destroy();
  });
}
