// Where Redis is, as the settings say.
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { redisPlace } from '../../src/config/redis.ts';
import type { RedisPlace } from '../../src/platform/stores/redis-place.ts';

type Given = Record<string, string>;

function placeOf(given: Given): RedisPlace | null {
  const result = readConfig(given);
  if ('faults' in result) throw new Error(result.faults.join('\n'));
  return redisPlace(result.config);
}

function faultsOf(given: Given): readonly string[] {
  const result = readConfig(given);
  return 'faults' in result ? result.faults : [];
}

const url = 'redis://:hunter2@redis.example:6379/2';

test('there is none without an address', () => {
  expect(placeOf({})).toBeNull();
});

test('REDIS_URL is one server, and keys have no prefix unless there is one', () => {
  expect(placeOf({ REDIS_URL: url })).toMatchObject({ at: { url }, prefix: '' });
  expect(placeOf({ REDIS_URL: url, REDIS_PREFIX: 'test-1.' })).toMatchObject({ prefix: 'test-1.' });
});

test.each(['a:b', '{a}', 'a b', 'a_b', '*', 'ä'])('REDIS_PREFIX rejects %s', (REDIS_PREFIX) => {
  expect(faultsOf({ REDIS_URL: url, REDIS_PREFIX })).toEqual([
    `REDIS_PREFIX: "${REDIS_PREFIX}" has other characters than letters, digits, hyphens and periods`,
  ]);
});
