/**
 * Reads timestamps (2) in the notations of docs/notations.md, and returns them in the graph's: ISO 8601, a date or a date-time with an
 * offset. A date stays a date; a date-time keeps its fraction and offset. Any other text is null, never a guess. The usual notations are
 * read digit by digit, since a page has thousands of timestamps, and a regular expression takes longer than everything else together. The
 * rare ones are rewritten into a usual one, after nothing else could read them.
 */
import { dateOf, epochDay, isDay } from './calendar.ts';
import { DAY_SECONDS, type EpochUnit, readEpoch, readNetDate, readNumber } from './instants.ts';
import {
  MAX_FRACTION_DIGITS,
  OFFSET_LENGTH,
  type Offset,
  offsetOf,
  printDate,
  printDateTime,
  UTC,
} from './printing.ts';
import { MAX_OFFSET_HOURS, type TimeZone, timeZoneOf } from './time-zone.ts';

const [PLUS, COMMA, MINUS, POINT, SLASH, ZERO, COLON] = [43, 44, 45, 46, 47, 48, 58] as const;
const [SPACE, A, C, G, M, P, T, U, Z] = [32, 65, 67, 71, 77, 80, 84, 85, 90] as const;
/** The bit by which a lower-case letter differs from its capital. */
const SMALL = 32;
/** The lengths of `7/4/2026`, `2026-07-04` and `T9:30`. */
const [SHORTEST_DAY, ISO_DAY, SHORTEST_TIME] = [8, 10, 5] as const;
/** The length of `2026-03-01T09:30:00`. */
const SECONDS_END = 19;
/** What platforms and databases store for "no date", in addition to 0000-00-00. No transaction is this old. */
const PLACEHOLDER = /^(?:0001-01-01|1753-01-01|1899-12-30|1900-01-01)/;

/**
 * Reads a value of a record. Numbers, also as text, count seconds or milliseconds only if the unit is configured. In a column of dates,
 * midnight without an offset means the day: databases write days that way.
 */
export function parseTimestamp(
  raw: unknown,
  zone: TimeZone,
  epoch: EpochUnit | null,
  isDateColumn = false,
): string | null {
  const read =
    typeof raw === 'string'
      ? readRecorded(raw, zone, epoch, isDateColumn)
      : readCounted(raw, zone, epoch, isDateColumn);
  return read === null || (read < '1900-01-02' && PLACEHOLDER.test(read)) ? null : read;
}

function readCounted(raw: unknown, zone: TimeZone, epoch: EpochUnit | null, isDateColumn: boolean): string | null {
  if (typeof raw !== 'number') return null;
  return epoch === null ? readRare(String(raw), zone, epoch, isDateColumn) : readNumber(raw, zone, epoch, isDateColumn);
}

function readRecorded(raw: string, zone: TimeZone, epoch: EpochUnit | null, isDateColumn: boolean): string | null {
  if (isUsual(raw)) return raw;
  const read = readText(raw, zone, isDateColumn) ?? (epoch === null ? null : readEpoch(raw, zone, epoch, isDateColumn));
  if (read !== null) return read;
  // Hardly any text has white space around it, so this check comes late.
  const text = raw.trim();
  return text === raw ? readRare(text, zone, epoch, isDateColumn) : parseTimestamp(text, zone, epoch, isDateColumn);
}

const YEAR_FIRST = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?!\d)/;
/** As a number since 1970, it would mean a time in the 1970s or after the year 2500. */
const COMPACT_DAY = /^((?:19|20)\d\d)(\d\d)(\d\d)(?=$|[T ]|\d{6}$)/;
const COMPACT_TIME = /^[T ]?(\d\d)(\d\d)(\d\d)(?!\d)/;

/** `2026/3/1`, `20260301`, `20260301T093000Z`, `20260301093000`, `/Date(…)/`. */
function readRare(text: string, zone: TimeZone, epoch: EpochUnit | null, isDateColumn: boolean): string | null {
  if (text.length < SHORTEST_DAY) return null;
  if (text.charCodeAt(0) === SLASH) return readNetDate(text, zone, isDateColumn);
  const isCompact = isDigit(codeAt(text, 4));
  if (isCompact && epoch !== null && endOfDigits(text, 0) === text.length) return null;
  const [day = '', year, month = '', dayOfMonth = ''] = (isCompact ? COMPACT_DAY : YEAR_FIRST).exec(text) ?? [];
  const isMixed = !isCompact && text.charAt(4) !== text.charAt(5 + month.length);
  if (year === undefined || isMixed) return null;
  const rest = text.slice(day.length).replace(COMPACT_TIME, 'T$1:$2:$3');
  return readText(`${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}${rest}`, zone, isDateColumn);
}

/** The timestamp in the graph's format, or null if the text is not one. For filters, which accept only the usual notations. */
export function readTimestamp(text: string, timeZone: string): string | null {
  return readText(text.trim(), timeZoneOf(timeZone), false);
}

/**
 * Whether a text is in the notation that most services write, which is also the graph's: `2026-03-01T09:30:00.000Z`. This shortcut halves
 * the time: otherwise, the text would be read part by part and printed again unchanged.
 */
function isUsual(text: string): boolean {
  const last = text.length - 1;
  if (last < SECONDS_END || text.charCodeAt(last) !== Z || text.charCodeAt(10) !== T) return false;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON || text.charCodeAt(4) !== MINUS) return false;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  return readIsoDay(text) >= 0 && endOfFraction(text, SECONDS_END) === last;
}

/** A day, possibly with a time. A text that is already in the printed form is returned unchanged. */
function readText(text: string, zone: TimeZone, isDateColumn: boolean): string | null {
  if (text.length < SHORTEST_DAY) return null;
  const isIso = text.charCodeAt(4) === MINUS;
  const dayEnd = isIso ? ISO_DAY : usDayEnd(text);
  if (text.length < dayEnd) return null;
  const date = isIso ? readIsoDay(text) : readUsDay(text, dayEnd);
  if (date < 0) return null;
  if (text.length === dayEnd) return isIso ? text : printDate(date);

  const separator = !isIso && text.charCodeAt(dayEnd) === COMMA ? dayEnd + 1 : dayEnd;
  if (text.length < separator + SHORTEST_TIME) return null;
  const code = text.charCodeAt(separator);
  if (code !== SPACE && code !== T && !(isIso && code === T + SMALL)) return null;
  const start = separator + 1;
  const minuteAt = text.charCodeAt(start + 1) === COLON ? start + 2 : start + 3;
  const minuteEnd = minuteAt + 2;
  if (text.length < minuteEnd || text.charCodeAt(minuteAt - 1) !== COLON) return null;
  const hour = digits(text, start, minuteAt - 1);
  const minute = twoDigits(text, minuteAt);
  if (hour < 0 || minute < 0 || minute > 59) return null;
  const hasSeconds = codeAt(text, minuteEnd) === COLON;
  const second = hasSeconds ? (text.length < minuteEnd + 3 ? -1 : twoDigits(text, minuteEnd + 1)) : 0;
  if (second < 0 || second > 59) return null;
  const fractionAt = hasSeconds ? minuteEnd + 3 : minuteEnd;
  const end = hasSeconds ? endOfFraction(text, fractionAt) : minuteEnd;
  if (end === -1) return null;

  // RFC 3339, which the schema promises, requires a capital T, seconds, and hours of two digits.
  const isComplete = isIso && code === T && minuteAt === start + 3 && hasSeconds;

  const meridiemAt = end + spaceAt(text, end);
  const meridiem = meridiemOf(text, meridiemAt);
  // 12 AM is midnight, 12 PM is noon.
  if (meridiem === 0 ? hour > 23 : hour < 1 || hour > 12) return null;
  const hourOfDay = meridiem === 0 ? hour : (hour % 12) + (meridiem === P ? 12 : 0);
  const secondOfDay = (hourOfDay * 60 + minute) * 60 + second;
  const rest = meridiem === 0 ? end : meridiemAt + 2;
  const isMidnight = isDateColumn && rest === text.length && secondOfDay === 0;
  if (isMidnight && !/[1-9]/.test(text.slice(fractionAt, end))) return printDate(date);
  const offset =
    rest === text.length
      ? zone.offsetAt(epochDay(date) * DAY_SECONDS + secondOfDay).printed
      : offsetAt(text, meridiem === 0 ? meridiemAt : rest + spaceAt(text, rest));
  if (offset === null) return null;
  const isAsPrinted = isComplete && end + OFFSET_LENGTH === text.length && isSign(text.charCodeAt(end));
  return isAsPrinted ? text : printDateTime(date, secondOfDay, text, fractionAt, end, offset);
}

/** The date; -1 if there is none. Years have four digits. */
function readIsoDay(text: string): number {
  const year = fourDigits(text, 0);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  return text.charCodeAt(7) === MINUS && isDay(year, month, day) ? dateOf(year, month, day) : -1;
}

/** The index where a month, day and year end; the month and the day have one or two digits. */
function usDayEnd(text: string): number {
  const dayAt = text.charCodeAt(1) === SLASH ? 2 : 3;
  return text.charCodeAt(dayAt + 1) === SLASH ? dayAt + 6 : dayAt + 7;
}

function readUsDay(text: string, end: number): number {
  const dayAt = text.charCodeAt(1) === SLASH ? 2 : 3;
  const yearAt = end - 4;
  const month = digits(text, 0, dayAt - 1);
  const day = digits(text, dayAt, yearAt - 1);
  const year = fourDigits(text, yearAt);
  const isUs = text.charCodeAt(dayAt - 1) === SLASH && text.charCodeAt(yearAt - 1) === SLASH;
  return isUs && isDay(year, month, day) ? dateOf(year, month, day) : -1;
}

/** The end of a fraction that may begin here; -1 if it has no digits, or too many. */
function endOfFraction(text: string, start: number): number {
  if (codeAt(text, start) !== POINT) return start;
  const end = endOfDigits(text, start + 1);
  return end > start + 1 && end <= start + 1 + MAX_FRACTION_DIGITS ? end : -1;
}

/** The code of A or P if the text has AM or PM here, otherwise 0. */
function meridiemOf(text: string, at: number): number {
  const letter = capital(codeAt(text, at));
  return (letter === A || letter === P) && capital(codeAt(text, at + 1)) === M ? letter : 0;
}

/** The offset that the rest of the text consists of: `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`; null if it is anything else. */
function offsetAt(text: string, at: number): Offset | null {
  const code = codeAt(text, at);
  const length = text.length - at;
  if (isSign(code)) {
    const minutesAt = codeAt(text, at + 3) === COLON ? at + 4 : at + 3;
    if (length !== 3 && minutesAt + 2 !== text.length) return null;
    const hours = twoDigits(text, at + 1);
    const minutes = length === 3 ? 0 : twoDigits(text, minutesAt);
    if (hours < 0 || hours > MAX_OFFSET_HOURS || minutes < 0 || minutes > 59) return null;
    return offsetOf(code === MINUS, hours, minutes);
  }
  const letter = capital(code);
  if (length === 1) return letter === Z ? UTC : null;
  if (length !== 3) return null;
  const second = capital(codeAt(text, at + 1));
  const third = capital(codeAt(text, at + 2));
  return (letter === U && second === T && third === C) || (letter === G && second === M && third === T) ? UTC : null;
}

/** The number with one or two digits in this range; -1 if they are not digits. */
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

function endOfDigits(text: string, start: number): number {
  let end = start;
  while (isDigit(codeAt(text, end))) end += 1;
  return end;
}

const isSign = (code: number): boolean => code === PLUS || code === MINUS;
const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;

/** The code of a character, 0 after the last. Reading past the end once would make the engine slow for every character. */
const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : 0);

/** A letter as a capital; any other code becomes itself or another code that is not a letter. */
const capital = (code: number): number => (code >= A + SMALL && code <= Z + SMALL ? code - SMALL : code);

/** The length of the white space character at this place: 1, or 0 if there is none. A line break does not count. */
function spaceAt(text: string, at: number): number {
  const code = codeAt(text, at);
  if (code === SPACE) return 1;
  return (code < SPACE || code > 126) && at < text.length && /[^\S\n\r\u2028\u2029]/.test(text.charAt(at)) ? 1 : 0;
}
