/**
 * A set of open connections that makes room for another one by closing its idlest: the one whose last response ended, or that
 * was opened without sending a request, the longest ago. Connections with a request in flight are never closed.
 */
import type { Socket } from 'node:net';
import { CompactSet } from '@realty-forms/platform/engine/compact-set.ts';
import type { Connections } from './connections.ts';

type Idleness = Pick<Connections, 'idleSince'>;

interface Candidate {
  readonly socket: Socket;
  readonly idleSince: number;
}

/** A search looks at every connection of the set, so it is good for this share of them. */
const SHARE_PER_SEARCH = 1 / 16;
/** Pause after a search that found no idle connection. */
const SEARCH_PAUSE_MS = 10;

export class ConnectionSet {
  readonly #connections: Idleness;
  readonly #now: () => number;
  readonly #members = new CompactSet<Socket>();
  /** What the last search found, the idlest last; whoever was used since is idle no longer, or not for as long. */
  #candidates: Candidate[] = [];
  #noSearchBefore = Number.NEGATIVE_INFINITY;
  #size = 0;

  constructor(connections: Idleness, now: () => number) {
    this.#connections = connections;
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the index to pass to `leave`, once. */
  enter(socket: Socket): number {
    this.#size += 1;
    return this.#members.enter(socket);
  }

  leave(index: number): void {
    this.#size -= 1;
    this.#members.leave(index);
  }

  /** The idlest connection other than the newcomer; undefined if none is idle. */
  idlest(newcomer: Socket): Socket | undefined {
    const known = this.#nextCandidate();
    if (known !== undefined) return known;
    const time = this.#now();
    if (time < this.#noSearchBefore) return undefined;
    this.#search(newcomer);
    const found = this.#nextCandidate();
    if (found === undefined) this.#noSearchBefore = time + SEARCH_PAUSE_MS;
    return found;
  }

  #nextCandidate(): Socket | undefined {
    for (;;) {
      const candidate = this.#candidates.pop();
      if (candidate === undefined) return undefined;
      const { socket, idleSince } = candidate;
      if (!socket.destroyed && this.#connections.idleSince(socket) === idleSince) return socket;
    }
  }

  #search(newcomer: Socket): void {
    const idle: Candidate[] = [];
    for (const socket of this.#members) {
      const idleSince = this.#connections.idleSince(socket);
      if (idleSince !== null && socket !== newcomer && !socket.destroyed) idle.push({ socket, idleSince });
    }
    idle.sort((one, other) => one.idleSince - other.idleSince);
    this.#candidates = idle.slice(0, Math.max(1, Math.floor(this.#size * SHARE_PER_SEARCH))).reverse();
  }
}
