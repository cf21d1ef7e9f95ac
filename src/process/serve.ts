/**
 * One serving process: assembles the parts, from the POST API's client to the port. It is the whole gateway or one of its
 * workers, which differ in nothing but the port of their metrics.
 */
import '@realty-forms/platform/v8/flags.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { createMetrics, measureProcess } from '@realty-forms/platform/observability/metrics.ts';
import { createRequestLogger } from '@realty-forms/platform/observability/request-log.ts';
import type { Tracing } from '@realty-forms/platform/observability/tracing.ts';
import { joinReplicas } from '@realty-forms/platform/replicas/replicas.ts';
import { collectOnceIdle } from '@realty-forms/platform/v8/garbage-collection.ts';
import type { Config } from '../config/config.ts';
import { createKeySet } from '../gateway/callers/key-set.ts';
import { createVerifier } from '../gateway/callers/principal.ts';
import { createGateway } from '../gateway/gateway.ts';
import { createGraph, createGraphQL } from '../graphql/server.ts';
import { type HealthState, type MetricsAccess, startMonitoring } from '../http/server/monitoring.ts';
import { type HttpServer, startHttpServer } from '../http/server/server.ts';
import { createUpstream, type Upstream } from '../upstream/call.ts';
import { createJsonSource } from '../upstream/connections/json-source.ts';
import { isOutage, UpstreamFault } from '../upstream/faults.ts';
import { DEVELOPMENT_AUDIENCE } from './development.ts';
import { openLedger } from './ledger-store.ts';
import { openIndex } from './search-index.ts';
import {
  costLimits,
  federationOptions,
  gatewayOptions,
  httpOptions,
  indexSettings,
  issuerOf,
  outboundOptions,
  upstreamOptions,
} from './serve-options.ts';
import type { Close, SharedSetup } from './shared-setup.ts';

const MAX_RETRY_DELAY_MS = 5_000;
/** Time that a write may take beyond its call during shutdown, to record its outcome. */
const RECORDING_MS = 2_000;

export interface ServeOptions {
  readonly config: Config;
  readonly shared: SharedSetup;
  readonly closers: Close[];
  readonly log: Log;
  /** The number of a worker; undefined in a process that serves alone. */
  readonly worker?: number | undefined;
  /**
   * Called once the server listens and the POST API has issued a token, or has failed to issue the first one and is waited for.
   */
  readonly onServing: (url: string) => void;
}

/** Resolves when the server listens and the POST API has issued a token; rejects if that API rejects our credentials. */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, shared, closers, log, worker = 1, onServing } = options;
  const { upstreamUrl, tokens } = shared;
  const metrics = createMetrics();
  measureProcess(metrics);
  const metricsAccess = { token: config.METRICS_TOKEN } satisfies MetricsAccess;
  const tracing = await startTraces(config, closers, log);
  const clock = systemClock;

  const upstream = createUpstream({ ...upstreamOptions(config, shared), clock, log, metrics });
  // For a start that fails before writes are possible; closing it again does nothing.
  closers.push(upstream.close);

  const keySource =
    config.AUTH_JWKS_URL === undefined
      ? createJsonSource(`${upstreamUrl}/.well-known/jwks.json`, {})
      : createJsonSource(config.AUTH_JWKS_URL, outboundOptions(config));
  closers.push(keySource.close);
  const verify = createVerifier({
    issuer: issuerOf(config),
    audience: config.AUTH_AUDIENCE ?? DEVELOPMENT_AUDIENCE,
    keySet: createKeySet(keySource.fetch, log),
    clock,
  });

  const { store: ledgerStore, openChannel } = await openLedger(config, log);
  closers.push(ledgerStore.close);
  const toOthers = openChannel?.();
  const index = config.hasIndex ? openIndex(config, log) : undefined;
  if (index !== undefined) closers.push(index.close);
  const gateway = createGateway({
    ...gatewayOptions(config),
    upstream,
    ledgerStore,
    indexing: index && { ...indexSettings(config), index },
    replicas: toOthers && joinReplicas(ledgerStore, toOthers),
    clock,
    log,
    metrics,
  });
  const { ledgerHeartbeat, feeds, filling } = gateway;
  // Before it starts: a signal may come during the start.
  closers.push(ledgerHeartbeat.close);
  await ledgerHeartbeat.start();
  // Runs before the ledger closes: nothing more is sent, and writes already sent are awaited and recorded.
  const maxWriteMs = config.UPSTREAM_DEADLINE_MS + RECORDING_MS;
  closers.push(async () => void (await Promise.all([upstream.close(), ledgerHeartbeat.drainWrites(maxWriteMs)])));
  closers.push(async () => feeds.close());
  closers.push(async () => void (await filling?.close()));
  const graphql = await createGraphQL({
    graph: createGraph(federationOptions(config)),
    gateway,
    costLimits: costLimits(config),
    introspection: config.INTROSPECTION === 'on',
    persistedDocuments: config.persistedDocuments,
    log,
  });
  closers.push(graphql.stop);

  if (config.webhooks !== undefined) {
    const { startWebhooks } = await import('./webhooks.ts');
    const { prepareSelection } = graphql;
    closers.push(
      startWebhooks(config, config.webhooks, { gateway, database: ledgerStore, prepareSelection, clock, log, metrics }),
    );
  }

  const health = { state: () => healthOf(upstream), upstream: config.upstreamName };
  let server: HttpServer | undefined;
  if (config.METRICS_PORT !== undefined) {
    const monitoring = await startMonitoring({
      host: config.METRICS_HOST,
      port: config.METRICS_PORT === 0 ? 0 : config.METRICS_PORT + worker - 1,
      allowedHosts: config.allowedHosts,
      metrics,
      access: metricsAccess,
      health,
      isDraining: () => server?.isDraining() === true,
      log,
    });
    // Closed after the server, so that it tells of its shutdown.
    closers.push(monitoring.close);
    log.info({ url: `${monitoring.url}/metrics` }, 'metrics are served on a separate port');
  }

  server = await startHttpServer({
    ...httpOptions(config, tokens),
    port: config.PORT,
    verify,
    graphql,
    gateway,
    health,
    requestLogger: createRequestLogger({ log, metrics, trace: tracing?.trace }),
    metricsAccess: config.servesMetrics ? metricsAccess : null,
    log,
    metrics,
  });
  closers.push(server.close);

  const fault = await tryToConnect(upstream);
  onServing(server.url);
  await connectAfter(fault, upstream, log);
  filling?.start();
  closers.push(collectOnceIdle());
}

/** Tracing is loaded only if there is a collector: it takes a third of the startup time. */
async function startTraces(config: Config, closers: Close[], log: Log): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return undefined;
  const { startTracing } = await import('@realty-forms/platform/observability/tracing.ts');
  const tracing = startTracing({ endpoint, log });
  closers.push(tracing.stop);
  return tracing;
}

/** Fetches a token. Returns the fault if a later attempt may succeed; rejects if upstream rejects the gateway's credentials. */
async function tryToConnect(upstream: Upstream): Promise<UpstreamFault | null> {
  try {
    await upstream.connect();
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
    if (error.code !== 'UPSTREAM_ACCESS_DENIED') return error;
    const advice = 'Check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET';
    throw new Fault(error.code, `The POST API rejected the client credentials. ${advice}.`, { cause: error });
  }
}

/** After a failed attempt to connect, makes others until one succeeds; after a successful one, which is null, makes none. */
async function connectAfter(attempt: UpstreamFault | null, upstream: Upstream, log: Log): Promise<void> {
  let fault = attempt;
  for (let wait = 1_000; fault !== null; wait = Math.min(2 * wait, MAX_RETRY_DELAY_MS)) {
    log.warn(
      { reason: fault.message, nextTryMs: wait },
      'the POST API issued no token; /readyz stays 503 until it does',
    );
    await delay(wait, undefined, { ref: false });
    fault = await tryToConnect(upstream);
  }
}

function healthOf(upstream: Upstream): HealthState {
  const { everConnected, lastOutcome } = upstream.state();
  return {
    tokenObtained: everConnected,
    upstreamState: lastOutcome === null ? 'unknown' : isOutage(lastOutcome) ? 'down' : 'up',
  };
}
