/** The options of a serving process's parts that come from the configuration. */
import type { Config } from '../config/config.ts';
import { listOf } from '../config/kinds.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import type { IndexSettings } from '../gateway/search/filling/indexing.ts';
import type { CostLimits } from '../graphql/cost/cost.ts';
import type { Federation } from '../graphql/federation/subgraph.ts';
import { BODY_LIMIT_BYTES, type HttpServerOptions } from '../http/server/server.ts';
import type { UpstreamOptions } from '../upstream/call.ts';
import { DEVELOPMENT_ISSUER, issueForPages, tokenCommandAnywhere } from './development.ts';
import type { SharedSetup } from './shared-setup.ts';

/** Connections for reads in one process, if the operator sets no total. */
const READ_CONNECTIONS = 32;
/** A count costs a call, and deletions are rarer than changes. */
const POLLS_PER_COUNT = 6;
/** When a page is reloaded or a stream is resumed, its feed is still running. */
const LINGER_SECONDS = 30;
/** The other connections are left to requests. */
const STREAMED_CONNECTIONS = 2 / 5;
/** One subject may stand for one person or for many, so its streams grow with its requests. */
const STREAMS_PER_REQUEST = 1 / 5;
/** Enough for what changes with a record: its files, its account, its history. */
const MAX_EVENT_CALLS = 3;
/** Users follow a link at once, or select it again. */
const LINK_SECONDS = 300;
/** Only a load of all users shows who has left. */
const REFRESHES_PER_RELOAD = 12;
const MAX_RELOAD_SECONDS = 7_200;

/** The private CA and the proxy, for calls that leave this machine; those to the embedded service do not. */
export function outboundOptions(config: Config): Pick<UpstreamOptions, 'caCertificate' | 'proxyUrl'> {
  return { caCertificate: config.UPSTREAM_CA_FILE, proxyUrl: config.OUTBOUND_PROXY };
}

/** This process's share of a limit for all processes. */
function partOf({ processes }: Config, total: number): number {
  return Math.max(1, Math.floor(total / processes));
}

function readConnections(config: Config): number {
  const { UPSTREAM_CONNECTIONS_TOTAL: total } = config;
  return total === undefined ? READ_CONNECTIONS : partOf(config, total);
}

export function upstreamOptions(
  config: Config,
  { upstreamUrl, clientSecret }: Pick<SharedSetup, 'upstreamUrl' | 'clientSecret'>,
): Omit<UpstreamOptions, 'clock' | 'log' | 'metrics'> {
  return {
    ...(config.isEmbedded ? {} : outboundOptions(config)),
    baseUrl: upstreamUrl,
    clientId: config.UPSTREAM_CLIENT_ID,
    clientSecret,
    vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
    tokenBody: config.UPSTREAM_TOKEN_BODY,
    tokenHeader: config.UPSTREAM_TOKEN_HEADER,
    requestStyle: {
      blanks: config.UPSTREAM_BLANKS,
      incremental: config.UPSTREAM_INCREMENTAL_FILTER,
      booleans: config.UPSTREAM_BOOLEANS,
    },
    connections: readConnections(config),
    maxRequests: config.MAX_REQUESTS_IN_FLIGHT,
    deadlineMs: config.UPSTREAM_DEADLINE_MS,
    budget: budgetOf(config),
    maxResponseBytes: config.UPSTREAM_MAX_RESPONSE_BYTES,
    uploadEncoding: config.UPSTREAM_UPLOAD_ENCODING,
    fileHosts: config.fileHosts,
  };
}

/** Undefined if there is no limit for all processes. */
function budgetOf(config: Config): UpstreamOptions['budget'] {
  const { UPSTREAM_CONNECTIONS_TOTAL: connections, UPSTREAM_CALLS_PER_MINUTE: callsPerMinute } = config;
  if (connections === undefined && callsPerMinute === undefined) return undefined;
  return {
    connections: connections && partOf(config, connections),
    callsPerMinute: callsPerMinute && partOf(config, callsPerMinute),
  };
}

/** The issuer of the callers' tokens. */
export function issuerOf({ AUTH_ISSUER = DEVELOPMENT_ISSUER }: Config): string {
  return AUTH_ISSUER;
}

export function gatewayOptions(
  config: Config,
): Omit<GatewayOptions, 'upstream' | 'ledgerStore' | 'clock' | 'log' | 'metrics'> {
  return {
    service: config.upstreamName,
    issuer: issuerOf(config),
    idKeys: config.loadIdKeys(),
    notation: {
      brackets: config.UPSTREAM_FILTER_BRACKETS === 'on',
      separator: config.UPSTREAM_FILTER_SEPARATOR,
      range: config.UPSTREAM_FILTER_RANGE === 'spaced' ? ' - ' : '-',
      timestamps: {
        form: config.UPSTREAM_FILTER_TIMESTAMPS,
        dates: config.UPSTREAM_FILTER_DATES,
        timeZone: config.UPSTREAM_TIME_ZONE,
      },
    },
    timeZone: config.UPSTREAM_TIME_ZONE,
    epoch: config.epoch,
    othersTransactions: config.UPSTREAM_CONTRADICTIONS,
    linkSeconds: LINK_SECONDS,
    calendarEpoch: config.CALENDAR_EPOCH,
    publicUrl: config.PUBLIC_URL,
    maxFileBytes: config.UPLOAD_MAX_BYTES,
    // The other connections are left to the caller's other requests.
    parallelCalls: Math.ceil(readConnections(config) * 0.75),
    directory: {
      refreshSeconds: config.DIRECTORY_REFRESH_SECONDS,
      reloadSeconds: Math.min(REFRESHES_PER_RELOAD * config.DIRECTORY_REFRESH_SECONDS, MAX_RELOAD_SECONDS),
    },
    live: {
      isOn: config.LIVE === 'on',
      pollSeconds: config.LIVE_POLL_SECONDS,
      overlapMs: config.LIVE_OVERLAP_SECONDS * 1_000,
      countSeconds: POLLS_PER_COUNT * config.LIVE_POLL_SECONDS,
      lingerSeconds: LINGER_SECONDS,
      pollsPerMinute: config.LIVE_POLLS_PER_MINUTE,
    },
    ledgerWaitMs: config.UPSTREAM_DEADLINE_MS,
  };
}

/** How many calls per minute fill the index by default: two a second, which vendors allow. The embedded service has no limit. */
const INDEX_CALLS = 120;
const EMBEDDED_INDEX_CALLS = 6_000;

export function indexSettings(config: Config): Omit<IndexSettings, 'index'> {
  return {
    agents: config.indexedAgents,
    callsPerMinute: config.INDEX_CALLS_PER_MINUTE ?? (config.isEmbedded ? EMBEDDED_INDEX_CALLS : INDEX_CALLS),
    closedDays: config.INDEX_CLOSED_DAYS ?? null,
  };
}

export function costLimits(config: Config): CostLimits {
  return {
    maxCalls: config.QUERY_MAX_CALLS,
    maxEventCalls: MAX_EVENT_CALLS,
    maxBytes: config.QUERY_MAX_RESPONSE_BYTES,
  };
}

/** Undefined unless the graph is a subgraph. */
export function federationOptions(config: Config): Federation | undefined {
  if (config.FEDERATION === 'off') return undefined;
  const parts = listOf(config.FEDERATION);
  return {
    resolvesTransId: parts.includes('trans-id'),
    keepsNode: parts.includes('node'),
    hasRequiredScopes: parts.includes('auth'),
    token: config.FEDERATION_TOKEN,
    isSchemaOpen: config.INTROSPECTION === 'on',
  };
}

export function httpOptions(config: Config) {
  const hasTokens = config.isDevelopmentIssuer && !config.isPublic;
  return {
    host: config.HOST,
    allowedHosts: config.allowedHosts,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    maxConnections: config.MAX_CONNECTIONS,
    admission: { maxInFlight: config.MAX_REQUESTS_IN_FLIGHT, lateMs: config.SHED_QUEUE_DELAY_MS },
    streams: {
      max: Math.ceil(config.MAX_CONNECTIONS * STREAMED_CONNECTIONS),
      maxPerCaller: Math.ceil(config.MAX_REQUESTS_PER_CALLER * STREAMS_PER_REQUEST),
    },
    rateLimit: { perMinute: partOf(config, config.RATE_LIMIT), maxConcurrent: config.MAX_REQUESTS_PER_CALLER },
    drainDelayMs: config.DRAIN_DELAY_MS,
    graceMs: config.DRAIN_GRACE_MS,
    hasPlayground: config.GRAPHIQL === 'on',
    developmentCallers: hasTokens ? () => issueForPages(config) : undefined,
  } satisfies Partial<HttpServerOptions>;
}

/** Users of the same machine get their tokens from a command, with this gateway's data folder. */
export function tokenAdvice(config: Config, demoAgentNrdsId: string | null): string | undefined {
  if (demoAgentNrdsId === null || config.isPublic) return undefined;
  return `Get a token of this gateway with: ${tokenCommandAnywhere(config)} --role agent --nrds ${demoAgentNrdsId}`;
}
