/**
 * The directory of active users: who has enabled access, found by NRDS id and by e-mail address. Loaded whole in batches of
 * 100, a few at once, one load at a time for everybody; every five minutes newcomers are asked for, and every hour, unless told
 * otherwise, it is loaded whole again, because only that shows who left. A list that changes while it is read is read again.
 * While upstream fails, an old directory serves for two hours (access rule 6).
 */
import type { FlatRecord } from '../contract/codec.ts';
import { limits } from '../contract/endpoints.ts';
import type { Answers } from '../contract/messages.ts';
import type { ActiveUser } from '../contract/records.ts';
import { type EnabledWithin, listActiveUsers } from '../contract/requests.ts';
import type { Clock } from '../platform/clock.ts';
import type { Upstream } from '../upstream/call.ts';
import { UpstreamFault } from '../upstream/faults.ts';
import { type AtHand, andThen } from './at-hand.ts';
import type { AsRead, Decode } from './decode.ts';

const REFRESH_SECONDS = 300;
const RELOAD_SECONDS = 3_600;
/** How long an old directory serves while upstream gives no newer one, and how often a newer one is asked for then. */
const STALE_MS = 2 * 60 * 60_000;
const RETRY_MS = 30_000;
const HOUR_MS = 60 * 60_000;
/** Newcomers are asked for from before the last time on: clocks differ, and a load takes its time. */
const OVERLAP_MS = 10 * 60_000;
/** Batches that a load has under way at once, so that it leaves connections to those who wait for a page. */
const PARALLEL_BATCHES = 8;
/** How often a list that changes while it is read is read in all. */
const MOST_READINGS = 3;

export interface Directory {
  readonly byNrdsId: (nrdsId: string) => AtHand<AsRead<ActiveUser> | null>;
  readonly byEmail: (email: string) => AtHand<AsRead<ActiveUser> | null>;
}

interface Loaded {
  readonly byNrdsId: Map<string, AsRead<ActiveUser>>;
  readonly byEmail: Map<string, AsRead<ActiveUser>>;
  readonly reloadedAt: number;
  readonly refreshedAt: number;
}

export interface DirectoryOptions {
  /** Told of each load: how many users the directory has then. */
  readonly onLoad?: (users: number) => void;
  /** How often newcomers are asked for, well below an hour; five minutes unless told. */
  readonly refreshSeconds?: number | undefined;
  /** How often all are loaded anew, at most two hours; one unless told. */
  readonly reloadSeconds?: number | undefined;
}

export function createDirectory(
  upstream: Upstream,
  decode: Decode,
  clock: Clock,
  options: DirectoryOptions = {},
): Directory {
  const { onLoad, refreshSeconds = REFRESH_SECONDS, reloadSeconds = RELOAD_SECONDS } = options;
  let loaded: Loaded | null = null;
  let flight: Promise<Loaded> | null = null;
  let retryAt = Number.NEGATIVE_INFINITY;

  /** The time of a whole load counts by itself: a newcomer's refresh just before its end does not put off learning who left. */
  const isFresh = ({ refreshedAt, reloadedAt }: Loaded, now: number): boolean =>
    now - refreshedAt < refreshSeconds * 1_000 && now - reloadedAt < reloadSeconds * 1_000;

  const current = (): AtHand<Loaded> => {
    const now = clock.now();
    const held = loaded !== null && now - loaded.reloadedAt < STALE_MS ? loaded : null;
    if (held !== null && (isFresh(held, now) || now < retryAt)) return held;
    flight ??= load(loaded, now).finally(() => {
      flight = null;
    });
    if (held === null) return flight;
    return flight.catch((error: unknown) => {
      if (!(error instanceof UpstreamFault)) throw error;
      retryAt = clock.now() + RETRY_MS;
      return held;
    });
  };

  const load = async (before: Loaded | null, now: number): Promise<Loaded> => {
    const isRefresh = before !== null && now - before.reloadedAt < reloadSeconds * 1_000;
    const newcomers = isRefresh ? enabledSince(now - before.refreshedAt) : null;
    const users = await loadAll(upstream, decode, newcomers);
    const next: Loaded = {
      byNrdsId: new Map(isRefresh ? before.byNrdsId : []),
      byEmail: new Map(isRefresh ? before.byEmail : []),
      reloadedAt: isRefresh ? before.reloadedAt : now,
      refreshedAt: now,
    };
    for (const user of users) {
      if (user.nrdsId !== null) next.byNrdsId.set(user.nrdsId, user);
      if (user.email !== null) next.byEmail.set(emailKey(user.email), user);
    }
    loaded = next;
    onLoad?.(next.byNrdsId.size);
    return next;
  };

  return {
    byNrdsId: (nrdsId) => andThen(current(), ({ byNrdsId }) => byNrdsId.get(nrdsId) ?? null),
    byEmail: (email) => andThen(current(), ({ byEmail }) => byEmail.get(emailKey(email)) ?? null),
  };
}

/** Nobody asks for a refresh while nobody asks for anything: the time since the last one can be more than an hour. */
function enabledSince(elapsedMs: number): EnabledWithin {
  return { unit: 'HOURS', amount: Math.ceil((elapsedMs + OVERLAP_MS) / HOUR_MS) };
}

/** Whole, or not at all: an agent who is left out would be taken for one who has left. */
async function loadAll(
  upstream: Upstream,
  decode: Decode,
  enabledWithin: EnabledWithin | null,
): Promise<AsRead<ActiveUser>[]> {
  const read = (number: number) =>
    upstream.call('activeUsers', listActiveUsers(enabledWithin, { size: limits.batchSize.max, number }));
  for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
    const users = await readAll(read).catch((error: unknown) => {
      if (error instanceof ListChanged) return null;
      throw error;
    });
    if (users !== null) return users.map(decode.activeUser);
  }
  throw invalid(`the list changed each time while it was read, ${MOST_READINGS} times in a row`);
}

/** Batches go by their number: one who leaves between two of them moves another from the later to the one already read. */
class ListChanged extends Error {}

async function readAll(read: (number: number) => Promise<Answers['activeUsers']>): Promise<readonly FlatRecord[]> {
  const size = limits.batchSize.max;
  const first = await read(1);
  const { max } = first;
  if (max === null) {
    if (first.data.length >= size) throw invalid('the answer does not say how many records there are');
    return first.data;
  }
  const others = await inTurns(Math.max(0, Math.ceil(max / size) - 1), async (index) => {
    const batch = await read(index + 2);
    if (batch.max !== null && batch.max !== max) throw new ListChanged();
    return batch;
  });
  const all = [first, ...others].flatMap(({ data }) => data);
  if (all.length !== max) throw new ListChanged();
  return all;
}

function invalid(problem: string): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'activeUsers', sent: true });
}

/** E-mail addresses are the same in any case. */
function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Reads so many, in their order, a few under way at once; the first that fails ends the reading. */
async function inTurns<T>(count: number, read: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await read(index).catch((error: unknown) => {
        next = count;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_BATCHES, count) }, work));
  return results;
}
