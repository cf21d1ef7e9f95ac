/** Where the settings say that Redis is: at one server, behind sentinels, or in a cluster. */
import type { Address, RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { partsProblem, show } from './addresses.ts';
import { listOf } from './kinds.ts';
import type { Settings } from './settings.ts';

const addressKeys = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER'] as const;
/** They are parts of REDIS_URL. */
const partKeys = ['REDIS_USERNAME', 'REDIS_PASSWORD', 'REDIS_DATABASE'] as const;
const sentinelKeys = ['REDIS_MASTER', 'REDIS_SENTINEL_PASSWORD'] as const;
const fileKeys = ['REDIS_CA_FILE', 'REDIS_CERTIFICATE_FILE', 'REDIS_KEY_FILE'] as const;
const otherKeys = ['REDIS_TLS', 'REDIS_PREFIX', 'LEDGER_WAIT_REPLICAS', 'LEDGER_WAIT_MS'] as const;
const dependentKeys = [...partKeys, ...sentinelKeys, ...fileKeys, ...otherKeys] as const;

type RedisKey = (typeof addressKeys)[number] | (typeof dependentKeys)[number];
export type RedisSettings = Pick<Settings, Exclude<RedisKey, `LEDGER_${string}`>>;

/** Null if there is none. */
export function redisPlace(given: RedisSettings): RedisPlace | null {
  const files = { ca: given.REDIS_CA_FILE, cert: given.REDIS_CERTIFICATE_FILE, key: given.REDIS_KEY_FILE };
  const common = {
    username: given.REDIS_USERNAME,
    password: given.REDIS_PASSWORD,
    tls: given.REDIS_TLS === 'on' || isSecure(given.REDIS_URL) ? files : null,
    prefix: given.REDIS_PREFIX,
  };
  if (given.REDIS_URL !== undefined) return { ...common, at: { url: given.REDIS_URL } };
  if (given.REDIS_CLUSTER !== undefined) return { ...common, at: { cluster: addressesIn(given.REDIS_CLUSTER) } };
  if (given.REDIS_SENTINELS === undefined) return null;
  const sentinels = addressesIn(given.REDIS_SENTINELS);
  const { REDIS_MASTER: master = '', REDIS_SENTINEL_PASSWORD: sentinelPassword, REDIS_DATABASE: database } = given;
  return { ...common, at: { sentinels, master, sentinelPassword, database } };
}

const isSecure = (url: string | undefined): boolean => url?.startsWith('rediss:') === true;

/** `host:port`, also `[::1]:6379`. */
const ADDRESS = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i;

export function isAddress(entry: string): boolean {
  const port = Number(ADDRESS.exec(entry)?.[3] ?? 0);
  return port > 0 && port <= 65_535;
}

function addressesIn(list: string): Address[] {
  return listOf(list).map((entry) => {
    const [, address, name = '', port] = ADDRESS.exec(entry) ?? [];
    return { host: address ?? name, port: Number(port) };
  });
}

/** What the settings contradict; they may be invalid, which is reported elsewhere. */
export function redisFaults(given: Partial<Record<string, string>>): string[] {
  const isGiven = (key: RedisKey): boolean => given[key] !== undefined;
  const [address, ...others] = addressKeys.filter(isGiven);
  const fault = (keys: readonly RedisKey[], why: string): string[] =>
    keys.filter(isGiven).map((key) => `${key}: ${why}`);
  if (address === undefined) return fault(dependentKeys, `requires ${addressKeys.join(', ')}: one of them`);
  if (others.length > 0) return [`${[address, ...others].join(', ')}: only one of them can be where Redis is`];
  const isEncrypted = given['REDIS_TLS'] === 'on' || isSecure(given['REDIS_URL']);
  return [
    ...(address === 'REDIS_URL'
      ? fault(partKeys, 'is a part of REDIS_URL: redis://user:password@host:port/database')
      : []),
    ...(address === 'REDIS_CLUSTER' ? fault(['REDIS_DATABASE'], 'a cluster has no databases') : []),
    ...(address === 'REDIS_SENTINELS' ? [] : fault(sentinelKeys, 'requires REDIS_SENTINELS')),
    ...(address === 'REDIS_SENTINELS' && !isGiven('REDIS_MASTER')
      ? ['REDIS_MASTER: required with REDIS_SENTINELS']
      : []),
    ...(isGiven('REDIS_PASSWORD') ? [] : fault(['REDIS_USERNAME'], 'requires REDIS_PASSWORD')),
    ...(isEncrypted ? [] : fault(fileKeys, 'requires REDIS_TLS=on, or a URL that begins with rediss:')),
    ...(isGiven('REDIS_KEY_FILE') ? [] : fault(['REDIS_CERTIFICATE_FILE'], 'requires REDIS_KEY_FILE')),
    ...(isGiven('REDIS_CERTIFICATE_FILE') ? [] : fault(['REDIS_KEY_FILE'], 'requires REDIS_CERTIFICATE_FILE')),
  ];
}

/** The message never shows the value, which may contain a password. */
export function redisUrlProblem(value: string): string | null {
  const url = URL.parse(value);
  const isValid = url !== null && /^rediss?:$/.test(url.protocol) && /^\/?\d*$/.test(url.pathname);
  return isValid ? partsProblem(url) : 'the value is not a URL of the form redis://user:password@host:port/database';
}

/** Anything else would mean something in a key: braces decide its place in a cluster, a colon is where its parts end. */
export function redisPrefixProblem(value: string): string | null {
  return /^[A-Za-z0-9.-]*$/.test(value)
    ? null
    : `${show(value)} has other characters than letters, digits, hyphens and periods`;
}
