/**
 * What a feed, or a cursor, remembers of a list: the newest time in it, and the last window by fingerprints. The next window
 * begins an overlap before the newest time and never goes back, so whatever it shows unchanged was in the window before. Several
 * writes within one second, and records that become visible late, need nothing else.
 */
import { type Count, countAfter, recentOf } from './count.ts';
import type { ListedRecord } from './listed-record.ts';
import { isNotAfter, isTooFarAhead, laterOf, type Moment, sinceOf } from './moments.ts';
import type { Window } from './window.ts';

export interface Memory {
  /** The latest time of a change; null if there has been none. */
  readonly newest: Moment | null;
  /** How long before it the last window began; another process may have read that, with another overlap. */
  readonly overlapMs: number;
  /** Fingerprints of the last window, those of records that changed last at the end. */
  readonly known: ReadonlySet<string>;
  /** Fingerprints of the last window that have not been shown yet. */
  readonly due: ReadonlySet<string>;
  /** Which records of the last window may have been inserted within it; null if that is not remembered. */
  readonly recent: ReadonlySet<string> | null;
  /** How long the whole list is. */
  readonly count: Count;
  /** Instead of a window that is too large to be read, a hash of its newest records. */
  readonly crowd: string | null;
}

export interface Learning {
  readonly overlapMs: number;
  /** The time by our clock, which only tells which times are impossible. */
  readonly now: number;
}

export function windowStart({ newest }: Pick<Memory, 'newest'>, overlapMs: number): Moment | null {
  return newest === null ? null : sinceOf(newest, overlapMs);
}

/** The records that are new or have changed, in the order of their changes. */
export function changesIn(memory: Memory, window: Window): readonly ListedRecord[] {
  const since = windowStart(memory, memory.overlapMs);
  // A window that begins earlier than this memory needs shows records that were there before.
  const isWide = since !== null && (window.since === null || window.since.ms < since.ms);
  return window.records.filter(
    ({ fingerprint, updated }) =>
      !memory.known.has(fingerprint) && !(isWide && updated !== null && isNotAfter(updated, since)),
  );
}

/** The memory after the first `shown` of its changes in a window, or after all of them. */
export function learn(
  memory: Memory,
  window: Window,
  changes: readonly ListedRecord[],
  shown: number,
  { overlapMs, now }: Learning,
): Memory {
  const { records } = window;
  // The newest record has left the list, or is not told for the moment. The next window begins at the same place, and what it shows
  // unchanged was shown before.
  if (records.length === 0) return memory;
  const since = windowStart(memory, memory.overlapMs);
  const count = countAfter(memory, since, changes.slice(0, shown));
  const due = new Set(changes.slice(shown).map(({ fingerprint }) => fingerprint));
  const learned = records.filter(({ fingerprint }) => !due.has(fingerprint));
  const known = new Set(learned.map(({ fingerprint }) => fingerprint));
  if (due.size > 0) {
    // The next window must show the rest again, so it begins where this one did.
    const recent = memory.recent === null ? null : memory.recent.union(recentOf(learned, since));
    return { ...memory, known, due, recent, count, crowd: null };
  }
  const newest = newestIn(records, memory.newest, { overlapMs, now });
  const recent = recentOf(records, windowStart({ newest }, overlapMs));
  return { newest, overlapMs, known, due, recent, count, crowd: null };
}

/** An impossible time never becomes the newest one: it would hide every later change. */
export function newestIn(
  records: readonly Pick<ListedRecord, 'updated'>[],
  newest: Moment | null,
  { overlapMs, now }: Learning,
): Moment | null {
  return records.reduce(
    (latest, { updated }) =>
      updated === null || isTooFarAhead(updated, now) ? latest : laterOf(latest, updated, overlapMs),
    newest,
  );
}
