/**
 * Reads timestamps (2) in the formats of docs/assumptions.md, and returns them in the graph's: ISO 8601, a date or a date-time
 * with offset. A date stays a date; a date-time keeps its fraction and offset. What is in no such format is null, never a guess.
 * Digit by digit, since a page has thousands of them, and a regular expression takes longer than everything else together.
 */
import { daysIn, dayText, epochDay, twoDigitTexts } from './calendar.ts';
import { type TimeZone, timeZoneOf } from './time-zone.ts';

/** The unit of timestamps that are numbers, counted from the beginning of 1970 in UTC. */
export type EpochUnit = 'seconds' | 'milliseconds';

const EPOCH = /^(-?\d{1,17})(?:\.(\d{1,9}))?$/;
const [PLUS, COMMA, MINUS, POINT, SLASH, ZERO, NINE, COLON] = [43, 44, 45, 46, 47, 48, 57, 58] as const;
const [SPACE, A, C, G, M, P, T, U, Z] = [32, 65, 67, 71, 77, 80, 84, 85, 90] as const;
/** The bit by which a small letter differs from its capital. */
const SMALL = 32;
const MAX_OFFSET_HOURS = 14;
const MAX_FRACTION_DIGITS = 9;
const DAY_SECONDS = 86_400;
/** The first and the last instant whose local time has a year of four digits in every zone. */
const MIN_EPOCH_MS = Date.parse('0001-01-03T00:00:00Z');
const MAX_EPOCH_MS = Date.parse('9999-12-30T00:00:00Z');

/** Reads a value of a record. Numbers, also as text, are read only if their unit is known. */
export function parseTimestamp(raw: unknown, zone: TimeZone, epoch: EpochUnit | null): string | null {
  if (typeof raw === 'number') return epoch === null ? null : readNumber(raw, zone, epoch);
  if (typeof raw !== 'string') return null;
  if (isAsPrinted(raw)) return raw;
  const text = raw.trim();
  return readText(text, zone) ?? (epoch === null ? null : readEpoch(text, zone, epoch));
}

/** The timestamp in the graph's format, or null if the text is none. Filters use it too, so that all dates are read alike. */
export function readTimestamp(text: string, timeZone: string): string | null {
  return parseTimestamp(text, timeZoneOf(timeZone), null);
}

/** The length of `2026-03-01T09:30:00`. */
const SECONDS_END = 19;

/**
 * Whether a text is a date-time in UTC as the graph prints it, `2026-03-01T09:30:00.000Z`, which is what most services write: it
 * is checked in one pass, and needs no conversion. Everything else is read part by part.
 */
function isAsPrinted(text: string): boolean {
  const last = text.length - 1;
  if (last < SECONDS_END || text.charCodeAt(last) !== Z || text.charCodeAt(10) !== T) return false;
  if (text.charCodeAt(4) !== MINUS || text.charCodeAt(7) !== MINUS) return false;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return false;
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (day < 1 || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  const year = fourDigits(text, 0);
  if (year < 0 || day > daysIn(year, twoDigits(text, 5))) return false;
  return endOfFraction(text, SECONDS_END) === last;
}

/** Years have four digits. */
function readText(text: string, zone: TimeZone): string | null {
  if (text.charCodeAt(4) === MINUS) {
    const year = fourDigits(text, 0);
    const month = twoDigits(text, 5);
    const day = twoDigits(text, 8);
    if (text.charCodeAt(7) !== MINUS || year < 0 || day < 1 || day > daysIn(year, month)) return null;
    return text.length === 10 ? text : readTime(text, 10, true, epochDay(year, month, day), zone);
  }
  const dayAt = text.charCodeAt(1) === SLASH ? 2 : 3;
  const yearAt = text.charCodeAt(dayAt + 1) === SLASH ? dayAt + 2 : dayAt + 3;
  if (text.charCodeAt(dayAt - 1) !== SLASH || text.charCodeAt(yearAt - 1) !== SLASH) return null;
  const year = fourDigits(text, yearAt);
  const month = digits(text, 0, dayAt - 1);
  const day = digits(text, dayAt, yearAt - 1);
  if (year < 0 || day < 1 || day > daysIn(year, month)) return null;
  const onDay = epochDay(year, month, day);
  const end = yearAt + 4;
  if (text.length === end) return dayText(onDay);
  return readTime(text, text.charCodeAt(end) === COMMA ? end + 1 : end, false, onDay, zone);
}

/** Reads the time of a day after its separator: a `T`, which may be small after an ISO day, or a space. */
function readTime(text: string, separator: number, isIso: boolean, onDay: number, zone: TimeZone): string | null {
  const code = text.charCodeAt(separator);
  if (code !== SPACE && code !== T && !(isIso && capital(code) === T)) return null;
  const start = separator + 1;
  const minuteAt = text.charCodeAt(start + 1) === COLON ? start + 2 : start + 3;
  const hour = digits(text, start, minuteAt - 1);
  const minute = twoDigits(text, minuteAt);
  if (hour < 0 || minute < 0 || minute > 59 || text.charCodeAt(minuteAt - 1) !== COLON) return null;
  const hasSeconds = text.charCodeAt(minuteAt + 2) === COLON;
  const second = hasSeconds ? twoDigits(text, minuteAt + 3) : 0;
  if (second < 0 || second > 59) return null;
  const end = hasSeconds ? endOfFraction(text, minuteAt + 5) : minuteAt + 2;
  if (end === -1) return null;

  const half = halfAt(text, end);
  // 12 AM is midnight, 12 PM is noon.
  if (half !== 0 && (hour < 1 || hour > 12)) return null;
  const hourOfDay = half === 0 ? hour : (hour % 12) + (half === P ? 12 : 0);
  if (hourOfDay > 23) return null;
  const rest = half === 0 ? end : end + 2 + spaceAt(text, end);
  const offset =
    rest === text.length
      ? zone.offsetAt(onDay * DAY_SECONDS + (hourOfDay * 60 + minute) * 60 + second).text
      : offsetAt(text, rest + spaceAt(text, rest));
  if (offset === null) return null;
  // RFC 3339, which the schema promises, requires seconds, and hours of two digits.
  const isComplete = hasSeconds && half === 0 && minuteAt === start + 3;
  // A text that needs no change stays as it is.
  if (isComplete && isIso && code === T && end + offset.length === text.length && text.endsWith(offset)) return text;
  const time = isComplete
    ? text.slice(start, end)
    : `${twoDigitTexts[hourOfDay]}:${twoDigitTexts[minute]}${hasSeconds ? text.slice(minuteAt + 2, end) : ':00'}`;
  return printDateTime(isIso ? text.slice(0, 10) : dayText(onDay), time, offset);
}

/** The end of a fraction that may begin here; -1 if it has no digits, or too many. */
function endOfFraction(text: string, start: number): number {
  if (text.charCodeAt(start) !== POINT) return start;
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) end += 1;
  const length = end - start - 1;
  return length >= 1 && length <= MAX_FRACTION_DIGITS ? end : -1;
}

/** The code of A or P, if the text has AM or PM here, possibly after a space; else 0. */
function halfAt(text: string, start: number): number {
  const at = start + spaceAt(text, start);
  const letter = capital(text.charCodeAt(at));
  return (letter === A || letter === P) && capital(text.charCodeAt(at + 1)) === M ? letter : 0;
}

/** The offset that the text ends with from here on: `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`; null if it is anything else. */
function offsetAt(text: string, at: number): string | null {
  const code = text.charCodeAt(at);
  const length = text.length - at;
  if (code === PLUS || code === MINUS) {
    const hours = twoDigits(text, at + 1);
    const minutesAt = text.charCodeAt(at + 3) === COLON ? at + 4 : at + 3;
    const minutes = length === 3 ? 0 : twoDigits(text, minutesAt);
    const isWhole = length === 3 || minutesAt + 2 === text.length;
    if (!isWhole || hours < 0 || hours > MAX_OFFSET_HOURS || minutes < 0 || minutes > 59) return null;
    return length === 6 ? text.slice(at) : `${text.slice(at, at + 3)}:${twoDigitTexts[minutes]}`;
  }
  const letter = capital(code);
  if (length === 1) return letter === Z ? 'Z' : null;
  if (length !== 3) return null;
  const second = capital(text.charCodeAt(at + 1));
  const third = capital(text.charCodeAt(at + 2));
  return (letter === U && second === T && third === C) || (letter === G && second === M && third === T) ? 'Z' : null;
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
  const instant = Math.floor(epochMs / 1_000);
  const { text: offset, seconds } = zone.offsetOf(instant);
  if (offset === null) return null;
  const millisecond = epochMs - instant * 1_000;
  const fraction = millisecond === 0 && decimals === '' ? '' : fractionOf(millisecond, decimals, unit);
  return printSeconds(instant + seconds, fraction, offset);
}

function fractionOf(millisecond: number, decimals: string, unit: EpochUnit): string {
  const milliseconds = unit === 'seconds' ? '' : String(millisecond).padStart(3, '0');
  const fraction = `${milliseconds}${decimals}`.slice(0, MAX_FRACTION_DIGITS);
  return /[1-9]/.test(fraction) ? `.${fraction}` : '';
}

/** A number of seconds since the beginning of 1970, in local time, as a date-time. */
function printSeconds(seconds: number, fraction: string, offset: string): string {
  const onDay = Math.floor(seconds / DAY_SECONDS);
  const second = seconds - onDay * DAY_SECONDS;
  const minute = Math.trunc(second / 60);
  const time = `${twoDigitTexts[Math.trunc(minute / 60)]}:${twoDigitTexts[minute % 60]}:${twoDigitTexts[second % 60]}`;
  return printDateTime(dayText(onDay), `${time}${fraction}`, offset);
}

/** The character codes of the text that is being printed. */
const codes: number[] = [];

/**
 * Puts a date-time together. The engine only links the parts of a concatenation, and one such text in a response has all of it
 * written as JSON in twice the time.
 */
function printDateTime(day: string, time: string, offset: string): string {
  let length = addCodes(day, 0);
  codes[length] = T;
  length = addCodes(time, length + 1);
  length = addCodes(offset, length);
  if (codes.length !== length) codes.length = length;
  return String.fromCharCode.apply(null, codes);
}

function addCodes(text: string, start: number): number {
  for (let at = 0; at < text.length; at += 1) codes[start + at] = text.charCodeAt(at);
  return start + text.length;
}

/** The number of one or two digits in this range; -1 if they are not. */
function digits(text: string, start: number, end: number): number {
  if (end === start + 2) return twoDigits(text, start);
  const code = text.charCodeAt(start);
  return end === start + 1 && isDigit(code) ? code - ZERO : -1;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : -1;
}

function fourDigits(text: string, at: number): number {
  const first = twoDigits(text, at);
  const second = twoDigits(text, at + 2);
  return first < 0 || second < 0 ? -1 : first * 100 + second;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** A letter as a capital; anything else as what is no letter, or itself. */
const capital = (code: number): number => (code >= A + SMALL && code <= Z + SMALL ? code - SMALL : code);

/** The length of the white space character at this place: 1, or 0 if there is none. A line break is none. */
function spaceAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === SPACE) return 1;
  return (code < SPACE || code > 126) && /[^\S\n\r\u2028\u2029]/.test(text.charAt(at)) ? 1 : 0;
}
