/**
 * The gate of each group of calls: its breaker and its bulkhead, which every attempt passes. An attempt holds a slot while it is on
 * the wire, but not while it waits for a token or for its next retry.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import type { Log } from '../../platform/observing/log.ts';
import type { Metrics } from '../../platform/observing/metrics.ts';
import type { AbortSignalLike } from '../connections/abort-signal.ts';
import { type Breaker, type BreakerState, createBreaker, type StateChange } from './breaker.ts';
import type { Budget } from './budget.ts';
import { type Bulkhead, createBulkhead } from './bulkhead.ts';
import { type Group, type GroupRow, groupNames, groups } from './groups.ts';

export type Gate = Readonly<ReturnType<typeof createGate>>;

export type Gates = Readonly<Record<Group, Gate>>;

const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

export interface GateOptions {
  /** The number of connections for reads; other groups have theirs in proportion to it. */
  readonly connections: number;
  /** How many requests are worked on at most. */
  readonly maxRequests?: number | undefined;
}

/** Without a budget, each group may use all of its slots at any time. */
export function createGates(
  { connections, maxRequests = 0 }: GateOptions,
  log: Log,
  metrics: Metrics,
  budget?: Pick<Budget, 'allowanceOf'>,
): Gates {
  const breakers = new Map<Group, Breaker | null>();
  const breakerOf = (group: Group): Breaker | null => {
    const { breaker: rule }: GroupRow = groups[group];
    if (rule === null) return null;
    if (typeof rule === 'string') return breakers.getOrInsertComputed(rule, breakerOf);
    metrics.upstreamBreaker.set({ group }, STATE_VALUES.closed);
    return createBreaker(rule, createStateLogger(group, log, metrics));
  };
  const createGroupGate = (group: Group): Gate => {
    const row: GroupRow = groups[group];
    const maxQueued = row.maxQueued(maxRequests);
    const breaker = breakers.getOrInsertComputed(group, breakerOf);
    const slots = row.slots(connections);
    const allowance = budget?.allowanceOf(group) ?? null;
    const bulkhead = createBulkhead({ slots, slotsPerCaller: row.slotsPerCaller(slots), maxQueued, allowance });
    metrics.upstreamWaiting.set(group, bulkhead.waiting);
    return createGate(bulkhead, breaker);
  };
  return Object.fromEntries(groupNames.map((group) => [group, createGroupGate(group)])) as Record<Group, Gate>;
}

function createGate({ enter, leave }: Bulkhead, breaker: Breaker | null) {
  return {
    /**
     * Takes a slot for the caller outside of `run`; it is released with `leave`, or with `end` if the result counts for the
     * breaker.
     */
    enter,
    leave,
    /**
     * Whether the caller may make an attempt in a slot taken with `enter`. If not, use `run`, which handles trials and
     * rejections.
     */
    isOpen: (caller: string) => breaker === null || breaker.admits(caller),
    /** Releases the slot of an attempt that has ended and counts its result: an error, or undefined for a response. */
    end(caller: string, error: unknown): void {
      leave(caller);
      breaker?.record(caller, error);
    },
    /** Runs one attempt in a slot of its own. */
    async run<T>(
      endpoint: EndpointName,
      caller: string,
      signal: AbortSignalLike,
      attempt: () => Promise<T>,
    ): Promise<T> {
      // Checked before queueing too: while the breaker is open, no call should wait just to be rejected.
      breaker?.check(endpoint, caller);
      const slot = enter(endpoint, caller, signal);
      if (slot !== null) await slot;
      try {
        return await (breaker === null ? attempt() : breaker.run(endpoint, caller, attempt));
      } finally {
        leave(caller);
      }
    },
  };
}

/**
 * Logs each closing, each opening, and that one caller's failures have become everyone's. A failed trial, after which the
 * breaker stays open, is logged at debug level.
 */
function createStateLogger(group: Group, log: Log, metrics: Metrics): (change: StateChange) => void {
  let reported: 'closed' | 'one' | 'all' = 'closed';
  return ({ state, restMs, caller }) => {
    metrics.upstreamBreaker.set({ group }, STATE_VALUES[state]);
    const fields = { group, restMs: Math.round(restMs), ...(caller !== null && { subject: caller }) };
    const next = state === 'closed' ? 'closed' : caller === null ? 'all' : 'one';
    if (next === 'closed') log.info({ group }, 'upstream responds again: sending calls of this group');
    else if (next === reported) log.debug(fields, `the circuit breaker is ${state}`);
    else if (next === 'all') log.warn(fields, 'upstream keeps failing: rejecting calls of this group for now');
    else log.warn(fields, 'upstream keeps failing for one caller: rejecting its calls of this group for now');
    reported = next;
  };
}
