// The ledger in Redis over TLS, with certificates of a private authority on both sides, and as a user with a password; sentinels have one of their own.
import { readFileSync } from 'node:fs';
import { openSoftRedis } from '@realty-forms/platform/stores/redis.ts';
import type { RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../support/free-port.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { type Certificates, makeCertificates } from '../../../support/redis/certificates.ts';
import {
  isInstalled,
  notInstalled,
  type RedisServer,
  startRedis,
  startSentinel,
} from '../../../support/redis/server.ts';
import { startProcess } from '../process.ts';
import { openStore } from './redis-opening.ts';

describe.skipIf(!isInstalled())(isInstalled() ? 'over TLS' : notInstalled, () => {
  let certificates: Certificates;
  let server: RedisServer;
  let sentinel: RedisServer;
  const ports = { server: 0, sentinel: 0 };
  beforeAll(async () => {
    certificates = makeCertificates();
    const { ca, cert, key } = certificates;
    const tls = { 'tls-ca-cert-file': ca, 'tls-cert-file': cert, 'tls-key-file': key, 'tls-replication': 'yes' };
    ports.server = await freePort();
    ports.sentinel = await freePort();
    // What docs/replicas.md says that a user needs.
    const acl = { user: 'gateway on >hunter2 ~{* ~peers:* &peers:* +@all -@dangerous +info +config|get' };
    server = await startRedis({ appendfsync: 'always', ...tls, ...acl, 'tls-port': String(ports.server) });
    sentinel = await startSentinel([
      ...Object.entries(tls).map(([name, value]) => `${name} ${value}`),
      `tls-port ${ports.sentinel}`,
      'requirepass of-sentinels',
      `sentinel monitor the-master 127.0.0.1 ${ports.server} 1`,
    ]);
  });
  afterAll(async () => {
    await Promise.all([server, sentinel].map((each) => each.close()));
    certificates.remove();
  });

  const files = () => {
    const [ca, cert, key] = [certificates.ca, certificates.cert, certificates.key].map((file) =>
      readFileSync(file, 'utf8'),
    );
    return { ca, cert, key };
  };
  const atServer = (tls: RedisPlace['tls'] = files()): RedisPlace => ({
    at: { url: `rediss://gateway:hunter2@127.0.0.1:${ports.server}` },
    tls: tls ?? null,
    prefix: '',
  });
  const atSentinel = (): RedisPlace => ({
    at: {
      sentinels: [{ host: '127.0.0.1', port: ports.sentinel }],
      master: 'the-master',
      sentinelPassword: 'of-sentinels',
      database: 3,
    },
    username: 'gateway',
    password: 'hunter2',
    tls: files(),
    prefix: '',
  });

  test.each([
    ['on one server', atServer],
    ['behind sentinels', atSentinel],
  ])('writes are recorded, and soft state is reached, %s', async (_, place) => {
    const process = startProcess(await openStore(place()), createManualClock(Date.now()));
    expect(await process.write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    expect(await process.write()).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    expect(await process.ledger.beat()).toBeUndefined();
    const soft = openSoftRedis(place());
    onTestFinished(soft.close);
    await expect.poll(() => soft.run('return KEYS[1]', ['peers:key'], []).catch(String)).toBe('peers:key');
  });

  test('the sentinels are heard, too', async () => {
    await openStore(atSentinel());
    const redis = new Redis({ port: ports.sentinel, password: 'of-sentinels', tls: files() });
    onTestFinished(() => redis.disconnect());
    await expect.poll(() => redis.client('LIST')).toMatch(/ sub=1 /);
  });

  test('a server whose authority is unknown is not used', async () => {
    await expect(openStore(atServer({ ...files(), ca: undefined }))).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringMatching(/certificate/),
    });
  });

  test('without a certificate of its own, a gateway is refused, and with a wrong password', async () => {
    await expect(openStore(atServer({ ca: files().ca }))).rejects.toMatchObject({ code: 'LEDGER_UNUSABLE' });
    const wrong = openStore({ ...atSentinel(), password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ message: expect.stringContaining('WRONGPASS') });
  });
});
