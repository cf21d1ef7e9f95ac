// The ledger in a Redis Cluster: the same behavior as on one server, while its slot moves, and after the end of its master.

import { openSoftRedis } from '@realty-forms/platform/stores/redis.ts';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../../support/held-clock.ts';
import { type RedisCluster, startCluster } from '../../../support/redis/cluster.ts';
import { isInstalled, notInstalled } from '../../../support/redis/server.ts';
import { startProcess } from '../process.ts';
import { describeLedger } from './behavior.ts';
import { apart, openStore } from './redis-opening.ts';

/** Replicas make the same of each: what one server takes in a second would take them several. */
const MANY_LETTERS = 10_000;

describe.skipIf(!isInstalled())(isInstalled() ? 'in a cluster' : notInstalled, () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  describeLedger('a Redis Cluster', (clock) => openStore(apart(cluster.place), { clock }), MANY_LETTERS);

  /** A process of its own, a write of which was sent and recorded, and the slot of all its keys. */
  async function startWriting() {
    const place = apart(cluster.place);
    const process = startProcess(await openStore(place), createManualClock(Date.now()));
    let sent = 0;
    const write = () => process.write({ send: async () => `T-${++sent}` });
    expect(await write()).toMatchObject({ outcome: 'COMMITTED', replayed: false });
    const slot = await (cluster.clients[0] as Redis).cluster('KEYSLOT', `{${place.prefix}ledger}:`);
    return { write, slot };
  }

  const masterOf = async (slot: number): Promise<Redis> => {
    const ranges = (await cluster.clients.find(({ status }) => status === 'ready')?.cluster('SLOTS')) as unknown as [
      number,
      number,
      [string, number],
    ][];
    const [, , [, port] = []] = ranges.find(([first, last]) => first <= slot && slot <= last) ?? [];
    return cluster.clients.find(({ options }) => options.port === port) as Redis;
  };

  test('one of its nodes may be away when a process starts: the next one is asked', async () => {
    const place = apart(cluster.place);
    const nodes = 'cluster' in place.at ? place.at.cluster : [];
    const store = await openStore({ ...place, at: { cluster: [{ host: '127.0.0.1', port: 1 }, ...nodes] } });
    expect(await startProcess(store, createManualClock(Date.now())).write()).toMatchObject({ outcome: 'COMMITTED' });
  });

  test('soft state is reached in every slot, and what is published is heard', async () => {
    const [one, other] = [openSoftRedis(cluster.place), openSoftRedis(cluster.place)];
    for (const each of [one, other]) onTestFinished(each.close);
    const heard: string[] = [];
    one.subscribe('news', (text) => heard.push(text));
    const keys = Array.from({ length: 20 }, (_, at) => `soft:${at}`);
    const read = (key: string) => other.run(`return redis.call('INCRBY', KEYS[1], 0)`, [key], []).catch(String);
    for (const key of keys) await expect.poll(() => read(key)).toBe(0);
    await expect
      .poll(async () => {
        await other.publish('news', 'told').catch(() => {});
        return heard[0];
      })
      .toBe('told');
  });

  test('while its slot moves to another master, writes are refused; then the ledger knows all that it knew', async () => {
    const { write, slot } = await startWriting();
    const from = await masterOf(slot);
    const to = cluster.clients.slice(0, 3).find((client) => client !== from) as Redis;
    const [source, target] = (await Promise.all([from, to].map((node) => node.cluster('MYID')))) as [string, string];
    await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', source);
    await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', target);
    const keys = (await from.call('CLUSTER', 'GETKEYSINSLOT', slot, 1_000)) as string[];
    const [first = '', ...others] = keys;
    const move = (names: readonly string[]) =>
      from.call('MIGRATE', '127.0.0.1', to.options.port ?? 0, '', 0, 5_000, 'KEYS', ...names);
    await move([first]);
    await expect(write()).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    await move(others);
    await expect(write()).rejects.toMatchObject({ code: 'LEDGER_UNAVAILABLE' });
    for (const node of [to, from]) await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', target);
    await expect.poll(() => write().catch(({ code }) => code)).toMatchObject({ replayed: true });
  });

  test('a write that the replica of its master has is replayed after that has taken over', async () => {
    const { write, slot } = await startWriting();
    const master = await masterOf(slot);
    await master.wait(1, 0);
    const index = cluster.clients.indexOf(master);
    await cluster.nodes[index]?.kill();
    await cluster.clients[index + 3]?.call('CLUSTER', 'FAILOVER', 'TAKEOVER');
    await expect.poll(() => write().catch(({ code }) => code)).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  });
});
