/** What a serving process shares with its peers to keep limits that hold for all of them. */
import type { Config } from '../config/config.ts';
import { createSharedCounts, type SharedCounts } from '../http/guards/shared-counts.ts';
import type { Log } from '../platform/observing/log.ts';
import type { Metrics } from '../platform/observing/metrics.ts';
import { noPeers, type Peers } from '../platform/peers/peers.ts';
import { sharedKey } from '../platform/peers/shared-key.ts';
import type { UpstreamOptions } from '../upstream/call.ts';
import type { SharedSetup } from './embedded.ts';

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
  const nameKey = sharedKey(shared.clientSecret, 'names of callers');
  return createSharedCounts({ peers, nameKey, perMinute: config.RATE_LIMIT, log, metrics });
}

/** What all processes may use of the POST API together. One process that is alone has all of it. */
export function sharedUpstream(config: Config, peers: Peers = noPeers): Pick<UpstreamOptions, 'budget'> {
  const { UPSTREAM_CONNECTIONS_TOTAL: connections, UPSTREAM_CALLS_PER_MINUTE: callsPerMinute } = config;
  if (connections === undefined && callsPerMinute === undefined) return {};
  return { budget: { connections, callsPerMinute, service: config.upstreamName, peers } };
}
