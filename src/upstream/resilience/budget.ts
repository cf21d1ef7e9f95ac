/**
 * What all calls of this process to the POST API may use together: connections at the same time, and calls per minute. Whoever gets
 * neither waits in the queue of its group. A tenth of both is left to writes and to the token, which are also the first to get what
 * becomes free. The amounts are this process's share, and change as other processes come and go.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import type { Metrics } from '../../platform/observing/metrics.ts';
import { UpstreamFault } from '../faults.ts';
import { createCallTokens } from './call-tokens.ts';
import { type Group, type GroupRow, groupNames, groups } from './groups.ts';

/** A group's part in it. */
export interface Allowance {
  /** Takes what a call needs; false: there is not enough, and `onRoom` tells when there may be. */
  readonly take: () => boolean;
  /** A call has ended. */
  readonly giveBack: () => void;
  readonly onRoom: (admit: () => void) => void;
  /** The fault of a call that has waited in vain; null if it has not waited for a call of the minute. */
  readonly spent: (endpoint: EndpointName) => UpstreamFault | null;
}

export type Budget = Readonly<ReturnType<typeof createBudget>>;

export interface BudgetOptions {
  /** Which of the two are limited. Nothing is allowed of what is, until the first share is set. */
  readonly limits: { readonly connections: boolean; readonly calls: boolean };
  readonly metrics: Pick<Metrics, 'upstreamShare'>;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

const RESERVE = 0.1;

export function createBudget({ limits, metrics, now }: BudgetOptions) {
  let connections = limits.connections ? 0 : Number.POSITIVE_INFINITY;
  let used = 0;
  let usedByOrdinary = 0;
  const usedBy = new Map<Group, number>(groupNames.map((group) => [group, 0]));
  const tokens = limits.calls ? createCallTokens(now, () => admitWaiting()) : null;
  const preferred: (() => void)[] = [];
  /** Take turns in being the first. */
  const ordinary: (() => void)[] = [];

  function admitWaiting(): void {
    for (const admit of preferred) admit();
    for (const admit of ordinary) admit();
    const [first] = ordinary;
    if (first !== undefined) ordinary.push(...ordinary.splice(0, 1));
  }

  const hasConnection = (group: Group, { slots, budget }: GroupRow): boolean => {
    if (connections === Number.POSITIVE_INFINITY) return true;
    if (used >= connections || (usedBy.get(group) ?? 0) >= slots(connections)) return false;
    return budget !== 'ordinary' || usedByOrdinary < connections - reserveOf(connections);
  };

  const add = (group: Group, { budget }: GroupRow, by: 1 | -1): void => {
    used += by;
    usedBy.set(group, (usedBy.get(group) ?? 0) + by);
    if (budget === 'ordinary') usedByOrdinary += by;
  };

  return {
    /** Null for a group whose calls do not reach the POST API. */
    allowanceOf(group: Group): Allowance | null {
      const row: GroupRow = groups[group];
      if (row.budget === null) return null;
      const isPreferred = row.budget === 'preferred';
      return {
        take() {
          if (!hasConnection(group, row) || tokens?.take(isPreferred) === false) return false;
          add(group, row, 1);
          return true;
        },
        giveBack() {
          add(group, row, -1);
          admitWaiting();
        },
        onRoom: (admit) => void (isPreferred ? preferred : ordinary).push(admit),
        spent: (endpoint) =>
          tokens === null || !hasConnection(group, row) ? null : spentFault(endpoint, tokens.waitMs(isPreferred)),
      };
    },
    /** How many connections are in use, which a smaller share does not end. */
    used: () => used,
    setConnections(share: number): void {
      connections = share;
      metrics.upstreamShare.set({ of: 'connections' }, share);
      admitWaiting();
    },
    setCalls(perMinute: number): void {
      metrics.upstreamShare.set({ of: 'calls' }, perMinute);
      tokens?.setRate(perMinute);
      admitWaiting();
    },
    close: () => tokens?.close(),
  };
}

/** A single connection is for everyone. */
function reserveOf(connections: number): number {
  return connections < 2 ? 0 : Math.max(1, Math.floor(connections * RESERVE));
}

function spentFault(endpoint: EndpointName, waitMs: number): UpstreamFault | null {
  if (waitMs === 0) return null;
  return new UpstreamFault('UPSTREAM_CALLS_SPENT', 'not sent: the calls of the minute are used up', {
    endpoint,
    sent: false,
    isRejectedLocally: true,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}
