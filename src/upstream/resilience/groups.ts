/**
 * Which calls compete with each other: one row per group, with its number of connections and its queue length. Calls that hang in one group
 * take no connections from another, and the calls of one endpoint leave some to others.
 */
import { type Endpoint, type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';

export type Group = 'token' | 'reads' | 'feeds' | 'index' | 'writes' | 'uploads' | 'downloads';

/**
 * How a group uses the limits that all groups share: preferred calls may use everything and come first, ordinary calls leave some to them,
 * and spare calls leave half to all others.
 */
export type Budget = 'preferred' | 'ordinary' | 'spare';

/** The groups of calls that exchange JSON. */
export type CallGroup = Exclude<Group, 'downloads'>;

export interface GroupRow {
  /** Concurrent calls, each on its own connection, derived from the configured number of connections for reads. */
  readonly slots: (connections: number) => number;
  /** How many of the slots one caller may hold. */
  readonly slotsPerCaller: (slots: number) => number;
  /** How many of the slots the calls of one endpoint may hold. */
  readonly slotsPerEndpoint: (slots: number) => number;
  /** How many calls may wait for a slot; their deadlines bound the wait. Derived from the most requests in progress. */
  readonly maxQueued: (requests: number) => number;
  /** Its claim on the shared limits; null if it does not count toward them. */
  readonly budget: Budget | null;
}

/** The calls of one endpoint leave a sixteenth to others, and at least one slot; all may use a group with fewer than eight slots. */
const endpointsMost = (slots: number): number => (slots < 8 ? slots : Math.floor((slots * 15) / 16));
/** A caller leaves an eighth to others, and at least one slot of the same endpoint, so that no other caller waits for its calls to end. */
const most = (slots: number): number => Math.max(1, Math.min(Math.floor((slots * 7) / 8), endpointsMost(slots) - 1));
/** A transfer lasts as long as its sender or its reader likes, so a caller leaves half to others. */
const half = (slots: number): number => Math.ceil(slots / 2);

/** For groups with one endpoint. */
const all = (slots: number): number => slots;

export const groups = {
  /** There is only one token request at a time for all callers. */
  token: {
    slots: () => 1,
    slotsPerCaller: most,
    slotsPerEndpoint: all,
    maxQueued: () => 10,
    budget: 'preferred',
  },
  reads: {
    slots: (connections) => connections,
    slotsPerCaller: most,
    slotsPerEndpoint: endpointsMost,
    maxQueued: (requests) => Math.max(1_000, requests),
    budget: 'ordinary',
  },
  /** The reads of change feeds, each a caller of its own. They leave the slots for reads to requests. */
  feeds: {
    slots: (connections) => Math.ceil(connections / 8),
    slotsPerCaller: most,
    slotsPerEndpoint: all,
    maxQueued: () => 1_000,
    budget: 'ordinary',
  },
  /**
   * The reads that fill the search index, each agent a caller of its own. They get what all others leave, and wait while any of them waits.
   */
  index: {
    slots: (connections) => Math.ceil(connections / 16),
    slotsPerCaller: most,
    slotsPerEndpoint: all,
    maxQueued: () => 100,
    budget: 'spare',
  },
  writes: {
    slots: (connections) => Math.min(connections, Math.max(4, Math.ceil(connections / 4))),
    slotsPerCaller: most,
    slotsPerEndpoint: endpointsMost,
    maxQueued: () => 200,
    budget: 'preferred',
  },
  uploads: {
    slots: (connections) => Math.ceil(connections / 2),
    slotsPerCaller: half,
    slotsPerEndpoint: all,
    maxQueued: () => 100,
    budget: 'preferred',
  },
  /** Files come from other hosts, and a download takes as long as its client reads. */
  downloads: {
    slots: (connections) => connections,
    slotsPerCaller: half,
    slotsPerEndpoint: all,
    maxQueued: () => 100,
    budget: null,
  },
} as const satisfies Readonly<Record<Group, GroupRow>>;

export const groupNames = Object.keys(groups) as Group[];

/** The group of an endpoint's calls, unless they are made for a feed. */
export function groupOf(endpoint: EndpointName): CallGroup {
  if (endpoint === 'token') return 'token';
  const { effect, request }: Endpoint = endpoints[endpoint];
  if (effect === 'read') return 'reads';
  return Object.values(request).some(({ kind }) => kind === 'file') ? 'uploads' : 'writes';
}
