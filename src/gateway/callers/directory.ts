/**
 * The directory of active users: those who have enabled access, by NRDS id and by e-mail address. It fetches new users often, and the whole
 * list less often; only a full reload shows who has left. All lookups share one load. A lookup that finds its user in the loaded directory
 * waits only for a reload that is due (access rule 6).
 */
import { type EnabledWithin, listActiveUsers } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import { atMostEvery, elapsedSince, HOUR_MS } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Upstream } from '../../upstream/call.ts';
import { invalidAnswer, nullIfFailed, UpstreamFault } from '../../upstream/faults.ts';
import type { BatchBehavior } from '../lists/batch-behavior.ts';
import { List } from '../lists/list.ts';
import { readWholeList, type WholeList } from '../lists/whole-list.ts';
import type { Parts } from '../parts.ts';
import {
  type ActiveAgent,
  type AgentSet,
  compareIds,
  type DirectorySnapshot,
  indexUsers,
  isAmong,
  userNamed,
  usersIn,
  usersOf,
} from './directory-index.ts';
import { foldEmail, isNrdsIdIn } from './identifiers.ts';

/** How long an old directory is used while loads fail, and how often a load is attempted in that time. */
const STALE_MS = 2 * 60 * 60_000;

const RETRY_MS = 30_000;

/** For this long after a failure, lookups that find their user do not wait for a reload, which will probably fail again. */
const FAILING_MS = 5 * 60_000;

/** New users are fetched from a time before the last load, because clocks differ and a load takes time. */
const OVERLAP_MS = 10 * 60_000;

/** Lookups in the directory. If it cannot be loaded, they reject with UPSTREAM_UNAVAILABLE, whatever upstream's fault was. */
export type Directory = Readonly<ReturnType<typeof createDirectory>>;

interface RunningLoad {
  readonly loading: Promise<DirectorySnapshot>;
  readonly isReload: boolean;
}

export interface DirectoryOptions
  extends Pick<Parts, 'batchBehaviors' | 'clock' | 'decode' | 'log' | 'metrics' | 'upstream'> {
  /** How often new users are fetched; well below an hour. */
  readonly refreshSeconds: number;
  /** The longest time between two full reloads; at most two hours. */
  readonly reloadSeconds: number;
}

export function createDirectory(options: DirectoryOptions) {
  const { upstream, decode, refreshSeconds, reloadSeconds, batchBehaviors, clock, log, metrics } = options;
  const refreshMs = refreshSeconds * 1_000;
  const reloadMs = reloadSeconds * 1_000;
  let loaded: DirectorySnapshot | null = null;
  let currentLoad: RunningLoad | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  const isReportDue = atMostEvery(RETRY_MS, clock);
  /** Whether most users were missing from the last reload. */
  let isReloadSuspect = false;

  /**
   * Once a reload is due, the first lookup waits for it, so that an agent who has left loses access by then. While loads
   * fail, the old directory answers at once, until it is two hours old.
   */
  const find = async <T>(pick: (from: DirectorySnapshot) => T | null): Promise<T | null> => {
    const now = clock.now();
    if (loaded === null || !isUsable()) return await renew(now).then(pick, throwUnavailable);
    const found = pick(loaded);
    const isReloadDue = elapsedSince(loaded.reloadedAt, clock) >= reloadMs;
    if (!isReloadDue && elapsedSince(loaded.refreshedAt, clock) < refreshMs) return found;
    const sinceFailure = elapsedSince(failedAt, clock);
    if (sinceFailure < RETRY_MS) return found;
    const isReloadAwaited = isReloadDue && sinceFailure >= FAILING_MS;
    // A user who is not found may be new, so this lookup waits for the load.
    if (found !== null && !isReloadAwaited) {
      if (currentLoad === null) void begin(now);
      return found;
    }
    return await renew(now).then(pick, (error: unknown) => {
      if (error instanceof UpstreamFault) return found;
      throw error;
    });
  };

  const isUsable = (): boolean => loaded !== null && elapsedSince(loaded.reloadedAt, clock) < STALE_MS;

  /** Joins the load in progress, or starts one. If a reload is due and the load in progress only fetches new users, another one follows. */
  const renew = (now: number): Promise<DirectorySnapshot> => {
    if (currentLoad === null) return begin(now);
    if (currentLoad.isReload || !isReloadNext()) return currentLoad.loading;
    const again = (): Promise<DirectorySnapshot> => renew(clock.now());
    return currentLoad.loading.then(again, again);
  };

  /**
   * The last refresh before a reload is due becomes the reload, so that under steady traffic no lookup waits for one. A directory without
   * users may have been read from a service that was not ready: it lacks more than newcomers. After the clock was set back, it is
   * unknown how long ago the directory was read.
   */
  const isReloadNext = (): boolean =>
    loaded === null ||
    usersOf(loaded) === 0 ||
    clock.now() < loaded.refreshedAt ||
    elapsedSince(loaded.reloadedAt, clock) + refreshMs >= reloadMs;

  const begin = (now: number): Promise<DirectorySnapshot> => {
    const isReload = isReloadNext();
    const loading = load(isReload ? null : loaded, now).finally(() => {
      currentLoad = null;
    });
    currentLoad = { loading, isReload };
    // Reported here, because nobody awaits a load in the background. Once the directory has expired, each lookup tries to load it.
    loading.catch((error: unknown) => {
      failedAt = clock.now();
      if (isReportDue()) logFailure(log, error, isUsable());
    });
    return loading;
  };

  /** Loads all users, or adds the new ones to `before`. */
  const load = async (before: DirectorySnapshot | null, now: number): Promise<DirectorySnapshot> => {
    const newcomers = before === null ? null : enabledSince(now - before.refreshedAt);
    const list = await readActiveUsers(upstream, batchBehaviors.activeUsers, newcomers);
    const users = list.records.map((flat) => decode.activeUser(flat));
    if (!list.isCounted && before === null)
      log.warn(
        { users: users.length },
        'the POST API states another number of active users than it lists: agents may lack access',
      );
    const next = indexUsers(users, before, now);
    if (before === null && users.length > 0 && next.byNrdsId.size === 0)
      throw invalidAnswer('activeUsers', `none of ${users.length} users has an NRDS id`);
    const size = usersOf(next);
    if (before === null && loaded !== null && size < usersOf(loaded) / 2) {
      isReloadSuspect = !isReloadSuspect;
      if (isReloadSuspect) throw mostAreMissing(size);
    } else isReloadSuspect = false;
    loaded = next;
    metrics.directoryUsers.set(next.byNrdsId.size);
    metrics.directoryRefreshed.set(clock.now() / 1_000);
    return loaded;
  };

  return {
    /** With `among`, only a user of this set. */
    byNrdsId: (nrdsId: string, among?: AgentSet) =>
      find((from) => {
        const user = userNamed(from, nrdsId);
        return user !== null && isAmong(from, user, among) ? user : null;
      }),
    /** If several users share the address, the first by NRDS id; with `among`, the first in this set. */
    byEmail: (email: string, among?: AgentSet) =>
      find((from) => from.byEmail.get(foldEmail(email))?.find((user) => isAmong(from, user, among)) ?? null),
    /**
     * All agents in the set, or all agents there are, in the order of their NRDS ids; with `among`, only those also in that set. Null if
     * there are none.
     */
    agentsIn: (set: AgentSet | null, among?: AgentSet): Promise<readonly ActiveAgent[] | null> =>
      find((from) => {
        const users = set === null ? from.byNrdsId.values().map(({ user }) => user) : usersIn(from, set);
        // Two ids may be one id written in two ways, and an agent may belong to two of the offices.
        const agents = [...new Set(users)].filter((user) => isAmong(from, user, among)) as ActiveAgent[];
        return agents.length === 0 ? null : agents.sort((one, other) => compareIds(one.nrdsId, other.nrdsId));
      }),
    /** The first of the user's offices that is in the list; null if none is. Loads nothing. */
    officeOf: (nrdsId: string, officeNrdsIds: readonly string[]): string | null =>
      loaded?.byNrdsId.get(nrdsId)?.offices.find((office) => isNrdsIdIn(officeNrdsIds, office)) ?? null,
    /** The id as the directory writes it, or unchanged if the directory lacks it or cannot be loaded. */
    written: async (nrdsId: string): Promise<string> =>
      (await find((from) => userNamed(from, nrdsId)).catch(nullIfFailed))?.nrdsId ?? nrdsId,
    /** The id as the loaded directory writes it, or unchanged. Loads nothing. */
    spelling: (nrdsId: string): string => (loaded && userNamed(loaded, nrdsId)?.nrdsId) ?? nrdsId,
    /** The address as the loaded directory writes it, or unchanged. Loads nothing. */
    writtenAddress(email: string): string {
      const written = loaded?.byEmail.get(foldEmail(email))?.map((user) => user.email ?? '') ?? [];
      return written.includes(email) ? email : (written[0] ?? email);
    },
    /** Whether the loaded directory has users. Loads nothing. */
    hasUsers: (): boolean => loaded !== null && usersOf(loaded) > 0,
    /** How many users in the loaded directory have the address; null if none is loaded. */
    usersAt: (email: string): number | null => loaded && (loaded.byEmail.get(foldEmail(email))?.length ?? 0),
    /** The user's address if no other user has it, otherwise empty; null if there is no such user. */
    addressOf: (nrdsId: string) =>
      find((from) => {
        const user = userNamed(from, nrdsId);
        if (user === null) return null;
        return user.email === null || from.byEmail.get(foldEmail(user.email))?.length !== 1 ? '' : user.email;
      }),
  };
}

/** After a failed load, it is unknown which users are active. The original fault is in the log and in `cause`. */
function throwUnavailable(error: unknown): never {
  if (!(error instanceof UpstreamFault)) throw error;
  const { endpoint, sent, retryAfterSeconds } = error;
  const problem = 'the directory of active users cannot be read';
  throw new UpstreamFault('UPSTREAM_UNAVAILABLE', problem, { endpoint, sent, retryAfterSeconds, cause: error });
}

function logFailure(log: Log, error: unknown, hasFallback: boolean): void {
  // A fault also contains upstream's own words, which must not be logged.
  const details = error instanceof UpstreamFault ? { code: error.code, reason: error.message } : { err: error };
  const consequence = hasFallback ? 'the previous one stays in use' : 'none is available';
  log.warn(details, `the directory of active users cannot be read; ${consequence}`);
}

/** Refreshes happen on demand only, so the last one can be more than an hour ago. */
function enabledSince(elapsedMs: number): EnabledWithin {
  return { unit: 'HOURS', amount: Math.ceil((elapsedMs + OVERLAP_MS) / HOUR_MS) };
}

function mostAreMissing(left: number): UpstreamFault {
  const problem = `only ${left} users are left, fewer than half: accepted if the next read confirms it`;
  return invalidAnswer('activeUsers', problem);
}

/** How many batches a load reads at a time: few enough to leave connections for requests. */
const PARALLEL_BATCHES = 8;

/**
 * All active users (4.2), or only those who enabled access within the given time; reads several batches at a time. The result is complete
 * or an error, because an agent who is missing would be treated as having left.
 */
async function readActiveUsers(
  upstream: Upstream,
  batchBehavior: BatchBehavior,
  enabledWithin: EnabledWithin | null,
): Promise<WholeList<FlatRecord | SelectedRecord>> {
  const list = await readWholeList<FlatRecord | SelectedRecord>({
    open: () =>
      new List(
        (batch) => upstream.call('activeUsers', listActiveUsers(enabledWithin, batch)),
        batchBehavior,
        // There may be no new users, but an empty answer is not a directory.
        enabledWithin !== null,
      ),
    keyOf: (user) => JSON.stringify(user),
    parallel: PARALLEL_BATCHES,
  });
  if (list !== null) return list;
  throw invalidAnswer('activeUsers', 'the list changed during each read, 3 times in a row');
}
