/**
 * One serving process: the parts put together, from the POST API's client to the port. It is the whole gateway or one of its
 * workers, and does not know which, but for what it shares with the others through the channel.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import { DEVELOPMENT_AUDIENCE, DEVELOPMENT_ISSUER } from './development.ts';
import type { Close, Common, DevelopmentTokens } from './embedded.ts';
import { createGateway } from './gateway/gateway.ts';
import { createKeySet } from './gateway/key-set.ts';
import type { LedgerStore } from './gateway/ledger/store.ts';
import { createVerifier } from './gateway/principal.ts';
import { createGraphQL } from './graphql/server.ts';
import { startMetricsServer } from './http/metrics.ts';
import { BODY_LIMIT_BYTES, startHttpServer } from './http/server.ts';
import { systemClock } from './platform/clock.ts';
import './platform/engine.ts';
import { Fault } from './platform/fault.ts';
import { collectOnceIdle } from './platform/idle-collection.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { createObserver } from './platform/observe.ts';
import './platform/ticks.ts';
import type { Tracing } from './platform/tracing.ts';
import { createUpstream, type Upstream } from './upstream/call.ts';
import { UpstreamFault } from './upstream/faults.ts';
import { createJsonSource } from './upstream/json-source.ts';
import type { WorkerChannel } from './worker.ts';

const LONGEST_WAIT_MS = 5_000;
/** What a write may take beyond its call, at the end. */
const WRITING_DOWN_MS = 2_000;

export interface ServeOptions {
  readonly config: Config;
  readonly common: Common;
  /** 0 for any free one. */
  readonly port: number;
  readonly closers: Close[];
  readonly log: Log;
  /** Of a worker: to its primary. */
  readonly channel?: WorkerChannel | undefined;
  /** Called once the port listens and the POST API has given a token, or is waited for. */
  readonly onServing: (url: string) => void;
}

/** Resolves when the port listens and the POST API has given a token, or none is expected of it any more. */
export async function serve({ config, common, port, closers, log, channel, onServing }: ServeOptions): Promise<void> {
  const { upstreamUrl, tokens } = common;
  const metrics = createMetrics();
  if (channel !== undefined) {
    metrics.registry.setDefaultLabels({ worker: String(channel.beginning.worker) });
    channel.measureBy(() => metrics.registry.metrics(), log);
  }
  const metricsAccess = { token: config.METRICS_TOKEN, figures: channel?.figures };
  const tracing = await startTraces(config, closers, log);
  const clock = systemClock;
  // The proxy and the private authority are for what leaves this machine: the embedded service does without.
  const outbound = { caCertificate: config.caCertificate, proxyUrl: config.OUTBOUND_PROXY };

  const upstream = createUpstream({
    ...(config.isEmbedded ? {} : outbound),
    baseUrl: upstreamUrl,
    clientId: config.UPSTREAM_CLIENT_ID,
    clientSecret: config.UPSTREAM_CLIENT_SECRET,
    vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
    tokenBody: config.UPSTREAM_TOKEN_BODY,
    tokenHeader: config.UPSTREAM_TOKEN_HEADER,
    connections: config.UPSTREAM_CONNECTIONS,
    deadlineMs: config.UPSTREAM_DEADLINE_MS,
    maxResponseBytes: config.UPSTREAM_MAX_RESPONSE_BYTES,
    uploadEncoding: config.UPSTREAM_UPLOAD_ENCODING,
    fileHosts: config.fileHosts,
    clock,
    log,
    metrics,
  });
  // For a start that ends before there are writes; closing it again does nothing.
  closers.push(upstream.close);

  const keys =
    config.AUTH_JWKS_URL === undefined
      ? createJsonSource(`${upstreamUrl}/.well-known/jwks.json`, {})
      : createJsonSource(config.AUTH_JWKS_URL, outbound);
  closers.push(keys.close);
  const verify = createVerifier({
    issuer: config.AUTH_ISSUER ?? DEVELOPMENT_ISSUER,
    audience: config.AUTH_AUDIENCE ?? DEVELOPMENT_AUDIENCE,
    keySet: createKeySet(keys.fetch, clock),
    clock,
  });

  const ledgerStore = await openLedger(config, log);
  closers.push(ledgerStore.close);
  const gateway = createGateway({
    upstream,
    idKeys: config.loadIdKeys(),
    notation: {
      brackets: config.UPSTREAM_FILTER_BRACKETS === 'on',
      separator: config.UPSTREAM_FILTER_SEPARATOR,
      range: config.UPSTREAM_FILTER_RANGE === 'spaced' ? ' - ' : '-',
    },
    timeZone: config.UPSTREAM_TIME_ZONE,
    linkSeconds: config.FILE_LINK_SECONDS,
    publicUrl: config.PUBLIC_URL,
    maxFileBytes: config.UPLOAD_MAX_BYTES,
    parallelCalls: config.QUERY_PARALLEL_CALLS,
    directory: { refreshSeconds: config.DIRECTORY_REFRESH_SECONDS, reloadSeconds: config.DIRECTORY_RELOAD_SECONDS },
    ledgerStore,
    ledgerWaitMs: config.UPSTREAM_DEADLINE_MS,
    issuer: config.AUTH_ISSUER ?? DEVELOPMENT_ISSUER,
    clock,
    log,
    metrics,
  });
  const keeper = await gateway.keepLedger();
  closers.push(keeper.close);
  // The ledger is there for what has been sent: it is heard out and written down, and nothing more goes out.
  const longestWriteMs = config.UPSTREAM_DEADLINE_MS + WRITING_DOWN_MS;
  closers.push(async () => void (await Promise.all([upstream.close(), keeper.writesEnded(longestWriteMs)])));
  const graphql = await createGraphQL({
    gateway,
    verify,
    maxCalls: config.QUERY_MAX_CALLS,
    introspection: config.INTROSPECTION === 'on',
    persistedDocuments: config.persistedDocuments,
    uploads: { totalMs: config.UPLOAD_DEADLINE_MS },
    log,
  });
  closers.push(graphql.stop);

  if (config.METRICS_PORT !== undefined) {
    const metricsServer = await startMetricsServer({
      host: config.METRICS_HOST,
      port: config.METRICS_PORT,
      allowedHosts: config.allowedHosts,
      metrics,
      access: metricsAccess,
    });
    closers.push(metricsServer.close);
    log.info({ url: `${metricsServer.url}/metrics` }, 'the metrics are on a port of their own');
  }

  const server = await startHttpServer({
    host: config.HOST,
    port,
    allowedHosts: config.allowedHosts,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    rateLimit: { perMinute: config.RATE_LIMIT, subjectOf: async (token) => (await verify(token)).subject },
    maxConnections: config.MAX_CONNECTIONS,
    admission: { most: config.MAX_REQUESTS_IN_FLIGHT, lateMs: config.SHED_QUEUE_DELAY_MS },
    drainDelayMs: config.DRAIN_DELAY_MS,
    graceMs: config.DRAIN_GRACE_MS,
    shedding: { loopDelayMs: config.SHED_LOOP_DELAY_MS, loopUtilization: config.SHED_LOOP_PERCENT / 100 },
    graphql: graphql.plugin,
    lane: graphql.lane,
    isUnderWay: graphql.isUnderWay,
    sdl: graphql.sdl,
    files: { follow: gateway.followLink },
    playground: { enabled: config.GRAPHIQL === 'on', ...playgroundHeaders(tokens) },
    health: { state: () => healthOf(upstream) },
    observer: createObserver({ log, metrics, trace: tracing?.trace }),
    metricsAccess: config.servesMetrics ? metricsAccess : null,
    log,
    metrics,
  });
  closers.push(server.close);

  let isTold = false;
  const tellOnce = () => {
    if (!isTold) onServing(server.url);
    isTold = true;
  };
  await connect(upstream, log, tellOnce);
  tellOnce();
  closers.push(collectOnceIdle());
}

/** What traces is loaded only where there is somebody to send them to: it takes a third of the start. */
async function startTraces(config: Config, closers: Close[], log: Log): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = config;
  if (endpoint === undefined) return undefined;
  const { startTracing } = await import('./platform/tracing.ts');
  const tracing = startTracing({ endpoint, serviceName, log });
  closers.push(tracing.stop);
  return tracing;
}

/** On the disk of this machine, or shared by replicas. */
async function openLedger({ REDIS_URL, DATA_DIR }: Config, log: Log): Promise<LedgerStore> {
  if (REDIS_URL === undefined) {
    const { startSqliteStore } = await import('./gateway/ledger/sqlite-start.ts');
    return await startSqliteStore(join(DATA_DIR, 'ledger.sqlite'));
  }
  const { startRedisStore } = await import('./gateway/ledger/redis-store.ts');
  return await startRedisStore(REDIS_URL, log);
}

function playgroundHeaders(tokens: DevelopmentTokens | null) {
  if (tokens === null) return {};
  const { agent, service, agentNrdsId } = tokens;
  const headers = { Authorization: `Bearer ${agent}` };
  return { headers, serviceHeaders: { Authorization: `Bearer ${service}` }, agentNrdsId };
}

/**
 * Waits for the first token, and says when it has to. Only upstream's refusal of our credentials ends the wait without one.
 */
async function connect(upstream: Upstream, log: Log, onWait: () => void): Promise<void> {
  for (let wait = 1_000; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await upstream.connect();
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      if (error.code === 'UPSTREAM_ACCESS_DENIED') {
        const advice = 'Check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET';
        throw new Fault(error.code, `The POST API refused the client's credentials. ${advice}.`, { cause: error });
      }
      onWait();
      log.warn(
        { reason: error.message, nextTryMs: wait },
        'the POST API gave no token; /readyz stays 503 until it does',
      );
      await delay(wait, undefined, { ref: false });
    }
  }
}

function healthOf(upstream: Upstream): { tokenObtained: boolean; upstream: 'unknown' | 'up' | 'down' } {
  const { everConnected, lastOutcome } = upstream.state();
  const isDown = lastOutcome === 'UPSTREAM_UNAVAILABLE' || lastOutcome === 'UPSTREAM_TIMEOUT';
  return { tokenObtained: everConnected, upstream: lastOutcome === null ? 'unknown' : isDown ? 'down' : 'up' };
}
