/** Every setting: one row a key, with its kind, its default and what it is for. Nothing else is read of the environment. */
import { join } from 'node:path';
import { parseIdKeys } from '../gateway/id-keys.ts';
import { logLevels } from '../platform/log.ts';
import { API_AUDIENCE } from '../reference/token.ts';
import { databaseUrlProblem, isFileHost, isHostName, isNetwork, isOrigin, redisUrlProblem, show } from './addresses.ts';
import { certificateFileProblem, fileProblem } from './files.ts';
import {
  checked,
  httpUrl,
  listed,
  number,
  oneOf,
  port,
  secureUrl,
  table,
  text,
  type ValuesOf,
  whole,
} from './kinds.ts';

export const root = join(import.meta.dirname, '../..');

/** Every key of the environment that is read, with what it is for. */
export const settings = table({
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
  ALLOWED_HOSTS: listed(isHostName, 'is no host name, such as graph.example.com: no scheme, no port, no path')
    .default('')
    .describe('More names, joined by commas, that a Host header may carry'),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl('query', 'fragment')
    .optional()
    .describe('Base address of the collector that traces are sent to (OTLP over HTTP); unset: nothing is traced'),
  OTEL_SERVICE_NAME: text().default('realty-forms-graphql').describe('Name of the gateway in traces'),
  GRAPHIQL: oneOf(['on', 'off'], 'on').describe('Whether GraphiQL is served'),
  INTROSPECTION: oneOf(['on', 'off'], 'on').describe('Whether clients may read the schema'),
  PERSISTED_DOCUMENTS: checked(fileProblem)
    .optional()
    .describe('Manifest of persisted documents, the only operations that are then carried out; unset: any are'),
  PUBLIC_URL: secureUrl('user', 'query', 'fragment')
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
  UPSTREAM_URL: secureUrl('user', 'query', 'fragment')
    .optional()
    .describe('Base address of the POST API; unset: the embedded service'),
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
  UPSTREAM_FILE_HOSTS: listed(
    isFileHost,
    'is no host, such as files.example.com or files.example.com:8443: no scheme, no path, no port 443',
  )
    .default('')
    .describe("Hosts, joined by commas, that files are read from; unset: the POST API's own"),
  UPSTREAM_CA_FILE: checked(certificateFileProblem).optional().describe('PEM file of a private certificate authority'),
  OUTBOUND_PROXY: httpUrl('query', 'fragment')
    .optional()
    .describe('HTTP proxy for calls to the POST API and the key set'),
  AUTH_ISSUER: text().optional().describe("Issuer of callers' tokens"),
  AUTH_AUDIENCE: checked((value) =>
    value === API_AUDIENCE ? `${show(value)} is the audience of the POST API's own tokens; callers need another` : null,
  )
    .optional()
    .describe("Audience that callers' tokens must name"),
  AUTH_JWKS_URL: secureUrl('user', 'fragment')
    .optional()
    .describe("Address of the key set that callers' tokens are verified with"),
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

export type Settings = ValuesOf<typeof settings>;

/** A token of RFC 9110, and none of the headers that every call has for something else. */
function isHeaderName(value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) && !/^(content-.*|accept|host|connection|transfer-encoding)$/i.test(value);
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
