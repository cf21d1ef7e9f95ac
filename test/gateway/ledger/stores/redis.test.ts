// The ledger in Redis: the same behavior, the server settings that it requires, and a server that is unavailable.
import { inspect } from 'node:util';
import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { checkedConnection } from '@realty-forms/platform/stores/redis-checked.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ENTRY_RETENTION_MS, MAX_LEASE_MS } from '../../../../src/gateway/ledger/entries/entry.ts';
import { captureLog } from '../../../support/caught-log.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { isInstalled, notInstalled, type RedisServer, startRedis } from '../../../support/redis/server.ts';
import { author, candidate, creation, dieWhileSending, noResponse, startProcess } from '../process.ts';
import { describeLedger } from './behavior.ts';
import { apart, atUrl, openStore } from './redis-opening.ts';
import { expectOutageSendsNothing } from './store-failures.ts';

describe.skipIf(!isInstalled())(isInstalled() ? 'on a Redis server' : notInstalled, () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis({ appendfsync: 'always' });
  });
  afterAll(() => server.close());

  describeLedger('Redis', (clock) => openStore(apart(atUrl(server.url)), { clock }), 10_000);

  test('uses the server’s clock if it is given none', async () => {
    const place = apart(atUrl(server.url));
    const first = startProcess(await openStore(place), createManualClock(Date.now()));
    await first.write();
    expect((await startProcess(await openStore(place), createManualClock(Date.now())).write()).replayed).toBe(true);
  });

  test('retains a key for a day by the server’s clock, even if the replica’s clock is slow', async () => {
    const place = apart(atUrl(server.url));
    const late = () => createManualClock(Date.now() - 2 * ENTRY_RETENTION_MS);
    await startProcess(await openStore(place), late()).write();
    expect((await startProcess(await openStore(place), late()).write()).replayed).toBe(true);
  });

  test('a key that expired and is used again for something else does not block reconciliation', async () => {
    const place = apart(atUrl(server.url));
    const store = await openStore(place);
    const process = startProcess(store, createManualClock());
    const reserve = vi.spyOn(store, 'reserve');
    const unclaimed = { ...creation(() => []), author: author('key-2'), toStored: () => ({}) };
    await process.write(unclaimed);
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    expect(await redis.del(`{${place.prefix}ledger}:entry:${reserve.mock.calls[0]![0].id}`)).toBe(1);
    await process.write({ ...unclaimed, search: { ...unclaimed.search!, match: ['111', 'oak street'] } });
    const other = { ...creation(() => [candidate('T-9')]), send: () => Promise.reject(noResponse()) };
    expect(await process.write(other)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
  });

  test('a gateway with another prefix shares nothing with it: no key, no orphan, no claim, no shelf', async () => {
    const place = apart(atUrl(server.url));
    const clock = createManualClock();
    const [one, other] = [
      await openStore(place, { clock }),
      await openStore({ ...place, prefix: `${place.prefix}other.` }, { clock }),
    ];
    const crashed = startProcess(one, clock);
    await dieWhileSending(crashed);
    clock.advance(MAX_LEASE_MS);
    expect(await one.orphans()).toHaveLength(1);
    expect(await other.orphans()).toEqual([]);
    expect(await startProcess(other, clock).write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    await other.takeShelf('hooks', 'somebody');
    expect(await one.takeShelf('hooks', 'somebody-else')).toBe('taken');
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    const keys = await redis.keys(`*${place.prefix}*`);
    expect(new Set(keys.map((key) => key.replace(/}.*/, '}')))).toEqual(
      new Set([`{${place.prefix}ledger}`, `{${place.prefix}other.ledger}`]),
    );
  });

  test.each([
    [{ appendonly: 'no' }, /has no append-only file.* Set appendonly yes/],
    [{ 'maxmemory-policy': 'allkeys-lru' }, /may evict entries \(maxmemory-policy allkeys-lru\)/],
  ])('does not start on a server with %o', async (settings, message) => {
    const loose = await startRedis(settings);
    onTestFinished(() => loose.close());
    await expect(openStore(atUrl(loose.url))).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringMatching(message),
    });
  });

  test('warns if the server may lose the last second of writes', async () => {
    const loose = await startRedis({ appendfsync: 'everysec' });
    onTestFinished(() => loose.close());
    const { log, lines } = captureLog();
    await openStore(atUrl(loose.url), { log });
    expect(lines).toMatchObject([{ appendfsync: 'everysec' }]);
  });

  test('rejects writes without sending them while the server is unavailable, and accepts them once it is back', async () => {
    const passing = await startRedis({ appendfsync: 'always' });
    onTestFinished(() => passing.close());
    const clock = createManualClock();
    const process = startProcess(await openStore(atUrl(passing.url), { clock }), clock);
    await process.ledger.beat();
    await expectOutageSendsNothing(process, passing);
  });

  const loosen = async (redis: Redis): Promise<void> => void (await redis.config('SET', 'appendonly', 'no'));
  const tighten = async (redis: Redis): Promise<void> => void (await redis.config('SET', 'appendonly', 'yes'));
  const demote = async (redis: Redis): Promise<void> => void (await redis.replicaof('127.0.0.1', 1));
  const promote = async (redis: Redis): Promise<void> => void (await redis.replicaof('NO', 'ONE'));

  test.each([
    ['has no append-only file', loosen, tighten],
    ['is a replica', demote, promote],
  ])('is checked again after it reconnects: while the server %s, nothing is written', async (_, spoil, repair) => {
    const own = await startRedis({ appendfsync: 'always' });
    onTestFinished(own.close);
    const redis = new Redis(own.url);
    onTestFinished(() => redis.disconnect());
    const { write } = startProcess(await openStore(atUrl(own.url)), createManualClock(Date.now()));
    expect(await write()).toMatchObject({ outcome: 'COMMITTED' });
    await spoil(redis);
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await expect(write({ author: author('key-2') })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    // Also when it has reconnected.
    const connections = async () => /connected_clients:(\d+)/.exec(await redis.info('clients'))?.[1];
    await expect.poll(connections).toBe('2');
    await expect(write({ author: author('key-2') })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    await repair(redis);
    await expect
      .poll(() => write({ author: author('key-2') }).catch(({ code }) => code))
      .toMatchObject({
        outcome: 'COMMITTED',
      });
  });

  test('is checked again every minute: while a server that was changed meanwhile may evict entries, nothing is written', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const own = await startRedis({ appendfsync: 'always' });
    onTestFinished(own.close);
    const redis = new Redis(own.url);
    onTestFinished(() => redis.disconnect());
    const { write } = startProcess(await openStore(atUrl(own.url)), createManualClock(Date.now()));
    let keys = 0;
    const written = () => {
      keys += 1;
      return write({ author: author(`key-${keys}`) }).then(
        ({ outcome }) => outcome,
        ({ code }) => code,
      );
    };
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await written()).toBe('COMMITTED');
    vi.advanceTimersByTime(60_000);
    await expect.poll(written).toBe('LEDGER_UNAVAILABLE');
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await expect.poll(written, { timeout: 10_000 }).toBe('COMMITTED');
  });

  test('with LEDGER_REQUIRES_AOF=off, a server without an append-only file is used', async () => {
    const managed = await startRedis({ appendonly: 'no' });
    onTestFinished(managed.close);
    const store = await openStore(atUrl(managed.url), { requiresAof: false });
    expect(await startProcess(store, createManualClock(Date.now())).write()).toMatchObject({ outcome: 'COMMITTED' });
  });

  test('what waits for a replica is not sent without one', async () => {
    const place = apart(atUrl(server.url));
    const metrics = createMetrics();
    const store = await openStore(place, { waitReplicas: 1, waitMs: 10, metrics });
    const process = startProcess(store, createManualClock(Date.now()));
    const send = vi.fn(async () => 'T-1');
    await expect(process.write({ send })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    expect(send).not.toHaveBeenCalled();
    // The entry is released, and that too is waited for.
    await process.ledger.beat();
    expect((await metrics.ledgerWaitFailures.get()).values).toMatchObject([{ value: 2 }]);
    expect(await startProcess(await openStore(place), createManualClock(Date.now())).write({ send })).toMatchObject({
      outcome: 'COMMITTED',
      replayed: false,
    });
  });

  test('a step that the server refuses is an error without its values, whatever its replicas have acknowledged', async () => {
    const connection = await checkedConnection(atUrl(server.url), '', 1_000, async () => {});
    onTestFinished(connection.close);
    const refused = "return redis.error_reply('OOM no room')";
    const runs = [connection.run(refused, 'key', ['secret']), connection.runAndWait(refused, 'key', ['secret'], 0, 1)];
    for (const run of runs) {
      const error = await run.catch((fault: Error) => fault);
      expect(error).toMatchObject({ message: expect.stringMatching(/^OOM no room/) });
      expect(inspect(error)).not.toContain('secret');
    }
  });

  test('names the server that it cannot reach, without its password', async () => {
    const refusal = await openStore(atUrl('redis://:hunter2@127.0.0.1:1/0')).catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: 'LEDGER_UNUSABLE' });
    expect((refusal as Error).message).toContain('redis://127.0.0.1:1/0');
    expect((refusal as Error).message).not.toContain('hunter2');
  });
});
