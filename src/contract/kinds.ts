/**
 * The kinds of values that a column can hold, each with its parse and print functions. The spec shows no data types
 * (section 2): numbers are accepted as numbers or as text, timestamps in the formats of docs/assumptions.md. Blank
 * reads as null; a value that cannot be read is UNREADABLE, never a guess.
 */
import { type Code, codeTables } from './codes.ts';

/** `json` is for columns whose type the spec leaves open: their values are passed on unchanged. */
export type KindName = 'text' | 'decimal' | 'integer' | 'timestamp' | 'json' | keyof typeof codeTables;

/** The result of a kind's `parse` for a value that it cannot read. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

export interface KindOptions {
  /** The IANA name of the time zone of timestamps without an offset. */
  readonly timeZone: string;
}

export interface Kind {
  /** Converts a non-blank value on the wire to its value in the graph, or UNREADABLE. */
  readonly parse: (raw: unknown) => unknown;
  /** Converts a value in the graph to its value on the wire. */
  readonly print: (value: string | number) => string | number;
}

/** Whether there is no value: the column is absent, null, or text of nothing but white space. */
export function isBlank(raw: unknown): boolean {
  if (typeof raw !== 'string') return raw === undefined || raw === null;
  const first = raw.charCodeAt(0);
  // No character between space and DEL is white space.
  return !(first > 32 && first < 127) && raw.trim() === '';
}

/** All kinds, compiled for one time zone. */
export function compileKinds(options: KindOptions): Readonly<Record<KindName, Kind>> {
  return {
    text: { parse: parseText, print: (value) => value },
    decimal: { parse: parseDecimal, print: (value) => printDecimal(String(value)) },
    integer: { parse: parseInteger, print: (value) => value },
    timestamp: { parse: (raw) => parseTimestamp(raw, options.timeZone), print: (value) => value },
    json: { parse: (raw) => raw, print: (value) => value },
    propertyType: codeKind(codeTables.propertyType),
    transactionType: codeKind(codeTables.transactionType),
    propertyStatus: codeKind(codeTables.propertyStatus),
  };
}

function parseText(raw: unknown): string | typeof UNREADABLE {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' ? String(raw) : UNREADABLE;
}

const ZERO = 48;
const TWO = 50;
const NINE = 57;
const POINT = 46;
const DECIMAL = /^[+-]?\d+(\.\d+)?$/;

function parseDecimal(raw: unknown): string | typeof UNREADABLE {
  if (typeof raw === 'string' && isPlainDecimal(raw)) return raw;
  // Safe integers print without an exponent.
  if (Number.isSafeInteger(raw)) return String(raw);
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : '';
  if (!DECIMAL.test(text)) return UNREADABLE;
  return text.startsWith('+') ? text.slice(1) : text;
}

/** Digits with at most one point between them, which nearly all decimals are; tested without a regular expression for speed. */
function isPlainDecimal(text: string): boolean {
  const last = text.length - 1;
  let hasPoint = false;
  for (let at = 0; at <= last; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    if (code !== POINT || hasPoint || at === 0 || at === last) return false;
    hasPoint = true;
  }
  return last >= 0;
}

// Prints a JSON number if that has exactly the same value and notation, else text: 0.10, or more digits than a double holds.
function printDecimal(value: string): string | number {
  const number = Number(value);
  return String(number) === value ? number : value;
}

/** GraphQL's `Int` has 32 bits. */
export const MAX_INTEGER = 2_147_483_647;

function parseInteger(raw: unknown): number | typeof UNREADABLE {
  if (typeof raw === 'string' && !/^\s*[+-]?\d+\s*$/.test(raw)) return UNREADABLE;
  const number = typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : Number.NaN;
  return Number.isInteger(number) && Math.abs(number) <= MAX_INTEGER ? number : UNREADABLE;
}

function codeKind(table: readonly Code[]): Kind {
  const byText = new Map<string, string>();
  for (const { code, name, label } of table) byText.set(code.toLowerCase(), name).set(label.toLowerCase(), name);
  // Most values are written exactly as in the table, so they are found without normalization.
  const byExactText = new Map<unknown, string>();
  for (const { code, label } of table)
    for (const text of [code, label]) byExactText.set(text, byText.get(text.toLowerCase()) as string);
  const byName = new Map(table.map(({ name, code }) => [name, code]));
  return {
    parse: (raw) =>
      byExactText.get(raw) ??
      (typeof raw === 'string' ? byText.get(raw.trim().toLowerCase()) : undefined) ??
      UNREADABLE,
    print: (name) => {
      const code = byName.get(String(name));
      if (code === undefined) throw new RangeError(`${name} is not one of ${[...byName.keys()].join(', ')}`);
      return code;
    },
  };
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO_DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/;
const PLAIN_TIMESTAMP =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z)?$/;
/** Days of each month, by its number. */
const MONTH_LENGTHS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const US_DATE = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** The length of HH:MM. */
const HOUR_MINUTE_LENGTH = 5;

/**
 * A date stays a date. A date-time keeps its fraction and offset; it gets the time zone's offset if it has none, and
 * `:00` if it has no seconds.
 */
function parseTimestamp(raw: unknown, timeZone: string): string | typeof UNREADABLE {
  if (typeof raw !== 'string') return UNREADABLE;
  if (isPlainTimestamp(raw)) return raw;
  const text = raw.trim();
  const us = US_DATE.exec(text);
  const date = us ? `${us[3]}-${us[1]}-${us[2]}` : text;
  if (ISO_DATE.test(date)) return isCalendarDate(date) ? date : UNREADABLE;
  const [, day, timeText, offset] = ISO_DATE_TIME.exec(text) ?? [];
  if (day === undefined || timeText === undefined || !isCalendarDate(day) || !isTimeOfDay(timeText)) return UNREADABLE;
  // RFC 3339, which the schema promises, requires seconds.
  const time = timeText.length === HOUR_MINUTE_LENGTH ? `${timeText}:00` : timeText;
  if (offset !== undefined) return isOffset(offset) ? `${day}T${time}${offset}` : UNREADABLE;
  // When clocks change, a local time may exist twice or not at all. The earlier offset gives the same instant that
  // Temporal chooses by default.
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  const { offset: zoneOffset } = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  // Local times from before time zones have offsets with seconds, which RFC 3339 cannot represent.
  return isOffset(zoneOffset) ? `${day}T${time}${zoneOffset}` : UNREADABLE;
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

/** Checks a text that begins with HH:MM or HH:MM:SS. */
function isTimeOfDay(text: string): boolean {
  const second = text.length > 5 ? twoDigits(text, 6) : 0;
  return twoDigits(text, 0) < 24 && twoDigits(text, 3) < 60 && second < 60;
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

function isOffset(text: string): boolean {
  const [hour = 0, minute = 0, second] = text.slice(1).split(':').map(Number);
  return text === 'Z' || (hour <= 14 && minute < 60 && second === undefined);
}

/** The timestamp in the graph's format, or null if the text is none. Filters use it too, so that all dates are read alike. */
export function readTimestamp(text: string, timeZone: string): string | null {
  const parsed = parseTimestamp(text, timeZone);
  return parsed === UNREADABLE ? null : parsed;
}
