/**
 * One master, its replicas and their sentinels, which take a master for dead after half a second, or as told. Everybody reaches each
 * server through a proxy of its own, which can be cut.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { Redis } from 'ioredis';
import { type CutProxy, startCutProxy } from '../cut-proxy.ts';
import { freePort } from '../free-port.ts';
import { type RedisServer, startRedis, startSentinel } from './server.ts';

const MASTER = 'the-master';
const PAUSE_MS = 20;
/** By which a replica's connection to its master begins. */
export const REPLICATION = 'PSYNC';

interface Server extends RedisServer {
  readonly proxy: CutProxy;
}

export interface Sentinels {
  readonly place: RedisPlace;
  /** The settings with which a gateway finds them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whom the sentinels take for the master. */
  readonly master: () => Promise<Server>;
  /** Resolves when each sentinel knows the others and the replicas, so that a failover is possible. */
  readonly agreed: () => Promise<void>;
  /** Makes a server that was the master a replica of the present one; the sentinels would, after ten seconds. */
  readonly rejoin: (server: Server) => Promise<void>;
  /** Resolves when the last failover is over, and all replicas have what the master has. */
  readonly attached: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface SentinelsOptions {
  readonly replicas?: number;
  readonly sentinels?: number;
  /** After how much silence the master counts as dead. */
  readonly downAfterMs?: number;
}

export async function startSentinels(options: SentinelsOptions = {}): Promise<Sentinels> {
  const { replicas = 2, sentinels = 3, downAfterMs = 500 } = options;
  const startServer = async (replicaof?: string): Promise<Server> => {
    const port = await freePort();
    const proxy = await startCutProxy(port);
    const server = await startRedis({
      port: String(port),
      appendfsync: 'always',
      'repl-diskless-sync-delay': '0',
      'replica-announce-ip': '127.0.0.1',
      'replica-announce-port': String(proxy.port),
      ...(replicaof !== undefined && { replicaof }),
    });
    return { ...server, proxy };
  };
  const first = await startServer();
  const address = `127.0.0.1 ${first.proxy.port}`;
  const others = await Promise.all(Array.from({ length: replicas }, () => startServer(address)));
  const servers = [first, ...others];
  await untilAttached(async () => first, replicas);
  const watchers = await Promise.all(
    Array.from({ length: sentinels }, () =>
      startSentinel([
        `sentinel monitor ${MASTER} ${address} ${Math.floor(sentinels / 2) + 1}`,
        `sentinel down-after-milliseconds ${MASTER} ${downAfterMs}`,
        `sentinel failover-timeout ${MASTER} 3000`,
        `sentinel parallel-syncs ${MASTER} ${replicas}`,
      ]),
    ),
  );
  const clients = watchers.map(({ url }) => new Redis(url, { retryStrategy: null }).on('error', () => {}));
  const [asked] = clients as [Redis];
  const addresses = watchers.map(({ port }) => ({ host: '127.0.0.1', port }));
  const master = async (): Promise<Server> => {
    const [, port] = (await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as [string, string];
    return servers.find(({ proxy }) => proxy.port === Number(port)) as Server;
  };
  return {
    place: { at: { sentinels: addresses, master: MASTER, database: 0 }, prefix: '' },
    settings: {
      REDIS_SENTINELS: addresses.map(({ host, port }) => `${host}:${port}`).join(),
      REDIS_MASTER: MASTER,
    },
    master,
    async agreed() {
      const knows = async (client: Redis): Promise<boolean> => {
        const seen = (await client.call('SENTINEL', 'SENTINELS', MASTER)) as unknown[];
        const copies = (await client.call('SENTINEL', 'REPLICAS', MASTER)) as unknown[];
        return seen.length === sentinels - 1 && copies.length === replicas;
      };
      for (const client of clients) while (!(await knows(client)));
    },
    async rejoin({ url }) {
      const client = new Redis(url);
      await client.replicaof('127.0.0.1', (await master()).proxy.port);
      client.disconnect();
    },
    async attached() {
      const isFailingOver = async (client: Redis): Promise<boolean> =>
        String(await client.call('SENTINEL', 'MASTER', MASTER)).includes('failover_in_progress');
      for (const client of clients) while (await isFailingOver(client)) await wait(PAUSE_MS);
      await untilAttached(master, replicas);
    },
    async close() {
      for (const client of clients) client.disconnect();
      await Promise.all([...watchers, ...servers].map((each) => each.close()));
      await Promise.all(servers.map(({ proxy }) => proxy.close()));
    },
  };
}

/** Asks for the master each time: under load, sentinels can take a slow one for dead too. */
async function untilAttached(master: () => Promise<RedisServer>, replicas: number): Promise<void> {
  while ((await attachedTo(await master())) < replicas);
}

/** How many replicas have a write of this moment; none while the server is no master. */
async function attachedTo({ url }: RedisServer): Promise<number> {
  const client = new Redis(url, { retryStrategy: null, lazyConnect: true }).on('error', () => {});
  try {
    await client.connect();
    await client.incr('attached');
    return await client.wait(10, 100);
  } catch {
    return 0;
  } finally {
    client.disconnect();
  }
}
