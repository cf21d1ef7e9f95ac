/** One master, its replicas and their sentinels, which take a master for dead after half a second, or as told. */
import { Redis } from 'ioredis';
import type { RedisPlace } from '../../../src/platform/stores/redis-place.ts';
import { type RedisServer, startRedis, startSentinel } from './server.ts';

const MASTER = 'the-master';

export interface Sentinels {
  readonly place: RedisPlace;
  /** The first one is the master at first. */
  readonly servers: readonly RedisServer[];
  /** The settings with which a gateway finds them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whom the sentinels take for the master. */
  readonly master: () => Promise<RedisServer>;
  /** Resolves when each sentinel knows the others and the replicas, so that a failover is possible. */
  readonly agreed: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SentinelsOptions {
  readonly replicas?: number;
  readonly sentinels?: number;
  /** The port over which replicas reach the master at first; by default its own. */
  readonly masterPort?: (port: number) => Promise<number>;
  /** After how much silence the master counts as dead. */
  readonly downAfterMs?: number;
}

export async function startSentinels(options: SentinelsOptions = {}): Promise<Sentinels> {
  const { replicas = 2, sentinels = 3, masterPort = async (port) => port, downAfterMs = 500 } = options;
  const common = { appendfsync: 'always', 'repl-diskless-sync-delay': '0' };
  const master = await startRedis(common);
  const replicaof = `127.0.0.1 ${await masterPort(master.port)}`;
  const others = await Promise.all(Array.from({ length: replicas }, () => startRedis({ ...common, replicaof })));
  const servers = [master, ...others];
  await allAttached(master, replicas);
  const watchers = await Promise.all(
    Array.from({ length: sentinels }, () =>
      startSentinel([
        `sentinel monitor ${MASTER} 127.0.0.1 ${master.port} ${Math.floor(sentinels / 2) + 1}`,
        `sentinel down-after-milliseconds ${MASTER} ${downAfterMs}`,
        `sentinel failover-timeout ${MASTER} 3000`,
        `sentinel parallel-syncs ${MASTER} ${replicas}`,
      ]),
    ),
  );
  const clients = watchers.map(({ url }) => new Redis(url, { retryStrategy: null }).on('error', () => {}));
  const [asked] = clients as [Redis];
  const addresses = watchers.map(({ port }) => ({ host: '127.0.0.1', port }));
  return {
    place: { at: { sentinels: addresses, master: MASTER, database: 0 }, prefix: '' },
    settings: {
      REDIS_SENTINELS: addresses.map(({ host, port }) => `${host}:${port}`).join(),
      REDIS_MASTER: MASTER,
    },
    servers,
    async master() {
      const [, port] = (await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as [string, string];
      return servers.find((server) => server.port === Number(port)) as RedisServer;
    },
    async agreed() {
      const knows = async (client: Redis): Promise<boolean> => {
        const seen = (await client.call('SENTINEL', 'SENTINELS', MASTER)) as unknown[];
        const copies = (await client.call('SENTINEL', 'REPLICAS', MASTER)) as unknown[];
        return seen.length === sentinels - 1 && copies.length === replicas;
      };
      for (const client of clients) while (!(await knows(client)));
    },
    async close() {
      for (const client of clients) client.disconnect();
      await Promise.all([...watchers, ...servers].map((each) => each.close()));
    },
  };
}

/** Resolves when the replicas have what the master has. */
async function allAttached({ url }: RedisServer, replicas: number): Promise<void> {
  const client = new Redis(url);
  await client.set('first', 1);
  while ((await client.wait(replicas, 100)) < replicas);
  client.disconnect();
}
