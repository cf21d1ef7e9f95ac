/**
 * The configuration: the only reader of the environment (and of a `.env` file beside package.json). All faults are reported
 * at once, each with what is allowed. Without UPSTREAM_URL the embedded service stands behind the gateway, and what a
 * developer needs has a default.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { overlap } from './config/addresses.ts';
import { readEnvFile } from './config/env-file.ts';
import { listOf } from './config/kinds.ts';
import { root, type Settings, settings } from './config/settings.ts';
import { loadOrCreateIdKeys, parseIdKeys } from './gateway/id-keys.ts';
import type { KeyRing } from './gateway/seal.ts';
import { Fault } from './platform/fault.ts';
import { isLoopback } from './platform/loopback.ts';

export interface Config extends Omit<Settings, UpstreamKey | ReadKey> {
  /** Whether the embedded service stands behind the gateway. */
  readonly isEmbedded: boolean;
  /** Whether callers' tokens come from the embedded service's own issuer. */
  readonly isDevelopmentIssuer: boolean;
  readonly UPSTREAM_CLIENT_ID: string;
  readonly UPSTREAM_CLIENT_SECRET: string;
  readonly UPSTREAM_VENDOR_EMAIL: string;
  readonly caCertificate: string | undefined;
  /** Whether the metrics are on the gateway's own port. */
  readonly servesMetrics: boolean;
  /** The manifest's text. */
  readonly persistedDocuments: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Undefined: the host of the POST API. */
  readonly fileHosts: readonly string[] | undefined;
  /** Reads the id keys, or makes them under DATA_DIR where none are configured. */
  readonly loadIdKeys: () => KeyRing;
}

const upstreamKeys = ['UPSTREAM_CLIENT_ID', 'UPSTREAM_CLIENT_SECRET', 'UPSTREAM_VENDOR_EMAIL'] as const;
const authKeys = ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'] as const;
/** How another service may differ from ours. */
const foreignKeys = [
  'UPSTREAM_TOKEN_HEADER',
  'UPSTREAM_FILTER_BRACKETS',
  'UPSTREAM_FILTER_SEPARATOR',
  'UPSTREAM_FILTER_RANGE',
] as const;
type UpstreamKey = (typeof upstreamKeys)[number];
/** Keys whose values are read into something else. */
type ReadKey =
  | 'UPSTREAM_CA_FILE'
  | 'PERSISTED_DOCUMENTS'
  | 'ID_KEYS'
  | 'ALLOWED_HOSTS'
  | 'CORS_ORIGINS'
  | 'TRUST_PROXY';

export type ConfigResult = { readonly config: Config } | { readonly faults: readonly string[] };

/** `warnings` are about what keeps nothing from starting. */
export type LoadedConfig = ConfigResult & { readonly warnings: readonly string[] };

/** The configuration of this process: what is given, above its environment, above `.env`. */
export function loadConfig(given: NodeJS.ProcessEnv = {}): LoadedConfig {
  const file = readEnvFile(join(root, '.env'), (key) => Object.hasOwn(settings.shape, key));
  if ('fault' in file) return { faults: [file.fault], warnings: [] };
  const result = readConfig({ ...process.env, ...given });
  return { ...result, warnings: [...file.warnings, ...('config' in result ? configWarnings(result.config) : [])] };
}

/** What works, and most likely not as it is meant. */
export function configWarnings({ DRAIN_GRACE_MS, UPSTREAM_DEADLINE_MS }: Config): string[] {
  if (DRAIN_GRACE_MS > UPSTREAM_DEADLINE_MS) return [];
  const lengths = `${DRAIN_GRACE_MS} is not longer than UPSTREAM_DEADLINE_MS, ${UPSTREAM_DEADLINE_MS}`;
  return [`DRAIN_GRACE_MS: ${lengths}; a shutdown may cut off requests whose calls are still running`];
}

/** The configuration, or every fault that it has. An empty value is one that is not set. */
export function readConfig(environment: NodeJS.ProcessEnv): ConfigResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...combinationFaults(given),
    ...portFaults(given),
  ];
  return parsed.success && faults.length === 0 ? { config: complete(parsed.data) } : { faults };
}

function combinationFaults(given: Partial<Record<string, string>>): string[] {
  const isEmbedded = given.UPSTREAM_URL === undefined;
  const missing = (keys: readonly string[], why: string) =>
    keys.filter((key) => given[key] === undefined).map((key) => `${key}: needed ${why}`);
  if (!isEmbedded) return missing([...upstreamKeys, ...authKeys, 'ID_KEYS'], 'with UPSTREAM_URL');
  const foreign = foreignKeys
    .filter((key) => given[key] !== undefined && given[key] !== settings.shape[key].parse(undefined))
    .map((key) => `${key}: needs UPSTREAM_URL, since the embedded service knows only the default`);
  if (authKeys.some((key) => given[key] !== undefined)) {
    return [...foreign, ...missing(authKeys, `where one of ${authKeys.join(', ')} is set`)];
  }
  if (isLoopback(given.HOST ?? '127.0.0.1')) return foreign;
  return [...foreign, ...missing(authKeys, `to listen on ${given.HOST}: development tokens serve loopback only`)];
}

/** Ports that would be listened on at the same address: whichever came second would take the first for a stranger. */
function portFaults(given: Partial<Record<string, string>>): string[] {
  const { HOST, METRICS_HOST, PORT, REFERENCE_PORT, METRICS_PORT } = settings.shape;
  // A host that is none has been told of.
  const host = HOST.safeParse(given.HOST).data ?? HOST.parse(undefined);
  const metricsHost = METRICS_HOST.safeParse(given.METRICS_HOST).data ?? METRICS_HOST.parse(undefined);
  const referencePort = given.UPSTREAM_URL === undefined ? REFERENCE_PORT.safeParse(given.REFERENCE_PORT).data : 0;
  const listeners = [
    { key: 'PORT', port: PORT.safeParse(given.PORT).data, host },
    { key: 'REFERENCE_PORT', port: referencePort, host: '127.0.0.1' },
    { key: 'METRICS_PORT', port: METRICS_PORT.safeParse(given.METRICS_PORT).data, host: metricsHost },
    // 0 is any free one.
  ].filter(({ port = 0 }) => port !== 0);
  return listeners.flatMap((one, index) =>
    listeners
      .slice(index + 1)
      .filter((other) => other.port === one.port && overlap(other.host, one.host))
      .map((other) => `${one.key}, ${other.key}: both are ${one.port}`),
  );
}

function complete(given: Settings): Config {
  const { UPSTREAM_CA_FILE, PERSISTED_DOCUMENTS, ID_KEYS, ALLOWED_HOSTS, CORS_ORIGINS, TRUST_PROXY, ...values } = given;
  return discreet({
    ...values,
    ...clientOf(values),
    isEmbedded: values.UPSTREAM_URL === undefined,
    isDevelopmentIssuer: values.AUTH_ISSUER === undefined,
    servesMetrics: values.METRICS_PORT === undefined && (values.METRICS_TOKEN !== undefined || isLoopback(values.HOST)),
    caCertificate: UPSTREAM_CA_FILE === undefined ? undefined : readFileSync(UPSTREAM_CA_FILE, 'utf8'),
    persistedDocuments: PERSISTED_DOCUMENTS === undefined ? undefined : readFileSync(PERSISTED_DOCUMENTS, 'utf8'),
    allowedHosts: listOf(ALLOWED_HOSTS),
    corsOrigins: listOf(CORS_ORIGINS),
    trustedProxies: listOf(TRUST_PROXY),
    fileHosts: values.UPSTREAM_FILE_HOSTS === '' ? undefined : listOf(values.UPSTREAM_FILE_HOSTS.toLowerCase()),
    loadIdKeys: () => (ID_KEYS === undefined ? idKeysOf(values.DATA_DIR) : parseIdKeys(ID_KEYS)),
  });
}

const secrets: readonly (keyof Config)[] = [
  'UPSTREAM_CLIENT_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'OUTBOUND_PROXY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'METRICS_TOKEN',
];

/** The configuration, whose secrets whoever prints it does not see. */
function discreet(config: Config): Config {
  const shown = () =>
    Object.fromEntries(
      Object.entries(config).map(([key, value]) =>
        value !== undefined && (secrets as readonly string[]).includes(key) ? [key, '[hidden]'] : [key, value],
      ),
    );
  return Object.defineProperties(config, { toJSON: { value: shown }, [inspect.custom]: { value: shown } });
}

function idKeysOf(dataDir: string): KeyRing {
  try {
    return loadOrCreateIdKeys(dataDir);
  } catch (cause) {
    const problem = `The id keys of the data folder ${dataDir} cannot be used: ${(cause as Error).message}`;
    throw new Fault('ID_KEYS_UNUSABLE', `${problem}. Put its file id-keys right, or set DATA_DIR or ID_KEYS.`, {
      cause,
    });
  }
}

/** The embedded service takes whatever client is configured, so that one has a default. */
function clientOf(values: Partial<Record<UpstreamKey, string | undefined>>): Record<UpstreamKey, string> {
  return {
    UPSTREAM_CLIENT_ID: values.UPSTREAM_CLIENT_ID ?? 'development-client',
    UPSTREAM_CLIENT_SECRET: values.UPSTREAM_CLIENT_SECRET ?? 'development-secret',
    UPSTREAM_VENDOR_EMAIL: values.UPSTREAM_VENDOR_EMAIL ?? 'vendor@integration.example',
  };
}
