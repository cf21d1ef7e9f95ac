/**
 * Every setting: one row per key, with its kind, default and purpose. The configuration reads nothing else from the
 * environment.
 */
import { join } from 'node:path';
import { API_AUDIENCE } from '@realty-forms/contract/calls/endpoints.ts';
import { widestRange } from '@realty-forms/contract/calls/filter.ts';
import { logLevels } from '@realty-forms/platform/observability/log.ts';
import { parseIdKeys } from '../gateway/ids/id-keys.ts';
import { MIN_SECRET_LENGTH } from '../upstream/answers/redaction.ts';
import {
  certificatesProblem,
  isFileHost,
  isHostName,
  isNetwork,
  isOrigin,
  ledgerUrlProblem,
  secureUrlProblem,
  show,
  showUrl,
} from './addresses.ts';
import {
  checked,
  choice,
  days,
  headerName,
  headerSecret,
  listed,
  listOf,
  number,
  oneOf,
  port,
  secretUrl,
  secureUrl,
  table,
  text,
  timeZone,
  traits,
  traitsOf,
  type ValuesOf,
  whole,
} from './kinds.ts';

export const root = join(import.meta.dirname, '../..');

/** The value of UPSTREAM_URL that stands for the embedded service. */
export const EMBEDDED = 'embedded';

const networks = listed(isNetwork, 'is neither an address nor a network such as 10.0.0.0/8').default('');
const hosts = listed(
  isFileHost,
  'is not a host such as files.example.com or files.example.com:8443 (no scheme, no path, no port 443)',
).default('');

const host = text().pipe(
  checked((value) =>
    isHostName(value)
      ? null
      : `${showUrl(value)} is neither a host name nor an address such as 127.0.0.1 or ::1; the port is another setting`,
  ),
);

const RANDOM_TEXT = "crypto.randomBytes(32).toString('base64url')";
const ID_KEY = `'1:' + ${RANDOM_TEXT}`;
const madeBy = (expression: string) => `make one with: node -p "${expression}"`;
const FROM_PROVIDER = 'the provider of the POST API tells you yours';

/** An agent, or an office. */
const isIndexed = (entry: string): boolean => /^(office:)?[^\s:,]{1,64}$/.test(entry);

/** What a subgraph can have besides what it always has. */
const federationParts = ['trans-id', 'node', 'auth'] as const;
const federation = checked((value) => {
  const parts: readonly string[] = federationParts;
  const isList = listOf(value).length > 0 && listOf(value).every((each) => parts.includes(each));
  return value === 'on' || value === 'off' || isList
    ? null
    : `${show(value)} is neither on nor off, nor a list of ${parts.join(', ')}`;
});

export const settings = table({
  HOST: host.default('127.0.0.1').describe('Address the gateway listens on'),
  PORT: port(4000).describe(
    'Port of the gateway; the embedded service has the next one, on 127.0.0.1; 0 picks free ones',
  ),
  WORKERS: whole(1, 64, 1).describe(
    'Number of processes that serve the port, for example one per spare core; limits on concurrent connections and requests apply to each',
  ),
  REPLICAS: whole(1, 1_000, 1).describe(
    'Most replicas that run at once, each with WORKERS processes; totals are divided by both; see docs/replicas.md',
  ),
  PUBLIC_URL: secureUrl('user', 'query', 'fragment')
    .optional()
    .describe(
      "Public base URL of the gateway, including a path that a proxy removes, used in file links; unset: links are relative to the gateway's root",
    )
    .meta(traits({ example: 'https://graph.example.com' })),
  ALLOWED_HOSTS: listed(isHostName, 'is not a host name such as graph.example.com (no scheme, no port, no path)')
    .default('')
    .describe('Additional names allowed in the Host header, comma-separated')
    .meta(traits({ example: 'graph.example.com,graph.internal' })),
  CORS_ORIGINS: listed(isOrigin, 'is not an origin such as https://app.example.com')
    .default('')
    .describe('Origins whose pages may read responses, comma-separated; unset: none')
    .meta(traits({ example: 'https://app.example.com,https://admin.example.com' })),
  TRUST_PROXY: networks
    .describe(
      'Addresses and networks of proxies that are trusted to report client addresses, comma-separated; unset: none',
    )
    .meta(traits({ example: '10.0.0.0/8,192.0.2.7' })),
  DATA_DIR: text()
    .default(join(root, 'data'))
    .describe(
      'Folder of the write ledger, the embedded database, its signing key, generated id keys and client secret',
    ),
  LEDGER_URL: checked(ledgerUrlProblem)
    .optional()
    .describe(
      'PostgreSQL database of the write ledger, for several replicas; with several hosts, the one that accepts writes is used; its tables are in the schema write_ledger unless the URL names another; unset: a file in DATA_DIR',
    )
    .meta(
      traits({
        example:
          'postgresql://user:password@db1.example.com:5432,db2.example.com:5432/gateway?sslmode=verify-full&schema=write_ledger',
        secret: true,
      }),
    ),
  RATE_LIMIT: whole(1, 10_000_000, 6_000).describe(
    'Requests per minute and caller, of all processes together; each admits its part',
  ),
  MAX_REQUESTS_PER_CALLER: whole(1, 100_000, 100).describe(
    'Maximum number of concurrent requests of one caller, in addition to a fifth as many streams of changes',
  ),
  MAX_REQUESTS_IN_FLIGHT: whole(1, 100_000, 1_000).describe(
    'Maximum number of concurrent requests; lowered while the event loop is late',
  ),
  MAX_CONNECTIONS: whole(1, 1_000_000, 5_000).describe(
    'Maximum number of open connections, of which two fifths may be streams of changes; near it, the idlest ones are closed',
  ),
  UPLOAD_MAX_BYTES: whole(1, 10_000_000_000, 26_214_400).describe('Maximum size of an uploaded file in bytes'),
  SHED_QUEUE_DELAY_MS: whole(1, 60_000, 25).describe(
    'Event-loop delay in milliseconds that, if it persists, lowers the number of concurrent requests',
  ),
  DRAIN_DELAY_MS: whole(0, 600_000, 0).describe(
    'Milliseconds after SIGTERM during which new connections are still accepted while /readyz is 503',
  ),
  DRAIN_GRACE_MS: whole(100, 3_600_000, 20_000).describe(
    'Milliseconds that running requests then have to finish; should exceed UPSTREAM_DEADLINE_MS',
  ),
  LOG_LEVEL: oneOf(logLevels, 'info').describe('Lowest level that is logged'),
  METRICS_PORT: number(0, 65_535)
    .optional()
    .describe(
      'Separate port for metrics and probes; with WORKERS, the first of one port per worker; unset: metrics are on PORT, without workers and if METRICS_TOKEN is set, or HOST is loopback and no setting implies a public address',
    )
    .meta(traits({ example: '9400' })),
  METRICS_HOST: host.default('127.0.0.1').describe('Address that METRICS_PORT listens on'),
  METRICS_TOKEN: checked((value) =>
    /^[\w.~+/=-]{16,}$/.test(value) ? null : 'the value is not a bearer token of at least 16 characters',
  )
    .optional()
    .describe('Bearer token that is required to read metrics, at least 16 characters; unset: none')
    .meta(traits({ secret: true, source: madeBy(RANDOM_TEXT) })),
  OTEL_EXPORTER_OTLP_ENDPOINT: secretUrl('query', 'fragment')
    .optional()
    .describe('Base URL of the trace collector (OTLP over HTTP); unset: no tracing')
    .meta(traits({ example: 'http://127.0.0.1:4318', secret: true })),
  GRAPHIQL: oneOf(['on', 'off'], 'on').describe('Whether GraphiQL is served'),
  INTROSPECTION: oneOf(['on', 'off'], 'on').describe(
    'Whether clients may read the schema; off also removes "Did you mean" from errors, and leaves GraphiQL without completion',
  ),
  PERSISTED_DOCUMENTS: text()
    .optional()
    .describe(
      "File with persisted documents, from Apollo's tool or Relay's compiler; only these operations are then accepted; unset: any",
    )
    .meta(traits({ file: true })),
  QUERY_MAX_CALLS: whole(1, 1_000_000, 200).describe('Maximum estimated number of POST API calls per query'),
  QUERY_MAX_RESPONSE_BYTES: whole(100_000, 100_000_000, 4_000_000).describe(
    'Maximum size of a response in bytes, estimated before a query runs and checked when its response is written',
  ),
  FEDERATION: federation
    .default('off')
    .describe(
      'Whether the graph can be part of a supergraph, behind a router: on, off, or some of trans-id,node,auth, which turn it on with extras; see docs/subgraph.md',
    ),
  FEDERATION_TOKEN: headerSecret(16)
    .optional()
    .describe(
      'Secret that routers send in x-federation-token, 16 characters or more, so that no other caller can use their fields; unset: none',
    )
    .meta(traits({ secret: true, source: madeBy(RANDOM_TEXT) })),
  INDEX: choice(['on', 'off'])
    .optional()
    .describe(
      'Whether the gateway keeps an index of all transactions, for searches; unset: on with the embedded service, otherwise off, since the index stores personal data on disk; see docs/search-index.md',
    ),
  INDEX_AGENTS: listed(isIndexed, 'is not an NRDS id, nor office: and the NRDS id of an office')
    .default('')
    .describe(
      'Whose transactions are in the index: NRDS ids of agents, and offices as office:ID, comma-separated; unset: all',
    )
    .meta(traits({ example: '999000001,office:999100001' })),
  INDEX_CALLS_PER_MINUTE: number(6, 1_000_000)
    .optional()
    .describe(
      'Calls per minute that fill the index, of all processes together; requests come first; unset: 120, or 6000 with the embedded service',
    ),
  INDEX_CLOSED_DAYS: number(1, 100_000)
    .optional()
    .describe(
      'Days without a change after which finished transactions (closed, expired, leased, rejected, terminated, withdrawn) leave the index; unset: they stay',
    ),
  LIVE: oneOf(['on', 'off'], 'on').describe('Whether clients may listen for changes'),
  LIVE_POLL_SECONDS: whole(1, 300, 10).describe(
    'Interval at which the gateway asks the POST API for changes of an agent that has listeners; after every sixth, it counts the transactions to notice deletions',
  ),
  LIVE_OVERLAP_SECONDS: whole(30, 3_600, 120).describe(
    'How late a change may become visible in the POST API and still be found',
  ),
  LIVE_POLLS_PER_MINUTE: whole(1, 1_000_000, 600).describe(
    'Calls per minute that ask for changes; with too many agents for it, the intervals become longer',
  ),
  WEBHOOKS_FILE: text()
    .optional()
    .describe('JSON file with the URLs to notify of changes, and of which agents; see docs/webhooks.md; unset: none')
    .meta(traits({ secret: true, file: true })),
  WEBHOOKS_HOSTS: hosts
    .describe('Hosts that webhooks may be sent to, comma-separated; unset: those in the file')
    .meta(traits({ example: 'crm.example.com' })),
  WEBHOOKS_NETWORKS: networks
    .describe('Networks that are not public and that webhooks may reach, comma-separated; unset: none')
    .meta(traits({ example: '10.1.0.0/16,127.0.0.1' })),
  UPSTREAM_URL: checked((value) => {
    const problem = value === EMBEDDED ? null : secureUrlProblem(value, ['user', 'query', 'fragment']);
    return problem === null || URL.canParse(value) ? problem : `${problem}, nor the word ${EMBEDDED}`;
  })
    .optional()
    .describe(
      'Base URL of the POST API, or embedded for the embedded service; unset: the embedded service, on loopback only',
    )
    .meta(traits({ example: 'https://api.example.com' })),
  UPSTREAM_CLIENT_ID: text()
    .optional()
    .describe('OAuth client id for the POST API; unset: development-client, with the embedded service')
    .meta(traits({ source: FROM_PROVIDER })),
  UPSTREAM_CLIENT_SECRET: text(MIN_SECRET_LENGTH)
    .optional()
    .describe('OAuth client secret for the POST API; unset: generated once in DATA_DIR, with the embedded service')
    .meta(traits({ secret: true, source: FROM_PROVIDER })),
  UPSTREAM_VENDOR_EMAIL: text()
    .optional()
    .describe(
      'Vendor e-mail address, sent as userId with every request; unset: vendor@integration.example, with the embedded service',
    )
    .meta(traits({ source: FROM_PROVIDER })),
  UPSTREAM_TOKEN_BODY: oneOf(['json', 'form', 'basic'], 'json').describe(
    'Format of the token request; basic is a form with the credentials in the Authorization header',
  ),
  UPSTREAM_TOKEN_HEADER: headerName.default('authorization').describe('Header that carries the token to the POST API'),
  UPSTREAM_TIME_ZONE: timeZone
    .default('America/New_York')
    .describe(
      'Time zone of upstream timestamps without an offset, an IANA name or an offset; while it is unset, the log says once that there are such timestamps',
    ),
  UPSTREAM_EPOCH: oneOf(['off', 'seconds', 'milliseconds'], 'off').describe(
    'Whether numbers are read as times: seconds or milliseconds since 1970',
  ),
  UPSTREAM_FILTER_BRACKETS: oneOf(['on', 'off'], 'on').describe('Whether filter values are enclosed in angle brackets'),
  UPSTREAM_FILTER_SEPARATOR: oneOf([', ', ',', ';', '&'], ', ').describe('Separator between the keys of a filter'),
  UPSTREAM_INCREMENTAL_FILTER: oneOf(['word', 'bracketed'], 'word').describe(
    'Filter that asks for new active users: incremental, or filter=<incremental>',
  ),
  UPSTREAM_BLANKS: oneOf(['send', 'omit'], 'send').describe(
    'Whether optional parameters without a value are sent as blank text or left out',
  ),
  UPSTREAM_PASSCODE_RETURN: oneOf(['boolean', 'text'], 'boolean').describe(
    'How passcodeReturn is sent: true, or the text "true"',
  ),
  UPSTREAM_FILTER_RANGE: oneOf(['spaced', 'tight'], 'spaced').describe(
    'Whether the hyphen of a range has spaces around it: a - b, or a-b',
  ),
  UPSTREAM_FILTER_OPEN_ENDS: days
    .default(`${widestRange.from},${widestRange.to}`)
    .describe('First and last day, sent for the open ends of a range'),
  UPSTREAM_FILTER_TIMESTAMPS: oneOf(
    ['iso', 'compact', 'local', 'sql', 'us', 'us-12', 'seconds', 'milliseconds'],
    'iso',
  ).describe(
    'Form of times in filters: 2024-07-04T15:30:00Z (iso), 2024-07-04T15:30:00+0000 (compact), seconds or milliseconds since 1970, or in UPSTREAM_TIME_ZONE 2024-07-04T09:30:00 (local), 2024-07-04 09:30:00 (sql), 07/04/2024 09:30:00 (us), 07/04/2024 09:30:00 AM (us-12)',
  ),
  UPSTREAM_FILTER_DATES: oneOf(['iso', 'us', 'time'], 'iso').describe(
    "Form of dates in filters: 2024-07-04 (iso), 07/04/2024 (us), or the day's first moment in UPSTREAM_TIME_ZONE (time)",
  ),
  UPSTREAM_CONTRADICTIONS: oneOf(['show', 'refuse'], 'show').describe(
    "Transactions between two other agents in an agent's list: show and count them, or refuse the response (UPSTREAM_INVALID)",
  ),
  UPSTREAM_CONNECTIONS_TOTAL: number(2, 100_000)
    .optional()
    .describe(
      'Maximum number of concurrent calls to the POST API, of any kind, of all processes together; unset: 32 reads, 8 writes, 16 uploads, 4 polls for changes and 2 for the index in each process',
    ),
  UPSTREAM_CALLS_PER_MINUTE: number(10, 10_000_000)
    .optional()
    .describe('Maximum number of calls to the POST API per minute, of all processes together; unset: none'),
  UPSTREAM_DEADLINE_MS: whole(100, 600_000, 10_000).describe(
    'Deadline of a POST API call in milliseconds, retries included',
  ),
  UPSTREAM_MAX_RESPONSE_BYTES: whole(1024, 1_000_000_000, 4_194_304).describe(
    'Maximum size of a response from the POST API in bytes',
  ),
  UPSTREAM_UPLOAD_ENCODING: oneOf(['multipart', 'base64'], 'multipart').describe(
    'How files are sent: multipart/form-data, or base64 in JSON',
  ),
  UPSTREAM_FILE_HOSTS: hosts
    .describe("Hosts that files may be read from, comma-separated; unset: the POST API's host")
    .meta(traits({ example: 'files.example.com,cdn.example.com:8443' })),
  UPSTREAM_CA_FILE: checked(certificatesProblem)
    .optional()
    .describe('PEM file of a private certificate authority')
    .meta(traits({ file: true })),
  OUTBOUND_PROXY: secretUrl('query', 'fragment')
    .optional()
    .describe('HTTP proxy for calls to the POST API and the key set')
    .meta(traits({ example: 'http://proxy.example.com:3128', secret: true })),
  DIRECTORY_REFRESH_SECONDS: whole(1, 3_000, 300).describe(
    'Interval at which the gateway asks the POST API for new users; after twelve of them, or two hours, it reloads all active users, to notice those who have left',
  ),
  AUTH_ISSUER: text()
    .optional()
    .describe(
      "Issuer of callers' tokens; this and the next two are required with UPSTREAM_URL, or if HOST is not loopback; unset: the embedded service's development issuer",
    )
    .meta(
      traits({
        example: 'https://login.example.com/',
        source: 'it is `issuer` in the /.well-known/openid-configuration of your identity provider',
      }),
    ),
  AUTH_AUDIENCE: text()
    .pipe(
      checked((value) =>
        value === API_AUDIENCE
          ? `${show(value)} is the audience of the POST API's own tokens; callers' tokens need a different one`
          : null,
      ),
    )
    .optional()
    .describe("Audience required in callers' tokens")
    .meta(
      traits({
        example: 'realty-forms-graphql',
        source: 'it is the `aud` that your identity provider puts into tokens for this gateway',
      }),
    ),
  AUTH_JWKS_URL: secureUrl('user', 'fragment')
    .optional()
    .describe("URL of the key set that verifies callers' tokens")
    .meta(
      traits({
        example: 'https://login.example.com/.well-known/jwks.json',
        source: 'it is `jwks_uri` in the /.well-known/openid-configuration of your identity provider',
      }),
    ),
  ID_KEYS: checked((value) => {
    try {
      parseIdKeys(value);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  })
    .optional()
    .describe(
      `Keys of ids, cursors and links: id:secret pairs, comma-separated; the first one signs, all verify; an id is a number from 0 to 255, a secret base64url of at least 32 bytes; node -p "${ID_KEY}" makes a pair; unset: generated once in DATA_DIR, with the embedded service`,
    )
    .meta(traits({ secret: true, source: madeBy(ID_KEY) })),
  CALENDAR_EPOCH: whole(0, 1_000_000_000, 0).describe(
    'Number that calendar links contain: raise it to end all links made before',
  ),
});

export type Settings = ValuesOf<typeof settings>;
export type Key = keyof Settings;

export const keys = Object.keys(settings.shape) as Key[];

/** The headings of docs/settings.md and .env.example, by the first key below each. */
export const headings: Partial<Record<Key, string>> = {
  HOST: 'Addresses, processes, storage',
  RATE_LIMIT: 'Limits of requests and connections',
  LOG_LEVEL: 'Logs, metrics, traces',
  GRAPHIQL: 'The graph',
  INDEX: 'The search index',
  LIVE: 'Live updates and webhooks',
  UPSTREAM_URL: 'The POST API',
  AUTH_ISSUER: 'Callers and ids',
};

/** Ends the faults of a setting. */
export function sourceOf(key: string): string {
  const { source } = Object.hasOwn(settings.shape, key) ? traitsOf(settings.shape[key as Key]) : {};
  return source === undefined ? '' : `; ${source}`;
}

/** The key that names the file with a setting's value; null if it cannot be given as a file. */
export function fileKeyOf(key: Key): string | null {
  const { file, secret } = traitsOf(settings.shape[key]);
  if (file === true) return key;
  return secret === true ? `${key}_FILE` : null;
}
