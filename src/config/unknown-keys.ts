/**
 * Keys in `.env` or the environment that look like settings but are not: a misspelled key would look like one that is set. Each is reported
 * with the most similar setting. Other programs' variables share the environment, so only those are reported that begin like a setting, or
 * differ from one in very few letters.
 */
import { closestMatch } from 'leven';
import { fileKeyOf, keys } from './settings.ts';

/** The setting is undefined if none resembles the key. */
interface UnknownKey {
  readonly key: string;
  readonly nearest: string | undefined;
}

const known: readonly string[] = [...new Set(keys.flatMap((key) => [key, fileKeyOf(key) ?? key]))];
/** `UPSTREAM_`, `AUTH_` and so on; a setting of one word has no prefix. */
const prefixes = new Set(known.map(prefixOf).filter((prefix) => prefix !== ''));
/** Keys that Node, OpenTelemetry and the PostgreSQL client read themselves. */
const FOREIGN_KEY = /^(NODE_|OTEL_|PG[A-Z]|TZ$)/;
/** Keys that Kubernetes and Docker set for a service, whose name may be one of our prefixes. */
const SERVICE_LINK_KEY = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP)(_|$)/;
const SERVICE_LINK_VALUE = /^(tcp|udp):\/\//;
/** A short name differs from many foreign ones in only a letter or two. */
const MIN_MISTYPED_LENGTH = 8;
const MAX_MISTYPED_LETTERS = 2;

/** Settings of earlier versions. If they were ignored, the gateway would start and behave differently from before. */
export const replacedKeys: readonly (readonly [key: RegExp, advice: string])[] = [
  [
    /^REDIS_(URL|SENTINELS|CLUSTER)(_FILE)?$/,
    'Redis is not used any more; set LEDGER_URL to a PostgreSQL database in its place (CHANGELOG.md, 0.4.0), or nothing for a single replica',
  ],
  [/^UPSTREAM_PASSCODE_RETURN$/, 'is UPSTREAM_BOOLEANS now, which also says how full_details is sent'],
];

/** Settings of earlier versions that have no successor. */
const removedKeys: ReadonlySet<string> = new Set(['UPSTREAM_FILTER_OPEN_ENDS', 'WEBHOOKS_HOSTS']);

export function unknownInFile(keys: readonly string[]): UnknownKey[] {
  return keys.filter((key) => !isUnderstood(key)).map(withNearest);
}

export function unknownInEnvironment(environment: NodeJS.ProcessEnv): UnknownKey[] {
  return Object.entries(environment).flatMap(([key, value = '']) => {
    if (value === '' || isUnderstood(key)) return [];
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

export function isKnown(key: string): boolean {
  return known.includes(key);
}

/** Replaced keys are faults, which name what to use instead. */
function isUnderstood(key: string): boolean {
  return isKnown(key) || FOREIGN_KEY.test(key) || replacedKeys.some(([replaced]) => replaced.test(key));
}

function prefixOf(key: string): string {
  return /^[A-Z]+_/.exec(key)?.[0] ?? '';
}

function isMistyped(key: string): boolean {
  if (key.length < MIN_MISTYPED_LENGTH) return false;
  return closestMatch(key.toUpperCase(), known, { maxDistance: MAX_MISTYPED_LETTERS }) !== undefined;
}

/**
 * With one of our prefixes, the nearest setting with that prefix, however different; otherwise one that differs in at most a third of its
 * letters.
 */
function withNearest(key: string): UnknownKey {
  if (removedKeys.has(key)) return { key, nearest: undefined };
  const relatives = known.filter((each) => prefixOf(each) === prefixOf(key) && prefixOf(key) !== '');
  const nearest =
    relatives.length > 0
      ? closestMatch(key.toUpperCase(), relatives)
      : closestMatch(key.toUpperCase(), known, { maxDistance: Math.floor(key.length / 3) });
  return { key, nearest };
}
