/**
 * Limits the open connections, of the server and of each client address. A connection beyond a limit replaces the idlest one,
 * of the same address for the limit per address; it is dropped only if none of them is idle. Trusted proxies, whose connections
 * carry the requests of many clients, are limited by the first limit alone.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from './client-address.ts';
import { ConnectionGroup } from './connection-group.ts';
import type { Connections } from './connections.ts';

export interface ConnectionLimitsOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Maximum number of open connections of one address; an IPv6 network of 64 bits counts as one. */
  readonly maxPerAddress: number;
  /** Whether the address is that of a trusted proxy. */
  readonly isProxy: (address: string) => boolean;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'idleSince'>;
  /** Called for each connection that is closed to keep a limit. */
  readonly onClosed: (reason: ClosedReason) => void;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

/** An idle connection made room for a new one; or a new one was dropped, at the limit of its address or at that of the server. */
export type ClosedReason = 'idle' | 'address' | 'full';

export function limitConnections(server: Server, options: ConnectionLimitsOptions): void {
  const { max, maxPerAddress, isProxy, connections, onClosed, now = () => performance.now() } = options;
  const all = new ConnectionGroup(connections, now);
  const byAddress = new Map<string, ConnectionGroup>();
  const leaves = new WeakMap<Socket, () => void>();

  function enter(socket: Socket, key: string | null): ConnectionGroup | undefined {
    const slot = all.enter(socket);
    let group: ConnectionGroup | undefined;
    let groupSlot = 0;
    if (key !== null) {
      group = byAddress.get(key) ?? new ConnectionGroup(connections, now);
      byAddress.set(key, group);
      groupSlot = group.enter(socket);
    }
    const leave = (): void => {
      if (!leaves.delete(socket)) return;
      all.leave(slot);
      group?.leave(groupSlot);
      if (key !== null && group?.size === 0) byAddress.delete(key);
    };
    leaves.set(socket, leave);
    socket.once('close', leave);
    return group;
  }

  function close(socket: Socket, reason: ClosedReason): void {
    // Its `close` event comes later, and further connections may arrive before.
    leaves.get(socket)?.();
    socket.destroy();
    onClosed(reason);
  }

  /** Returns false if the newcomer had to be dropped. */
  function makeRoom(group: ConnectionGroup, newcomer: Socket, reason: ClosedReason): boolean {
    const idlest = group.idlest(newcomer);
    close(idlest ?? newcomer, idlest === undefined ? reason : 'idle');
    return idlest !== undefined;
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    // A client that has already disconnected has no address.
    const group = enter(socket, address === undefined || isProxy(address) ? null : addressKey(address));
    if (group !== undefined && group.size > maxPerAddress && !makeRoom(group, socket, 'address')) return;
    if (all.size > max) makeRoom(all, socket, 'full');
  });
}
