// Replicas as peers over a real Redis server, which stops, hangs and comes back.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCutProxy } from '../../../../test/support/cut-proxy.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { isInstalled, notInstalled, type RedisServer, startRedis } from '../../../../test/support/redis/server.ts';
import type { Peers } from '../../src/peers/peers.ts';
import { openRedisPeers } from '../../src/peers/redis-peers.ts';
import { openSoftRedis } from '../../src/stores/redis.ts';
import { describePeers, GREETING } from './behavior.ts';

describe.skipIf(!isInstalled())(isInstalled() ? 'over Redis' : notInstalled, () => {
  let server: RedisServer;
  let used = 0;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.close());

  function openOne(url: string, prefix = '', given?: { readonly probeMs: number }): Peers {
    const redis = openSoftRedis({ at: { url }, prefix }, given);
    onTestFinished(redis.close);
    return openRedisPeers(redis);
  }

  /** Until each hears each other. */
  async function connected(all: readonly Peers[]): Promise<void> {
    for (const each of all) {
      let hears = 0;
      each.listen((name) => {
        hears += Number(name === GREETING);
      });
      await expect
        .poll(() => {
          for (const other of all) other.publish(GREETING, '');
          return hears;
        })
        .toBeGreaterThan(all.length);
    }
  }

  describePeers(async (count) => {
    used += 1;
    const prefix = `test-${used}.`;
    const all = Array.from({ length: count }, () => openOne(server.url, prefix));
    await connected(all);
    return all;
  });

  test('keys and channels begin with the prefix, and others’ prefixes are others’ peers', async () => {
    const [one, other] = [openOne(server.url, 'x.'), openOne(server.url, 'y.')];
    await expect.poll(() => one.lease('a', 60_000).catch(String)).toBe(0);
    await expect.poll(() => other.lease('a', 60_000).catch(String)).toBe(0);
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    expect((await redis.keys('[xy].*')).sort()).toEqual(['x.peers:lease:a', 'y.peers:lease:a']);
    await expect
      .poll(async () => (await redis.pubsub('CHANNELS', '[xy].peers:told')).sort())
      .toEqual(['x.peers:told', 'y.peers:told']);
  });

  test('what is no message of a peer is ignored', async () => {
    const [one, other] = [openOne(server.url, 'z.'), openOne(server.url, 'z.')];
    const heard: unknown[] = [];
    one.listen((name, text) => heard.push([name, text]));
    await connected([one, other]);
    heard.length = 0;
    const redis = new Redis(server.url);
    onTestFinished(() => redis.disconnect());
    for (const text of [
      '',
      'no JSON',
      'null',
      '{}',
      '["x"]',
      '["x", 1, "text"]',
      '["x", "name", 1]',
      '["x", "last", null]',
    ])
      await redis.publish('z.peers:told', text);
    await expect.poll(() => heard.at(-1)).toEqual(['last', null]);
    expect(heard.filter((each) => JSON.stringify(each) !== JSON.stringify([GREETING, '']))).toEqual([['last', null]]);
  });

  test('a connection that hears nothing any more, not even its own process, is replaced, as by one to another node of a cluster', async () => {
    const proxy = await startCutProxy(server.port);
    onTestFinished(proxy.close);
    const through = openOne(`redis://127.0.0.1:${proxy.port}`, 'v.', { probeMs: 100 });
    const both = [openOne(server.url, 'v.'), through];
    await connected(both);
    proxy.cut('subscribe');
    proxy.letNew();
    await connected(both);
  });

  test('a server that is away is waited for: commands fail at once, messages are lost, and then all is as before', async () => {
    const port = await freePort();
    const url = `redis://127.0.0.1:${port}`;
    const [one, other] = [openOne(url), openOne(url)];
    await expect(one.lease('a', 60_000)).rejects.toThrow();
    one.publish('a', 'lost');
    one.release('a');
    const first = await startRedis({ port: String(port) });
    await expect.poll(() => one.lease('a', 60_000).catch(String)).toBe(0);
    await connected([one, other]);
    await first.close();
    await expect.poll(() => one.lease('a', 60_000).catch(() => 'away')).toBe('away');
    const second = await startRedis({ port: String(port) });
    onTestFinished(second.close);
    await connected([one, other]);
    expect(await other.lease('a', 60_000)).toBe(0);
    second.signal('SIGSTOP');
    await expect(one.lease('a', 60_000)).rejects.toThrow('timed out');
    second.signal('SIGCONT');
    await expect.poll(() => one.lease('a', 60_000).catch(String)).toBeGreaterThan(0);
  });
});
