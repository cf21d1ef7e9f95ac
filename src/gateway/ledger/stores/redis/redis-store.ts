/**
 * The ledger's entries in Redis, for several replicas. It starts only on a server that does not lose data: with an append-only
 * file and without eviction. Times are the server's own, so the replicas' clocks need not agree.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { openRedis, type RedisConnection } from '@realty-forms/platform/stores/redis.ts';
import type { ServerFacts } from '@realty-forms/platform/stores/redis-checked.ts';
import { describeRedis, type RedisPlace } from '@realty-forms/platform/stores/redis-place.ts';
import { type Entry, type State, withClaim } from '../../entries/entry.ts';
import type { LedgerStore, StoredEntry, Taken } from '../store.ts';
import { createFailovers, type Failovers } from './redis-failovers.ts';
import { steps } from './redis-steps.ts';

type Step = keyof typeof steps;

export interface RedisStoreOptions {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'ledgerFailovers' | 'ledgerWaitFailures'>;
  /** False: the server is durable without an append-only file. */
  readonly requiresAof: boolean;
  /** How many replicas must have what may not be lost, and within which time; none: 0. */
  readonly waitReplicas: number;
  readonly waitMs: number;
  /** Replaces the server's clock. */
  readonly clock?: Clock | null;
}

/** Connects and checks the server; rejects with LEDGER_UNUSABLE, which says what to change. */
export async function startRedisStore(place: RedisPlace, options: RedisStoreOptions): Promise<LedgerStore> {
  const { log, metrics, waitReplicas, waitMs, clock = null } = options;
  const name = describeRedis(place);
  const check = createCheck(name, options);
  const wait = { replicas: waitReplicas, ms: waitMs, onFailure: () => metrics.ledgerWaitFailures.inc() };
  const redis = await openRedis(place, `{${place.prefix}ledger}:`, { check, wait }).catch((cause: Error) => {
    if (cause instanceof Fault) throw cause;
    const advice = 'Start the Redis server, or correct the REDIS_* settings';
    throw unusable(`The write ledger ${name} cannot be reached: ${cause.message}. ${advice}.`, cause);
  });
  const countMissing = async (idsAndAttempts: readonly string[]): Promise<number> =>
    Number(await redis.run(steps.missing, [0, ...idsAndAttempts]));
  const failovers = createFailovers({ countMissing, metrics, log });
  redis.onServer(({ info }) => void failovers.cameTo(info.get('run_id')));
  return createStore(redis, failovers, clock);
}

/** Checks each server that the ledger comes to, and warns once of the same. */
function createCheck(name: string, { log, requiresAof }: Pick<RedisStoreOptions, 'log' | 'requiresAof'>) {
  const warnedOf = new Set<string>();
  return async ({ info, setting }: ServerFacts): Promise<void> => {
    const problem = problemOf(name, info, requiresAof);
    if (problem !== null) throw unusable(problem);
    const sync = await setting('appendfsync');
    if (sync === null || sync === 'always' || !requiresAof || warnedOf.has(sync)) return;
    warnedOf.add(sync);
    log.warn({ appendfsync: sync }, 'a crash of the Redis server may lose the latest writes; set appendfsync always');
  };
}

function problemOf(name: string, info: ReadonlyMap<string, string>, requiresAof: boolean): string | null {
  if (info.get('role') === 'slave') return `The Redis server ${name} is a replica. Name its master.`;
  if (requiresAof && info.get('aof_enabled') !== '1') {
    return `The Redis server ${name} has no append-only file, so writes could be lost. Set appendonly yes.`;
  }
  const policy = info.get('maxmemory_policy');
  if (policy === 'noeviction') return null;
  return `The Redis server ${name} may evict entries (maxmemory-policy ${policy}). Set maxmemory-policy noeviction.`;
}

function unusable(message: string, cause?: Error): Fault {
  return new Fault('LEDGER_UNUSABLE', message, { cause });
}

type Reply = [fixed: string, state: State, sentAt: string, contentHash: string, result: string, isOrphan: number];

function createStore(redis: RedisConnection, failovers: Failovers, clock: Clock | null): LedgerStore {
  type Values = readonly (string | number)[];
  const valuesOf = (values: Values): Values => [clock?.now() ?? 0, ...values];
  const run = (step: Step, ...values: Values): Promise<unknown> => redis.run(steps[step], valuesOf(values));
  /** For what may not be lost: that a write was sent, and what became of it, because its key is in progress without. */
  const runAndWait = (step: Step, ...values: Values): Promise<unknown> =>
    redis.runAndWait(steps[step], valuesOf(values));
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
    async markSent(id, attempt, sentAt) {
      const isSent = await isDone(runAndWait('markSent', id, attempt, sentAt));
      if (isSent) failovers.remember(id, attempt);
      return isSent;
    },
    settle: (id, attempt, { state, result, contentHash, claim }) =>
      isDone(
        runAndWait('settle', id, attempt, state, resultText(withClaim(result, claim)), contentHash ?? '', claim ?? ''),
      ),
    async release(id, attempt) {
      failovers.forget(id);
      return await isDone(runAndWait('release', id, attempt));
    },
    releaseUnsent: (id, attempt) => isDone(run('releaseUnsent', id, attempt)),
    claim: async (id, attempt, claim, result) =>
      (await runAndWait('claim', id, attempt, claim, resultText({ ...result, found: claim }))) as Awaited<
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
      return isDone(runAndWait('changeShelf', shelf, owner ?? '', JSON.stringify(pairs)));
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
