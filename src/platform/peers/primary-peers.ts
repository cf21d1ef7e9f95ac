/**
 * Workers as peers of each other, by messages over their primary, which keeps the leases. Both sides are here; how messages get
 * from one to the other is not.
 */
import { type Clock, systemClock } from '../clock.ts';
import { createLeaseTable } from './lease-table.ts';
import type { Peers } from './peers.ts';

export type FromPeer =
  | { readonly kind: 'lease'; readonly number: number; readonly name: string; readonly ms: number }
  | { readonly kind: 'release'; readonly name: string }
  | { readonly kind: 'tell'; readonly name: string; readonly text: string };

export type ToPeer =
  /** For how long another worker has the lease that was asked for in the message of this number. */
  | { readonly kind: 'leased'; readonly number: number; readonly restMs: number }
  /** Null: the lease was given back. */
  | { readonly kind: 'told'; readonly name: string; readonly text: string | null };

/** A worker's side; `send` takes a message to the primary, `hear` what comes from there. */
export function createPrimaryPeers(send: (message: FromPeer) => void) {
  const asked = new Map<number, (restMs: number) => void>();
  const listeners: ((name: string, text: string | null) => void)[] = [];
  let lastNumber = 0;
  const peers: Peers = {
    lease(name, ms) {
      lastNumber += 1;
      const { promise, resolve } = Promise.withResolvers<number>();
      asked.set(lastNumber, resolve);
      send({ kind: 'lease', number: lastNumber, name, ms });
      return promise;
    },
    release: (name) => send({ kind: 'release', name }),
    tell: (name, text) => send({ kind: 'tell', name, text }),
    listen: (listener) => void listeners.push(listener),
    // Its primary learns of its end.
    close: async () => {},
  };
  return {
    peers,
    hear(message: ToPeer): void {
      if (message.kind === 'told') for (const listener of listeners) listener(message.name, message.text);
      else {
        asked.get(message.number)?.(message.restMs);
        asked.delete(message.number);
      }
    },
  };
}

/** The primary's side; `send` takes a message to one worker, `others` are all workers but one. */
export function createPeerTable(
  send: (worker: number, message: ToPeer) => void,
  others: (worker: number) => Iterable<number>,
  clock: Clock = systemClock,
) {
  const leases = createLeaseTable(clock);
  const tellOthers = (worker: number, name: string, text: string | null): void => {
    for (const other of others(worker)) send(other, { kind: 'told', name, text });
  };
  return {
    hear(worker: number, message: FromPeer): void {
      const { kind, name } = message;
      if (kind === 'lease') {
        send(worker, { kind: 'leased', number: message.number, restMs: leases.take(name, worker, message.ms) });
      } else if (kind === 'tell') tellOthers(worker, name, message.text);
      else if (leases.release(name, worker)) tellOthers(worker, name, null);
    },
    /** A worker has ended: others may do what it did. */
    drop(worker: number): void {
      for (const name of leases.releaseAll(worker)) tellOthers(worker, name, null);
    },
  };
}
