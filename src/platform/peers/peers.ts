/**
 * The other processes that serve the same: workers of one primary, or replicas with one Redis. What only one of them has to do is
 * decided by leases; beyond that, they tell each other short texts, any of which may be lost.
 */
export interface Peers {
  /**
   * Takes the lease of this name for some milliseconds, or renews it: 0 if this process has it, otherwise how long another one still
   * has it. Rejects if the others cannot be reached.
   */
  readonly lease: (name: string, ms: number) => Promise<number>;
  /** Gives a lease back, if this process has it. */
  readonly release: (name: string) => void;
  /** Tells all others. */
  readonly tell: (name: string, text: string) => void;
  /** Calls the listener with what others tell; with null when a lease was given back. */
  readonly listen: (listener: (name: string, text: string | null) => void) => void;
  readonly close: () => Promise<void>;
}

/** Of a process that serves by itself. */
export const noPeers: Peers = {
  lease: async () => 0,
  release() {},
  tell() {},
  listen() {},
  close: async () => {},
};
