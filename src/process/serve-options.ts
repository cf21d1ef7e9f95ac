/** The part of the options of a serving process's components that comes from the configuration. */
import type { Config } from '../config/config.ts';
import { listOf } from '../config/kinds.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import type { CostLimits } from '../graphql/cost/cost.ts';
import type { Federation } from '../graphql/federation/federation.ts';
import { BODY_LIMIT_BYTES, type HttpServerOptions } from '../http/server/server.ts';
import type { UpstreamOptions } from '../upstream/call.ts';
import type { DevelopmentTokens } from './development.ts';
import type { SharedSetup } from './shared-setup.ts';

/** For calls that leave this machine, which those to the embedded service do not: the private CA and the proxy. */
export function outboundOptions(config: Config): Pick<UpstreamOptions, 'caCertificate' | 'proxyUrl'> {
  return { caCertificate: config.caCertificate, proxyUrl: config.OUTBOUND_PROXY };
}

/** Of what all processes may use together, the part of this one. */
export function partOf({ processes }: Config, total: number): number {
  return Math.max(1, Math.floor(total / processes));
}

export function upstreamOptions(
  config: Config,
  { upstreamUrl, clientSecret }: Pick<SharedSetup, 'upstreamUrl' | 'clientSecret'>,
): Omit<UpstreamOptions, 'clock' | 'log' | 'metrics'> {
  return {
    ...(config.isEmbedded ? {} : outboundOptions(config)),
    baseUrl: upstreamUrl,
    clientId: config.UPSTREAM_CLIENT_ID,
    clientSecret: config.UPSTREAM_CLIENT_SECRET ?? clientSecret,
    vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
    tokenBody: config.UPSTREAM_TOKEN_BODY,
    tokenHeader: config.UPSTREAM_TOKEN_HEADER,
    requestStyle: {
      blanks: config.UPSTREAM_BLANKS,
      incremental: config.UPSTREAM_INCREMENTAL_FILTER,
      passcodeReturn: config.UPSTREAM_PASSCODE_RETURN,
    },
    connections: config.UPSTREAM_CONNECTIONS,
    maxRequests: config.MAX_REQUESTS_IN_FLIGHT,
    deadlineMs: config.UPSTREAM_DEADLINE_MS,
    maxResponseBytes: config.UPSTREAM_MAX_RESPONSE_BYTES,
    uploadEncoding: config.UPSTREAM_UPLOAD_ENCODING,
    fileHosts: config.fileHosts,
  };
}

/** Undefined without a limit for all processes. */
export function budgetOf(config: Config): UpstreamOptions['budget'] {
  const { UPSTREAM_CONNECTIONS_TOTAL: connections, UPSTREAM_CALLS_PER_MINUTE: callsPerMinute } = config;
  if (connections === undefined && callsPerMinute === undefined) return undefined;
  return {
    connections: connections && partOf(config, connections),
    callsPerMinute: callsPerMinute && partOf(config, callsPerMinute),
  };
}

export function gatewayOptions(
  config: Config,
): Omit<GatewayOptions, 'upstream' | 'ledgerStore' | 'issuer' | 'clock' | 'log' | 'metrics'> {
  const [from = '', to = ''] = listOf(config.UPSTREAM_FILTER_OPEN_ENDS);
  return {
    service: config.upstreamName,
    idKeys: config.loadIdKeys(),
    notation: {
      brackets: config.UPSTREAM_FILTER_BRACKETS === 'on',
      separator: config.UPSTREAM_FILTER_SEPARATOR,
      range: config.UPSTREAM_FILTER_RANGE === 'spaced' ? ' - ' : '-',
      openEnds: { from, to },
      timestamps: {
        form: config.UPSTREAM_FILTER_TIMESTAMPS,
        dates: config.UPSTREAM_FILTER_DATES,
        timeZone: config.UPSTREAM_TIME_ZONE,
      },
    },
    timeZone: config.UPSTREAM_TIME_ZONE,
    epoch: config.UPSTREAM_EPOCH === 'off' ? null : config.UPSTREAM_EPOCH,
    othersTransactions: config.UPSTREAM_CONTRADICTIONS,
    linkSeconds: config.FILE_LINK_SECONDS,
    publicUrl: config.PUBLIC_URL,
    maxFileBytes: config.UPLOAD_MAX_BYTES,
    // The rest is left to the caller's other requests.
    parallelCalls: Math.ceil(config.UPSTREAM_CONNECTIONS * 0.75),
    directory: { refreshSeconds: config.DIRECTORY_REFRESH_SECONDS, reloadSeconds: config.DIRECTORY_RELOAD_SECONDS },
    live: {
      isOn: config.LIVE === 'on',
      pollSeconds: config.LIVE_POLL_SECONDS,
      overlapMs: config.LIVE_OVERLAP_SECONDS * 1_000,
      countSeconds: config.LIVE_COUNT_SECONDS,
      lingerSeconds: config.LIVE_LINGER_SECONDS,
      pollsPerMinute: config.LIVE_POLLS_PER_MINUTE,
    },
    ledgerWaitMs: config.UPSTREAM_DEADLINE_MS,
  };
}

export function costLimits(config: Config): CostLimits {
  return {
    maxCalls: config.QUERY_MAX_CALLS,
    maxEventCalls: config.LIVE_EVENT_CALLS,
    maxBytes: config.QUERY_MAX_RESPONSE_BYTES,
  };
}

/** Undefined unless the graph is a subgraph. */
export function federationOptions(config: Config): Federation | undefined {
  if (config.FEDERATION === 'off') return undefined;
  return {
    resolvesTransId: config.FEDERATION_TRANS_ID === 'on',
    keepsNode: config.FEDERATION_NODE === 'on',
    tellsScopes: config.FEDERATION_AUTH === 'on',
    token: config.FEDERATION_TOKEN,
    isSchemaOpen: config.INTROSPECTION === 'on',
  };
}

export function httpOptions(config: Config, tokens: DevelopmentTokens | null) {
  return {
    host: config.HOST,
    allowedHosts: config.allowedHosts,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    maxConnections: config.MAX_CONNECTIONS,
    admission: { maxInFlight: config.MAX_REQUESTS_IN_FLIGHT, lateMs: config.SHED_QUEUE_DELAY_MS },
    streams: {
      max: config.LIVE_MAX_STREAMS,
      maxPerCaller: config.LIVE_MAX_STREAMS_PER_CALLER,
    },
    drainDelayMs: config.DRAIN_DELAY_MS,
    graceMs: config.DRAIN_GRACE_MS,
    playground: config.GRAPHIQL === 'on' ? playgroundTokens(config.isPublic ? null : tokens) : undefined,
  } satisfies Partial<HttpServerOptions>;
}

function playgroundTokens(tokens: DevelopmentTokens | null) {
  if (tokens === null) return {};
  const { agent, service, agentNrdsId } = tokens;
  const headers = { Authorization: `Bearer ${agent}` };
  return { headers, serviceHeaders: { Authorization: `Bearer ${service}` }, agentNrdsId };
}
