/**
 * Limits the open connections, of the server and of each client address. A connection beyond a limit replaces the idlest one,
 * of the same address for the limit per address; it is dropped only if none of them is idle. A request that has already arrived
 * on the idlest one is answered. Trusted proxies, whose connections carry the requests of many clients, are limited by the first
 * limit alone.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './client-address.ts';
import { ConnectionSet } from './connection-set.ts';
import type { Connections } from './connections.ts';

export interface ConnectionLimitsOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Maximum number of open connections of one address; an IPv6 network of 64 bits counts as one. */
  readonly maxPerAddress: number;
  /** Whether the address is that of a trusted proxy. */
  readonly isProxy: (address: string) => boolean;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'idleSince' | 'endWhenAnswered'>;
  /** Called for each connection that is closed to keep a limit. */
  readonly onClosed: (reason: ClosedReason) => void;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

/** An idle connection made room for a new one; or a new one was dropped, at the limit of its address or at that of the server. */
export type ClosedReason = 'idle' | 'address' | 'full';

export function limitConnections(server: Server, options: ConnectionLimitsOptions): void {
  const { max, maxPerAddress, isProxy, connections, onClosed, now = () => performance.now() } = options;
  const byAddress = new Map<string, ConnectionSet>();
  /** Those that count, with the functions that make them count no longer. */
  const leaves = new WeakMap<Socket, () => void>();
  const counted: Pick<Connections, 'idleSince'> = {
    idleSince: (socket) => (leaves.has(socket) ? connections.idleSince(socket) : null),
  };
  const all = new ConnectionSet(counted, now);

  function enter(socket: Socket, key: string | null): ConnectionSet | undefined {
    const index = all.enter(socket);
    let set: ConnectionSet | undefined;
    let setIndex = 0;
    if (key !== null) {
      set = byAddress.getOrInsertComputed(key, () => new ConnectionSet(counted, now));
      setIndex = set.enter(socket);
    }
    const leave = (): void => {
      leaves.delete(socket);
      socket.off('close', leave);
      all.leave(index);
      set?.leave(setIndex);
      if (key !== null && set?.size === 0) byAddress.delete(key);
    };
    leaves.set(socket, leave);
    socket.on('close', leave);
    return set;
  }

  function close(socket: Socket, reason: ClosedReason): void {
    socket.destroy();
    onClosed(reason);
  }

  /** A late event loop accepts connections before it reads what has arrived on others: the immediate comes after both. */
  function closeUnlessUsed(socket: Socket): void {
    const idleSince = connections.idleSince(socket);
    leaves.get(socket)?.();
    setImmediate(() => {
      if (socket.destroyed) return;
      if (connections.idleSince(socket) === idleSince) close(socket, 'idle');
      else admit(socket);
    });
  }

  function drop(socket: Socket, reason: ClosedReason): void {
    if (connections.idleSince(socket) !== null) {
      leaves.get(socket)?.();
      close(socket, reason);
    } else {
      connections.endWhenAnswered(socket);
      onClosed(reason);
    }
  }

  /** Returns false if the newcomer had to be dropped. */
  function makeRoom(set: ConnectionSet, newcomer: Socket, reason: ClosedReason): boolean {
    const idlest = set.idlest(newcomer);
    if (idlest === undefined) drop(newcomer, reason);
    else closeUnlessUsed(idlest);
    return idlest !== undefined;
  }

  function admit(socket: Socket): void {
    const address = socket.remoteAddress;
    // A client that has already disconnected has no address.
    const set = enter(socket, address === undefined || isProxy(address) ? null : addressKey(address));
    if (set !== undefined && set.size > maxPerAddress && !makeRoom(set, socket, 'address')) return;
    if (all.size > max) makeRoom(all, socket, 'full');
  }

  server.on('connection', admit);
}
