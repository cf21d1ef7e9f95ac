/**
 * A time zone's offset at a local time or an instant. Temporal takes several microseconds for each, and a page has thousands of times. So
 * it is asked once per period of about a year when clocks change; the rest is comparing numbers.
 */
import { BoundedCache } from '../bounded-cache.ts';
import { OFFSET_LENGTH, type Offset, offsetOf } from './printing.ts';

interface LocalOffset {
  /** Null if RFC 3339 cannot express it (`-06:00`): local times from before time zones have offsets with seconds. */
  readonly printed: Offset | null;
  readonly seconds: number;
}

export type TimeZone = Readonly<ReturnType<typeof createTimeZone>>;

/** A change of clocks: when it happens, the first local time that is certainly after it, and the offset from then on. */
interface Change {
  readonly instant: number;
  readonly local: number;
  readonly offset: LocalOffset;
}

interface Period {
  readonly first: LocalOffset;
  readonly changes: readonly Change[];
}

const DAY = 86_400;
/** Short enough to have few changes to compare with, long enough that a list of transactions spans few periods. */
const PERIOD = 366 * DAY;
const MAX_PERIODS = 1_000;
export const MAX_OFFSET_HOURS = 14;

const zones = new BoundedCache<TimeZone>(50);

export function timeZoneOf(name: string): TimeZone {
  return zones.getOrAdd(name, () => createTimeZone(name));
}

function createTimeZone(name: string) {
  const periods = new BoundedCache<Period, number>(MAX_PERIODS);
  const periodOf = (second: number): Period => {
    const number = Math.floor(second / PERIOD);
    return periods.getOrAdd(number, () => findPeriod(name, number * PERIOD));
  };
  return {
    /**
     * The offset at a local time, given in seconds as if it were UTC. When clocks change, a local time may exist twice or not at all. The
     * earlier offset gives the same instant that Temporal chooses by default.
     */
    offsetAt(second: number): LocalOffset {
      const { first, changes } = periodOf(second);
      let found = first;
      for (const { local, offset } of changes) if (second >= local) found = offset;
      return found;
    },
    /** The offset at an instant, in seconds since the beginning of 1970. */
    offsetOf(second: number): LocalOffset {
      const { first, changes } = periodOf(second);
      let found = first;
      for (const { instant, offset } of changes) if (second >= instant) found = offset;
      return found;
    },
    /** If clocks show this instant's local time twice, when the repeated local times begin; otherwise null. */
    repeatedFrom(second: number): number | null {
      for (const { instant, local, offset } of periodOf(second).changes) {
        const start = 2 * instant + offset.seconds - local;
        if (second >= start && second < instant) return start;
      }
      return null;
    },
  };
}

/** Local times differ from UTC by at most a day, and a change moves them by at most another day. */
function findPeriod(name: string, start: number): Period {
  const changes: Change[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds((start - 2 * DAY) * 1_000).toZonedDateTimeISO(name);
  const first = offsetIn(at);
  for (let before = first; ; ) {
    const next = at.getTimeZoneTransition('next');
    const instant = (next?.epochMilliseconds ?? Number.POSITIVE_INFINITY) / 1_000;
    if (next === null || instant >= start + PERIOD + 2 * DAY) return { first, changes };
    const offset = offsetIn(next);
    // Local times that are skipped or occur twice have the offset before the change.
    changes.push({ instant, local: instant + Math.max(before.seconds, offset.seconds), offset });
    before = offset;
    at = next;
  }
}

function offsetIn({ offset, offsetNanoseconds }: Temporal.ZonedDateTime): LocalOffset {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  const isPrintable = offset.length === OFFSET_LENGTH && hours <= MAX_OFFSET_HOURS;
  const printed = isPrintable ? offsetOf(offset.startsWith('-'), hours, minutes) : null;
  return { printed, seconds: offsetNanoseconds / 1e9 };
}
