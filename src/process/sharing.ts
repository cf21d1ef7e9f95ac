/** What a serving process shares with its peers to keep limits that hold for all of them. */
import type { Config } from '../config/config.ts';
import { createSharedCounts, type SharedCounts } from '../http/guards/shared-counts.ts';
import type { Log } from '../platform/observing/log.ts';
import type { Metrics } from '../platform/observing/metrics.ts';
import { noPeers, type Peers } from '../platform/peers/peers.ts';
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

/** What all processes may use of the POST API together, and the token that they have together. */
export function sharedUpstream(
  config: Config,
  peers: Peers = noPeers,
): Pick<UpstreamOptions, 'budget' | 'sharedToken'> {
  const { UPSTREAM_CONNECTIONS_TOTAL: connections, UPSTREAM_CALLS_PER_MINUTE: callsPerMinute } = config;
  const isLimited = connections !== undefined || callsPerMinute !== undefined;
  return {
    // One process that is alone has all of it.
    budget: isLimited ? { connections, callsPerMinute, service: config.upstreamName, peers } : undefined,
    sharedToken: config.UPSTREAM_TOKEN_SHARED === 'on' ? { peers } : undefined,
  };
}
