/**
 * The POST API alone: `npm run reference`. Switches win over the environment. What keeps it from starting is one clear line on
 * standard error and exit code 1.
 */
import { join } from 'node:path';
import { type Config, loadConfig } from './config.ts';
import { Fault } from './platform/fault.ts';
import { createLog } from './platform/log.ts';
import { describePostgres } from './platform/postgres.ts';
import { readSwitches } from './platform/switches.ts';
import { type ClientOptions, defaultSeed, type ReferenceOptions, type SeedOptions } from './reference/options.ts';
import { createReferenceServer } from './reference/server.ts';
import { type Switches, switches, usage } from './reference/switches.ts';

/** Below this, a fresh database is filled before anyone wonders. */
const WORTH_A_WORD = 20_000;

function optionsOf(given: Switches, config: Config): ReferenceOptions & { readonly seed: SeedOptions } {
  const { seed = defaultSeed.seed, transactions = defaultSeed.transactions } = given;
  const { agents = defaultSeed.agents, offices = defaultSeed.offices } = given;
  const isOwnSeed = (['seed', 'agents', 'offices', 'transactions'] as const).some((name) => given[name] !== undefined);
  const crowd = given.agents !== undefined || given.offices !== undefined ? `-${agents}-${offices}` : '';
  const ownDir = isOwnSeed ? join(config.DATA_DIR, `reference-${seed}-${transactions}${crowd}`) : config.DATA_DIR;
  return {
    host: given.host ?? '127.0.0.1',
    port: given.port ?? config.REFERENCE_PORT,
    dataDir: given['data-dir'] ?? ownDir,
    ...(config.DATABASE_URL === undefined ? {} : { databaseUrl: config.DATABASE_URL }),
    clients: [clientOf(given, config)],
    ...(given['token-lifetime'] === undefined ? {} : { tokenLifetimeSeconds: given['token-lifetime'] }),
    ...(given['max-file-bytes'] === undefined ? {} : { maxFileBytes: given['max-file-bytes'] }),
    ...(given['file-url-lifetime'] === undefined ? {} : { fileUrlLifetimeSeconds: given['file-url-lifetime'] }),
    ...(given['provider-type'] === undefined ? {} : { providerTypes: given['provider-type'] }),
    ...(given['mobile-url'] === undefined ? {} : { mobileUrls: given['mobile-url'] }),
    seed: { agents, offices, transactions, seed },
    seedMustMatch: isOwnSeed,
    timeZone: config.UPSTREAM_TIME_ZONE,
    logLevel: config.LOG_LEVEL,
    weather: {
      latencyMs: given.latency ?? 0,
      faultRate: given['fault-rate'] ?? 0,
      switches: given.faults,
    },
  };
}

function clientOf(given: Switches, config: Config): ClientOptions {
  return {
    id: given['client-id'] ?? config.UPSTREAM_CLIENT_ID,
    secret: given['client-secret'] ?? config.UPSTREAM_CLIENT_SECRET,
    vendorEmail: given['vendor-email'] ?? config.UPSTREAM_VENDOR_EMAIL,
    scopes: ['account.read', 'transactions.read', 'transactions.create'],
  };
}

function announce(url: string, options: ReferenceOptions): void {
  const [client] = options.clients;
  if (client === undefined) return;
  const isPublic = client.secret === 'development-secret';
  const { latencyMs = 0, faultRate = 0, switches = false } = options.weather ?? {};
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: isPublic ? client.secret : '…',
  });
  console.log(`POST API    ${url}`);
  console.log(`Try it      ${url}/docs`);
  console.log(`Database    ${placeOf(options)}`);
  if (latencyMs > 0) console.log(`Latency     ${latencyMs} ms`);
  if (faultRate > 0) console.log(`Faults      ${faultRate * 100} % of requests`);
  if (switches) console.log('Faults      as requests ask for them');
  console.log(`Client      ${client.id}${isPublic ? `, secret ${client.secret}` : ''}, userId ${client.vendorEmail}`);
  console.log(`Token       curl -s ${url}/oauth/token -H 'Content-Type: application/json' -d '${body}'`);
}

function placeOf({ databaseUrl, dataDir }: ReferenceOptions): string {
  return databaseUrl === undefined ? join(dataDir, 'reference.sqlite') : describePostgres(databaseUrl);
}

async function run(): Promise<void> {
  const read = readSwitches(process.argv.slice(2), switches);
  if ('faults' in read) return exit(1, [...read.faults, 'npm run reference -- --help shows every switch']);
  if (read.values.help) {
    console.log(usage());
    return;
  }
  const result = loadConfig({ ...gatewayPorts, ...urlOf(read.values) });
  for (const warning of result.warnings) console.error(warning);
  if ('faults' in result) return exit(1, result.faults);
  const options = optionsOf(read.values, result.config);
  if (options.seed.transactions >= WORTH_A_WORD) {
    console.log(
      `A fresh database is filled with ${options.seed.transactions} transactions first: some 20 s per 100,000`,
    );
  }
  try {
    const server = await createReferenceServer(options);
    announce(server.url, options);
    // Only now: a start that is interrupted leaves nothing behind, and need not be waited for.
    const stop = () => void server.close().finally(() => process.exit(0));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  } catch (error) {
    if (!(error instanceof Fault)) createLog(options.logLevel).error({ err: error }, 'the start failed');
    exit(1, [adviceOn(error)]);
  }
}

/** What keeps it from starting, and the switches that help where the service itself knows of none. */
function adviceOn(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Fault) || error.code !== 'PORT_BUSY') return said;
  return `${said}. Stop the process that holds it, or choose another with --port (0 takes any that is free).`;
}

/** Nobody listens on the gateway's ports here, so that none of them can be in the way of the service's. */
const gatewayPorts = { PORT: '0', METRICS_PORT: '' };

/** The switch is checked as the setting that it stands in for. */
function urlOf(given: Switches): Record<string, string> {
  const url = given['database-url'];
  return url === undefined ? {} : { DATABASE_URL: url };
}

function exit(code: number, lines: readonly string[]): void {
  for (const line of lines) console.error(line);
  process.exit(code);
}

await run();
