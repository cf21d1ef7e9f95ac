/** The budget of this process: its shares of what all processes may use of the POST API together. */
import type { Log } from '../../platform/observing/log.ts';
import type { Metrics } from '../../platform/observing/metrics.ts';
import type { Peers } from '../../platform/peers/peers.ts';
import { createReach } from '../../platform/peers/reach.ts';
import { type Budget, createBudget } from './budget.ts';
import { claimShare } from './shares.ts';

export interface SharedBudgetOptions {
  /** All processes together; each without a limit if undefined. */
  readonly connections?: number | undefined;
  readonly callsPerMinute?: number | undefined;
  /** What is called: processes in front of different services have nothing to share. */
  readonly service: string;
  readonly peers: Peers;
}

const now = (): number => performance.now();

export function startBudget(
  { connections, callsPerMinute, service, peers }: SharedBudgetOptions,
  log: Log,
  metrics: Metrics,
): Pick<Budget, 'allowanceOf'> & { readonly close: () => void } {
  const limits = { connections: connections !== undefined, calls: callsPerMinute !== undefined };
  const budget = createBudget({ limits, metrics, now });
  const reach = createReach({ part: 'budget', alone: 'each keeps its share of the POST API', log, metrics, now });
  const kinds = [
    { of: 'connections', total: connections, used: budget.used, onShare: budget.setConnections },
    { of: 'calls', total: callsPerMinute, used: () => 0, onShare: budget.setCalls },
  ];
  const shares = kinds.flatMap(({ of, total, ...kind }) =>
    total === undefined ? [] : [claimShare({ ...kind, peers, name: `${service} ${of}`, total, reach, now })],
  );
  return {
    allowanceOf: budget.allowanceOf,
    close() {
      budget.close();
      for (const share of shares) share.close();
    },
  };
}
