/**
 * Cuts off clients that take nothing of their responses for a while, or take them below a lowest rate. Streams have a rule of
 * their own (`streams/streams`). Looks at the busy connections once a second, so a response that is sent at once costs nothing.
 * Only what waits in this process counts; what the kernel has accepted occupies none of its memory.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './connections.ts';

export interface DeliveryOptions {
  /** Milliseconds for which a client may take nothing, although a response waits for it. */
  readonly stallMs: number;
  /** Bytes per second at which a response must be taken. */
  readonly bytesPerSecond: number;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'waiting' | 'idleSince' | 'isExcused'>;
  /** Called for each connection that is cut off. */
  readonly onCut: () => void;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

/** A connection whose response waits for its client. */
interface Delivery {
  /** Bytes that the kernel has accepted so far, as far as a write is complete. */
  taken: number;
  /** Milliseconds by which the client is behind the lowest rate. */
  lateMs: number;
}

const SWEEP_MS = 1_000;

/** Returns the function that looks at all busy connections; it also runs by itself while the server listens. */
export function cutSlowReaders(server: Server, options: DeliveryOptions): () => void {
  const { stallMs, bytesPerSecond, connections, onCut, now = () => performance.now() } = options;
  const msFor = (bytes: number): number => (bytes / bytesPerSecond) * 1_000;
  let slow = new Map<Socket, Delivery>();
  let sweptAt = now();

  function sweep(): void {
    const time = now();
    const elapsedMs = time - sweptAt;
    sweptAt = time;
    const stillSlow = new Map<Socket, Delivery>();
    for (const [first] of connections.waiting()) {
      if (first === undefined || connections.isExcused(first)) continue;
      const { socket } = first.req;
      if (socket.destroyed || socket.writableLength === 0) continue;
      const delivery = slow.get(socket);
      if (delivery === undefined) stillSlow.set(socket, begin(socket));
      else if (isTooLate(socket, delivery, elapsedMs)) cut(socket);
      else stillSlow.set(socket, delivery);
    }
    slow = stillSlow;
  }

  function begin(socket: Socket): Delivery {
    // Node's own timer also sees the progress of a long write, which is complete only at its end.
    socket.setTimeout(stallMs);
    return { taken: takenBy(socket), lateMs: 0 };
  }

  /** A client that is ahead gains nothing, and has the time for the bytes of the write in progress, which cannot be seen. */
  function isTooLate(socket: Socket, delivery: Delivery, elapsedMs: number): boolean {
    const taken = takenBy(socket);
    delivery.lateMs = Math.max(0, delivery.lateMs + elapsedMs - msFor(taken - delivery.taken));
    delivery.taken = taken;
    return delivery.lateMs > stallMs + msFor(socket.writableLength);
  }

  function cut(socket: Socket): void {
    // Otherwise the kernel would keep what it has accepted, and offer it to the client for minutes.
    socket.resetAndDestroy();
    onCut();
  }

  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) cut(socket);
    // Without a listener, Node would close the connection; it is meant for those that are kept alive without a request.
    else if (connections.idleSince(socket) !== null) socket.destroy();
  });
  const timer = setInterval(sweep, SWEEP_MS).unref();
  server.once('close', () => clearInterval(timer));
  return sweep;
}

function takenBy({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}
