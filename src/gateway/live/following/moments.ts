/**
 * The times of records, as the change feed compares them. They are compared with each other only: whatever the clocks and zones
 * of the service are, all times of a list come from the same ones. A date stands for its day.
 */
import type { TimeZone } from '@realty-forms/contract/times/time-zone.ts';

export interface Moment {
  /** A date, or a date-time with offset. */
  readonly text: string;
  /** The instant; of a date, the beginning of its day in UTC. */
  readonly ms: number;
  readonly isDay: boolean;
  /**
   * When the local times began that clocks show again, if it is one of those. Written without an offset, each of them may be from
   * after the change, so what is read as earlier may have come later.
   */
  readonly repeatedFrom: number | null;
}

const DAY_MS = 24 * 60 * 60_000;
/** How long after its beginning in UTC a day may last, in the westernmost zone. */
const DAY_ANYWHERE_MS = 36 * 60 * 60_000;
/** No zone explains a time that is further ahead of our clock. */
const MAX_AHEAD_MS = 26 * 60 * 60_000;

/** `text` is a timestamp of the graph, or null for a value that is blank or cannot be read. */
export function momentOf(text: string | null | undefined, zone: TimeZone): Moment | null {
  if (text === null || text === undefined) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const isDay = !text.includes('T');
  const from = isDay ? null : zone.repeatedFrom(Math.floor(ms / 1_000));
  return { text, ms, isDay, repeatedFrom: from === null ? null : from * 1_000 };
}

/**
 * Where a read begins so that it shows again what was newest, becomes visible late, or seems earlier because clocks were set back.
 * Days overlap by a day, and by another one, because the day that a read begins with may be excluded.
 */
export function sinceOf(newest: Moment, overlapMs: number): Moment {
  if (!newest.isDay) return instantAt((newest.repeatedFrom ?? newest.ms) - overlapMs);
  const ms = newest.ms - 2 * DAY_MS;
  return { text: new Date(ms).toISOString().slice(0, 10), ms, isDay: true, repeatedFrom: null };
}

/** The later one, unless a read that begins where it says would go back: then what is long known would look new. */
export function laterOf(newest: Moment | null, candidate: Moment | null, overlapMs: number): Moment | null {
  if (newest === null || candidate === null) return newest ?? candidate;
  if (candidate.ms <= newest.ms) return newest;
  return sinceOf(candidate, overlapMs).ms < sinceOf(newest, overlapMs).ms ? newest : candidate;
}

export interface Learning {
  readonly overlapMs: number;
  /** The time by our clock, which only tells which times are impossible. */
  readonly now: number;
}

/** The newest of these times. An impossible one never is: it would hide every later change. */
export function newestIn(
  moments: readonly (Moment | null)[],
  newest: Moment | null,
  { overlapMs, now }: Learning,
): Moment | null {
  return moments.reduce(
    (latest, moment) => (moment === null || isTooFarAhead(moment, now) ? latest : laterOf(latest, moment, overlapMs)),
    newest,
  );
}

/** Whether all of it is later than the other one. A day is not later than an instant that it may contain, nor the reverse. */
export function isAfter(moment: Moment, other: Moment): boolean {
  return moment.isDay === other.isDay ? moment.ms > other.ms : isApart(other, moment);
}

/** Whether none of it is later than the other one. */
export function isNotAfter(moment: Moment, other: Moment): boolean {
  return moment.isDay === other.isDay ? moment.ms <= other.ms : isApart(moment, other);
}

/** Of a day and an instant: whether the first one has ended before the second one begins, in any zone. */
function isApart(first: Moment, second: Moment): boolean {
  return first.isDay ? first.ms + DAY_ANYWHERE_MS < second.ms : first.ms < second.ms - DAY_MS;
}

/** Whether a record says that it was changed in a future that no clock or zone explains. */
export function isTooFarAhead(moment: Moment, now: number): boolean {
  return moment.ms > now + MAX_AHEAD_MS;
}

function instantAt(ms: number): Moment {
  return { text: new Date(ms).toISOString(), ms, isDay: false, repeatedFrom: null };
}
