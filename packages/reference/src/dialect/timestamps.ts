/**
 * Writes timestamps and dates in the notation of a dialect, and reads them back from requests. It does not read timestamps in any other
 * notation.
 */
import { readTimestamp } from '@realty-forms/contract/times/timestamps.ts';
import type { DateFormat, Format } from './dialect.ts';

export interface TimestampNotation {
  readonly format: Format;
  readonly dates: DateFormat;
  readonly zone: string;
}

interface TimestampFormat {
  readonly write: (at: Temporal.ZonedDateTime) => string | number;
  /** The groups of the pattern as a text that `readTimestamp` reads. */
  readonly pattern: RegExp;
  readonly read: (groups: readonly string[]) => string;
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const dayOf = ({ year, month, day }: Temporal.ZonedDateTime) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
const timeOf = ({ hour, minute, second }: Temporal.ZonedDateTime) => `${pad(hour)}:${pad(minute)}:${pad(second)}`;
const usDayOf = ({ year, month, day }: Temporal.ZonedDateTime) => `${pad(month)}/${pad(day)}/${pad(year, 4)}`;
const hourOf = ({ hour }: Temporal.ZonedDateTime) => hour % 12 || 12;
const meridiemOf = ({ hour }: Temporal.ZonedDateTime) => (hour < 12 ? 'AM' : 'PM');
const hourFrom = (hour: string, meridiem: string) => pad((Number(hour) % 12) + (meridiem === 'PM' ? 12 : 0));
const fromEpoch = (milliseconds: number) => new Date(milliseconds).toISOString();

const timestampFormats: Readonly<Record<Format, TimestampFormat>> = {
  iso: { write: (at) => at.toInstant().toString(), pattern: /^(.*)$/, read: ([text = '']) => text },
  compact: {
    write: (at) => `${dayOf(at)}T${timeOf(at)}.${pad(at.millisecond, 3)}${at.offset.replace(':', '')}`,
    pattern: /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)([+-]\d\d)(\d\d)$/,
    read: ([local, hours, minutes]) => `${local}${hours}:${minutes}`,
  },
  zoneless: {
    write: (at) => `${dayOf(at)}T${timeOf(at)}.${pad(at.millisecond, 3)}0000`,
    pattern: /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)$/,
    read: ([text = '']) => text,
  },
  sql: {
    write: (at) => `${dayOf(at)} ${timeOf(at)}`,
    pattern: /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?)$/,
    read: ([text = '']) => text,
  },
  us: {
    write: (at) => `${usDayOf(at)} ${pad(hourOf(at))}:${pad(at.minute)} ${meridiemOf(at)}`,
    pattern: /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d(?::\d\d)?) (AM|PM)$/,
    read: ([month, day, year, hour = '', rest, meridiem = '']) =>
      `${year}-${month}-${day}T${hourFrom(hour, meridiem)}:${rest}`,
  },
  // No more digits than a Date can hold.
  seconds: {
    write: (at) => Math.floor(at.epochMilliseconds / 1000),
    pattern: /^(\d{1,12})$/,
    read: ([seconds]) => fromEpoch(Number(seconds) * 1000),
  },
  milliseconds: {
    write: (at) => at.epochMilliseconds,
    pattern: /^(\d{1,15})$/,
    read: ([milliseconds]) => fromEpoch(Number(milliseconds)),
  },
};

/** A date in its notation, and how to read it back; null if dates are written as timestamps. */
const dates: Readonly<
  Record<DateFormat, { readonly pattern: RegExp; readonly write: (iso: string) => string } | null>
> = {
  iso: { pattern: /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/, write: (iso) => iso },
  us: {
    pattern: /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/,
    write: (iso) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`,
  },
  'us-short': {
    pattern: /^(?<month>\d?\d)\/(?<day>\d?\d)\/(?<year>\d{4})$/,
    write: (iso) => `${Number(iso.slice(5, 7))}/${Number(iso.slice(8))}/${iso.slice(0, 4)}`,
  },
  moment: null,
};

/** A date, or a date-time with an offset, in the notation; any other text stays as it is. */
export function writeTimestamp(text: string, { format, dates: dateFormat, zone }: TimestampNotation, ownZone: string) {
  const iso = readTimestamp(text, ownZone);
  if (iso === null) return text;
  const { write } = timestampFormats[format];
  if (iso.includes('T')) return format === 'iso' ? text : write(Temporal.Instant.from(iso).toZonedDateTimeISO(zone));
  const date = dates[dateFormat];
  return date === null ? write(Temporal.PlainDate.from(iso).toZonedDateTime(zone)) : date.write(iso);
}

/** A date or a date-time with an offset; null if the text is in another notation. */
export function parseTimestamp(text: string, { format, dates: dateFormat, zone }: TimestampNotation): string | null {
  const { year, month = '', day = '' } = dates[dateFormat]?.pattern.exec(text)?.groups ?? {};
  if (year !== undefined) return readTimestamp(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, zone);
  const { pattern, read } = timestampFormats[format];
  const groups = pattern.exec(text);
  if (groups === null) return null;
  const timestamp = readTimestamp(read(groups.slice(1)), zone);
  // In our own notation, both are accepted, as by the handlers.
  return timestamp?.includes('T') || (format === 'iso' && dateFormat === 'iso') ? timestamp : null;
}
