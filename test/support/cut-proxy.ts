/**
 * A TCP proxy on 127.0.0.1 that can be cut: what arrives then is held back, as by a network that drops packets, and connections stay
 * open; or it is reset. (A paused process is no cut: the kernel keeps the data, and it reads them when it goes on.)
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutProxy {
  readonly port: number;
  /** Nothing passes from now on, in either direction. */
  readonly cut: () => void;
  /** Ends all connections, and those to come too if it is cut. */
  readonly reset: () => void;
  /** Lets through what was held back, and what comes. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

export async function startCutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isReset = false;
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (!other.write(chunk)) socket.pause();
    });
    other.on('drain', () => isCut || socket.resume());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    if (isCut) socket.pause();
  };
  const server = createServer((inside) => {
    if (isCut && isReset) {
      inside.resetAndDestroy();
      return;
    }
    const outside = connect(target, '127.0.0.1');
    keep(inside, outside);
    keep(outside, inside);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    reset() {
      isReset = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    heal() {
      isCut = false;
      isReset = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
