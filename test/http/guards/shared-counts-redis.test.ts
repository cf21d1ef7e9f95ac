// Processes count the requests of a caller together through a real Redis server, which stops.
import type { IncomingMessage } from 'node:http';
import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { openRedisPeers } from '@realty-forms/platform/peers/redis-peers.ts';
import { openSoftRedis } from '@realty-forms/platform/stores/redis.ts';
import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSharedCounts } from '../../../src/http/guards/shared-counts.ts';
import { createUsage } from '../../../src/http/guards/usage.ts';
import { captureLog } from '../../support/caught-log.ts';
import { isInstalled, notInstalled, type RedisServer, startRedis } from '../../support/redis/server.ts';

const LIMIT = 1_200;
/** More than half a percent of it, so that others are told at once. */
const BATCH = 7;
const ADDRESS = '192.0.2.1';

describe.skipIf(!isInstalled())(isInstalled() ? 'over Redis' : notInstalled, () => {
  function open(server: RedisServer) {
    const redis = openSoftRedis({ at: { url: server.url }, prefix: 'test.' });
    onTestFinished(redis.close);
    const peers = openRedisPeers(redis);
    let answers = 0;
    const count: typeof peers.count = (added) =>
      peers.count(added).finally(() => {
        answers += 1;
      });
    const { log } = captureLog();
    const shared = createSharedCounts({
      peers: { count },
      secret: 'secret',
      perMinute: LIMIT,
      log,
      metrics: createMetrics(),
    });
    onTestFinished(shared.close);
    const usage = createUsage(undefined, shared);
    return {
      answers: () => answers,
      count: peers.count,
      /** In which minute it was admitted; null if it was not. */
      send(): number | null {
        const caller = usage.of({
          principal: null,
          request: { socket: { remoteAddress: ADDRESS } } as IncomingMessage,
          usage: undefined,
        });
        usage.count(caller);
        return caller.minute <= LIMIT ? caller.minuteNumber : null;
      },
    };
  }

  test('three of them admit at most a twentieth more than the limit of a caller who sends three times as much, and nothing fails when Redis stops', async () => {
    const server = await startRedis();
    let isStopped = false;
    onTestFinished(async () => {
      if (!isStopped) await server.close();
    });
    const processes = [open(server), open(server), open(server)];
    for (const each of processes) await expect.poll(() => each.count([]).then(() => true, String)).toBe(true);
    const admitted = new Map<number, number>();
    for (let sent = 0; sent < LIMIT; sent += BATCH) {
      const answers = processes.map((each) => each.answers());
      for (const each of processes)
        for (let at = 0; at < BATCH; at += 1) {
          const minute = each.send();
          if (minute !== null) admitted.set(minute, (admitted.get(minute) ?? 0) + 1);
        }
      // Once all know that the limit is reached, none of them asks any more.
      const isOver = Math.max(...admitted.values()) >= LIMIT;
      if (!isOver)
        await expect
          .poll(() => processes.every((each, at) => each.answers() > (answers[at] ?? 0)), { interval: 1 })
          .toBe(true);
    }
    for (const count of admitted.values()) expect(count).toBeLessThanOrEqual(LIMIT * 1.05);
    expect([...admitted.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(LIMIT);

    const redis = new Redis(server.url);
    const keys = await redis.keys('*');
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatch(/^\{test\.rl\}:[\w-]{22}:\d+$/);
      expect(await redis.pttl(key)).toBeLessThanOrEqual(120_000);
      expect(await redis.pttl(key)).toBeGreaterThan(50_000);
    }
    redis.disconnect();

    isStopped = true;
    await server.close();
    const answers = processes.map((each) => each.answers());
    for (const each of processes) for (let at = 0; at < 100; at += 1) each.send();
    for (const [at, each] of processes.entries()) expect(each.answers()).toBeGreaterThanOrEqual(answers[at] ?? 0);
    await expect(processes[0]?.count([])).rejects.toThrow();
  });
});
