/**
 * A time zone's offset at a local time or an instant. Temporal takes several microseconds for one, and a page has thousands of
 * times, so the offset of each day is kept, except near a change of clocks, where Temporal decides every time.
 */
import { BoundedCache } from './bounded-cache.ts';

export interface TimeZone {
  /**
   * The offset (`-06:00`) of a local time (`2024-07-04`, `09:30:00`). When clocks change, a local time may exist twice or not
   * at all. The earlier offset gives the same instant that Temporal chooses by default.
   */
  readonly offsetAt: (day: string, time: string) => string;
  /** The local date-time, without offset, and the offset of an instant in milliseconds since 1970. */
  readonly localAt: (epochMs: number) => { readonly dateTime: string; readonly offset: string };
}

const DAY_MS = 86_400_000;
const NANOSECONDS = 1_000_000;
const MAX_DAYS = 20_000;
const DATE_TIME_LENGTH = 19;

/** A zone's offset, as text and in milliseconds; null near a change of clocks. */
type DayOffset = { readonly text: string; readonly ms: number } | null;

const zones = new BoundedCache<TimeZone>(50);

export function timeZoneOf(name: string): TimeZone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = createTimeZone(name);
  zones.add(name, zone);
  return zone;
}

function createTimeZone(name: string): TimeZone {
  const days = new BoundedCache<DayOffset, number>(MAX_DAYS);
  const offsetOfDay = (epochMs: number): DayOffset => {
    const day = Math.floor(epochMs / DAY_MS);
    const known = days.get(day);
    if (known !== undefined) return known;
    const offset = findOffset(name, day * DAY_MS);
    days.add(day, offset);
    return offset;
  };
  return {
    offsetAt(day, time) {
      const known = offsetOfDay(Date.parse(day));
      if (known !== null) return known.text;
      const local = Temporal.PlainDateTime.from(`${day}T${time}`);
      return local.toZonedDateTime(name, { disambiguation: 'earlier' }).offset;
    },
    localAt(epochMs) {
      const known = offsetOfDay(epochMs);
      if (known !== null) {
        const dateTime = new Date(epochMs + known.ms).toISOString().slice(0, DATE_TIME_LENGTH);
        return { dateTime, offset: known.text };
      }
      const zoned = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(name);
      const dateTime = zoned.toPlainDateTime().toString({ smallestUnit: 'second', roundingMode: 'floor' });
      return { dateTime, offset: zoned.offset };
    },
  };
}

/**
 * The offset of all local times and instants of a day, whatever the zone: a day begins at most a day earlier or later in it than
 * in UTC, and a change of clocks moves local times by at most a day.
 */
function findOffset(name: string, start: number): DayOffset {
  const before = Temporal.Instant.fromEpochMilliseconds(start - 2 * DAY_MS).toZonedDateTimeISO(name);
  const change = before.getTimeZoneTransition('next');
  if (change !== null && change.epochMilliseconds < start + 3 * DAY_MS) return null;
  return { text: before.offset, ms: before.offsetNanoseconds / NANOSECONDS };
}
