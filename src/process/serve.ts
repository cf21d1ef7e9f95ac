/**
 * One serving process: creates all parts, from the POST API's client to the port. It is the whole gateway or one of its workers, which
 * differ only in the port of their metrics.
 */
import '@realty-forms/platform/v8/flags.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { createMetrics, measureProcess } from '@realty-forms/platform/observability/metrics.ts';
import { Outage } from '@realty-forms/platform/observability/outage.ts';
import { createRequestLogger } from '@realty-forms/platform/observability/request-log.ts';
import type { Tracing } from '@realty-forms/platform/observability/tracing.ts';
import { joinReplicas } from '@realty-forms/platform/replicas/replicas.ts';
import { collectOnceIdle } from '@realty-forms/platform/v8/garbage-collection.ts';
import type { Config } from '../config/config.ts';
import { listOf } from '../config/kinds.ts';
import { createKeySet } from '../gateway/callers/key-set.ts';
import { createVerifier } from '../gateway/callers/principal.ts';
import { createGateway } from '../gateway/gateway.ts';
import { type FilteredLists, withCheckedFilter } from '../gateway/lists/agent-filter.ts';
import { createGraph, createGraphQL } from '../graphql/server.ts';
import { type HealthState, type MetricsAccess, startMonitoring } from '../http/server/monitoring.ts';
import { type HttpServer, startHttpServer } from '../http/server/server.ts';
import { createUpstream } from '../upstream/call.ts';
import { createJsonSource } from '../upstream/connections/json-source.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import { openIndex, openLedger } from './databases.ts';
import { DEVELOPMENT_AUDIENCE } from './development.ts';
import {
  costLimits,
  federationOptions,
  gatewayOptions,
  httpOptions,
  indexSettings,
  issuerOf,
  outboundOptions,
  tokenAdvice,
  upstreamOptions,
} from './serve-options.ts';
import type { Close, SharedSetup } from './shared-setup.ts';

const MAX_RETRY_DELAY_MS = 5_000;
/** How much longer than its call a write may take during shutdown, to record its outcome. */
const RECORDING_MS = 2_000;

interface ServeOptions {
  readonly config: Config;
  readonly shared: SharedSetup;
  readonly closers: Close[];
  readonly log: Log;
  /** Ends the start. */
  readonly signal: AbortSignal;
  /** The number of a worker; undefined in a process that serves alone. */
  readonly worker?: number | undefined;
  /**
   * Called once the server listens and the POST API has issued a token, or has failed to issue the first one and the gateway waits for it.
   */
  readonly onServing: (url: string) => void;
}

/** Resolves when the server listens and the POST API has issued a token; rejects if that API rejects our credentials. */
export async function serve(options: ServeOptions): Promise<void> {
  const { config, shared, closers, log, signal, worker = 1, onServing } = options;
  const { upstreamUrl, demoAgentNrdsId } = shared;
  const metrics = createMetrics();
  const environment = { clock: systemClock, log, metrics };
  measureProcess(metrics);
  const metricsAccess = { token: config.METRICS_TOKEN } satisfies MetricsAccess;
  const tracing = await startTraces(config, closers, log);

  const upstream = createUpstream({ ...upstreamOptions(config, shared), ...environment });
  // For a start that fails before writes are possible; closing it again does nothing.
  closers.push(upstream.close);

  const keySource =
    config.AUTH_JWKS_URL === undefined
      ? createJsonSource(`${upstreamUrl}/.well-known/jwks.json`, {})
      : createJsonSource(config.AUTH_JWKS_URL, outboundOptions(config));
  closers.push(keySource.close);
  const keySet = createKeySet(keySource.fetch, log);
  const audience = listOf(config.AUTH_AUDIENCE ?? DEVELOPMENT_AUDIENCE);
  const verify = createVerifier({ issuer: issuerOf(config), audience, keySet, clock: systemClock });

  const { store: ledgerStore, openChannel } = await openLedger(config, log);
  closers.push(ledgerStore.close);
  const toOthers = openChannel?.();
  const index = config.hasIndex ? openIndex(config, log) : undefined;
  if (index !== undefined) closers.push(index.close);
  const { notation, ...ofGateway } = gatewayOptions(config);
  const lists = withCheckedFilter(upstream, {
    ...environment,
    notation,
    eraseSince: async (readAt) => void (await index?.disownSince(readAt)),
  });
  const gateway = createGateway({
    ...ofGateway,
    ...environment,
    notation,
    upstream: lists.upstream,
    ledgerStore,
    indexing: index && { ...indexSettings(config), index },
    replicas: toOthers && joinReplicas(toOthers),
  });
  const { ledgerHeartbeat, feeds, filling } = gateway;
  // Added before the heartbeat starts, because a signal may arrive during the start.
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
    tokenAdvice: tokenAdvice(config, demoAgentNrdsId),
    persistedDocuments: config.PERSISTED_DOCUMENTS,
    log,
  });
  closers.push(graphql.stop);

  if (config.WEBHOOKS_FILE !== undefined) {
    const { startWebhooks } = await import('./webhooks.ts');
    const { prepareSelection } = graphql;
    const parts = { gateway, database: ledgerStore, prepareSelection, ...environment };
    closers.push(startWebhooks(config, config.WEBHOOKS_FILE, parts));
  }

  const connecting = createConnecting(lists, config, log);
  const healthNow = (): HealthState => {
    const { everConnected, health: upstreamState } = upstream.state();
    return { tokenObtained: everConnected, upstreamState, reason: connecting.reason() };
  };
  const health = { state: healthNow, upstream: config.upstreamName };
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
    // Closed after the server, so that it can report the shutdown.
    closers.push(monitoring.close);
    log.info({ url: `${monitoring.url}/metrics` }, 'metrics are served on a separate port');
  }

  server = await startHttpServer({
    ...httpOptions(config),
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

  await connecting.begin();
  signal.throwIfAborted();
  onServing(server.url);
  // Reports a wrong address now, not to the first caller.
  if (config.AUTH_JWKS_URL !== undefined) void keySet.current().catch(() => undefined);
  await connecting.end(signal);
  filling?.start();
  collectOnceIdle();
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

/**
 * Fetches a token. Returns the fault if a later attempt may succeed. Rejects if upstream rejects the gateway's credentials, or lists
 * transactions of agents that do not exist. If it does not respond to that question, the first list asks again.
 */
async function tryToConnect({ upstream, isFilterApplied }: FilteredLists): Promise<UpstreamFault | null> {
  try {
    await upstream.connect();
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
    if (error.code !== 'UPSTREAM_ACCESS_DENIED') return error;
    const advice = 'Check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET';
    throw new Fault(error.code, `The POST API rejected the client credentials. ${advice}.`, { cause: error });
  }
  const isApplied = await isFilterApplied().catch((error: unknown) => {
    if (error instanceof UpstreamFault) return true;
    throw error;
  });
  if (isApplied) return null;
  const advice = '`npm run doctor` finds the notation of filters that it reads (UPSTREAM_FILTER_BRACKETS)';
  throw new Fault('UPSTREAM_INVALID', `The POST API ignores which agent's transactions are asked for. ${advice}.`);
}

/** `begin` makes one attempt to connect; if it fails, `end` makes others until one succeeds. */
function createConnecting(lists: FilteredLists, config: Config, log: Log) {
  const proxy = config.OUTBOUND_PROXY === undefined ? '' : ' (through OUTBOUND_PROXY)';
  const address = config.isEmbedded ? 'the embedded service' : `UPSTREAM_URL ${config.upstreamName}${proxy}`;
  let fault: UpstreamFault | null = null;
  /** The fault of the last attempt that was sent: one that the breaker rejects says nothing about the cause. */
  let cause: UpstreamFault | null = null;
  const outage = new Outage(
    ({ message: reason }) => log.warn({ reason }, 'the POST API issued no token; /readyz stays 503 until it does'),
    () => log.info({}, 'the POST API has issued a token'),
  );
  const attempt = async () => {
    fault = await tryToConnect(lists);
    if (!fault?.isRejectedLocally) cause = fault;
  };
  return {
    begin: attempt,
    async end(signal: AbortSignal) {
      for (let wait = 1_000; fault !== null; wait = Math.min(2 * wait, MAX_RETRY_DELAY_MS)) {
        outage.fail(new Error(`${address}: ${cause?.message}`));
        await delay(wait, undefined, { ref: false, signal });
        await attempt();
        signal.throwIfAborted();
      }
      outage.succeed();
    },
    /** Contains no words of a response. */
    reason: () => cause && `${address}: ${cause.status === null ? cause.message : `status ${cause.status}`}`,
  };
}
