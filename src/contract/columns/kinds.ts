/**
 * The kinds of values that a column can hold, each with its parse and print functions. The spec shows no data types
 * (section 2): numbers are accepted as numbers or as text, timestamps in the formats of docs/assumptions.md. Blank
 * reads as null; a value that cannot be read is UNREADABLE, never a guess.
 */

import { timeZoneOf } from '../times/time-zone.ts';
import { type EpochUnit, parseTimestamp } from '../times/timestamps.ts';
import { type Code, type CodeTableName, codeTables } from './codes.ts';

/** `json` is for columns whose type the spec leaves open: their values are passed on unchanged. */
export type KindName = 'text' | 'decimal' | 'integer' | 'timestamp' | 'json' | CodeTableName;

/**
 * A kind's values in the graph; null for a blank one. A decimal is exact; a timestamp is ISO 8601, a date or a date-time with
 * offset; `json` is as upstream sends it.
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
  /** The unit of timestamps that are numbers; without it, they cannot be read. */
  readonly epoch?: EpochUnit | null;
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
export function compileKinds({ timeZone, epoch = null }: KindOptions): Readonly<Record<KindName, Kind>> {
  const zone = timeZoneOf(timeZone);
  return {
    text: { parse: parseText, print: (value) => value },
    decimal: { parse: parseDecimal, print: (value) => printDecimal(String(value)) },
    integer: { parse: parseInteger, print: (value) => value },
    timestamp: { parse: (raw) => parseTimestamp(raw, zone, epoch) ?? UNREADABLE, print: (value) => value },
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
  // A service may store all numbers with decimals.
  if (typeof raw === 'string' && !/^\s*[+-]?\d+(\.0+)?\s*$/.test(raw)) return UNREADABLE;
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
