/**
 * The command: starts the service from switches, with the caller's settings for switches that are left out. An error that prevents the
 * start is one clear line on standard error, with exit code 2.
 */
import { join } from 'node:path';
import { fail, readSwitches } from '@realty-forms/platform/command-line.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog, type LogLevel } from '@realty-forms/platform/observability/log.ts';
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import type { Dialect } from './dialect/dialect.ts';
import { loadDialect } from './dialect/dialect.ts';
import { allScopes, type ClientOptions, defaultSeed, type ReferenceOptions, type SeedOptions } from './options.ts';
import { seedAsOf } from './seed/seed-database.ts';
import { createReferenceServer } from './server.ts';
import { DATABASE_FILE } from './store/database.ts';
import { type Switches, switches, usage } from './switches.ts';
import { clientSecretFile, loadClientSecret } from './tokens/clients.ts';

/** The values for switches that are left out. */
export interface Settings {
  readonly port: number;
  readonly dataDir: string;
  readonly allowedHosts: readonly string[];
  /** Whether others can reach the service, even if it listens on loopback. */
  readonly isPublic: boolean;
  readonly client: Omit<ClientOptions, 'scopes'>;
  readonly timeZone: string;
  readonly logLevel: LogLevel;
}

export type ReadSettings = () =>
  | { readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly faults: readonly string[]; readonly warnings: readonly string[] };

/** For fewer transactions, filling a new database is too quick to announce. */
const ANNOUNCED_SEED_SIZE = 20_000;

type Options = ReferenceOptions & { readonly seed: SeedOptions };

function optionsOf(values: Switches, settings: Settings, dialect: Dialect | undefined): Options {
  const { seed = defaultSeed.seed, transactions = defaultSeed.transactions } = values;
  const { agents = defaultSeed.agents, offices = defaultSeed.offices } = values;
  const isCustomSeed = (['seed', 'agents', 'offices', 'transactions'] as const).some(
    (name) => values[name] !== undefined,
  );
  const suffix = values.agents !== undefined || values.offices !== undefined ? `-${agents}-${offices}` : '';
  const seedDir = isCustomSeed
    ? join(settings.dataDir, `reference-${seed}-${transactions}${suffix}`)
    : settings.dataDir;
  return {
    host: values.host ?? '127.0.0.1',
    port: values.port ?? settings.port,
    allowedHosts: settings.allowedHosts,
    dataDir: values['data-dir'] ?? seedDir,
    clients: [clientOf(values, settings), ...(values.client ?? [])],
    showsSecret: isLoopback(values.host ?? '127.0.0.1') && !settings.isPublic,
    tokenLifetimeSeconds: values['token-lifetime'],
    maxFileBytes: values['max-file-bytes'],
    fileUrlLifetimeSeconds: values['file-url-lifetime'],
    providerTypes: values['provider-type'],
    mobileUrls: values['mobile-url'],
    seed: isCustomSeed ? { agents, offices, transactions, seed, files: true } : seedAsOf(Date.now()),
    seedMustMatch: isCustomSeed,
    timeZone: settings.timeZone,
    logLevel: settings.logLevel,
    dialect,
    faultInjection: { latencyMs: values.latency, faultRate: values['fault-rate'], switches: values.faults },
  };
}

function clientOf(values: Switches, { client }: Settings): ClientOptions {
  return {
    id: values['client-id'] ?? client.id,
    secret: values['client-secret'] ?? client.secret,
    vendorEmail: values['vendor-email'] ?? client.vendorEmail,
    scopes: values['client-scopes'] ?? allScopes,
  };
}

/** A generated secret is shown on a terminal only; the command for a token reads it from its file. */
async function announce(url: string, options: Options): Promise<void> {
  const [client] = options.clients;
  const { dialect } = options;
  if (client === undefined) return;
  const { latencyMs = 0, faultRate = 0, switches = false } = options.faultInjection ?? {};
  const { dataDir } = options;
  // Null for a configured secret, which is never shown.
  const secretFile = client.secret === undefined ? clientSecretFile(dataDir) : null;
  console.log(`POST API    ${url}`);
  console.log(`Try it      ${url}/docs`);
  console.log(`Database    ${join(dataDir, DATABASE_FILE)}`);
  if (latencyMs > 0) console.log(`Latency     ${latencyMs} ms`);
  if (faultRate > 0) console.log(`Faults      ${faultRate * 100} % of requests`);
  if (switches) console.log('Faults      selected by requests with x-reference-fault');
  if (dialect !== undefined) announceDialect(dialect, url);
  else {
    const id = `--data-urlencode client_id=${inShell(client.id)}`;
    const secret = secretFile === null ? '…' : `"$(cat ${inShell(secretFile)})"`;
    console.log(
      `Token       curl -s ${url}/oauth/token -d grant_type=client_credentials ${id} -d client_secret=${secret}`,
    );
  }
  let shown = secretFile === null ? '' : `, secret in ${secretFile}`;
  if (secretFile !== null && process.stdout.isTTY) shown = `, secret ${loadClientSecret(dataDir)}`;
  console.log(`Client      ${client.id}${shown}, userId ${client.vendorEmail}`);
}

/** The dialect, and the gateway's settings for it. */
function announceDialect({ about, gateway }: Dialect, url: string): void {
  console.log(`Dialect     ${about || 'as the file says'}`);
  const { port } = new URL(url);
  const settings = Object.entries(gateway).map(([key, value]) => `${key}=${inShell(value.replace('{port}', port))}`);
  console.log(`Gateway     ${settings.length === 0 ? 'needs no setting' : `needs ${settings.join(' ')}`}`);
}

/** Quotes the value for a shell. */
const inShell = (value: string) => (/^[\w./:-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);

/** Resolves with the exit code once the service runs, or cannot be started. */
export async function runCommand(args: readonly string[], readSettings: ReadSettings): Promise<number> {
  const read = readSwitches(args, switches);
  if ('faults' in read) return fail([...read.faults, 'npm run reference -- --help lists all options']);
  if (read.values.help) {
    console.log(usage());
    return 0;
  }
  const { dialect } = read.values;
  const loaded = dialect === undefined ? { dialect } : loadDialect(dialect);
  if ('faults' in loaded) return fail(loaded.faults.map((fault) => `--dialect: ${fault}`));
  const result = readSettings();
  for (const warning of result.warnings) console.error(warning);
  if ('faults' in result) return fail(result.faults);
  const options = optionsOf(read.values, result.settings, loaded.dialect);
  if (options.seed.transactions >= ANNOUNCED_SEED_SIZE) {
    console.log(
      `A fresh database is first filled with ${options.seed.transactions} transactions: about 20 s per 100,000`,
    );
  }
  try {
    const server = await createReferenceServer(options);
    await announce(server.url, options);
    // Registered only now: an interrupted start leaves nothing behind, so it may exit at once.
    const stop = () => void server.close().finally(() => process.exit(0));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
    return 0;
  } catch (error) {
    if (!(error instanceof Fault)) createLog(options.logLevel).error({ err: error }, 'failed to start');
    return fail([startErrorMessage(error)]);
  }
}

/** Why the service does not start, and the switches that help, which the service itself does not know. */
function startErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Fault) || error.code !== 'PORT_BUSY') return message;
  return `${message}. Stop the process that uses it, or choose another port with --port (0 picks a free one).`;
}
