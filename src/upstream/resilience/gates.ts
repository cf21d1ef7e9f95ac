/**
 * The gate of each group of calls, which every attempt passes: the bulkhead of the group and the breaker of the call's endpoint, so
 * that one endpoint that fails suspends no other. An attempt holds a slot while it is on the wire, but not while it waits for a token
 * or for its next retry.
 */
import { type EndpointName, endpoints } from '../../contract/calls/endpoints.ts';
import type { Log } from '../../platform/observing/log.ts';
import type { Metrics } from '../../platform/observing/metrics.ts';
import type { AbortSignalLike } from '../connections/abort-signal.ts';
import { type Breaker, type BreakerState, createBreaker, type StateChange } from './breaker.ts';
import type { Budget } from './budget.ts';
import { type Bulkhead, createBulkhead } from './bulkhead.ts';
import type { BreakerRule } from './call-results.ts';
import { type Group, type GroupRow, groupNames, groups } from './groups.ts';

export type Gate = Readonly<ReturnType<typeof createGate>>;

export type Gates = Readonly<Record<Group, Gate>>;

const STATE_VALUES: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

/**
 * Half of at least twenty attempts within about five seconds must fail, for most of the callers. So a breaker does not open for an
 * endpoint that is called rarely, for failures among many successes, or for a restart while few calls are made. If a hundred callers
 * call an unreachable service at once, the first failures stop the others. There is only one token request at a time for all callers,
 * so its failures in a row count instead.
 */
export const ruleOf = (endpoint: EndpointName): BreakerRule =>
  endpoint === 'token' ? { consecutiveFailures: 5 } : { failureRate: 0.5, calls: 20, withinMs: 5_000 };

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
  const breakers = Object.fromEntries(
    (Object.keys(endpoints) as EndpointName[]).map((endpoint) => {
      metrics.upstreamBreaker.set({ endpoint }, STATE_VALUES.closed);
      return [endpoint, createBreaker(ruleOf(endpoint), createStateLogger(endpoint, log, metrics))];
    }),
  ) as Record<EndpointName, Breaker>;
  const createGroupGate = (group: Group): Gate => {
    const row: GroupRow = groups[group];
    const maxQueued = row.maxQueued(maxRequests);
    const slots = row.slots(connections);
    const [slotsPerCaller, slotsPerEndpoint] = [row.slotsPerCaller(slots), row.slotsPerEndpoint(slots)];
    const allowance = budget?.allowanceOf(group) ?? null;
    const bulkhead = createBulkhead({ slots, slotsPerCaller, slotsPerEndpoint, maxQueued, allowance });
    metrics.upstreamWaiting.set(group, bulkhead.waiting);
    return createGate(bulkhead, breakers);
  };
  return Object.fromEntries(groupNames.map((group) => [group, createGroupGate(group)])) as Record<Group, Gate>;
}

function createGate({ enter, leave }: Bulkhead, breakers: Readonly<Record<EndpointName, Breaker>>) {
  return {
    /**
     * Takes a slot for the caller outside of `run`; it is released with `leave`, or with `end` if the result counts for the
     * breaker. Transfers use no breaker: one that breaks off may be the sender's fault.
     */
    enter,
    leave,
    /**
     * Whether the caller may make an attempt in a slot taken with `enter`. If not, use `run`, which handles trials and
     * rejections.
     */
    isOpen: (endpoint: EndpointName, caller: string) => breakers[endpoint].admits(caller),
    /** Releases the slot of an attempt that has ended and counts its result: an error, or undefined for a response. */
    end(endpoint: EndpointName, caller: string, error: unknown): void {
      leave(endpoint, caller);
      breakers[endpoint].record(caller, error);
    },
    /** Runs one attempt in a slot of its own. */
    async run<T>(
      endpoint: EndpointName,
      caller: string,
      signal: AbortSignalLike,
      attempt: () => Promise<T>,
    ): Promise<T> {
      // Checked before queueing too: while the breaker is open, no call should wait just to be rejected.
      breakers[endpoint].check(endpoint, caller);
      const slot = enter(endpoint, caller, signal);
      if (slot !== null) await slot;
      try {
        return await breakers[endpoint].run(endpoint, caller, attempt);
      } finally {
        leave(endpoint, caller);
      }
    },
  };
}

/**
 * Logs each closing, each opening, and that one caller's failures have become everyone's. A failed trial, after which the
 * breaker stays open, is logged at debug level.
 */
function createStateLogger(endpoint: EndpointName, log: Log, metrics: Metrics): (change: StateChange) => void {
  let reported: 'closed' | 'one' | 'all' = 'closed';
  return ({ state, restMs, caller }) => {
    metrics.upstreamBreaker.set({ endpoint }, STATE_VALUES[state]);
    const fields = { endpoint, restMs: Math.round(restMs), ...(caller !== null && { subject: caller }) };
    const next = state === 'closed' ? 'closed' : caller === null ? 'all' : 'one';
    if (next === 'closed') log.info({ endpoint }, 'upstream responds again: sending calls to this endpoint');
    else if (next === reported) log.debug(fields, `the circuit breaker is ${state}`);
    else if (next === 'all') log.warn(fields, 'upstream keeps failing: rejecting calls to this endpoint for now');
    else log.warn(fields, 'upstream keeps failing for one caller: rejecting its calls to this endpoint for now');
    reported = next;
  };
}
