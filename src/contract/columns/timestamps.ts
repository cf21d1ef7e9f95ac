/**
 * Reads timestamps (2) in the formats of docs/assumptions.md, and returns them in the graph's: ISO 8601, a date or a date-time
 * with offset. A date stays a date; a date-time keeps its fraction and offset. What is in no such format is null, never a guess.
 */
import { type TimeZone, timeZoneOf } from './time-zone.ts';

/** The unit of timestamps that are numbers, counted from the beginning of 1970 in UTC. */
export type EpochUnit = 'seconds' | 'milliseconds';

/** Years have four digits. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](.+))?$/i;
const US = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,?[T ](.+))?$/;
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?(?:\s?([AP])M)?(?:\s?(?:(Z|UTC|GMT)|([+-]\d{2})(?::?(\d{2}))?))?$/i;
const COMMON = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(Z|[+-]\d{2}:\d{2})?$/;
const PLAIN_TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z)?$/;
const EPOCH = /^(-?\d{1,17})(?:\.(\d{1,9}))?$/;
/** Days of each month, by its number. */
const MONTH_LENGTHS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ZERO = 48;
const TWO = 50;
/** The length of `-06:00`. */
const OFFSET_LENGTH = 6;
const MAX_OFFSET_HOURS = 14;
const MAX_FRACTION_DIGITS = 9;
/** The first and the last instant whose local time has a year of four digits in every zone. */
const MIN_EPOCH_MS = Date.parse('0001-01-03T00:00:00Z');
const MAX_EPOCH_MS = Date.parse('9999-12-30T00:00:00Z');

/** Reads a value of a record. Numbers, also as text, are read only if their unit is known. */
export function parseTimestamp(raw: unknown, zone: TimeZone, epoch: EpochUnit | null): string | null {
  if (typeof raw === 'number') return epoch === null ? null : readNumber(raw, zone, epoch);
  if (typeof raw !== 'string') return null;
  if (isPlainTimestamp(raw)) return raw;
  const text = raw.trim();
  return readCommon(text, zone) ?? readText(text, zone) ?? (epoch === null ? null : readEpoch(text, zone, epoch));
}

/** The timestamp in the graph's format, or null if the text is none. Filters use it too, so that all dates are read alike. */
export function readTimestamp(text: string, timeZone: string): string | null {
  return parseTimestamp(text, timeZoneOf(timeZone), null);
}

/** Date-times with all of their parts in the usual places, which most others are; what follows would read them too, slowly. */
function readCommon(text: string, zone: TimeZone): string | null {
  const [, day, time, offset] = COMMON.exec(text) ?? [];
  if (day === undefined || time === undefined || !isCalendarDate(day) || !isTimeOfDay(time)) return null;
  const known = offset ?? zone.offsetAt(day, time);
  return isOffset(known) ? `${day}T${time}${known}` : null;
}

function readText(text: string, zone: TimeZone): string | null {
  const [, isoDay, isoTime] = ISO.exec(text) ?? [];
  if (isoDay !== undefined) return readParts(isoDay, isoTime, zone);
  const [, month, day, year, time] = US.exec(text) ?? [];
  return year === undefined ? null : readParts(`${year}-${pad(month)}-${pad(day)}`, time, zone);
}

function readParts(day: string, timeText: string | undefined, zone: TimeZone): string | null {
  if (!isCalendarDate(day)) return null;
  if (timeText === undefined) return day;
  const [match, hourText, minute = '', second = '00', fraction = '', half, utc, hours, minutes = '00'] =
    TIME.exec(timeText) ?? [];
  if (match === undefined) return null;
  const hour = half === undefined ? Number(hourText) : hourOfHalf(Number(hourText), half);
  if (hour === null || hour > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  // RFC 3339, which the schema promises, requires seconds.
  const time = `${pad(hour)}:${minute}:${second}${fraction}`;
  if (utc !== undefined) return `${day}T${time}Z`;
  const offset = hours === undefined ? zone.offsetAt(day, time) : `${hours}:${minutes}`;
  return isOffset(offset) ? `${day}T${time}${offset}` : null;
}

/** 12 AM is midnight, 12 PM is noon. */
function hourOfHalf(hour: number, half: string): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}

function readEpoch(text: string, zone: TimeZone, unit: EpochUnit): string | null {
  const [, whole, decimals = ''] = EPOCH.exec(text) ?? [];
  if (whole === undefined) return null;
  const isNegative = whole.startsWith('-');
  // A negative number with decimals lies before its whole part, so it would have to be taken apart differently.
  if (isNegative && /[1-9]/.test(decimals)) return null;
  return printInstant(Number(whole), decimals, zone, unit);
}

function readNumber(number: number, zone: TimeZone, unit: EpochUnit): string | null {
  return Number.isSafeInteger(number) ? printInstant(number, '', zone, unit) : readEpoch(String(number), zone, unit);
}

/** An instant, as the local time of the zone. */
function printInstant(number: number, decimals: string, zone: TimeZone, unit: EpochUnit): string | null {
  const epochMs = unit === 'seconds' ? number * 1_000 : number;
  if (!(epochMs >= MIN_EPOCH_MS && epochMs <= MAX_EPOCH_MS)) return null;
  const { dateTime, offset } = zone.localAt(epochMs);
  if (!isOffset(offset)) return null;
  const milliseconds = unit === 'seconds' ? '' : String(((epochMs % 1_000) + 1_000) % 1_000).padStart(3, '0');
  const fraction = `${milliseconds}${decimals}`.slice(0, MAX_FRACTION_DIGITS);
  return `${dateTime}${/[1-9]/.test(fraction) ? `.${fraction}` : ''}${offset}`;
}

/** `2026-03-01`, or `2026-03-01T09:30:00Z` with or without milliseconds: nearly all values have this format and stay unchanged. */
function isPlainTimestamp(text: string): boolean {
  // Days 1 to 19 exist in every month.
  return PLAIN_TIMESTAMP.test(text) && (text.charCodeAt(8) < TWO || isCalendarDate(text));
}

/** Checks a text that begins with YYYY-MM-DD. */
function isCalendarDate(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (isLeapYear ? 29 : 28) : (MONTH_LENGTHS[month] as number));
}

/** Checks a text that begins with HH:MM:SS. */
function isTimeOfDay(text: string): boolean {
  return twoDigits(text, 0) < 24 && twoDigits(text, 3) < 60 && twoDigits(text, 6) < 60;
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

const pad = (digits: string | number | undefined): string => String(digits).padStart(2, '0');

/** Local times from before time zones have offsets with seconds, which RFC 3339 cannot represent. */
function isOffset(text: string): boolean {
  if (text.length !== OFFSET_LENGTH) return text === 'Z';
  return twoDigits(text, 1) <= MAX_OFFSET_HOURS && twoDigits(text, 4) < 60;
}
