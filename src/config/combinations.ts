/**
 * Settings that require or exclude each other. Above all, the embedded demo service must not be mistaken for the real one: any setting that
 * is meant for a real service, or that opens the gateway to other machines, requires UPSTREAM_URL, which may be `embedded`.
 */
import { isLoopback } from '@realty-forms/platform/web/host.ts';
import { listOf } from './kinds.ts';
import { EMBEDDED } from './settings/service.ts';
import { type Settings, settings, sourceOf } from './settings.ts';
import { isMeantFor, replacedKeys, unknownInEnvironment } from './unknown-keys.ts';

/** The settings that are set, as text. They may be invalid, which is reported elsewhere. */
type Given = Partial<Record<string, string>>;

const clientKeys = ['UPSTREAM_CLIENT_ID', 'UPSTREAM_CLIENT_SECRET', 'UPSTREAM_VENDOR_EMAIL'] as const;
const authKeys = ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'] as const;
const publicKeys = ['PUBLIC_URL', 'ALLOWED_HOSTS', 'TRUST_PROXY'] as const;
const UPSTREAM_PREFIX = 'UPSTREAM_';

/** Settings for any service, the embedded one included; all other UPSTREAM_* settings are meant for a real one. */
const neutralKeys: ReadonlySet<string> = new Set([
  'UPSTREAM_URL',
  'UPSTREAM_TOKEN_BODY',
  'UPSTREAM_TIME_ZONE',
  // Has no effect any more.
  'UPSTREAM_FILTER_OPEN_ENDS',
  'UPSTREAM_CONTRADICTIONS',
  'UPSTREAM_CONNECTIONS_TOTAL',
  'UPSTREAM_CALLS_PER_MINUTE',
  'UPSTREAM_DEADLINE_MS',
  'UPSTREAM_MAX_RESPONSE_BYTES',
  'UPSTREAM_UPLOAD_ENCODING',
]);

/** Settings for which the embedded service supports only the defaults. */
const externalKeys = [
  'UPSTREAM_TOKEN_HEADER',
  'UPSTREAM_FILTER_BRACKETS',
  'UPSTREAM_FILTER_SEPARATOR',
  'UPSTREAM_FILTER_RANGE',
  'UPSTREAM_FILTER_TIMESTAMPS',
  'UPSTREAM_FILTER_DATES',
  'UPSTREAM_EPOCH',
] as const;

/** With fewer connections, or calls per minute, a write would have to wait for a read. */
const LEAST_PART = 2;

/** The settings that show that others can reach the gateway, for example through a proxy, even if it listens on loopback. */
export function publicKeysIn(given: Partial<Pick<Settings, (typeof publicKeys)[number]>>): readonly string[] {
  return publicKeys.filter((key) => listOf(given[key] ?? '').length > 0);
}

export function combinationFaults(given: Given): string[] {
  return [
    ...serviceFaults(given),
    ...metricsFaults(given),
    ...(given.WEBHOOKS_FILE !== undefined && given.LIVE === 'off' ? ['WEBHOOKS_FILE: requires LIVE=on'] : []),
    ...federationFaults(given),
    ...partFaults(given),
    ...replacedFaults(given),
  ];
}

function serviceFaults(given: Given): string[] {
  if (given.UPSTREAM_URL === undefined) return [...mistakenFaults(given), ...issuerFaults(given)];
  if (given.UPSTREAM_URL === EMBEDDED) return [...unsupportedFaults(given), ...issuerFaults(given)];
  return missing(given, [...clientKeys, ...authKeys, 'ID_KEYS'], 'with UPSTREAM_URL');
}

/** Why the embedded service, which is the default, cannot be intended. */
function mistakenFaults(given: Given): string[] {
  const host = hostOf(given);
  const reasons = [
    ...(isLoopback(host) ? [] : [`HOST=${host}`]),
    ...publicKeysIn(given),
    ...Object.keys(settings.shape).filter(
      (key) => key.startsWith(UPSTREAM_PREFIX) && given[key] !== undefined && !neutralKeys.has(key),
    ),
    ...unknownInEnvironment(given)
      .filter((unknown) => isMeantFor(UPSTREAM_PREFIX, unknown) && !neutralKeys.has(unknown.key))
      .map(({ key }) => `${key}, which is not a known setting`),
  ];
  if (reasons.length === 0) return [];
  const choice = `the base URL of the POST API, or the word ${EMBEDDED} for the demo service in this process`;
  return [`UPSTREAM_URL: required with ${reasons.join(', ')}: ${choice}`];
}

function unsupportedFaults(given: Given): string[] {
  return externalKeys
    .filter((key) => given[key] !== undefined && given[key] !== settings.shape[key].parse(undefined))
    .map((key) => `${key}: requires the URL of a POST API, because the embedded service supports only the default`);
}

/** The development issuer's tokens are for this machine only. */
function issuerFaults(given: Given): string[] {
  if (authKeys.some((key) => given[key] !== undefined)) {
    return missing(given, authKeys, `if any of ${authKeys.join(', ')} is set`);
  }
  const host = hostOf(given);
  return isLoopback(host)
    ? []
    : missing(given, authKeys, `to listen on ${host}: development tokens are for loopback only`);
}

/** The default replaces an invalid host, which has already been reported. */
function hostOf(given: Given): string {
  const { HOST } = settings.shape;
  return HOST.safeParse(given.HOST).data ?? HOST.parse(undefined);
}

function missing(given: Given, keys: readonly string[], why: string): string[] {
  return keys.filter((key) => given[key] === undefined).map((key) => `${key}: required ${why}${sourceOf(key)}`);
}

/** Limits that several processes share must be enough for each of them. For a single process, their own bounds ensure that. */
function partFaults(given: Given): string[] {
  const { WORKERS, REPLICAS } = settings.shape;
  const processes = (WORKERS.safeParse(given.WORKERS).data ?? 1) * (REPLICAS.safeParse(given.REPLICAS).data ?? 1);
  if (processes === 1) return [];
  return (['UPSTREAM_CONNECTIONS_TOTAL', 'UPSTREAM_CALLS_PER_MINUTE'] as const)
    .filter((key) => Number(given[key]) < LEAST_PART * processes)
    .map(
      (key) =>
        `${key}: with ${processes} processes (WORKERS times REPLICAS), at least ${LEAST_PART * processes}: each needs ${LEAST_PART}`,
    );
}

function replacedFaults(given: Given): string[] {
  return Object.keys(given).flatMap((key) =>
    replacedKeys.filter(([replaced]) => replaced.test(key)).map(([, advice]) => `${key}: ${advice}`),
  );
}

/** A router writes its own documents, so no manifest has them. */
function federationFaults({ FEDERATION, FEDERATION_TOKEN, PERSISTED_DOCUMENTS }: Given): string[] {
  if (FEDERATION === undefined || FEDERATION === 'off') return [];
  if (PERSISTED_DOCUMENTS === undefined || FEDERATION_TOKEN !== undefined) return [];
  return [
    `PERSISTED_DOCUMENTS: with FEDERATION=${FEDERATION}, keep the manifest at the router, or set FEDERATION_TOKEN, with which a router is exempt from it`,
  ];
}

const MAX_PORT = 65_535;

/** The embedded service uses the port after the gateway's; 0 stands for any free one. */
export function referencePort(gatewayPort: number): number {
  return gatewayPort === 0 || gatewayPort === MAX_PORT ? 0 : gatewayPort + 1;
}

/** With several workers, each has a port of its own for its metrics. */
function metricsFaults(given: Given): string[] {
  const { METRICS_HOST, METRICS_PORT, PORT, WORKERS } = settings.shape;
  const metricsPort = METRICS_PORT.safeParse(given.METRICS_PORT).data ?? 0;
  const workers = WORKERS.safeParse(given.WORKERS).data ?? 1;
  const port = PORT.safeParse(given.PORT).data ?? 0;
  const isTaken = metricsPort !== 0 && metricsPort <= port && port < metricsPort + workers;
  const hosts = [hostOf(given), METRICS_HOST.safeParse(given.METRICS_HOST).data];
  // Another address has ports of its own, unless one of the two stands for all.
  if (isTaken && (hosts[0] === hosts[1] || hosts.includes('0.0.0.0') || hosts.includes('::')))
    return ['METRICS_PORT: must differ from PORT'];
  if (workers > 1 && metricsPort + workers - 1 > MAX_PORT)
    return [`METRICS_PORT: with ${workers} workers, each of which has one, at most ${MAX_PORT + 1 - workers}`];
  if (workers > 1 && given.METRICS_TOKEN !== undefined && given.METRICS_PORT === undefined)
    return ['METRICS_TOKEN: with WORKERS, set METRICS_PORT too: each worker serves its metrics on a port of its own'];
  return [];
}
