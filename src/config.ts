/**
 * The configuration: the only reader of the environment (and of a `.env` file beside package.json). One row a key, all
 * faults reported at once, each with what is allowed. Without UPSTREAM_URL the embedded service stands behind the gateway,
 * and what a developer needs has a default.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { inspect } from 'node:util';
import { z } from 'zod';
import { loadOrCreateIdKeys, parseIdKeys } from './gateway/id-keys.ts';
import type { KeyRing } from './gateway/seal.ts';
import { Fault } from './platform/fault.ts';
import { logLevels } from './platform/log.ts';
import { API_AUDIENCE } from './reference/token.ts';

const root = join(import.meta.dirname, '..');

const port = (fallback: number) => whole(0, 65_535, fallback);
const text = () => z.string();
const oneOf = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.enum(values, { error: ({ input }) => `${show(input)} is none of ${values.join(', ')}` }).default(() => fallback);
const whole = (min: number, max: number, fallback: number) => number(min, max).default(fallback);
const number = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: ({ input }) => `${show(input)} is not a whole number from ${min} to ${max}`,
    })
    .transform(Number);
const url = () =>
  z
    .string()
    .refine(isSecureUrl, { error: ({ input }) => `${showUrl(input)} is not an https address (http only to loopback)` });
const checked = (problem: (value: string) => string | null) =>
  z.string().superRefine((value, context) => {
    const message = problem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
const listed = (isOne: (entry: string) => boolean, problem: string) =>
  checked((value) => {
    const wrong = listOf(value).filter((entry) => !isOne(entry));
    return wrong.length === 0 ? null : `${wrong.map(show).join(', ')} ${problem}`;
  });

/** Every key of the environment that is read, with what it is for. */
export const settings = z.object({
  HOST: text().default('127.0.0.1').describe('Address that the gateway listens on'),
  PORT: port(4000).describe('Port of the gateway; 0 takes any free one'),
  WORKERS: whole(1, 64, 1).describe(
    'Processes that serve the port; what is bounded at once (connections, requests, calls) is so in each',
  ),
  REFERENCE_PORT: port(4001).describe('Port of the embedded service, on 127.0.0.1'),
  DATA_DIR: text()
    .default(join(root, 'data'))
    .describe('Folder of the write ledger, of the embedded database, of its signing key and of generated id keys'),
  DATABASE_URL: checked(databaseUrlProblem)
    .optional()
    .describe('PostgreSQL database of the embedded service; unset: a file in DATA_DIR'),
  REDIS_URL: checked(redisUrlProblem)
    .optional()
    .describe('Redis server that keeps the write ledger, for several replicas; unset: a file in DATA_DIR'),
  ALLOWED_HOSTS: text().default('').describe('More names, joined by commas, that a Host header may carry'),
  CORS_ORIGINS: listed(isOrigin, 'is no origin, such as https://app.example.com')
    .default('')
    .describe('Origins, joined by commas, of foreign pages that may read answers; unset: none'),
  TRUST_PROXY: listed(isNetwork, 'is neither an address nor a network, such as 10.0.0.0/8')
    .default('')
    .describe(
      'Addresses and networks, joined by commas, of proxies believed about the address of a caller; unset: none',
    ),
  RATE_LIMIT: whole(1, 10_000_000, 6_000).describe('Requests that a caller may send in a minute'),
  REQUEST_TIMEOUT_MS: whole(1_000, 600_000, 12_000).describe(
    'Milliseconds within which a request must have arrived in full, but for an uploaded file',
  ),
  MAX_REQUESTS_IN_FLIGHT: whole(1, 100_000, 1_000).describe(
    'Most requests that are under way at once; fewer while the event loop stays late',
  ),
  MAX_CONNECTIONS: whole(1, 1_000_000, 5_000).describe('Most connections that are open at once'),
  SHED_QUEUE_DELAY_MS: whole(1, 60_000, 25).describe(
    'Milliseconds that the event loop may stay late for before fewer requests are let in at once',
  ),
  SHED_LOOP_DELAY_MS: whole(1, 600_000, 1_000).describe(
    'Milliseconds that the event loop may be late on average before requests are turned away',
  ),
  SHED_LOOP_PERCENT: whole(1, 100, 100).describe(
    'Percent of a second that the event loop may be at work before requests are turned away; 100 is never too much',
  ),
  DRAIN_DELAY_MS: whole(0, 600_000, 0).describe(
    'Milliseconds that new connections are still taken for after SIGTERM, while /readyz is 503',
  ),
  DRAIN_GRACE_MS: whole(100, 3_600_000, 20_000).describe(
    'Milliseconds that running requests then have to finish; longer than a call of the POST API may take',
  ),
  LOG_LEVEL: oneOf(logLevels, 'info').describe('Least severe level that is logged'),
  METRICS_PORT: number(0, 65_535)
    .optional()
    .describe(
      "Port of its own for the metrics; unset: the gateway's port, with METRICS_TOKEN or where HOST is loopback",
    ),
  METRICS_HOST: text().default('127.0.0.1').describe('Address that METRICS_PORT is listened on'),
  METRICS_TOKEN: checked((value) =>
    /^[\w.~+/=-]{16,}$/.test(value) ? null : 'the value is no bearer token of 16 characters or more',
  )
    .optional()
    .describe('Bearer token that the metrics are read with; unset: none is asked for'),
  OTEL_EXPORTER_OTLP_ENDPOINT: checked((value) =>
    isHttpUrl(value) ? null : `${showUrl(value)} is not an http or https address`,
  )
    .optional()
    .describe('Base address of the collector that traces are sent to (OTLP over HTTP); unset: nothing is traced'),
  OTEL_SERVICE_NAME: text().default('realty-forms-graphql').describe('Name of the gateway in traces'),
  GRAPHIQL: oneOf(['on', 'off'], 'on').describe('Whether GraphiQL is served'),
  INTROSPECTION: oneOf(['on', 'off'], 'on').describe('Whether clients may read the schema'),
  PERSISTED_DOCUMENTS: checked(unreadableFile)
    .optional()
    .describe('Manifest of persisted documents, the only operations that are then carried out; unset: any are'),
  PUBLIC_URL: url()
    .optional()
    .describe('Address that the gateway is reached by from outside; unset: links to files begin at its root'),
  FILE_LINK_SECONDS: whole(1, 86_400, 300).describe('How long a link to a file can be followed'),
  UPLOAD_MAX_BYTES: whole(1, 10_000_000_000, 26_214_400).describe('Most bytes that an uploaded file may have'),
  UPLOAD_DEADLINE_MS: whole(1_000, 86_400_000, 600_000).describe(
    'Milliseconds that an uploaded file may take to arrive',
  ),
  QUERY_MAX_CALLS: whole(1, 1_000_000, 200).describe(
    'Most calls of the POST API that a query may be estimated to need',
  ),
  QUERY_PARALLEL_CALLS: whole(1, 1_000, 16).describe('Most calls of the POST API that one query has under way at once'),
  DIRECTORY_REFRESH_SECONDS: whole(1, 3_000, 300).describe('How often the POST API is asked for users who are new'),
  DIRECTORY_RELOAD_SECONDS: whole(1, 7_200, 3_600).describe(
    'How often it is asked for all active users, which shows who has left',
  ),
  UPSTREAM_URL: url().optional().describe('Base address of the POST API; unset: the embedded service'),
  UPSTREAM_CLIENT_ID: text().optional().describe('OAuth client id at the POST API'),
  UPSTREAM_CLIENT_SECRET: text().optional().describe('OAuth client secret at the POST API'),
  UPSTREAM_VENDOR_EMAIL: text().optional().describe('Vendor e-mail identity, sent as userId'),
  UPSTREAM_TOKEN_BODY: oneOf(['json', 'form'], 'json').describe('How the token is asked for'),
  UPSTREAM_TOKEN_HEADER: checked((value) => (isHeaderName(value) ? null : `${show(value)} is no name of a header`))
    .default('authorization')
    .describe('Header that carries the token to the POST API'),
  UPSTREAM_TIME_ZONE: checked((value) => (isTimeZone(value) ? null : `${show(value)} is no IANA time zone`))
    .default('UTC')
    .describe("Zone of upstream's timestamps that carry no offset"),
  UPSTREAM_FILTER_BRACKETS: oneOf(['on', 'off'], 'on').describe('Whether filter values stand in angle brackets'),
  UPSTREAM_FILTER_SEPARATOR: oneOf([',', ';', '&'], ',').describe('What separates the keys of a filter'),
  UPSTREAM_FILTER_RANGE: oneOf(['spaced', 'tight'], 'spaced').describe(
    'Whether the hyphen of a range has spaces around it',
  ),
  UPSTREAM_CONNECTIONS: whole(1, 1000, 32).describe(
    'Most connections to the POST API at once for reads; writes have a quarter, uploads half as many besides',
  ),
  UPSTREAM_DEADLINE_MS: whole(100, 600_000, 10_000).describe('Milliseconds that a call may take in all'),
  UPSTREAM_MAX_RESPONSE_BYTES: whole(1024, 1_000_000_000, 33_554_432).describe('Most bytes of an answer that are read'),
  UPSTREAM_UPLOAD_ENCODING: oneOf(['multipart', 'base64'], 'multipart').describe(
    'How a file is sent: as multipart/form-data, or as base64 in JSON',
  ),
  UPSTREAM_FILE_HOSTS: text()
    .default('')
    .describe("Hosts, joined by commas, that files are read from; unset: the POST API's own"),
  UPSTREAM_CA_FILE: checked(unreadableFile).optional().describe('PEM file of a private certificate authority'),
  OUTBOUND_PROXY: checked((value) => (isHttpUrl(value) ? null : `${showUrl(value)} is not an http or https address`))
    .optional()
    .describe('HTTP proxy for calls to the POST API and the key set'),
  AUTH_ISSUER: text().optional().describe("Issuer of callers' tokens"),
  AUTH_AUDIENCE: checked((value) =>
    value === API_AUDIENCE ? `${show(value)} is the audience of the POST API's own tokens; callers need another` : null,
  )
    .optional()
    .describe("Audience that callers' tokens must name"),
  AUTH_JWKS_URL: url().optional().describe("Address of the key set that callers' tokens are verified with"),
  ID_KEYS: checked((value) => {
    try {
      parseIdKeys(value);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  })
    .optional()
    .describe('Keys that ids are sealed with: id:secret pairs joined by commas, the first one seals'),
});

type Settings = z.infer<typeof settings>;

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

/** The configuration of this process: what is given, above its environment, above `.env`. */
export function loadConfig(given: NodeJS.ProcessEnv = {}): ConfigResult {
  try {
    loadEnvFile(join(root, '.env'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return { faults: [`.env: the file cannot be read (${code})`] };
  }
  return readConfig({ ...process.env, ...given });
}

/** The configuration, or every fault that it has. An empty value is one that is not set. */
export function readConfig(environment: NodeJS.ProcessEnv): ConfigResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...combinationFaults(given),
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

function listOf(text: string): string[] {
  return text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]));
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

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** An address can hold a password, and so can what somebody took for one. */
function showUrl(value: unknown): string {
  return show(String(value).replace(/^(.*\/\/)?.*@/, '$1…@'));
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** A token of RFC 9110, and none of the headers that every call has for something else. */
function isHeaderName(value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) && !/^(content-.*|accept|host|connection|transfer-encoding)$/i.test(value);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function isSecureUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** As a browser writes it in `Origin`: anything else would never match. `*` and `null` are nobody in particular. */
function isOrigin(entry: string): boolean {
  return isHttpUrl(entry) && new URL(entry).origin === entry;
}

/** An address, with or without a prefix; one of no bits would believe everybody. */
function isNetwork(entry: string): boolean {
  const [, address = '', prefix = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** The value is never shown: it may hold a password. */
function databaseUrlProblem(value: string): string | null {
  const isOne = URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
  return isOne ? null : 'the value is no address of the form postgresql://user:password@host:port/name';
}

/** Nor is this one. */
function redisUrlProblem(value: string): string | null {
  const isOne = URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol);
  return isOne ? null : 'the value is no address of the form redis://user:password@host:port/database';
}

function unreadableFile(path: string): string | null {
  try {
    readFileSync(path);
    return null;
  } catch (error) {
    return `the file cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}
