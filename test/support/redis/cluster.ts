/** A cluster of three masters, each with a replica, which takes over when it is told to. */

import type { RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { Redis } from 'ioredis';
import { freePort } from '../free-port.ts';
import { type RedisServer, startRedis } from './server.ts';

const SLOTS = 16_384;
const MASTERS = 3;

export interface RedisCluster {
  readonly place: RedisPlace;
  readonly nodes: readonly RedisServer[];
  /** A connection to each node, masters first, and their replicas in the same order. */
  readonly clients: readonly Redis[];
  readonly close: () => Promise<void>;
}

export async function startCluster(): Promise<RedisCluster> {
  const settings = {
    appendfsync: 'always',
    'repl-diskless-sync-delay': '0',
    'cluster-enabled': 'yes',
    'cluster-node-timeout': '30000',
  };
  // By default the port of the bus is 10,000 above, which may be taken, or none.
  const busPorts = await Promise.all(Array.from({ length: 2 * MASTERS }, freePort));
  const nodes = await Promise.all(busPorts.map((bus) => startRedis({ ...settings, 'cluster-port': String(bus) })));
  const clients = nodes.map(({ url }) => new Redis(url, { retryStrategy: null }).on('error', () => {}));
  await Promise.all(clients.map((client, index) => client.cluster('SET-CONFIG-EPOCH', index + 1)));
  for (const [index, client] of clients.slice(0, MASTERS).entries()) {
    const bound = (at: number): number => Math.floor((SLOTS * at) / MASTERS);
    await client.call('CLUSTER', 'ADDSLOTSRANGE', bound(index), bound(index + 1) - 1);
  }
  const [{ port: firstPort } = { port: 0 }] = nodes;
  await Promise.all(
    clients.slice(1).map((client) => client.call('CLUSTER', 'MEET', '127.0.0.1', firstPort, busPorts[0] ?? 0)),
  );
  const until = async (client: Redis, field: string): Promise<void> => {
    while (!String(await client.cluster('INFO')).includes(field));
  };
  for (const client of clients) await until(client, `cluster_known_nodes:${nodes.length}`);
  for (const [index, client] of clients.slice(MASTERS).entries()) {
    await client.cluster('REPLICATE', (await clients[index]?.cluster('MYID')) as string);
  }
  for (const client of clients) await until(client, 'cluster_state:ok');
  for (const client of clients.slice(0, MASTERS)) while ((await client.wait(1, 100)) < 1);
  return {
    place: { at: { cluster: nodes.map(({ port }) => ({ host: '127.0.0.1', port })) }, prefix: '' },
    nodes,
    clients,
    async close() {
      for (const client of clients) client.disconnect();
      await Promise.all(nodes.map((each) => each.close()));
    },
  };
}
