/**
 * The ledger's entries in Redis, for several replicas. It starts only on a server that does not lose data: with an append-only
 * file and without eviction. Times are the server's own, so the replicas' clocks need not agree.
 */
import type { Clock } from '../../../platform/clock.ts';
import { Fault } from '../../../platform/fault.ts';
import type { Log } from '../../../platform/observing/log.ts';
import { openRedis, type RedisConnection } from '../../../platform/stores/redis.ts';
import { describeRedis, type RedisPlace } from '../../../platform/stores/redis-place.ts';
import { type Entry, type State, withClaim } from '../entries/entry.ts';
import { steps } from './redis-steps.ts';
import type { Taken } from './shelves.ts';
import type { LedgerStore, StoredEntry } from './store.ts';

/** Connects and checks the server; rejects with LEDGER_UNUSABLE, which says what to change. `clock` replaces its clock. */
export async function startRedisStore(place: RedisPlace, log: Log, clock: Clock | null = null): Promise<LedgerStore> {
  const name = describeRedis(place);
  const redis = await openRedis(place).catch((cause: Error) => {
    throw unusable(
      `The write ledger ${name} cannot be reached: ${cause.message}. Start the Redis server, or correct REDIS_URL.`,
      cause,
    );
  });
  try {
    await check(redis, name, log);
  } catch (error) {
    await redis.close();
    throw error;
  }
  return createStore(redis, `{${place.prefix}ledger}:`, clock);
}

async function check(redis: RedisConnection, name: string, log: Log): Promise<void> {
  const info = await redis.info();
  if (info.get('aof_enabled') !== '1') {
    throw unusable(`The Redis server ${name} has no append-only file, so writes could be lost. Set appendonly yes.`);
  }
  const policy = info.get('maxmemory_policy');
  if (policy !== 'noeviction') {
    throw unusable(
      `The Redis server ${name} may evict entries (maxmemory-policy ${policy}). Set maxmemory-policy noeviction.`,
    );
  }
  const sync = await redis.setting('appendfsync');
  if (sync !== null && sync !== 'always') {
    log.warn({ appendfsync: sync }, 'a crash of the Redis server may lose the latest writes; set appendfsync always');
  }
}

function unusable(message: string, cause?: Error): Fault {
  return new Fault('LEDGER_UNUSABLE', message, { cause });
}

type Reply = [fixed: string, state: State, sentAt: string, contentHash: string, result: string, isOrphan: number];

function createStore(redis: RedisConnection, prefix: string, clock: Clock | null): LedgerStore {
  const run = (step: keyof typeof steps, ...values: readonly (string | number)[]): Promise<unknown> =>
    redis.run(steps[step], prefix, [clock?.now() ?? 0, ...values]);
  const isDone = async (step: Promise<unknown>): Promise<boolean> => (await step) === 1;

  return {
    async reserve(entry) {
      const { id, attempt, owner, matchHash, otherHashes } = entry;
      const others = otherHashes.flatMap((each) => each.matchHash ?? []).join(' ');
      const reply = (await run('reserve', id, JSON.stringify(entry), attempt, owner, matchHash ?? '', others)) as [
        ...Reply,
        isNew: number,
      ];
      const [fixed, state, sentAt, contentHash, result, isOrphan, isNew] = reply;
      return { ...storedEntryOf([fixed, state, sentAt, contentHash, result, isOrphan]), isNew: isNew === 1 };
    },
    async read(id) {
      const reply = (await run('read', id)) as Reply | null;
      return reply === null ? null : storedEntryOf(reply);
    },
    markSent: (id, attempt, sentAt) => isDone(run('markSent', id, attempt, sentAt)),
    settle: (id, attempt, { state, result, contentHash, claim }) =>
      isDone(run('settle', id, attempt, state, resultText(withClaim(result, claim)), contentHash ?? '', claim ?? '')),
    release: (id, attempt) => isDone(run('release', id, attempt)),
    releaseUnsent: (id, attempt) => isDone(run('releaseUnsent', id, attempt)),
    claim: async (id, attempt, claim, result) =>
      (await run('claim', id, attempt, claim, resultText({ ...result, found: claim }))) as Awaited<
        ReturnType<LedgerStore['claim']>
      >,
    unclaimed: async (id, claims) => (await run('unclaimed', id, ...claims)) as string[],
    orphans: async () => ((await run('orphans', '')) as Reply[]).map((reply) => storedEntryOf(reply).entry),
    async beat(owner) {
      await run('beat', owner);
    },
    takeShelf: async (shelf, owner) => (await run('takeShelf', shelf, owner)) as Taken,
    async readShelf(shelf) {
      const reply = (await run('readShelf', shelf)) as string[];
      return new Map(
        Array.from({ length: reply.length / 2 }, (_, at) => [reply[2 * at] ?? '', reply[2 * at + 1] ?? '']),
      );
    },
    changeShelf(shelf, owner, changes) {
      const pairs = [...changes].map(([key, text]) => [key, text ?? false]);
      return isDone(run('changeShelf', shelf, owner ?? '', JSON.stringify(pairs)));
    },
    close: redis.close,
  };
}

function resultText(result: Entry['result']): string {
  return result === null ? '' : JSON.stringify(result);
}

function storedEntryOf([fixed, state, sentAt, contentHash, result, isOrphan]: Reply): StoredEntry {
  const entry: Entry = {
    // Entries of version 0.3 have none.
    otherHashes: [],
    ...(JSON.parse(fixed) as Omit<Entry, 'otherHashes'>),
    state,
    sentAt: sentAt === '' ? null : Number(sentAt),
    contentHash: contentHash === '' ? null : contentHash,
    result: result === '' ? null : JSON.parse(result),
  };
  return { entry, isOrphan: isOrphan === 1 };
}
