// The ledger in Redis: the same behavior, the server settings that it requires, and a server that is unavailable.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ENTRY_RETENTION_MS, MAX_LEASE_MS } from '../../../../src/gateway/ledger/entries/entry.ts';
import { startRedisStore } from '../../../../src/gateway/ledger/stores/redis-store.ts';
import type { LedgerStore } from '../../../../src/gateway/ledger/stores/store.ts';
import type { Clock } from '../../../../src/platform/clock.ts';
import { openRedis } from '../../../../src/platform/stores/redis.ts';
import type { RedisPlace } from '../../../../src/platform/stores/redis-place.ts';
import { captureLog } from '../../../support/caught-log.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { isInstalled, notInstalled, type RedisServer, startRedis } from '../../../support/redis/server.ts';
import { author, candidate, creation, dieWhileSending, noResponse, startProcess } from '../process.ts';
import { describeLedger } from './behavior.ts';

const at = (url: string, prefix = ''): RedisPlace => ({ at: { url }, prefix });

describe.skipIf(!isInstalled())(isInstalled() ? 'on a Redis server' : notInstalled, () => {
  let server: RedisServer;
  let database = 99;
  beforeAll(async () => {
    server = await startRedis({ databases: '400', appendfsync: 'always' });
  });
  afterAll(() => server.close());

  async function open(url: string, clock: Clock | null = null, prefix = ''): Promise<LedgerStore> {
    const store = await startRedisStore(at(url, prefix), captureLog().log, clock);
    onTestFinished(store.close);
    return store;
  }

  describeLedger('Redis', (clock) => {
    database += 1;
    return open(`${server.url}/${database}`, clock);
  });

  test('uses the server’s clock if it is given none', async () => {
    const url = `${server.url}/99`;
    const first = startProcess(await open(url), createManualClock(Date.now()));
    await first.write();
    expect((await startProcess(await open(url), createManualClock(Date.now())).write()).replayed).toBe(true);
  });

  test('retains a key for a day by the server’s clock, even if the replica’s clock is slow', async () => {
    const url = `${server.url}/98`;
    const late = () => createManualClock(Date.now() - 2 * ENTRY_RETENTION_MS);
    await startProcess(await open(url), late()).write();
    expect((await startProcess(await open(url), late()).write()).replayed).toBe(true);
  });

  test('a key that expired and is used again for something else does not block reconciliation', async () => {
    const url = `${server.url}/97`;
    const store = await open(url);
    const process = startProcess(store, createManualClock());
    const reserve = vi.spyOn(store, 'reserve');
    const unclaimed = { ...creation(() => []), author: author('key-2'), toStored: () => ({}) };
    await process.write(unclaimed);
    const redis = await openRedis(at(url));
    onTestFinished(redis.close);
    await redis.run(`return redis.call('DEL', KEYS[1])`, `{ledger}:entry:${reserve.mock.calls[0]![0].id}`, []);
    await process.write({ ...unclaimed, search: { ...unclaimed.search!, match: ['111', 'oak street'] } });
    const other = { ...creation(() => [candidate('T-9')]), send: () => Promise.reject(noResponse()) };
    expect(await process.write(other)).toMatchObject({ outcome: 'COMMITTED', result: 'T-9' });
  });

  test('a gateway with another prefix shares nothing with it: no key, no orphan, no claim, no shelf', async () => {
    const url = `${server.url}/96`;
    const clock = createManualClock();
    const [one, other] = [await open(url, clock, 'one.'), await open(url, clock, 'other.')];
    const crashed = startProcess(one, clock);
    await dieWhileSending(crashed);
    clock.advance(MAX_LEASE_MS);
    expect(await one.orphans()).toHaveLength(1);
    expect(await other.orphans()).toEqual([]);
    expect(await startProcess(other, clock).write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    await other.takeShelf('hooks', 'somebody');
    expect(await one.takeShelf('hooks', 'somebody-else')).toBe('taken');
    const redis = await openRedis(at(url));
    onTestFinished(redis.close);
    const keys = (await redis.run(`return redis.call('KEYS', KEYS[1])`, '*', [])) as string[];
    expect(new Set(keys.map((key) => key.replace(/}.*/, '}')))).toEqual(new Set(['{one.ledger}', '{other.ledger}']));
  });

  test.each([
    [{ appendonly: 'no' }, /has no append-only file.* Set appendonly yes/],
    [{ 'maxmemory-policy': 'allkeys-lru' }, /may evict entries \(maxmemory-policy allkeys-lru\)/],
  ])('does not start on a server with %o', async (settings, message) => {
    const loose = await startRedis(settings);
    onTestFinished(() => loose.close());
    await expect(open(loose.url)).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringMatching(message),
    });
  });

  test('warns if the server may lose the last second of writes', async () => {
    const loose = await startRedis({ appendfsync: 'everysec' });
    onTestFinished(() => loose.close());
    const { log, lines } = captureLog();
    await (await startRedisStore(at(loose.url), log)).close();
    expect(lines).toMatchObject([{ appendfsync: 'everysec' }]);
  });

  test('rejects writes without sending them while the server is unavailable, and accepts them once it is back', async () => {
    const passing = await startRedis({ appendfsync: 'always' });
    onTestFinished(() => passing.close());
    const clock = createManualClock();
    const process = startProcess(await open(passing.url, clock), clock);
    await process.ledger.beat();
    passing.signal('SIGSTOP');
    const sent: string[] = [];
    const send = async () => {
      sent.push('once');
      return 'T-1';
    };
    await expect(process.write({ send })).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    expect(sent).toEqual([]);
    passing.signal('SIGCONT');
    await expect
      .poll(() =>
        process.ledger.beat().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect((await process.write({ send })).outcome).toBe('COMMITTED');
    expect(sent).toEqual(['once']);
  });

  test('names the server that it cannot reach, without its password', async () => {
    const refusal = await open('redis://:hunter2@127.0.0.1:1/0').catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: 'LEDGER_UNUSABLE' });
    expect((refusal as Error).message).toContain('redis://127.0.0.1:1/0');
    expect((refusal as Error).message).not.toContain('hunter2');
  });
});
