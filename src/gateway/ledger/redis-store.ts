/**
 * The ledger's entries in Redis, for several replicas. It starts only on a server that keeps what it is told: with an
 * append-only file, and throwing nothing out. Time is the server's own, so that replicas' clocks need not agree.
 */
import type { Clock } from '../../platform/clock.ts';
import { Fault } from '../../platform/fault.ts';
import type { Log } from '../../platform/log.ts';
import { describeRedis, openRedis, type RedisConnection } from '../../platform/redis.ts';
import { type Entry, type State, withMade } from './entry.ts';
import { steps } from './redis-steps.ts';
import type { Held, LedgerStore } from './store.ts';

/** Connects and checks; rejects with LEDGER_UNUSABLE, which says what to set. `clock` stands in for the server's. */
export async function startRedisStore(url: string, log: Log, clock: Clock | null = null): Promise<LedgerStore> {
  const name = describeRedis(url);
  const redis = await openRedis(url).catch((cause: Error) => {
    throw unusable(
      `The write ledger ${name} cannot be reached: ${cause.message}. Start the server, or put REDIS_URL right.`,
      cause,
    );
  });
  try {
    await check(redis, name, log);
  } catch (error) {
    await redis.close();
    throw error;
  }
  return storeOver(redis, clock);
}

async function check(redis: RedisConnection, name: string, log: Log): Promise<void> {
  const info = await redis.info();
  if (info.get('aof_enabled') !== '1') {
    throw unusable(
      `The Redis server ${name} keeps no append-only file, so that writes could be forgotten. Set appendonly yes.`,
    );
  }
  const policy = info.get('maxmemory_policy');
  if (policy !== 'noeviction') {
    throw unusable(
      `The Redis server ${name} may throw entries out (maxmemory-policy ${policy}). Set maxmemory-policy noeviction.`,
    );
  }
  const sync = await redis.setting('appendfsync');
  if (sync !== null && sync !== 'always') {
    log.warn({ appendfsync: sync }, 'a crash of the Redis server may forget the last writes; set appendfsync always');
  }
}

function unusable(message: string, cause?: Error): Fault {
  return new Fault('LEDGER_UNUSABLE', message, { cause });
}

type Reply = [fixed: string, state: State, sentAt: string, contentHash: string, result: string, isOrphan: number];

function storeOver(redis: RedisConnection, clock: Clock | null): LedgerStore {
  const run = (step: keyof typeof steps, ...values: readonly (string | number)[]): Promise<unknown> =>
    redis.run(steps[step], [clock?.now() ?? 0, ...values]);
  const isDone = async (step: Promise<unknown>): Promise<boolean> => (await step) === 1;

  return {
    async reserve(entry) {
      const { id, attempt, owner, matchHash } = entry;
      const reply = (await run('reserve', id, JSON.stringify(entry), attempt, owner, matchHash ?? '')) as [
        ...Reply,
        isNew: number,
      ];
      const [fixed, state, sentAt, contentHash, result, isOrphan, isNew] = reply;
      return { ...heldOf([fixed, state, sentAt, contentHash, result, isOrphan]), isNew: isNew === 1 };
    },
    async read(id) {
      const reply = (await run('read', id)) as Reply | null;
      return reply === null ? null : heldOf(reply);
    },
    markSent: (id, attempt, sentAt) => isDone(run('markSent', id, attempt, sentAt)),
    settle: (id, attempt, { state, result, contentHash, claim }) =>
      isDone(run('settle', id, attempt, state, textOf(withMade(result, claim)), contentHash ?? '', claim ?? '')),
    release: (id, attempt) => isDone(run('release', id, attempt)),
    releaseUnsent: (id, attempt) => isDone(run('releaseUnsent', id, attempt)),
    claim: async (id, attempt, claim, result) =>
      (await run('claim', id, attempt, claim, textOf({ ...result, found: claim }))) as Awaited<
        ReturnType<LedgerStore['claim']>
      >,
    unclaimed: async (id, claims) => (await run('unclaimed', id, ...claims)) as string[],
    orphans: async () => ((await run('orphans', '')) as Reply[]).map((reply) => heldOf(reply).entry),
    async beat(owner) {
      await run('beat', owner);
    },
    close: redis.close,
  };
}

function textOf(result: Entry['result']): string {
  return result === null ? '' : JSON.stringify(result);
}

function heldOf([fixed, state, sentAt, contentHash, result, isOrphan]: Reply): Held {
  const entry: Entry = {
    ...(JSON.parse(fixed) as Entry),
    state,
    sentAt: sentAt === '' ? null : Number(sentAt),
    contentHash: contentHash === '' ? null : contentHash,
    result: result === '' ? null : JSON.parse(result),
  };
  return { entry, isOrphan: isOrphan === 1 };
}
