/**
 * The directory of active users: those who have enabled access, by NRDS id and by e-mail address. New users are fetched often, the
 * whole list less often; only a full reload shows who left. One load at a time serves all lookups. A lookup that finds its user
 * in the loaded directory does not wait, except for a reload that is due (access rule 6).
 */

import type { EnabledWithin } from '@realty-forms/contract/calls/requests.ts';
import type { ActiveUser } from '@realty-forms/contract/columns/records.ts';
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import type { MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { Upstream } from '../../upstream/call.ts';
import { UpstreamFault } from '../../upstream/faults.ts';
import type { BatchBehavior } from '../lists/batch-behavior.ts';
import type { Decode, WithUnreadable } from '../reading/decode.ts';
import { readActiveUsers } from './active-users.ts';
import { foldEmail } from './email-address.ts';
import { foldNrdsId, isNrdsIdIn, nrdsIdKey } from './nrds-id.ts';

/** How long an old directory is used while no newer one can be loaded, and how often a load is attempted in that time. */
const STALE_MS = 2 * 60 * 60_000;
const RETRY_MS = 30_000;
/** For this long after a failure, lookups that find their user do not wait for a reload, which will probably fail again. */
const FAILING_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Newcomers are fetched from before the last load on, because clocks differ and a load takes time. */
const OVERLAP_MS = 10 * 60_000;

/** Lookups in the directory. If none can be loaded, they all reject with UPSTREAM_UNAVAILABLE, for any fault of upstream. */
export type Directory = Readonly<ReturnType<typeof createDirectory>>;

type User = WithUnreadable<ActiveUser>;

/** An active user with an NRDS id. */
export type ActiveAgent = User & { readonly nrdsId: string };

/** Some agents: those with these NRDS ids, and those of these offices. */
export interface AgentSet {
  readonly nrdsIds: readonly string[];
  readonly officeNrdsIds?: readonly string[];
}

interface Loaded {
  readonly byNrdsId: ReadonlyMap<string, User>;
  /** The same users, by their folded NRDS ids. */
  readonly byFoldedId: ReadonlyMap<string, readonly User[]>;
  /** The folded addresses of all records of a user, by NRDS id. */
  readonly addresses: ReadonlyMap<string, ReadonlySet<string>>;
  /** The offices in all records of a user, as the directory writes them, by NRDS id. */
  readonly offices: ReadonlyMap<string, readonly string[]>;
  /** The users of each office, by the office's key. */
  readonly byOffice: ReadonlyMap<string, readonly User[]>;
  /** Users without an NRDS id, by their folded address. */
  readonly withoutNrdsId: ReadonlyMap<string, User>;
  /** All users of each folded address. */
  readonly byEmail: ReadonlyMap<string, readonly User[]>;
  readonly reloadedAt: number;
  readonly refreshedAt: number;
}

interface RunningLoad {
  readonly loading: Promise<Loaded>;
  readonly isReload: boolean;
}

export interface DirectoryOptions {
  /** Called after each load, with the number of users who have an NRDS id. */
  readonly onLoad: (users: number) => void;
  /** Called after each load that fails; `hasFallback` says whether an older directory is used meanwhile. */
  readonly onFailure: (error: unknown, hasFallback: boolean) => void;
  /** How often newcomers are fetched; well below an hour. */
  readonly refreshSeconds: number;
  /** The longest time between two full reloads; at most two hours. */
  readonly reloadSeconds: number;
  /** What activeUsers has shown about its batches. */
  readonly batchBehavior: BatchBehavior;
}

export function createDirectory(upstream: Upstream, decode: Decode, clock: Clock, options: DirectoryOptions) {
  const { onLoad, onFailure, refreshSeconds, reloadSeconds, batchBehavior } = options;
  const refreshMs = refreshSeconds * 1_000;
  const reloadMs = reloadSeconds * 1_000;
  let loaded: Loaded | null = null;
  let currentLoad: RunningLoad | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  /** Whether the last reload lacked most of the users. */
  let isDoubted = false;

  /**
   * Once a reload is due, the first lookup waits for it, so that an agent who has left loses access by then. While loads
   * fail, the old directory answers at once, until it is two hours old.
   */
  const find = <T>(pick: (from: Loaded) => T | null): MaybePromise<T | null> => {
    const now = clock.now();
    if (loaded === null || !isUsable(now)) return renew(now).then(pick, throwUnavailable);
    const found = pick(loaded);
    const isReloadDue = elapsedSince(loaded.reloadedAt, clock) >= reloadMs;
    if (!isReloadDue && elapsedSince(loaded.refreshedAt, clock) < refreshMs) return found;
    const sinceFailure = elapsedSince(failedAt, clock);
    if (sinceFailure < RETRY_MS) return found;
    const isReloadAwaited = isReloadDue && sinceFailure >= FAILING_MS;
    // A user who is not found may be a newcomer, so this lookup waits for the load.
    if (found !== null && !isReloadAwaited) {
      if (currentLoad === null) void begin(now);
      return found;
    }
    return renew(now).then(pick, (error: unknown) => {
      if (error instanceof UpstreamFault) return found;
      throw error;
    });
  };

  const isUsable = (now: number): boolean => loaded !== null && now - loaded.reloadedAt < STALE_MS;

  /**
   * Joins the load in progress, or starts one. If a reload is due and the load in progress only fetches newcomers, another
   * one follows.
   */
  const renew = (now: number): Promise<Loaded> => {
    if (currentLoad === null) return begin(now);
    if (currentLoad.isReload || !isReloadNext()) return currentLoad.loading;
    const again = (): Promise<Loaded> => renew(clock.now());
    return currentLoad.loading.then(again, again);
  };

  /** The last refresh before a reload is due is made a reload, so that no lookup has to wait for it under steady traffic. */
  const isReloadNext = (): boolean => loaded === null || elapsedSince(loaded.reloadedAt, clock) + refreshMs >= reloadMs;

  const begin = (now: number): Promise<Loaded> => {
    const isReload = isReloadNext();
    const loading = load(isReload ? null : loaded, now).finally(() => {
      currentLoad = null;
    });
    currentLoad = { loading, isReload };
    // Reported here, because a load in the background has no caller that would see its failure.
    loading.catch((error: unknown) => {
      failedAt = clock.now();
      onFailure(error, isUsable(failedAt));
    });
    return loading;
  };

  /** Loads all users, or adds the newcomers since `before` to it. */
  const load = async (before: Loaded | null, now: number): Promise<Loaded> => {
    const newcomers = before === null ? null : enabledSince(now - before.refreshedAt);
    const users = (await readActiveUsers(upstream, batchBehavior, newcomers)).map((flat) => decode.activeUser(flat));
    const byNrdsId = new Map(before?.byNrdsId);
    const addresses = new Map(before?.addresses);
    const offices = new Map(before?.offices);
    const withoutNrdsId = new Map(before?.withoutNrdsId);
    for (const [nrdsId, records] of Map.groupBy(users, (user) => user.nrdsId)) {
      if (nrdsId === null) {
        for (const user of records) if (user.email !== null) withoutNrdsId.set(foldEmail(user.email), user);
        continue;
      }
      byNrdsId.set(nrdsId, mergedFrom(records));
      addresses.set(nrdsId, new Set(records.flatMap(({ email }) => (email === null ? [] : foldEmail(email)))));
      offices.set(
        nrdsId,
        records.flatMap(({ office }) => office?.nrdsId ?? []),
      );
    }
    const size = byNrdsId.size + withoutNrdsId.size;
    if (before === null && loaded !== null && size < (loaded.byNrdsId.size + loaded.withoutNrdsId.size) / 2) {
      isDoubted = !isDoubted;
      if (isDoubted) throw mostAreMissing(size);
    } else isDoubted = false;
    loaded = {
      byNrdsId,
      byFoldedId: Map.groupBy(byNrdsId.values(), ({ nrdsId }) => foldNrdsId(nrdsId ?? '')),
      withoutNrdsId,
      addresses,
      offices,
      byOffice: byOffice({ byNrdsId, offices }),
      byEmail: byAddress({ byNrdsId, addresses, withoutNrdsId }),
      reloadedAt: before?.reloadedAt ?? now,
      refreshedAt: now,
    };
    onLoad(byNrdsId.size);
    return loaded;
  };

  return {
    /** With `among`, only a user of this set. */
    byNrdsId: (nrdsId: string, among?: AgentSet) =>
      find((from) => {
        const user = userNamed(from, nrdsId);
        return user !== null && isAmong(from, user, among) ? user : null;
      }),
    /** The first by NRDS id of several users who share the address; with `among`, the first of those in this set. */
    byEmail: (email: string, among?: AgentSet) =>
      find((from) => from.byEmail.get(foldEmail(email))?.find((user) => isAmong(from, user, among)) ?? null),
    /** All agents of the set, or all there are, in the order of their NRDS ids; with `among`, only those of that set. Null for none. */
    agentsIn: (set: AgentSet | null, among?: AgentSet): MaybePromise<readonly ActiveAgent[] | null> =>
      find((from) => {
        const users = set === null ? from.byNrdsId.values() : usersIn(from, set);
        // Two of the ids may be one, written in two ways, and an agent may belong to two of the offices.
        const agents = [...new Set(users)].filter((user) => isAmong(from, user, among)) as ActiveAgent[];
        return agents.length === 0 ? null : agents.sort((one, other) => compareIds(one.nrdsId, other.nrdsId));
      }),
    /** The first of the user's offices that is in the list; null if there is none. Loads nothing. */
    officeOf: (nrdsId: string, officeNrdsIds: readonly string[]): string | null =>
      loaded?.offices.get(nrdsId)?.find((office) => isNrdsIdIn(officeNrdsIds, office)) ?? null,
    /** The id as the directory writes it, if one can be loaded that has it; otherwise as it is. */
    async written(nrdsId: string): Promise<string> {
      try {
        return (await find((from) => userNamed(from, nrdsId)))?.nrdsId ?? nrdsId;
      } catch (error) {
        if (error instanceof UpstreamFault) return nrdsId;
        throw error;
      }
    },
    /** The id as the directory writes it, if one is loaded that has it; otherwise as it is. Loads nothing. */
    spelling: (nrdsId: string): string => (loaded && userNamed(loaded, nrdsId)?.nrdsId) ?? nrdsId,
    /** The address in the same way: as the directory writes it, or as it is. */
    writtenAddress(email: string): string {
      const written = loaded?.byEmail.get(foldEmail(email))?.map((user) => user.email ?? '') ?? [];
      return written.includes(email) ? email : (written[0] ?? email);
    },
    /** How many users of the loaded directory have the address; null if none is loaded. */
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

/** The user with this NRDS id: written the same, or the only one whose id is the same. */
function userNamed({ byNrdsId, byFoldedId }: Loaded, nrdsId: string): User | null {
  const asWritten = byNrdsId.get(nrdsId);
  if (asWritten !== undefined) return asWritten;
  const folded = foldNrdsId(nrdsId);
  const [only = null, ...more] = folded === '' ? [] : (byFoldedId.get(folded) ?? []);
  return more.length === 0 ? only : null;
}

function isAmong(from: Loaded, user: User, set: AgentSet | undefined): boolean {
  if (set === undefined) return true;
  const nrdsId = user.nrdsId ?? '';
  if (set.officeNrdsIds !== undefined) {
    const offices = set.officeNrdsIds;
    if (from.offices.get(nrdsId)?.some((office) => isNrdsIdIn(offices, office))) return true;
  }
  // The same id may be another user's, who is written like the id in the set.
  return isNrdsIdIn(set.nrdsIds, nrdsId) && set.nrdsIds.some((each) => userNamed(from, each) === user);
}

/** After a failed load, it is unknown which users are active. The original fault is in the log and in `cause`. */
function throwUnavailable(error: unknown): never {
  if (!(error instanceof UpstreamFault)) throw error;
  const { endpoint, sent, retryAfterSeconds } = error;
  const problem = 'the directory of active users cannot be read';
  throw new UpstreamFault('UPSTREAM_UNAVAILABLE', problem, { endpoint, sent, retryAfterSeconds, cause: error });
}

/** Refreshes happen on demand only, so the last one can be more than an hour ago. */
function enabledSince(elapsedMs: number): EnabledWithin {
  return { unit: 'HOURS', amount: Math.ceil((elapsedMs + OVERLAP_MS) / HOUR_MS) };
}

/** What one record of a member leaves blank, another one may have. */
function mergedFrom(records: readonly User[]): User {
  return records.reduce((one, other) => {
    const filled = Object.entries(one).map(([column, value]) => [column, value ?? other[column as keyof User]]);
    return Object.fromEntries(filled) as unknown as User;
  });
}

/**
 * The users of each address, sorted by NRDS id; those without one come last, unless they are also listed with one.
 */
function byAddress({
  byNrdsId,
  addresses,
  withoutNrdsId,
}: Pick<Loaded, 'byNrdsId' | 'addresses' | 'withoutNrdsId'>): Map<string, readonly User[]> {
  const found = new Map<string, User[]>();
  for (const [nrdsId, user] of byNrdsId)
    for (const address of addresses.get(nrdsId) ?? []) found.getOrInsertComputed(address, () => []).push(user);
  for (const [address, other] of withoutNrdsId) {
    const sharing = found.getOrInsertComputed(address, () => []);
    if (!sharing.some((user) => isSamePerson(user, other))) sharing.push(other);
  }
  for (const sharing of found.values()) sharing.sort((one, other) => compareIds(one.nrdsId, other.nrdsId));
  return found;
}

function usersIn(from: Loaded, { nrdsIds, officeNrdsIds = [] }: AgentSet): readonly User[] {
  return [
    ...nrdsIds.flatMap((nrdsId) => userNamed(from, nrdsId) ?? []),
    ...officeNrdsIds.flatMap((office) => from.byOffice.get(nrdsIdKey(office)) ?? []),
  ];
}

/** The users of each office, by its key. */
function byOffice({ byNrdsId, offices }: Pick<Loaded, 'byNrdsId' | 'offices'>): Map<string, readonly User[]> {
  const found = new Map<string, User[]>();
  for (const [nrdsId, user] of byNrdsId)
    for (const key of new Set(offices.get(nrdsId)?.map(nrdsIdKey))) found.getOrInsertComputed(key, () => []).push(user);
  return found;
}

/** Whether nothing in the names of two users with one address speaks against it. */
function isSamePerson(one: User, other: User): boolean {
  const isSame = (a: string | null, b: string | null) => a === null || b === null || foldEmail(a) === foldEmail(b);
  return isSame(one.firstName, other.firstName) && isSame(one.lastName, other.lastName);
}

function mostAreMissing(left: number): UpstreamFault {
  const problem = `only ${left} users are left, fewer than half: believed if the next read says the same`;
  return new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'activeUsers', sent: true });
}

function compareIds(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
