/**
 * The kinds of values that a column can hold, each with its parse and print functions. The spec shows no data types (section 2):
 * docs/notations.md lists the accepted notations. The usual ones come first, here too, since a page has thousands of values. Blank becomes
 * null; a value that cannot be read is UNREADABLE, never a guess.
 */
import type { EpochUnit } from '../times/instants.ts';
import { type TimeZone, timeZoneOf } from '../times/time-zone.ts';
import { parseTimestamp } from '../times/timestamps.ts';
import { type Code, type CodeTableName, codeTables } from './codes.ts';

/**
 * A `date` column is meant for days, a `timestamp` column for instants, but either can hold both. `json` is for columns whose type the spec
 * leaves open: their values are passed on unchanged.
 */
export type KindName = 'text' | 'decimal' | 'integer' | 'timestamp' | 'date' | 'json' | CodeTableName;

/**
 * A kind's values in the graph; null if blank. A decimal is exact; a timestamp is ISO 8601, a date or a date-time with an offset; `json` is
 * as upstream sends it.
 */
export type ValueOf<K extends KindName> = K extends CodeTableName
  ? (typeof codeTables)[K][number]['name'] | null
  : K extends 'integer'
    ? number | null
    : K extends 'json'
      ? unknown
      : string | null;

/** The result of a kind's `parse` for a value that it cannot read. */
export const UNREADABLE: unique symbol = Symbol('unreadable');

export interface KindOptions {
  /** The IANA name, or the offset, of the time zone of timestamps without an offset. */
  readonly timeZone: string;
  /** The unit of timestamps that are numbers; without it, they are unreadable. */
  readonly epoch?: EpochUnit | null;
  /** Called for each time that has no offset and is therefore read in the time zone. */
  readonly onLocalTime?: () => void;
}

export interface Kind {
  /** Converts a non-blank value of the service to its value in the graph, null if it is a word for no value, or UNREADABLE. */
  readonly parse: (raw: unknown) => unknown;
  /** Converts a value in the graph to the service's. */
  readonly print: (value: string | number) => string | number;
}

/** Whether there is no value: the column is absent, null, or only white space. */
export function isBlank(raw: unknown): boolean {
  if (typeof raw !== 'string') return raw === undefined || raw === null;
  const first = raw.charCodeAt(0);
  // No character between space and DEL is white space.
  return !(first > 32 && first < 127) && raw.trim() === '';
}

/** All kinds, compiled for one time zone. */
export function compileKinds({ timeZone, epoch = null, onLocalTime }: KindOptions): Readonly<Record<KindName, Kind>> {
  const zone = reportLocalTimes(timeZoneOf(timeZone), onLocalTime);
  const timeKind = (isDateColumn: boolean): Kind => ({
    parse: (raw) => parseTimestamp(raw, zone, epoch, isDateColumn) ?? noneOrUnreadable(raw),
    print: (value) => value,
  });
  return {
    text: { parse: parseText, print: (value) => value },
    decimal: { parse: parseDecimal, print: (value) => printDecimal(String(value)) },
    integer: { parse: parseInteger, print: (value) => value },
    timestamp: timeKind(false),
    date: timeKind(true),
    json: { parse: (raw) => raw, print: (value) => value },
    propertyType: codeKind(codeTables.propertyType),
    transactionType: codeKind(codeTables.transactionType),
    propertyStatus: codeKind(codeTables.propertyStatus),
  };
}

function reportLocalTimes(zone: TimeZone, onLocalTime: (() => void) | undefined): TimeZone {
  if (onLocalTime === undefined) return zone;
  return {
    ...zone,
    offsetAt(second) {
      onLocalTime();
      return zone.offsetAt(second);
    },
  };
}

const NONE = /^\s*(?:n\/a|na|null|none|-|--|\u2013|\u2014)\s*$/i;

/** Words that stand for a blank in all columns but those of text, where `None` can be a name, and `-` a remark. */
function noneOrUnreadable(raw: unknown): null | typeof UNREADABLE {
  return typeof raw === 'string' && NONE.test(raw) ? null : UNREADABLE;
}

function parseText(raw: unknown): string | typeof UNREADABLE {
  if (typeof raw === 'string') return raw;
  return typeof raw === 'number' ? String(raw) : UNREADABLE;
}

/**
 * An amount as programs and databases in the United States write it: `$1,250,000.00`, `-$5`, `USD 5`, `.5`, `500.`, `1.25E+06`. Commas are
 * read only where each is followed by three digits, so that a decimal comma (`1,5`, `1.250,00`) is never mistaken for one.
 */
const AMOUNT =
  /^([+-]?)(?:(?:(?:US)?\$|USD)\s*([+-]?))?(?:([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?|(\d+(?:\.\d*)?|\.\d+)[eE]([+-]?0*\d{1,2}))$/;
/** A negative amount in accounting notation. */
const ACCOUNTING_NEGATIVE = /^\((\$[\d,.]+)\)$/;

function parseDecimal(raw: unknown): string | null | typeof UNREADABLE {
  // Safe integers print without an exponent.
  if (Number.isSafeInteger(raw)) return String(raw);
  const text = typeof raw === 'string' ? raw : typeof raw === 'number' ? String(raw) : '';
  return PLAIN_DECIMAL.test(text) ? text : (readAmount(text.trim()) ?? noneOrUnreadable(raw));
}

function readAmount(text: string): string | null {
  const [, before = '', inside = '', whole = '', decimals = '', mantissa, exponent] =
    AMOUNT.exec(text.startsWith('(') ? text.replace(ACCOUNTING_NEGATIVE, '-$1') : text) ?? [];
  const sign = before + inside;
  if (sign.length > 1) return null;
  const digits =
    mantissa === undefined ? joined(whole.replaceAll(',', ''), decimals) : shifted(mantissa, Number(exponent));
  return digits === '' ? null : `${sign === '-' ? sign : ''}${digits}`;
}

/** Empty if there are no digits. */
function joined(whole: string, decimals: string): string {
  return decimals === '' ? whole : `${whole || '0'}.${decimals}`;
}

/** Moves the decimal point by the exponent, digit for digit. */
function shifted(mantissa: string, exponent: number): string {
  const [whole = '', decimals = ''] = mantissa.split('.');
  const point = whole.length + exponent;
  const digits = (whole + decimals)
    .padStart(whole.length + decimals.length + 1 - Math.min(point, 1), '0')
    .padEnd(point, '0');
  const pointAt = Math.max(point, 1);
  return joined(digits.slice(0, pointAt).replace(/^0+(?=\d)/, ''), digits.slice(pointAt));
}

/** What nearly all decimals are. */
const PLAIN_DECIMAL = /^\d+(?:\.\d+)?$/;

// Prints a JSON number if it has exactly the same value and notation, otherwise text: 0.10, or more digits than a double holds.
function printDecimal(value: string): string | number {
  const number = Number(value);
  return String(number) === value ? number : value;
}

/** GraphQL's `Int` has 32 bits. */
export const MAX_INTEGER = 2_147_483_647;

function parseInteger(raw: unknown): number | null | typeof UNREADABLE {
  // A service may store all numbers with decimals. Numbers of years and rooms have no commas: a comma would separate two numbers.
  if (typeof raw === 'string' && !/^\s*[+-]?\d+(\.0+)?\s*$/.test(raw)) return noneOrUnreadable(raw);
  const number = typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : Number.NaN;
  return Number.isInteger(number) && Math.abs(number) <= MAX_INTEGER ? number : UNREADABLE;
}

function codeKind(table: readonly Code[]): Kind {
  const byText = new Map<string, string>();
  for (const { code, name, label } of table)
    byText.set(code.toLowerCase(), name).set(wordsOf(label.toLowerCase()), name);
  // Most values are written exactly as in the table, so they are found without normalization.
  const byExactText = new Map<unknown, string>(
    table.flatMap(({ code, name, label }) => [code, label].map((text) => [text, name] as const)),
  );
  const byName = new Map(table.map(({ name, code }) => [name, code]));
  const readLowercase = (text: string) => byText.get(text) ?? byText.get(wordsOf(text));
  return {
    parse: (raw) =>
      byExactText.get(raw) ??
      (typeof raw === 'string' ? readLowercase(raw.trim().toLowerCase()) : undefined) ??
      noneOrUnreadable(raw),
    print: (name) => {
      const code = byName.get(String(name));
      if (code === undefined) throw new RangeError(`${name} is not one of ${[...byName.keys()].join(', ')}`);
      return code;
    },
  };
}

/** Drops what services write between the words of a label: `farm & ranch` is FARM_AND_RANCH. */
function wordsOf(text: string): string {
  return text.replace(/&(?:amp;)?/g, ' and ').replace(/(?<=\w)[\s_/-]+(?=\w)/g, '');
}

/** Marks a record with a text that has bytes not valid in its charset. U+FFFD replaces them, with the warning TEXT_DAMAGED. */
export const HAS_INVALID_TEXT = Symbol('has invalid text');

export const isInvalidText = (value: unknown): boolean => typeof value === 'string' && value.includes('\ufffd');
