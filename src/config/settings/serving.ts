/** Where the gateway listens, what it stores, how much it admits, and what it reports about itself. */
import { join } from 'node:path';
import { logLevels } from '@realty-forms/platform/observability/log.ts';
import { isHostName, isOrigin, ledgerUrlProblem, showUrl } from '../addresses.ts';
import {
  checked,
  howToMake,
  listed,
  networks,
  number,
  oneOf,
  port,
  RANDOM_TEXT,
  secretUrl,
  secureUrl,
  text,
  traits,
  whole,
} from '../kinds.ts';

/** The folder of the checkout, or of the install. */
export const root = join(import.meta.dirname, '../../..');

const host = text().pipe(
  checked((value) =>
    isHostName(value)
      ? null
      : `${showUrl(value)} is neither a host name nor an address such as 127.0.0.1 or ::1; the port is another setting`,
  ),
);

export const addresses = {
  HOST: host.default('127.0.0.1').describe('Address the gateway listens on'),
  PORT: port(4000).describe(
    'Port of the gateway; the embedded service has the next one, on 127.0.0.1; 0 picks free ones',
  ),
  WORKERS: whole(1, 64, 1).describe(
    'Number of processes that serve the port, for example one per spare core; limits on concurrent connections and requests apply to each',
  ),
  REPLICAS: whole(1, 1_000, 1).describe(
    'Maximum number of replicas that run at once, each with WORKERS processes; totals are divided by both; see docs/replicas.md',
  ),
  PUBLIC_URL: secureUrl('user', 'query', 'fragment')
    .optional()
    .describe(
      "Public base URL of the gateway, including a path that a proxy removes, used in file and calendar links; unset: links are relative to the gateway's root",
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
    .pipe(
      checked((path) => (/^~|^[a-z]+:\/\//i.test(path) ? `${showUrl(path)} is not a path: write it in full` : null)),
    )
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
};

export const requestLimits = {
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
};

export const telemetry = {
  LOG_LEVEL: oneOf(logLevels, 'info').describe('Lowest level that is logged'),
  METRICS_PORT: number(0, 65_535)
    .optional()
    .describe(
      'Separate port for metrics and probes; with WORKERS, the first of one port per worker; unset: without WORKERS, metrics are on PORT if METRICS_TOKEN is set, or if HOST is loopback and no setting implies a public address',
    )
    .meta(traits({ example: '9400' })),
  METRICS_HOST: host.default('127.0.0.1').describe('Address that METRICS_PORT listens on'),
  METRICS_TOKEN: checked((value) =>
    /^[\w.~+/=-]{16,}$/.test(value) ? null : 'the value is not a bearer token of at least 16 characters',
  )
    .optional()
    .describe('Bearer token that is required to read metrics, at least 16 characters; unset: none')
    .meta(traits({ secret: true, source: howToMake(RANDOM_TEXT) })),
  OTEL_EXPORTER_OTLP_ENDPOINT: secretUrl('query', 'fragment')
    .optional()
    .describe('Base URL of the trace collector (OTLP over HTTP); unset: no tracing')
    .meta(traits({ example: 'http://127.0.0.1:4318', secret: true })),
};
