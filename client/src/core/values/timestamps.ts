/**
 * A Timestamp is a calendar day (`2026-03-01`), which is the same everywhere, or an instant (`2026-03-01T09:30:00Z`), which is shown
 * in the reader's time zone. One field can hold either.
 */

/** Whether it is a calendar day, without a time and a time zone. */
export function isDay(timestamp: string): boolean {
  return timestamp.length === '2026-03-01'.length;
}

const times = ['timeStyle', 'hour', 'minute', 'second', 'fractionalSecondDigits', 'dayPeriod', 'timeZoneName'] as const;

/** Returns what formats both kinds; null stays null. A day is never shifted, and shown without a time. */
export function createTimestampFormat(
  locales?: Intl.LocalesArgument,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): (timestamp: string | null | undefined) => string | null {
  const withoutTime = Object.entries(options).filter(([name]) => !(times as readonly string[]).includes(name));
  const instants = new Intl.DateTimeFormat(locales, options);
  const days = new Intl.DateTimeFormat(locales, { ...Object.fromEntries(withoutTime), timeZone: 'UTC' });
  return (timestamp) => (timestamp == null ? null : (isDay(timestamp) ? days : instants).format(new Date(timestamp)));
}

/**
 * The first and the last instant of a day where the reader is, for filters: there, a day itself is one in the service's time zone.
 * `{ insertDateMin: rangeOfDay('2026-03-01').from }`
 */
export function rangeOfDay(day: string): { readonly from: string; readonly to: string } {
  // Without an offset, a date-time is in the reader's time zone. A day has 23 hours or 25 when the clocks change.
  const from = new Date(`${day}T00:00:00`);
  const next = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return { from: from.toISOString(), to: new Date(next.getTime() - 1).toISOString() };
}
