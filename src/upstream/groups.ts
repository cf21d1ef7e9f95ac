/**
 * Which calls compete with one another: one row an endpoint, one row a group with its share of connections, its queue, and
 * what opens its breaker. What hangs in one group takes no connection from another.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import type { BreakerRule } from './breaker.ts';

export type Group = 'token' | 'reads' | 'writes' | 'uploads' | 'downloads';

export interface GroupRow {
  /** Calls under way at once, each on a connection of its own, for so many connections as are set for reads. */
  readonly places: (connections: number) => number;
  /** Calls that may wait for a place; each is one waiting request, and its deadline bounds the wait. */
  readonly queue: number;
  /** Null: there is none. */
  readonly breaker: BreakerRule | null;
}

/**
 * Half of twenty tries or more in about five seconds: what is called rarely, or fails beside many successes, opens nothing, nor
 * does a service that restarts under a few calls. A hundred callers at once learn from the first of them that it is away.
 */
const halfOfMany: BreakerRule = { share: 0.5, calls: 20, withinMs: 5_000 };

export const groups = {
  /** One flight at a time for everybody, so the number of calls says nothing: what counts is that no try in between went well. */
  token: { places: () => 1, queue: 10, breaker: { inARow: 5 } },
  reads: { places: (connections) => connections, queue: 1_000, breaker: halfOfMany },
  writes: {
    places: (connections) => Math.min(connections, Math.max(4, Math.ceil(connections / 4))),
    queue: 200,
    breaker: halfOfMany,
  },
  /** A file that breaks off may be its sender's doing, and its bytes are not to be had twice: no breaker judges by them. */
  uploads: { places: (connections) => Math.ceil(connections / 2), queue: 100, breaker: null },
  /** Files come from hosts of their own, and as long as somebody reads them. */
  downloads: { places: (connections) => connections, queue: 100, breaker: null },
} as const satisfies Readonly<Record<Group, GroupRow>>;

export const groupNames = Object.keys(groups) as Group[];

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
} as const satisfies Readonly<Record<EndpointName, Group>>;
