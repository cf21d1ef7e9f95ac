// The ledger in Redis: the same behaviour, the server's settings that it asks for, and a server that goes away.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KEPT_MS } from '../../../src/gateway/ledger/entry.ts';
import { startRedisStore } from '../../../src/gateway/ledger/redis-store.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/store.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { openRedis } from '../../../src/platform/redis.ts';
import { catchLog } from '../../support/caught-log.ts';
import { holdClock } from '../../support/held-clock.ts';
import { isInstalled, notInstalled, type RedisServer, startRedis } from '../../support/redis/server.ts';
import { describeLedger } from './behaviour.ts';
import { author, candidate, creation, noAnswer, startProcess } from './process.ts';

describe.skipIf(!isInstalled())(isInstalled() ? 'on a Redis server' : notInstalled, () => {
  let server: RedisServer;
  let database = 0;
  beforeAll(async () => {
    server = await startRedis({ databases: '100', appendfsync: 'always' });
  });
  afterAll(() => server.close());

  async function open(url: string, clock: Clock | null = null): Promise<LedgerStore> {
    const store = await startRedisStore(url, catchLog().log, clock);
    onTestFinished(store.close);
    return store;
  }

  describeLedger('Redis', (clock) => {
    database += 1;
    return open(`${server.url}/${database}`, clock);
  });

  test('goes by the server’s time where no other is given', async () => {
    const url = `${server.url}/99`;
    const first = startProcess(await open(url), holdClock(Date.now()));
    await first.write();
    expect((await startProcess(await open(url), holdClock(Date.now())).write()).replayed).toBe(true);
  });

  test('keeps a key for a day by the server’s time, though the clock of its replica is late', async () => {
    const url = `${server.url}/98`;
    const late = () => holdClock(Date.now() - 2 * KEPT_MS);
    await startProcess(await open(url), late()).write();
    expect((await startProcess(await open(url), late()).write()).replayed).toBe(true);
  });

  test('a key that was forgotten and came again for something else stands in nobody’s way', async () => {
    const url = `${server.url}/97`;
    const store = await open(url);
    const process = startProcess(store, holdClock());
    const reserve = vi.spyOn(store, 'reserve');
    const unclaimed = { ...creation(() => []), author: author('key-2'), keep: () => ({}) };
    await process.write(unclaimed);
    const redis = await openRedis(url);
    onTestFinished(redis.close);
    await redis.run(`return redis.call('DEL', '{ledger}:entry:' .. ARGV[1])`, [reserve.mock.calls[0]![0].id]);
    await process.write({ ...unclaimed, trace: { ...unclaimed.trace!, match: ['111', 'oak street'] } });
    const other = { ...creation(() => [candidate('T-9')]), send: () => Promise.reject(noAnswer()) };
    expect(await process.write(other)).toMatchObject({ outcome: 'COMMITTED', answer: 'T-9' });
  });

  test.each([
    [{ appendonly: 'no' }, /keeps no append-only file.* Set appendonly yes/],
    [{ 'maxmemory-policy': 'allkeys-lru' }, /may throw entries out \(maxmemory-policy allkeys-lru\)/],
  ])('does not start over a server with %o', async (settings, message) => {
    const loose = await startRedis(settings);
    onTestFinished(() => loose.close());
    await expect(open(loose.url)).rejects.toMatchObject({
      code: 'LEDGER_UNUSABLE',
      message: expect.stringMatching(message),
    });
  });

  test('warns of a server that may forget the last second', async () => {
    const loose = await startRedis({ appendfsync: 'everysec' });
    onTestFinished(() => loose.close());
    const { log, lines } = catchLog();
    await (await startRedisStore(loose.url, log)).close();
    expect(lines).toMatchObject([{ appendfsync: 'everysec' }]);
  });

  test('refuses writes while the server is away, sends none, and takes them again when it is back', async () => {
    const passing = await startRedis({ appendfsync: 'always' });
    onTestFinished(() => passing.close());
    const clock = holdClock();
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

  test('says which server it cannot reach, without its password', async () => {
    const refusal = await open('redis://:hunter2@127.0.0.1:1/0').catch((error: Error) => error);
    expect(refusal).toMatchObject({ code: 'LEDGER_UNUSABLE' });
    expect((refusal as Error).message).toContain('redis://127.0.0.1:1/0');
    expect((refusal as Error).message).not.toContain('hunter2');
  });
});
