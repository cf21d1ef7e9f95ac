/**
 * Keys that look like settings but are none, in `.env` or the environment: a misspelled key would pass for one that is set. Each is
 * reported with the setting that it most resembles. Other programs' variables share the environment, so there only those are
 * reported that begin like a setting, or differ from one in very few letters.
 */
import { closestMatch } from 'leven';
import { fileKeyOf, keys } from './settings.ts';

/** The setting is missing if nothing resembles the key. */
interface UnknownKey {
  readonly key: string;
  readonly nearest: string | undefined;
}

const known: readonly string[] = [...new Set(keys.flatMap((key) => [key, fileKeyOf(key) ?? key]))];
/** `UPSTREAM_`, `AUTH_` and so on; a setting of one word has none. */
const prefixes = new Set(known.map(prefixOf).filter((prefix) => prefix !== ''));
/** Keys that Node, OpenTelemetry and the PostgreSQL client read themselves. */
const FOREIGN_KEY = /^(NODE_|OTEL_|PG[A-Z]|TZ$)/;
/** What Kubernetes and Docker set for a service, whose name may be one of our prefixes. */
const SERVICE_LINK_KEY = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)(_|$)/;
const SERVICE_LINK_VALUE = /^(tcp|udp):\/\//;
/** A short name differs from many foreign ones in a letter or two. */
const MIN_MISTYPED_LENGTH = 8;
const MAX_MISTYPED_LETTERS = 2;

export function unknownInFile(keys: readonly string[]): UnknownKey[] {
  return keys.filter((key) => !isKnown(key) && !FOREIGN_KEY.test(key)).map(withNearest);
}

export function unknownInEnvironment(environment: NodeJS.ProcessEnv): UnknownKey[] {
  return Object.entries(environment).flatMap(([key, value = '']) => {
    if (value === '' || isKnown(key) || FOREIGN_KEY.test(key)) return [];
    if (SERVICE_LINK_KEY.test(key) || SERVICE_LINK_VALUE.test(value)) return [];
    return prefixes.has(prefixOf(key)) || isMistyped(key) ? [withNearest(key)] : [];
  });
}

export function describeUnknown({ key, nearest }: UnknownKey): string {
  return `${key} is not a known setting and has no effect${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

/** Whether the key was meant for a setting with this prefix. */
export function isMeantFor(prefix: string, { key, nearest = '' }: UnknownKey): boolean {
  return prefixOf(key) === prefix || prefixOf(nearest) === prefix;
}

/** Those that were removed are reported with what to use instead. */
export function isKnown(key: string): boolean {
  return known.includes(key) || isRemoved(key);
}

function prefixOf(key: string): string {
  return /^[A-Z]+_/.exec(key)?.[0] ?? '';
}

function isMistyped(key: string): boolean {
  if (key.length < MIN_MISTYPED_LENGTH) return false;
  return closestMatch(key.toUpperCase(), known, { maxDistance: MAX_MISTYPED_LETTERS }) !== undefined;
}

/** With one of our prefixes, a setting of that prefix, however far; otherwise one that differs in at most a third of its letters. */
function withNearest(key: string): UnknownKey {
  const relatives = known.filter((each) => prefixOf(each) === prefixOf(key) && prefixOf(key) !== '');
  const nearest =
    relatives.length > 0
      ? closestMatch(key.toUpperCase(), relatives)
      : closestMatch(key.toUpperCase(), known, { maxDistance: Math.floor(key.length / 3) });
  return { key, nearest };
}

/**
 * Settings that no longer exist, each with what to use instead. None is ignored in silence: where a start without its effect could
 * surprise clients or the POST API, it prevents the start; the others cause a warning.
 */
interface RemovedRow {
  /** Completes "KEY: …". */
  readonly instead: string;
  readonly preventsStart?: true;
}

const redis: RemovedRow = {
  instead:
    'Redis is not used any more; set LEDGER_URL to a PostgreSQL database in its place (docs/replicas.md, "From Redis to PostgreSQL"), or nothing for a single replica',
  preventsStart: true,
};
const fixed = (value: string): RemovedRow => ({ instead: `is no longer a setting, and has no effect: ${value}` });
const partOfFederation = (word: string): RemovedRow => ({
  instead: `is no longer a setting; set FEDERATION to a list with ${word} in it, such as FEDERATION=${word}`,
  preventsStart: true,
});

const removed: Readonly<Record<string, RemovedRow>> = {
  // Without this, replicas that shared a ledger there would each start with an empty one.
  REDIS_URL: redis,
  REDIS_SENTINELS: redis,
  REDIS_CLUSTER: redis,
  DATABASE_URL: {
    instead: 'the embedded service stores its records in a file in DATA_DIR only; leave this setting out',
    preventsStart: true,
  },
  REFERENCE_PORT: fixed('the embedded service has the port after PORT; npm run reference takes --port'),
  UPSTREAM_CONNECTIONS: {
    instead: 'is no longer a setting; set UPSTREAM_CONNECTIONS_TOTAL to how many calls all processes may make at once',
    preventsStart: true,
  },
  FEDERATION_TRANS_ID: partOfFederation('trans-id'),
  FEDERATION_NODE: partOfFederation('node'),
  FEDERATION_AUTH: partOfFederation('auth'),
  FEDERATION_MAX_ENTITIES: fixed('a router may ask for 500 objects at once'),
  LIVE_COUNT_SECONDS: fixed('transactions are counted after every sixth interval of LIVE_POLL_SECONDS'),
  LIVE_LINGER_SECONDS: fixed('changes are asked for until 30 seconds after the last listener left'),
  LIVE_MAX_STREAMS: fixed('two fifths of MAX_CONNECTIONS may be streams'),
  LIVE_MAX_STREAMS_PER_CALLER: {
    instead:
      'is no longer a setting; set MAX_REQUESTS_PER_CALLER to five times as many, a fifth of which may be streams',
    preventsStart: true,
  },
  LIVE_EVENT_CALLS: fixed('an event may need 3 calls'),
  LIVE_HEARTBEAT_SECONDS: fixed('a quiet stream sends a sign of life every 12 seconds'),
  LIVE_STALL_SECONDS: fixed('a client may read nothing of a stream for a minute'),
  LIVE_MAX_SECONDS: fixed('a stream lasts an hour'),
  FILE_LINK_SECONDS: fixed('a file link works for five minutes'),
  UPLOAD_DEADLINE_MS: fixed('an uploaded file must arrive in ten minutes'),
  DIRECTORY_RELOAD_SECONDS: fixed(
    'all users are reloaded after twelve times DIRECTORY_REFRESH_SECONDS, two hours at most',
  ),
  REQUEST_TIMEOUT_MS: fixed('a request must arrive in 12 seconds'),
  MAX_CONNECTIONS_PER_ADDRESS: fixed(
    'the proxy limits the connections of an address, as in deploy/haproxy/haproxy.cfg',
  ),
  RESPONSE_STALL_MS: fixed('a client may read nothing of its response for a minute'),
  RESPONSE_BYTES_PER_SECOND: fixed('a client may read as slowly as it likes, if it reads'),
  RESPONSES_MAX_BYTES: fixed('large responses may take an eighth of the heap limit'),
  QUERY_PARALLEL_CALLS: fixed('a request makes as many calls at once as three quarters of the reads of its process'),
};

/** What is wrong with the removed settings that are given; the messages never show a value. */
export function removedFaults(given: NodeJS.ProcessEnv): string[] {
  return describe(given, (row) => row.preventsStart === true);
}

export function removedWarnings(given: NodeJS.ProcessEnv): string[] {
  return describe(given, (row) => row.preventsStart !== true);
}

function isRemoved(key: string): boolean {
  return rowOf(key) !== undefined;
}

function describe(given: NodeJS.ProcessEnv, isMeant: (row: RemovedRow) => boolean): string[] {
  return Object.entries(given).flatMap(([key, value = '']) => {
    const row = value === '' ? undefined : rowOf(key);
    return row !== undefined && isMeant(row) ? [`${key}: ${row.instead}`] : [];
  });
}

/** A secret could be given by a key that ends in `_FILE`, too. */
function rowOf(key: string): RemovedRow | undefined {
  const name = key.replace(/_FILE$/, '');
  return Object.hasOwn(removed, name) ? removed[name] : undefined;
}
