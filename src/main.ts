/**
 * The composition root: configuration, start, signals. What keeps the gateway from starting is one clear line on standard
 * error and exit code 1; an upstream that cannot be reached is waited for.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Config, loadConfig } from './config.ts';
import { allScopes, DEVELOPMENT_AUDIENCE, DEVELOPMENT_ISSUER, issueDevelopmentToken } from './development.ts';
import { createGateway } from './gateway/gateway.ts';
import { createKeySet } from './gateway/key-set.ts';
import { startRedisStore } from './gateway/ledger/redis-store.ts';
import { startSqliteStore } from './gateway/ledger/sqlite-start.ts';
import type { LedgerStore } from './gateway/ledger/store.ts';
import { createVerifier } from './gateway/principal.ts';
import { createGraphQL } from './graphql/server.ts';
import { startMetricsServer } from './http/metrics.ts';
import { startHttpServer } from './http/server.ts';
import { systemClock } from './platform/clock.ts';
import { Fault } from './platform/fault.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { createObserver } from './platform/observe.ts';
import type { Tracing } from './platform/tracing.ts';
import type { ReferenceFaultCode } from './reference/options.ts';
import { demoAgentNrdsId } from './reference/seed/agents.ts';
import { startReference } from './reference/start.ts';
import { createUpstream, type Upstream } from './upstream/call.ts';
import { UpstreamFault } from './upstream/faults.ts';
import { createJsonSource } from './upstream/json-source.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const LONGEST_WAIT_MS = 5_000;

/** Something to end, in the reverse order of starting. */
type Close = () => Promise<void>;

async function start(config: Config, closers: Close[], log: Log): Promise<void> {
  const metrics = createMetrics();
  const tracing = await startTraces(config, closers, log);
  const clock = systemClock;
  const upstreamUrl = config.UPSTREAM_URL ?? (await startEmbedded(config, closers, log));
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
      access: { token: config.METRICS_TOKEN },
    });
    closers.push(metricsServer.close);
    log.info({ url: `${metricsServer.url}/metrics` }, 'the metrics are on a port of their own');
  }

  const tokens = config.isDevelopmentIssuer ? await developmentTokens(config) : null;
  const server = await startHttpServer({
    host: config.HOST,
    port: config.PORT,
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
    isUnderWay: graphql.isUnderWay,
    sdl: graphql.sdl,
    files: { follow: gateway.followLink },
    playground: { enabled: config.GRAPHIQL === 'on', ...tokens?.playground },
    health: { state: () => healthOf(upstream) },
    observer: createObserver({ log, metrics, trace: tracing?.trace }),
    metricsAccess: config.servesMetrics ? { token: config.METRICS_TOKEN } : null,
    log,
    metrics,
  });
  closers.push(server.close);

  let isAnnounced = false;
  const announceOnce = () => {
    if (!isAnnounced) announce(server.url, upstreamUrl, config, tokens);
    isAnnounced = true;
  };
  await connect(upstream, log, announceOnce);
  announceOnce();
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

/** What helps against each way in which the embedded service fails to start. */
const advice: Readonly<Record<ReferenceFaultCode, string>> = {
  PORT_BUSY: 'Stop the process that holds it, or set REFERENCE_PORT to another one (0 takes any that is free).',
  ADDRESS_UNUSABLE: 'Set REFERENCE_PORT to a port that may be listened on.',
  DATA_DIR_UNWRITABLE: 'Set DATA_DIR to a folder that can be written.',
  KEY_UNREADABLE: 'Put the file right, or set DATA_DIR to another folder.',
  DATABASE_UNUSABLE: 'Put the file right, or set DATA_DIR to another folder.',
  DATABASE_UNREACHABLE: 'Start the server, or put DATABASE_URL right.',
  SEEDED_OTHERWISE: 'Set DATA_DIR to another folder, or DATABASE_URL to another database.',
  DATABASE_NEWER: 'Start the version that wrote it, or set DATA_DIR to another folder.',
  THREAD_ENDED: 'The log above may say why.',
  START_FAILED: 'The log above may say why.',
};

async function startEmbedded(config: Config, closers: Close[], log: Log): Promise<string> {
  const reference = await startReference({
    host: '127.0.0.1',
    port: config.REFERENCE_PORT,
    dataDir: config.DATA_DIR,
    ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    clients: [
      {
        id: config.UPSTREAM_CLIENT_ID,
        secret: config.UPSTREAM_CLIENT_SECRET,
        vendorEmail: config.UPSTREAM_VENDOR_EMAIL,
        scopes: ['account.read', 'transactions.read', 'transactions.create'],
      },
    ],
    timeZone: config.UPSTREAM_TIME_ZONE,
    logLevel: config.LOG_LEVEL,
  }).catch((cause: Fault<ReferenceFaultCode>) => {
    const { code, message } = cause;
    throw new Fault(code, `The embedded service does not start: ${message}. ${advice[code]}`, { cause });
  });
  closers.push(reference.close);
  void reference.ended.then((fault) => log.error({ err: fault }, 'the embedded service ended; start the gateway anew'));
  return reference.url;
}

/** On the disk of this machine, or shared by replicas. */
function openLedger({ REDIS_URL, DATA_DIR }: Config, log: Log): Promise<LedgerStore> {
  return REDIS_URL === undefined ? startSqliteStore(join(DATA_DIR, 'ledger.sqlite')) : startRedisStore(REDIS_URL, log);
}

interface DevelopmentTokens {
  readonly agent: string;
  readonly service: string;
  readonly playground: {
    readonly headers: Record<string, string>;
    readonly serviceHeaders: Record<string, string>;
    readonly agentNrdsId: string;
  };
}

async function developmentTokens(config: Config): Promise<DevelopmentTokens> {
  const scopes = allScopes;
  const agent = await issueDevelopmentToken(config, { role: 'agent', nrdsIds: [demoAgentNrdsId], scopes });
  const service = await issueDevelopmentToken(config, { role: 'service', nrdsIds: [], scopes });
  const playground = {
    headers: { Authorization: `Bearer ${agent}` },
    serviceHeaders: { Authorization: `Bearer ${service}` },
    agentNrdsId: demoAgentNrdsId,
  };
  return { agent, service, playground };
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

function announce(url: string, upstreamUrl: string, config: Config, tokens: DevelopmentTokens | null): void {
  console.log(`GraphQL     ${url}/graphql`);
  if (config.GRAPHIQL === 'on') console.log(`GraphiQL    ${url}/graphiql`);
  console.log(`POST API    ${upstreamUrl}${config.isEmbedded ? ' (embedded)' : ''}`);
  if (config.isEmbedded) console.log(`Try it      ${upstreamUrl}/docs`);
  if (tokens === null) return;
  console.log(`\nDevelopment tokens, for this machine only:`);
  console.log(`agent ${demoAgentNrdsId}  ${tokens.agent}`);
  console.log(`service  ${tokens.service}\n`);
}

async function run(): Promise<void> {
  const result = loadConfig();
  if ('faults' in result) return exit(1, result.faults);
  const { config } = result;
  const log = createLog(config.LOG_LEVEL);
  const closers: Close[] = [];
  const stop = async (code: number, lines: readonly string[] = []): Promise<void> => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'a part did not close'));
    }
    exit(code, lines);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(0));
  try {
    await start(config, closers, log);
  } catch (error) {
    if (!(error instanceof Fault)) log.error({ err: error }, 'the start failed');
    await stop(1, [error instanceof Error ? error.message : String(error)]);
  }
}

function exit(code: number, lines: readonly string[]): void {
  for (const line of lines) console.error(line);
  process.exit(code);
}

await run();
