/**
 * The configuration: apart from start.js, the only reader of the environment (and of a `.env` file next to package.json). All
 * faults are reported at once, each with what is allowed. Without UPSTREAM_URL the gateway uses the embedded service, and
 * everything that a developer needs has a default.
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

export interface Config extends Omit<Settings, UpstreamKey | ParsedKey> {
  /** Whether the embedded service is the POST API. */
  readonly isEmbedded: boolean;
  /** Whether callers' tokens come from the embedded service's own issuer. */
  readonly isDevelopmentIssuer: boolean;
  readonly UPSTREAM_CLIENT_ID: string;
  readonly UPSTREAM_CLIENT_SECRET: string;
  readonly UPSTREAM_VENDOR_EMAIL: string;
  readonly caCertificate: string | undefined;
  /** Whether the metrics are served on the gateway's own port. */
  readonly servesMetrics: boolean;
  /** Text of the manifest of persisted documents. */
  readonly persistedDocuments: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  /** Undefined stands for the host of the POST API. */
  readonly fileHosts: readonly string[] | undefined;
  /** Reads the id keys, or generates them in DATA_DIR if none are configured. */
  readonly loadIdKeys: () => KeyRing;
}

const upstreamKeys = ['UPSTREAM_CLIENT_ID', 'UPSTREAM_CLIENT_SECRET', 'UPSTREAM_VENDOR_EMAIL'] as const;
const authKeys = ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'] as const;
/** Settings for POST APIs that differ from the embedded service. */
const externalKeys = [
  'UPSTREAM_TOKEN_HEADER',
  'UPSTREAM_FILTER_BRACKETS',
  'UPSTREAM_FILTER_SEPARATOR',
  'UPSTREAM_FILTER_RANGE',
] as const;
type UpstreamKey = (typeof upstreamKeys)[number];
/** Keys whose values are replaced by parsed ones. */
type ParsedKey =
  | 'UPSTREAM_CA_FILE'
  | 'PERSISTED_DOCUMENTS'
  | 'ID_KEYS'
  | 'ALLOWED_HOSTS'
  | 'CORS_ORIGINS'
  | 'TRUST_PROXY';

export type ConfigResult = { readonly config: Config } | { readonly faults: readonly string[] };

/** `warnings` are problems that do not prevent the start. */
export type LoadedConfig = ConfigResult & { readonly warnings: readonly string[] };

/** The configuration of this process: `given` overrides its environment, which overrides `.env`. */
export function loadConfig(given: NodeJS.ProcessEnv = {}): LoadedConfig {
  const file = readEnvFile(join(root, '.env'), (key) => Object.hasOwn(settings.shape, key));
  if ('fault' in file) return { faults: [file.fault], warnings: [] };
  const result = readConfig({ ...process.env, ...given });
  return { ...result, warnings: [...file.warnings, ...('config' in result ? configWarnings(result.config) : [])] };
}

/** Settings that work, but most likely not as intended. */
export function configWarnings({ DRAIN_GRACE_MS, UPSTREAM_DEADLINE_MS }: Config): string[] {
  if (DRAIN_GRACE_MS > UPSTREAM_DEADLINE_MS) return [];
  const comparison = `${DRAIN_GRACE_MS} is not longer than UPSTREAM_DEADLINE_MS (${UPSTREAM_DEADLINE_MS})`;
  return [`DRAIN_GRACE_MS: ${comparison}; a shutdown may cut off requests whose calls are still running`];
}

/** The configuration, or all of its faults. An empty value counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv): ConfigResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...combinationFaults(given),
    ...portFaults(given),
  ];
  return parsed.success && faults.length === 0 ? { config: toConfig(parsed.data) } : { faults };
}

function combinationFaults(given: Partial<Record<string, string>>): string[] {
  const isEmbedded = given.UPSTREAM_URL === undefined;
  const missing = (keys: readonly string[], why: string) =>
    keys.filter((key) => given[key] === undefined).map((key) => `${key}: required ${why}`);
  if (!isEmbedded) return missing([...upstreamKeys, ...authKeys, 'ID_KEYS'], 'with UPSTREAM_URL');
  const unsupported = externalKeys
    .filter((key) => given[key] !== undefined && given[key] !== settings.shape[key].parse(undefined))
    .map((key) => `${key}: requires UPSTREAM_URL, because the embedded service supports only the default`);
  if (authKeys.some((key) => given[key] !== undefined)) {
    return [...unsupported, ...missing(authKeys, `if any of ${authKeys.join(', ')} is set`)];
  }
  if (isLoopback(given.HOST ?? settings.shape.HOST.parse(undefined))) return unsupported;
  return [...unsupported, ...missing(authKeys, `to listen on ${given.HOST}: development tokens are for loopback only`)];
}

/** Ports that two servers would bind at the same address: the second would mistake the first for an unrelated process. */
function portFaults(given: Partial<Record<string, string>>): string[] {
  const { HOST, METRICS_HOST, PORT, REFERENCE_PORT, METRICS_PORT } = settings.shape;
  // An invalid host has already been reported.
  const host = HOST.safeParse(given.HOST).data ?? HOST.parse(undefined);
  const metricsHost = METRICS_HOST.safeParse(given.METRICS_HOST).data ?? METRICS_HOST.parse(undefined);
  const referencePort = given.UPSTREAM_URL === undefined ? REFERENCE_PORT.safeParse(given.REFERENCE_PORT).data : 0;
  const listeners = [
    { key: 'PORT', port: PORT.safeParse(given.PORT).data, host },
    { key: 'REFERENCE_PORT', port: referencePort, host: '127.0.0.1' },
    { key: 'METRICS_PORT', port: METRICS_PORT.safeParse(given.METRICS_PORT).data, host: metricsHost },
    // 0 stands for any free port.
  ].filter(({ port = 0 }) => port !== 0);
  return listeners.flatMap((one, index) =>
    listeners
      .slice(index + 1)
      .filter((other) => other.port === one.port && overlap(other.host, one.host))
      .map((other) => `${one.key}, ${other.key}: both are ${one.port}`),
  );
}

function toConfig(given: Settings): Config {
  const { UPSTREAM_CA_FILE, PERSISTED_DOCUMENTS, ID_KEYS, ALLOWED_HOSTS, CORS_ORIGINS, TRUST_PROXY, ...values } = given;
  return hideSecrets({
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

const secretKeys: readonly (keyof Config)[] = [
  'UPSTREAM_CLIENT_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'OUTBOUND_PROXY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'METRICS_TOKEN',
];

/** The configuration, with its secrets hidden when it is printed. */
function hideSecrets(config: Config): Config {
  const toPrintable = () =>
    Object.fromEntries(
      Object.entries(config).map(([key, value]) =>
        value !== undefined && (secretKeys as readonly string[]).includes(key) ? [key, '[hidden]'] : [key, value],
      ),
    );
  return Object.defineProperties(config, { toJSON: { value: toPrintable }, [inspect.custom]: { value: toPrintable } });
}

function idKeysOf(dataDir: string): KeyRing {
  try {
    return loadOrCreateIdKeys(dataDir);
  } catch (cause) {
    const problem = `The id keys in the data folder ${dataDir} cannot be used: ${(cause as Error).message}`;
    throw new Fault('ID_KEYS_UNUSABLE', `${problem}. Fix the file id-keys, or set DATA_DIR or ID_KEYS.`, {
      cause,
    });
  }
}

/** The embedded service accepts whatever client is configured, so there is a default. */
function clientOf(values: Partial<Record<UpstreamKey, string | undefined>>): Record<UpstreamKey, string> {
  return {
    UPSTREAM_CLIENT_ID: values.UPSTREAM_CLIENT_ID ?? 'development-client',
    UPSTREAM_CLIENT_SECRET: values.UPSTREAM_CLIENT_SECRET ?? 'development-secret',
    UPSTREAM_VENDOR_EMAIL: values.UPSTREAM_VENDOR_EMAIL ?? 'vendor@integration.example',
  };
}
