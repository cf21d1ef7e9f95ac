/**
 * Writes the graph's timestamps in a filter in the form that the service reads (4.4, 4.8). An instant stays the same instant; a form
 * without an offset has it in the service's time zone. A date stands for its whole day, and stays a date unless the service knows only
 * times. If a form is coarser than the value, the beginning of a period is rounded down and its end up, so that no record is lost.
 */
import type { FilterKey, FilterValue } from './filter.ts';

/**
 * The same instant in each form, in Denver:
 *
 * - `iso`: 2024-07-04T15:30:00Z, with the offset that the client wrote
 * - `compact`: 2024-07-04T15:30:00+0000, with the offset that the client wrote
 * - `local`: 2024-07-04T09:30:00
 * - `sql`: 2024-07-04 09:30:00
 * - `us`: 07/04/2024 09:30:00
 * - `us-12`: 07/04/2024 09:30:00 AM
 * - `seconds`: 1720107000
 * - `milliseconds`: 1720107000000
 */
export type TimestampForm = 'iso' | 'compact' | 'local' | 'sql' | 'us' | 'us-12' | 'seconds' | 'milliseconds';

/** A day: `iso` 2024-07-04; `us` 07/04/2024; `time` its first instant or, as the end of a range, its last one. */
export type DateForm = 'iso' | 'us' | 'time';

export interface FilterTimestamps {
  readonly form: TimestampForm;
  readonly dates: DateForm;
  readonly timeZone: string;
}

/** Whether a value is the beginning of a period, like an exact date and `_min`, or its end. */
type Bound = 'start' | 'end';

/** The value of a filter key; timestamps in the given form. Throws a RangeError for a text that is not a timestamp. */
export function writeFilterValue<Value extends FilterValue>(
  { value: kind }: FilterKey,
  value: Value,
  timestamps: FilterTimestamps | undefined,
): Value | FilterValue {
  if (timestamps === undefined || (timestamps.form === 'iso' && timestamps.dates === 'iso')) return value;
  if (kind === 'timestamp' && typeof value === 'string') return writeTimestamp(value, 'start', timestamps);
  if (kind === 'range' && typeof value === 'object' && 'from' in value) {
    const { from, to } = value;
    return { from: writeTimestamp(from, 'start', timestamps), to: writeTimestamp(to, 'end', timestamps) };
  }
  return value;
}

function writeTimestamp(text: string, bound: Bound, { form, dates, timeZone }: FilterTimestamps): string {
  if (text.includes('T')) return writeInstant(text, Temporal.Instant.from(text), bound, form, timeZone);
  const day = Temporal.PlainDate.from(text);
  if (dates === 'iso') return day.toString();
  if (dates === 'us') return usDate(day.toString());
  const start = day.toZonedDateTime(timeZone);
  const end = day
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .subtract({ milliseconds: hasSecondsOnly(form) ? 1_000 : 1 });
  const at = bound === 'start' ? start : end;
  return writeInstant(at.toString({ timeZoneName: 'never' }), at.toInstant(), bound, form, timeZone);
}

/** `text` is the instant as it was given. */
function writeInstant(
  text: string,
  instant: Temporal.Instant,
  bound: Bound,
  form: TimestampForm,
  timeZone: string,
): string {
  const roundedTo = (smallestUnit: 'second' | 'millisecond') =>
    instant.round({ smallestUnit, roundingMode: bound === 'start' ? 'floor' : 'ceil' });
  const local = (at: Temporal.Instant) => at.toZonedDateTimeISO(timeZone).toPlainDateTime().toString();
  switch (form) {
    case 'iso':
      return text;
    case 'compact':
      return text.replace(/Z$/, '+00:00').replace(/:(\d\d)$/, '$1');
    case 'local':
      return local(instant);
    case 'sql':
      return local(roundedTo('second')).replace('T', ' ');
    case 'us':
    case 'us-12': {
      const [day = '', time = ''] = local(roundedTo('second')).split('T');
      return `${usDate(day)} ${form === 'us' ? time : twelveHours(time)}`;
    }
    case 'seconds':
      return String(roundedTo('second').epochMilliseconds / 1_000);
    case 'milliseconds':
      return String(roundedTo('millisecond').epochMilliseconds);
  }
}

function hasSecondsOnly(form: TimestampForm): boolean {
  return form === 'sql' || form === 'us' || form === 'us-12' || form === 'seconds';
}

function usDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

function twelveHours(time: string): string {
  const hour = Number(time.slice(0, 2));
  const shown = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${shown}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}
