/**
 * What stands before each try of a call: the breaker and the bulkhead of its group. A try holds its place while it is on the
 * wire, and not while it waits for a token or for its turn to be tried again.
 */
import type { EndpointName } from '../contract/endpoints.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts';
import { type Bulkhead, createBulkhead } from './bulkhead.ts';
import type { Cut } from './cut.ts';
import { type Group, type GroupRow, groupNames, groupOf, groups } from './groups.ts';

export interface Gate {
  /** A place, for what is longer than one call; to be left once it is over. */
  readonly enter: (endpoint: EndpointName, cut: Cut) => Promise<void> | null;
  readonly leave: () => void;
  /** Whether a try may be made in a place that was entered; else `run` is the way, which knows what to do. */
  readonly isOpen: () => boolean;
  /** Leaves the place of a try that has ended: with an error, or with undefined for an answer. */
  readonly end: (error: unknown) => void;
  /** Runs one try in a place of its own. */
  readonly run: <T>(endpoint: EndpointName, cut: Cut, attempt: () => Promise<T>) => Promise<T>;
}

export type Gates = Readonly<Record<Group, Gate>>;

const FIGURES: Readonly<Record<BreakerState, number>> = { closed: 0, 'half-open': 1, open: 2 };

export function createGates(connections: number, log: Log, metrics: Metrics): Gates {
  const gateOf = (group: Group): Gate => {
    const { places, queue, breaker: rule }: GroupRow = groups[group];
    const breaker = rule === null ? null : createBreaker(rule, announcer(group, log, metrics));
    if (breaker !== null) metrics.upstreamBreaker.set({ group }, FIGURES.closed);
    const bulkhead = createBulkhead({ places: places(connections), queue });
    metrics.upstreamWaiting.set(group, bulkhead.waiting);
    return createGate(bulkhead, breaker);
  };
  return Object.fromEntries(groupNames.map((group) => [group, gateOf(group)])) as Record<Group, Gate>;
}

/** The gate that tries of an endpoint go through. */
export function gateFor(gates: Gates, endpoint: EndpointName): Gate {
  return gates[groupOf[endpoint]];
}

function createGate({ enter, leave }: Bulkhead, breaker: Breaker | null): Gate {
  return {
    enter,
    leave,
    isOpen: () => breaker === null || breaker.isClosed(),
    end(error) {
      leave();
      breaker?.judge(error);
    },
    async run(endpoint, cut, attempt) {
      // Before the queue too: while the breaker is open, nobody waits to hear of it.
      breaker?.check(endpoint);
      const turn = enter(endpoint, cut);
      if (turn !== null) await turn;
      try {
        return await (breaker === null ? attempt() : breaker.run(endpoint, attempt));
      } finally {
        leave();
      }
    },
  };
}

/** Each opening and closing is said once; that a trial failed and it stays open is for the debug level. */
function announcer(group: Group, log: Log, metrics: Metrics): (state: BreakerState, restMs: number) => void {
  let isOpen = false;
  return (state, restMs) => {
    metrics.upstreamBreaker.set({ group }, FIGURES[state]);
    const line = { group, restMs };
    if (state === 'open' && !isOpen) log.warn(line, 'upstream fails: its calls of this group are turned away for now');
    else if (state === 'closed') log.info({ group }, 'upstream answers again: calls of this group are let through');
    else log.debug(line, `the breaker is ${state}`);
    isOpen = state !== 'closed';
  };
}
