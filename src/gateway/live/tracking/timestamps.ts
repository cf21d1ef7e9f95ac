/**
 * The times of records, as the change feed compares them: with each other, since all times of a list come from the same clock and zone,
 * and with our clock only if they are ahead of it. A date stands for its day.
 */

import type { TimeZone } from '@realty-forms/contract/times/time-zone.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';

export interface Timestamp {
  /** A date, or a date-time with an offset. */
  readonly text: string;
  /** The instant; for a date, the beginning of its day in UTC. */
  readonly ms: number;
  readonly isDay: boolean;
  /**
   * If clocks were set back and showed this local time twice: when the repeated hour began. Without an offset, it is unknown which of the
   * two times is meant, so a time that is read as the earlier one may be the later one.
   */
  readonly repeatedFrom: number | null;
}

/** How long after its beginning in UTC a day can still last, in the westernmost zone. */
const DAY_ANYWHERE_MS = 36 * 60 * 60_000;
/** No zone explains a time that is further ahead of our clock. */
const MAX_AHEAD_MS = 26 * 60 * 60_000;
/** By how much our clock may be ahead of the service's. */
const CLOCK_MS = 5 * 60_000;

/** `text` is a timestamp of the graph; null if the value is blank or cannot be read. */
export function timestampOf(text: string | null | undefined, zone: TimeZone): Timestamp | null {
  if (text === null || text === undefined) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const isDay = !text.includes('T');
  const from = isDay ? null : zone.repeatedFrom(Math.floor(ms / 1_000));
  return { text, ms, isDay, repeatedFrom: from === null ? null : from * 1_000 };
}

/**
 * Where a read begins so that it includes the newest records again, records that become visible late, and records that seem earlier because
 * clocks were set back. Days overlap by two days, because the service may exclude the day on which a read begins. If the newest time was
 * still ahead of our clock at the last read, the next one begins an overlap before that read, since it would miss what has changed meanwhile.
 */
export function sinceOf({ ms, isDay, repeatedFrom }: Timestamp, overlapMs: number, readAt = ms): Timestamp {
  const since = isDay ? Math.min(ms, readAt) - 2 * DAY_MS : Math.min(repeatedFrom ?? ms, readAt) - overlapMs;
  const text = new Date(since).toISOString();
  if (!isDay) return { text, ms: since, isDay, repeatedFrom: null };
  return { text: text.slice(0, 10), ms: Math.floor(since / DAY_MS) * DAY_MS, isDay, repeatedFrom: null };
}

/**
 * Up to when a list was read: at this time by our clock, or somewhat earlier if its newest time is ahead of our clock, and so shows nothing
 * about the service's.
 */
export function readUntil(newest: Timestamp | null, readAt: number): number {
  return newest !== null && newest.ms > readAt ? readAt - CLOCK_MS : readAt;
}

/** The later one, unless reading from it would begin earlier than before: old records would then look new. */
export function laterOf(newest: Timestamp | null, candidate: Timestamp | null, overlapMs: number): Timestamp | null {
  if (newest === null || candidate === null) return newest ?? candidate;
  if (candidate.ms <= newest.ms) return newest;
  return sinceOf(candidate, overlapMs).ms < sinceOf(newest, overlapMs).ms ? newest : candidate;
}

export interface NewestOptions {
  readonly overlapMs: number;
  /** The time by our clock; serves only to recognize impossible times. */
  readonly now: number;
}

/** The newest of these times. Impossible ones are ignored, since they would hide every later change. */
export function newestIn(
  timestamps: readonly (Timestamp | null)[],
  newest: Timestamp | null,
  { overlapMs, now }: NewestOptions,
): Timestamp | null {
  return timestamps.reduce(
    (latest, timestamp) =>
      timestamp === null || isTooFarAhead(timestamp, now) ? latest : laterOf(latest, timestamp, overlapMs),
    newest,
  );
}

/** Whether all of it is later than the other one. A day and an instant within it are neither before nor after each other. */
export function isAfter(timestamp: Timestamp, other: Timestamp): boolean {
  return timestamp.isDay === other.isDay ? timestamp.ms > other.ms : isApart(other, timestamp);
}

/** Whether no part of it is later than the other one. */
export function isNotAfter(timestamp: Timestamp, other: Timestamp): boolean {
  return timestamp.isDay === other.isDay ? timestamp.ms <= other.ms : isApart(timestamp, other);
}

/** For a day and an instant: whether the first has ended in every zone before the second begins. */
function isApart(first: Timestamp, second: Timestamp): boolean {
  return first.isDay ? first.ms + DAY_ANYWHERE_MS < second.ms : first.ms < second.ms - DAY_MS;
}

/** Whether a time is so far in the future that no clock or zone explains it. */
export function isTooFarAhead(timestamp: Timestamp, now: number): boolean {
  return timestamp.ms > now + MAX_AHEAD_MS;
}
