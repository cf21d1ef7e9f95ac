// Where Redis is, as the settings say.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { inspect } from 'node:util';
import { describeRedis, type RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { redisPlace } from '../../src/config/redis.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';

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

const nodes = '10.0.0.1:6379, redis-2.example.com:6380,[::1]:6381';
const addresses = [
  { host: '10.0.0.1', port: 6379 },
  { host: 'redis-2.example.com', port: 6380 },
  { host: '::1', port: 6381 },
];
const sentinels: Given = { REDIS_SENTINELS: nodes, REDIS_MASTER: 'the-master' };
const cluster: Given = { REDIS_CLUSTER: nodes };

test('sentinels have the name of a master, a user, passwords and a database', () => {
  const user = { REDIS_USERNAME: 'gateway', REDIS_PASSWORD: 'hunter2', REDIS_SENTINEL_PASSWORD: 'hunter3' };
  expect(placeOf({ ...sentinels, ...user, REDIS_DATABASE: '3' })).toEqual({
    at: { sentinels: addresses, master: 'the-master', sentinelPassword: 'hunter3', database: 3 },
    username: 'gateway',
    password: 'hunter2',
    tls: null,
    prefix: '',
  });
});

test('a cluster has nodes, and a user', () => {
  const place = placeOf({ ...cluster, REDIS_PASSWORD: 'hunter2', REDIS_PREFIX: 'test.' });
  expect(place).toMatchObject({ at: { cluster: addresses }, password: 'hunter2', prefix: 'test.' });
});

test('connections are encrypted with REDIS_TLS, or by the URL, with certificates from files', () => {
  const [certificate = ''] = rootCertificates;
  const privateKey = String(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const folder = temporaryFolder();
  const [file, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  writeFileSync(file, certificate);
  writeFileSync(keyFile, privateKey);
  const files = { REDIS_CA_FILE: file, REDIS_CERTIFICATE_FILE: file, REDIS_KEY_FILE: keyFile };
  const tls = { ca: certificate, cert: certificate, key: privateKey };
  expect(placeOf({ ...cluster, ...files, REDIS_TLS: 'on' })).toMatchObject({ tls });
  expect(placeOf({ REDIS_URL: 'rediss://redis.example', ...files })).toMatchObject({ tls });
  expect(placeOf({ ...sentinels, REDIS_TLS: 'on' })).toMatchObject({ tls: { ca: undefined } });
  expect(faultsOf({ ...cluster, ...files })).toEqual(
    Object.keys(files).map((key) => `${key}: requires REDIS_TLS=on, or a URL that begins with rediss:`),
  );
  expect(faultsOf({ ...cluster, REDIS_TLS: 'on', REDIS_KEY_FILE: keyFile })).toEqual([
    'REDIS_KEY_FILE: requires REDIS_CERTIFICATE_FILE',
  ]);
  expect(faultsOf({ ...cluster, ...files, REDIS_TLS: 'on', REDIS_KEY_FILE: file })).toEqual([
    'REDIS_KEY_FILE: the file contains no PEM private key, or an encrypted one',
  ]);
});

test.each<[Given, string]>([
  [{ REDIS_URL: url, ...cluster }, 'REDIS_URL, REDIS_CLUSTER: only one of them can be where Redis is'],
  [{ ...sentinels, ...cluster }, 'REDIS_SENTINELS, REDIS_CLUSTER: only one of them can be where Redis is'],
  [{ REDIS_SENTINELS: nodes }, 'REDIS_MASTER: required with REDIS_SENTINELS'],
  [{ ...cluster, REDIS_MASTER: 'the-master' }, 'REDIS_MASTER: requires REDIS_SENTINELS'],
  [{ ...cluster, REDIS_SENTINEL_PASSWORD: 'hunter2' }, 'REDIS_SENTINEL_PASSWORD: requires REDIS_SENTINELS'],
  [{ ...cluster, REDIS_DATABASE: '0' }, 'REDIS_DATABASE: a cluster has no databases'],
  [{ REDIS_URL: url, REDIS_PASSWORD: 'hunter2' }, 'REDIS_PASSWORD: is a part of REDIS_URL'],
  [{ REDIS_URL: url, REDIS_DATABASE: '1' }, 'REDIS_DATABASE: is a part of REDIS_URL'],
  [{ ...cluster, REDIS_USERNAME: 'gateway' }, 'REDIS_USERNAME: requires REDIS_PASSWORD'],
  [{ REDIS_PREFIX: 'test.' }, 'REDIS_PREFIX: requires REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER: one of them'],
  [{ LEDGER_WAIT_REPLICAS: '1' }, 'LEDGER_WAIT_REPLICAS: requires REDIS_URL'],
  [{ REDIS_CLUSTER: '10.0.0.1:6379,10.0.0.2' }, 'REDIS_CLUSTER: "10.0.0.2" is not an address'],
  [{ REDIS_CLUSTER: 'redis://10.0.0.1:6379' }, 'REDIS_CLUSTER: "redis://10.0.0.1:6379" is not an address'],
  [{ REDIS_CLUSTER: '10.0.0.1:0' }, 'REDIS_CLUSTER: "10.0.0.1:0" is not an address'],
])('%o is a fault', (given, fault) => {
  expect(faultsOf(given)).toEqual([expect.stringMatching(new RegExp(`^${RegExp.escape(fault)}`))]);
});

test('passwords are neither printed nor described', () => {
  const secrets = { REDIS_PASSWORD: 'hunter2', REDIS_SENTINEL_PASSWORD: 'hunter3' };
  const result = readConfig({ ...sentinels, ...secrets });
  const { config } = 'config' in result ? result : {};
  expect(config).toMatchObject(secrets);
  expect(inspect(config) + JSON.stringify(config)).not.toMatch(/hunter/);
  const described = [placeOf({ REDIS_URL: url }), placeOf({ ...sentinels, ...secrets }), placeOf(cluster)].map(
    (place) => place && describeRedis(place),
  );
  const names = '10.0.0.1:6379, redis-2.example.com:6380, [::1]:6381';
  expect(described).toEqual([
    'redis://redis.example:6379/2',
    `the-master of the sentinels ${names}`,
    `cluster ${names}`,
  ]);
});
