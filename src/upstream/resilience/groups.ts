/**
 * Which calls compete with each other: one row per endpoint, and one row per group with its number of connections, its
 * queue length, and the rule that opens its breaker. Calls that hang in one group take no connections from another.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import type { BreakerRule } from './call-results.ts';

export type Group = 'token' | 'reads' | 'feeds' | 'writes' | 'uploads' | 'downloads';

/** The groups of calls with JSON in them. */
export type CallGroup = Exclude<Group, 'downloads'>;

export interface GroupRow {
  /** Concurrent calls, each on its own connection, derived from the number of connections that is configured for reads. */
  readonly slots: (connections: number) => number;
  /** How many of the slots one caller may hold. */
  readonly slotsPerCaller: (slots: number) => number;
  /** Calls that may wait for a slot; their deadlines bound the wait. Derived from how many requests are worked on at most. */
  readonly maxQueued: (requests: number) => number;
  /** Null: no breaker. The name of a group: that one's breaker, because the two call the same endpoints. */
  readonly breaker: BreakerRule | 'reads' | null;
  /** Of what all calls of the process may use together: `preferred` calls may use it all, and are the first. Null: nothing. */
  readonly budget: 'ordinary' | 'preferred' | null;
}

/**
 * Opens when half of at least twenty attempts within about five seconds fail, for most of the callers. So it does not open for
 * endpoints that are called rarely, for failures among many successes, or for a restart while few calls are made. If a hundred
 * callers call an unreachable service at once, the first failures stop the others.
 */
const halfOfMany: BreakerRule = { failureRate: 0.5, calls: 20, withinMs: 5_000 };

/** Leaves an eighth to others, and at least one, so that nobody waits for the calls of one caller to end, however long they take. */
const most = (slots: number): number => Math.max(1, Math.floor((slots * 7) / 8));
/** A transfer lasts as long as its sender or its reader likes, so a caller leaves half to others. */
const half = (slots: number): number => Math.ceil(slots / 2);

export const groups = {
  /**
   * There is only one token request at a time for all callers, so the number of calls means nothing: the breaker counts
   * consecutive failures instead.
   */
  token: {
    slots: () => 1,
    slotsPerCaller: most,
    maxQueued: () => 10,
    breaker: { consecutiveFailures: 5 },
    budget: 'preferred',
  },
  reads: {
    slots: (connections) => connections,
    slotsPerCaller: most,
    maxQueued: (requests) => Math.max(1_000, requests),
    breaker: halfOfMany,
    budget: 'ordinary',
  },
  /** The reads of change feeds, each a caller of its own. They leave the slots for reads to requests. */
  feeds: {
    slots: (connections) => Math.ceil(connections / 8),
    slotsPerCaller: most,
    maxQueued: () => 1_000,
    breaker: 'reads',
    budget: 'ordinary',
  },
  writes: {
    slots: (connections) => Math.min(connections, Math.max(4, Math.ceil(connections / 4))),
    slotsPerCaller: most,
    maxQueued: () => 200,
    breaker: halfOfMany,
    budget: 'preferred',
  },
  /** A transfer that breaks off may be the sender's fault, and its bytes cannot be read a second time, so there is no breaker. */
  uploads: {
    slots: (connections) => Math.ceil(connections / 2),
    slotsPerCaller: half,
    maxQueued: () => 100,
    breaker: null,
    budget: 'preferred',
  },
  /** Files come from other hosts, and a download takes as long as its client reads. */
  downloads: {
    slots: (connections) => connections,
    slotsPerCaller: half,
    maxQueued: () => 100,
    breaker: null,
    budget: null,
  },
} as const satisfies Readonly<Record<Group, GroupRow>>;

export const groupNames = Object.keys(groups) as Group[];

/** The group of the calls that are not made for another one. */
export const groupOf = {
  token: 'token',
  activeUsers: 'reads',
  getAccount: 'reads',
  listTrans: 'reads',
  getTransById: 'reads',
  addTrans: 'writes',
  uploadfiles: 'uploads',
  downloadfiles: 'reads',
  serviceproviders: 'writes',
  listFiles: 'reads',
  getMember: 'reads',
  userRegistration: 'writes',
  verifyToken: 'writes',
  shareApp: 'writes',
  createTicket: 'writes',
  registrationTicket: 'writes',
} as const satisfies Readonly<Record<EndpointName, CallGroup>>;
