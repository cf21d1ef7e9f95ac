/** How a serving process keeps limits that hold for all processes. */

import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { Peers } from '@realty-forms/platform/peers/peers.ts';
import type { Config } from '../config/config.ts';
import { createSharedCounts, type SharedCounts } from '../http/guards/shared-counts.ts';
import type { UpstreamOptions } from '../upstream/call.ts';
import type { SharedSetup } from './shared-setup.ts';

interface Sharing {
  readonly config: Config;
  /** The secret that all processes have, and whoever is between them has not. */
  readonly shared: Pick<SharedSetup, 'clientSecret'>;
  /** Undefined for a process that serves by itself. */
  readonly peers: Peers | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Undefined if each process counts requests for itself. */
export function startSharedCounts({ config, shared, peers, log, metrics }: Sharing): SharedCounts | undefined {
  if (peers === undefined || config.RATE_LIMIT_SHARED === 'off') return undefined;
  const secret = config.UPSTREAM_CLIENT_SECRET ?? shared.clientSecret;
  return createSharedCounts({ peers, secret, perMinute: config.RATE_LIMIT, log, metrics });
}

/** Every process needs so many connections and calls. */
const MIN_PART = 2;

/** This process's part of what all workers may use of the POST API together. */
export function upstreamBudget(config: Config): NonNullable<UpstreamOptions['budget']> {
  const partOf = (total: number | undefined) => total && Math.max(MIN_PART, Math.floor(total / config.WORKERS));
  return {
    connections: partOf(config.UPSTREAM_CONNECTIONS_TOTAL),
    callsPerMinute: partOf(config.UPSTREAM_CALLS_PER_MINUTE),
  };
}
