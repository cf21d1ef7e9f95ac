/**
 * The configuration. Apart from start.js, only this file reads the environment (and a `.env` file next to package.json). It reports all
 * faults at once, each with what is allowed. With nothing set, the gateway uses the embedded service, and everything that a developer needs
 * has a default.
 */
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import { loadOrCreateIdKeys, parseIdKeys } from '../gateway/ids/id-keys.ts';
import type { KeyRing } from '../gateway/ids/seal.ts';
import { combinationFaults, publicKeysIn, referencePort } from './combinations.ts';
import { listOf } from './kinds.ts';
import { EMBEDDED } from './settings/service.ts';
import { root } from './settings/serving.ts';
import { type Settings, settings, sourceOf } from './settings.ts';
import { passOn, readEnvFile, readSources } from './sources.ts';
import { describeUnknown, unknownInEnvironment } from './unknown-keys.ts';

export type Config = Readonly<ReturnType<typeof toConfig>>;

/** `values` are the settings that are set, as text: plain data, secrets included, from which the same configuration can be made again. */
type ConfigResult = { readonly config: Config; readonly values: Values } | { readonly faults: readonly string[] };

export type Values = Readonly<Record<string, string>>;

/** `warnings` are problems that do not prevent the start. */
type LoadedConfig = ConfigResult & { readonly warnings: readonly string[] };

/**
 * The configuration of this process: `given` overrides its environment, which overrides `.env`, which overrides `fallback`.
 */
export function loadConfig(given: NodeJS.ProcessEnv = {}, fallback: NodeJS.ProcessEnv = {}): LoadedConfig {
  const file = readEnvFile(join(root, '.env'));
  if ('faults' in file) return { faults: file.faults, warnings: [] };
  passOn(file.values, process.env);
  const set = withoutEmpty({ ...file.values, ...process.env, ...given });
  const result = readConfig({ ...without(fallback, (key) => set[`${key}_FILE`] !== undefined), ...set });
  const unknown = unknownInEnvironment(process.env).filter(({ key }) => !Object.hasOwn(file.values, key));
  const warnings = [...unknown.map((each) => `environment: ${describeUnknown(each)}`), ...file.warnings];
  return { ...result, warnings: 'config' in result ? [...warnings, ...configWarnings(result.config)] : warnings };
}

/** Settings that work, but probably not as intended. */
export function configWarnings({ DRAIN_GRACE_MS, UPSTREAM_DEADLINE_MS }: Config): string[] {
  if (DRAIN_GRACE_MS > UPSTREAM_DEADLINE_MS) return [];
  const comparison = `${DRAIN_GRACE_MS} is not longer than UPSTREAM_DEADLINE_MS (${UPSTREAM_DEADLINE_MS})`;
  return [`DRAIN_GRACE_MS: ${comparison}; a shutdown may cut off requests whose calls are still running`];
}

/** The configuration, or all of its faults. An empty value counts as unset. */
export function readConfig(environment: NodeJS.ProcessEnv): ConfigResult {
  const given = withoutEmpty(environment);
  const { values, faults, unread, keyOf } = readSources(given);
  // A setting that is given but unreadable does not count as missing.
  const present = { ...given, ...values, ...Object.fromEntries(unread.map((key) => [key, UNREAD])) };
  const parsed = settings.safeParse(values);
  const all = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => {
      const key = path.join('.');
      return `${keyOf(key)}: ${message}${sourceOf(key)}`;
    }),
    ...faults,
    ...combinationFaults(present),
  ];
  return parsed.success && all.length === 0 ? { config: toConfig(parsed.data), values } : { faults: all };
}

/** Makes the same configuration from these values again. */
export function configOf(values: Values): Config {
  return toConfig(settings.parse(values));
}

/** Stands for a value that is not known; no setting has this value. */
const UNREAD = '?';

function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return without(environment, (_, value) => value === '');
}

function without(environment: NodeJS.ProcessEnv, isLeftOut: (key: string, value: string) => boolean) {
  return Object.fromEntries(Object.entries(environment).filter(([key, value = '']) => !isLeftOut(key, value)));
}

function toConfig(given: Settings) {
  const upstreamUrl = given.UPSTREAM_URL === EMBEDDED ? undefined : given.UPSTREAM_URL;
  const isPublic = publicKeysIn(given).length > 0;
  return {
    ...given,
    // The embedded service accepts any configured client, and has a secret of its own (reference/tokens/client-secret).
    UPSTREAM_CLIENT_ID: given.UPSTREAM_CLIENT_ID ?? 'development-client',
    UPSTREAM_VENDOR_EMAIL: given.UPSTREAM_VENDOR_EMAIL ?? 'vendor@integration.example',
    /** Undefined if the embedded service is used. */
    UPSTREAM_URL: upstreamUrl,
    /** The unit of timestamps that are numbers; null if they cannot be read. */
    epoch: given.UPSTREAM_EPOCH === 'off' ? null : given.UPSTREAM_EPOCH,
    /** The maximum number of processes, which share the limits for all of them. */
    processes: given.WORKERS * given.REPLICAS,
    /** Port of the embedded service. */
    referencePort: referencePort(given.PORT),
    /** Whether the embedded service is the POST API. */
    isEmbedded: upstreamUrl === undefined,
    /** The service behind the gateway: the host of the POST API, or `embedded`. */
    upstreamName: upstreamUrl === undefined ? EMBEDDED : new URL(upstreamUrl).host,
    /** Whether there is an index. For a real service, it has to be turned on, since it puts personal data on disk. */
    hasIndex: (given.INDEX ?? (upstreamUrl === undefined ? 'on' : 'off')) === 'on',
    /** The agents and offices whose transactions are in the index; null for all agents. */
    indexedAgents: indexedAgentsOf(listOf(given.INDEX_AGENTS)),
    /** Whether callers' tokens come from the embedded service's own issuer. */
    isDevelopmentIssuer: given.AUTH_ISSUER === undefined,
    /**
     * Whether a setting shows that others can reach the gateway, even if it listens on loopback: then nothing is served without a token.
     */
    isPublic,
    /** Whether the metrics are served on the gateway's own port. With several workers, any of them would answer there. */
    servesMetrics:
      given.METRICS_PORT === undefined &&
      given.WORKERS === 1 &&
      (given.METRICS_TOKEN !== undefined || (isLoopback(given.HOST) && !isPublic)),
    webhookNetworks: listOf(given.WEBHOOKS_NETWORKS),
    allowedHosts: listOf(given.ALLOWED_HOSTS),
    corsOrigins: listOf(given.CORS_ORIGINS),
    trustedProxies: listOf(given.TRUST_PROXY),
    /** Undefined stands for the host of the POST API. */
    fileHosts: given.UPSTREAM_FILE_HOSTS === '' ? undefined : listOf(given.UPSTREAM_FILE_HOSTS.toLowerCase()),
    /** Reads the id keys, or generates them in DATA_DIR if none are configured. */
    loadIdKeys: (): KeyRing => (given.ID_KEYS === undefined ? idKeysOf(given.DATA_DIR) : parseIdKeys(given.ID_KEYS)),
  };
}

function indexedAgentsOf(entries: readonly string[]) {
  if (entries.length === 0) return null;
  const isOffice = (entry: string) => entry.startsWith(OFFICE);
  return {
    nrdsIds: entries.filter((entry) => !isOffice(entry)),
    officeNrdsIds: entries.filter(isOffice).map((entry) => entry.slice(OFFICE.length)),
  };
}

/** Precedes the id of an office in INDEX_AGENTS. */
const OFFICE = 'office:';

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
