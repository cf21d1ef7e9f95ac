/**
 * The directory of active users: who has enabled access, found by NRDS id and by e-mail address. Every five minutes newcomers
 * are asked for, and every hour at the latest, unless told otherwise, all are loaded anew, because only that shows who left. One
 * load at a time serves everybody, and whoever is found in what is held waits for none, with one exception: access rule 6.
 */
import type { ActiveUser } from '../contract/records.ts';
import type { EnabledWithin } from '../contract/requests.ts';
import { type Clock, since } from '../platform/clock.ts';
import type { Upstream } from '../upstream/call.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import { readActiveUsers } from './active-users.ts';
import type { AtHand } from './at-hand.ts';
import type { AsRead, Decode } from './decode.ts';
import { foldEmail } from './email-address.ts';

const REFRESH_SECONDS = 300;
const RELOAD_SECONDS = 3_600;
/** How long an old directory serves while upstream gives no newer one, and how often a newer one is asked for then. */
const STALE_MS = 2 * 60 * 60_000;
const RETRY_MS = 30_000;
/** For how long after a failure nobody waits for what will probably fail again. */
const FAILING_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Newcomers are asked for from before the last time on: clocks differ, and a load takes its time. */
const OVERLAP_MS = 10 * 60_000;

/** Whatever upstream does, a directory that cannot be read is UPSTREAM_UNAVAILABLE to all who ask. */
export interface Directory {
  readonly byNrdsId: (nrdsId: string) => AtHand<User | null>;
  /** Of several users who share an address the first by NRDS id, or, where NRDS ids are given, the first among those. */
  readonly byEmail: (email: string, nrdsIds?: readonly string[]) => AtHand<User | null>;
  /** The address that is this user's alone, empty where there is none; null where there is no such user. */
  readonly addressOf: (nrdsId: string) => AtHand<string | null>;
}

type User = AsRead<ActiveUser>;

interface Loaded {
  readonly byNrdsId: ReadonlyMap<string, User>;
  /** Users without an NRDS id, by their address. */
  readonly nameless: ReadonlyMap<string, User>;
  /** All users of an address. */
  readonly byEmail: ReadonlyMap<string, readonly User[]>;
  readonly reloadedAt: number;
  readonly refreshedAt: number;
}

interface Flight {
  readonly loading: Promise<Loaded>;
  readonly isReload: boolean;
}

export interface DirectoryOptions {
  /** Told of each load: how many users the directory has then. */
  readonly onLoad?: (users: number) => void;
  /** Told of each load that fails, and whether an older directory serves. */
  readonly onFailure?: (error: unknown, isServing: boolean) => void;
  /** How often newcomers are asked for, well below an hour; five minutes unless told. */
  readonly refreshSeconds?: number | undefined;
  /** How often, at the latest, all are loaded anew, at most two hours; one unless told. */
  readonly reloadSeconds?: number | undefined;
}

export function createDirectory(
  upstream: Upstream,
  decode: Decode,
  clock: Clock,
  options: DirectoryOptions = {},
): Directory {
  const { onLoad, onFailure, refreshSeconds = REFRESH_SECONDS, reloadSeconds = RELOAD_SECONDS } = options;
  const refreshMs = refreshSeconds * 1_000;
  const reloadMs = reloadSeconds * 1_000;
  let loaded: Loaded | null = null;
  let flight: Flight | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  /**
   * An agent who left is seen to have left once the time of a reload has gone by, so that whoever asks first then waits for
   * it. While loads fail, the old directory serves at once, to the end of its two hours.
   */
  const find = <T>(pick: (from: Loaded) => T | null): AtHand<T | null> => {
    const now = clock.now();
    if (loaded === null || !serves(now)) return renew(now).then(pick, untold);
    const found = pick(loaded);
    const isReloadDue = since(loaded.reloadedAt, clock) >= reloadMs;
    if (!isReloadDue && since(loaded.refreshedAt, clock) < refreshMs) return found;
    const sinceFailure = since(failedAt, clock);
    if (sinceFailure < RETRY_MS) return found;
    const isReloadAwaited = isReloadDue && sinceFailure >= FAILING_MS;
    // Somebody who is not found may be a newcomer.
    if (found !== null && !isReloadAwaited) {
      if (flight === null) void begin(now);
      return found;
    }
    return renew(now).then(pick, (error: unknown) => {
      if (error instanceof UpstreamFault) return found;
      throw error;
    });
  };

  const serves = (now: number): boolean => loaded !== null && now - loaded.reloadedAt < STALE_MS;

  /** One load at a time, for everybody; newcomers alone are not enough where all are due by now. */
  const renew = (now: number): Promise<Loaded> => {
    if (flight === null) return begin(now);
    if (flight.isReload || !isReloadNext()) return flight.loading;
    const again = (): Promise<Loaded> => renew(clock.now());
    return flight.loading.then(again, again);
  };

  /** The last refresh before a reload is due is the reload, so that nobody has to wait for it where there are requests. */
  const isReloadNext = (): boolean => loaded === null || since(loaded.reloadedAt, clock) + refreshMs >= reloadMs;

  const begin = (now: number): Promise<Loaded> => {
    const isReload = isReloadNext();
    const loading = load(isReload ? null : loaded, now).finally(() => {
      flight = null;
    });
    flight = { loading, isReload };
    // Whoever waits hears of it too; where nobody does, nobody else would.
    loading.catch((error: unknown) => {
      failedAt = clock.now();
      onFailure?.(error, serves(failedAt));
    });
    return loading;
  };

  /** All users, or the newcomers since `before` added to it. */
  const load = async (before: Loaded | null, now: number): Promise<Loaded> => {
    const newcomers = before === null ? null : enabledSince(now - before.refreshedAt);
    const users = (await readActiveUsers(upstream, newcomers)).map(decode.activeUser);
    const byNrdsId = new Map(before?.byNrdsId);
    const nameless = new Map(before?.nameless);
    for (const user of users) {
      if (user.nrdsId !== null) byNrdsId.set(user.nrdsId.trim(), user);
      else if (user.email !== null) nameless.set(foldEmail(user.email), user);
    }
    const byEmail = byAddress([...byNrdsId.values(), ...nameless.values()]);
    loaded = { byNrdsId, nameless, byEmail, reloadedAt: before?.reloadedAt ?? now, refreshedAt: now };
    onLoad?.(byNrdsId.size);
    return loaded;
  };

  return {
    byNrdsId: (nrdsId) => find(({ byNrdsId }) => byNrdsId.get(nrdsId) ?? null),
    byEmail: (email, nrdsIds) =>
      find(({ byEmail }) => {
        const users = byEmail.get(foldEmail(email)) ?? [];
        const isMeant = ({ nrdsId }: User) => nrdsIds === undefined || (nrdsId !== null && nrdsIds.includes(nrdsId));
        return users.find(isMeant) ?? null;
      }),
    addressOf: (nrdsId) =>
      find(({ byNrdsId, byEmail }) => {
        const user = byNrdsId.get(nrdsId);
        if (user === undefined) return null;
        return user.email === null || byEmail.get(foldEmail(user.email))?.length !== 1 ? '' : user.email;
      }),
  };
}

/** However a load fails, who is active cannot be told for now; what exactly failed is in the log and the cause. */
function untold(error: unknown): never {
  if (!(error instanceof UpstreamFault)) throw error;
  const { endpoint, sent, retryAfterSeconds } = error;
  const problem = 'the directory of active users cannot be read';
  throw new UpstreamFault('UPSTREAM_UNAVAILABLE', problem, { endpoint, sent, retryAfterSeconds, cause: error });
}

/** Nobody asks for a refresh while nobody asks for anything: the time since the last one can be more than an hour. */
function enabledSince(elapsedMs: number): EnabledWithin {
  return { unit: 'HOURS', amount: Math.ceil((elapsedMs + OVERLAP_MS) / HOUR_MS) };
}

/** The users of each address, in the order of their NRDS ids, whatever the order of the list was; those without one come last. */
function byAddress(users: readonly User[]): Map<string, readonly User[]> {
  const named = users.filter((user) => user.email !== null);
  const found = Map.groupBy(named, ({ email }) => foldEmail(email as string));
  for (const sharing of found.values()) sharing.sort((one, other) => compareIds(one.nrdsId, other.nrdsId));
  return found;
}

function compareIds(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one < other ? -1 : Number(one > other);
}
