/** Where the settings say that Redis is. */
import type { RedisPlace } from '../platform/stores/redis-place.ts';
import { show } from './addresses.ts';
import type { Settings } from './settings.ts';

export type RedisSettings = Pick<Settings, 'REDIS_URL' | 'REDIS_PREFIX'>;

/** Null if there is none. */
export function redisPlace({ REDIS_URL, REDIS_PREFIX }: RedisSettings): RedisPlace | null {
  return REDIS_URL === undefined ? null : { at: { url: REDIS_URL }, prefix: REDIS_PREFIX };
}

/** The message never shows the value, which may contain a password. */
export function redisUrlProblem(value: string): string | null {
  const isValid = URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol);
  return isValid ? null : 'the value is not a URL of the form redis://user:password@host:port/database';
}

/** Anything else would mean something in a key: braces decide its place in a cluster, a colon is where its parts end. */
export function redisPrefixProblem(value: string): string | null {
  return /^[A-Za-z0-9.-]*$/.test(value)
    ? null
    : `${show(value)} has other characters than letters, digits, hyphens and periods`;
}
