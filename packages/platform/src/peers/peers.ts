/**
 * The other processes that serve the same: workers of one primary, or replicas with one Redis. What only one of them has to do is
 * decided by leases; what they use up together is counted and shared out; beyond that, they tell each other short texts and keep
 * some for each other, any of which may be lost. Every promise rejects if the others cannot be reached.
 */
export interface Peers {
  /**
   * Takes the lease of this name for some milliseconds, or renews it: 0 if this process has it, otherwise how long another one still
   * has it.
   */
  readonly lease: (name: string, ms: number) => Promise<number>;
  /** Gives a lease back, if this process has it. */
  readonly release: (name: string) => void;
  /** Sends a text to all others. */
  readonly publish: (name: string, text: string) => void;
  /** Calls the listener with what others publish; with null when a lease was given back. */
  readonly listen: (listener: (name: string, text: string | null) => void) => void;
  /** Adds to counts, each of which ends two minutes after it has begun. */
  readonly count: (added: readonly Added[]) => Promise<Counted>;
  /** Claims this process's share of a total. */
  readonly share: (name: string, claim: Claim) => Promise<Share>;
  /** Keeps a text for some milliseconds, in place of an earlier one of this name. */
  readonly keep: (name: string, text: string, ms: number) => Promise<void>;
  readonly kept: (name: string) => Promise<Kept | null>;
  /** Ends the keeping of a text, unless another one is kept by now. */
  readonly discard: (name: string, text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Added {
  readonly name: string;
  readonly by: number;
}

export interface Counted {
  /** Milliseconds since the epoch, by the clock of whoever counts for all. */
  readonly now: number;
  /** In the order of what was added. */
  readonly totals: readonly number[];
}

export interface Claim {
  readonly total: number;
  /** What each process gets at least, even if that is more than the total allows. */
  readonly floor: number;
  /** How much of its share this process goes on using in any case. */
  readonly hold: number;
  /** How much it would take, if there is as much. */
  readonly most: number;
  /** For how long the claim holds; 0 gives the share back. */
  readonly ms: number;
}

export interface Share {
  /** With those of all others, no more than the total. */
  readonly mine: number;
  /** What each of those that are there may have. More than `mine` as long as others hold more than that. */
  readonly fair: number;
}

export interface Kept {
  readonly text: string;
  /** For how many milliseconds it is still kept. */
  readonly restMs: number;
}

/** How long a count is kept: the minute that it is of, and the difference between clocks. */
export const COUNT_MS = 120_000;

/** Of a process that serves by itself. */
export const noPeers: Peers = {
  lease: async () => 0,
  release() {},
  publish() {},
  listen() {},
  count: async (added) => ({ now: Date.now(), totals: added.map(({ by }) => by) }),
  share: async (_, { total, floor }) => ({ mine: Math.max(total, floor), fair: Math.max(total, floor) }),
  keep: async () => {},
  kept: async () => null,
  discard: async () => {},
  close: async () => {},
};
