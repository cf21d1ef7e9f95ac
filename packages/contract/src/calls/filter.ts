/**
 * The filter mini-language of listTrans (4.4) and of the file endpoints (4.8): its keys, and printing and parsing its text in one notation.
 * No value can break out of `key=<value>`: characters that could do so are rejected, not escaped, because the spec shows no escape.
 */
import type { CodeTableName, codeTables } from '../columns/codes.ts';
import type { FilterTimestamps } from './filter-timestamps.ts';

export interface FilterKey {
  /** The graph's name for the key. The agent's key has none, because the agent is an argument of its own. */
  readonly name?: string;
  readonly value: 'text' | 'timestamp' | 'range' | 'codes';
  readonly required?: true;
  /** The code table of a `codes` value. */
  readonly table?: CodeTableName;
}

type FilterKeys = Readonly<Record<string, FilterKey>>;

export const transactionFilterKeys = {
  NRDSID: { value: 'text', required: true },
  realtorName: { name: 'realtorName', value: 'text' },
  lastUpdateDate: { name: 'lastUpdateDate', value: 'timestamp' },
  insertDate: { name: 'insertDate', value: 'timestamp' },
  listingStartDate: { name: 'listingStartDate', value: 'timestamp' },
  listingExpDate: { name: 'listingExpirationDate', value: 'timestamp' },
  purchaseAgreementDate: { name: 'purchaseAgreementDate', value: 'timestamp' },
  earnestMoneyDueDate: { name: 'earnestMoneyDueDate', value: 'timestamp' },
  closingDate: { name: 'closingDate', value: 'timestamp' },
  propertyType: { name: 'propertyTypes', value: 'codes', table: 'propertyType' },
  transactionType: { name: 'types', value: 'codes', table: 'transactionType' },
  propertyStatus: { name: 'statuses', value: 'codes', table: 'propertyStatus' },
  insertDate_min: { name: 'insertDateMin', value: 'timestamp' },
  lastUpdateDate_since: { name: 'lastUpdateDateSince', value: 'timestamp' },
  closingDate_range: { name: 'closingDateRange', value: 'range' },
} as const satisfies FilterKeys;

export const fileFilterKeys = {
  fileFolderID: { name: 'folderId', value: 'text' },
  fileID: { name: 'fileId', value: 'text' },
  insertDate: { name: 'insertDate', value: 'timestamp' },
  lastUpdateDate: { name: 'lastUpdateDate', value: 'timestamp' },
  insertDate_min: { name: 'insertDateMin', value: 'timestamp' },
  lastUpdateDate_since: { name: 'lastUpdateDateSince', value: 'timestamp' },
} as const satisfies FilterKeys;

export type TransactionFilterKey = keyof typeof transactionFilterKeys;
export type FileFilterKey = keyof typeof fileFilterKeys;

/**
 * The notation of a filter. The spec shows brackets and commas for files (4.8). For transactions (4.4), the service's public documentation
 * shows brackets, and a comma with a space.
 */
export interface FilterNotation {
  readonly brackets: boolean;
  /** A bare comma also accepts white space around it when it is read. */
  readonly separator: ', ' | ',' | ';' | '&';
  /** The separator between the ends of a range; the spec shows spaces around the hyphen (4.4). */
  readonly range?: ' - ' | '-';
  /** The form of timestamps; by default they stay as they are. */
  readonly timestamps?: FilterTimestamps;
}

export const defaultNotation: FilterNotation = { brackets: true, separator: ', ', range: ' - ' };

/** The notation that is read by default: with or without a space after the comma. */
const tolerantNotation: FilterNotation = { ...defaultNotation, separator: ',' };

/** Both ends are included. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** A range as given: an end that is null is open. */
export interface OpenRange {
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The days that stand for open ends of a range, because a range always has two ends (4.4): the widest that every form of a timestamp can
 * express, in every time zone. Numbers count from the beginning of 1970.
 */
const widestRange: Range = { from: '1970-01-02', to: '2999-12-31' };

/** A text or timestamp, several codes, or a range. */
export type FilterValue = string | readonly string[] | Range;

/** A value as given. */
export type GivenValue = string | readonly string[] | OpenRange;

/** The range in a form that a filter can express. */
export function closeRange({ from, to }: OpenRange): Range {
  return { from: from ?? widestRange.from, to: to ?? widestRange.to };
}

export function isRange<R extends OpenRange>(value: string | readonly string[] | R): value is R {
  return typeof value === 'object' && 'from' in value;
}

/**
 * A filter by the graph's names. A code for which lists cannot be filtered is not among its values. An end of a range that is left out is
 * open.
 */
export type FilterOf<Keys extends FilterKeys> = {
  readonly [Key in keyof Keys as Keys[Key] extends { name: infer Name extends string } ? Name : never]?: ValueOf<
    Keys[Key]
  > | null;
};

type ValueOf<Row> = Row extends { table: infer Table extends CodeTableName }
  ? readonly Exclude<(typeof codeTables)[Table][number], { listable: false }>['name'][]
  : Row extends { value: 'range' }
    ? Partial<OpenRange>
    : string;

/** The keys by the graph's names, in the order of the rows. */
export function keysByName<Keys extends FilterKeys>(keys: Keys): Record<keyof FilterOf<Keys>, keyof Keys> {
  const rows = Object.entries(keys).filter(([, { name }]) => name !== undefined);
  return Object.fromEntries(rows.map(([key, { name }]) => [name, key])) as never;
}

/** The entries of the graph's filter that have a value, in the order of these names. */
export function givenEntries<Filter, Name extends keyof Filter>(
  names: readonly Name[],
  filter: Filter,
): [Name, NonNullable<Filter[Name]>][] {
  const entries: [Name, NonNullable<Filter[Name]>][] = [];
  for (const name of names) {
    const value = filter[name];
    if (value !== null && value !== undefined) entries.push([name, value]);
  }
  return entries;
}

const UNSAFE = /[<>,|=\p{Cc}\p{Cs}\u2028\u2029]/u;

/** The first character of a value that a filter cannot contain, or null. */
export function unsafeFilterCharacter(value: string, { separator }: FilterNotation = defaultNotation): string | null {
  return UNSAFE.exec(value)?.[0] ?? (value.includes(separator) ? separator : null);
}

/** Prints the filter. Throws a RangeError for an empty value, or one with an unsafe character; callers check for both first. */
export function printFilter(
  values: readonly (readonly [key: string, value: FilterValue])[],
  notation: FilterNotation = defaultNotation,
): string {
  return values
    .map(([key, value]) => {
      const text = printValue(key, value, notation);
      return notation.brackets ? `${key}=<${text}>` : `${key}=${text}`;
    })
    .join(notation.separator);
}

function printValue(key: string, value: FilterValue, notation: FilterNotation): string {
  const atoms = typeof value === 'string' ? [value] : 'from' in value ? [value.from, value.to] : value;
  for (const atom of atoms) {
    if (atom === '' || unsafeFilterCharacter(atom, notation) !== null) {
      throw new RangeError(`${key}: a filter cannot contain ${JSON.stringify(atom)}`);
    }
  }
  if (atoms.length === 0) throw new RangeError(`${key}: no value`);
  if (!(typeof value === 'object' && 'from' in value)) return atoms.join('|');
  const text = atoms.join(notation.range ?? ' - ');
  const range = splitRange(text, notation);
  if (range?.from !== value.from || range.to !== value.to) {
    throw new RangeError(`${key}: a range cannot contain ${JSON.stringify(text)}`);
  }
  return text;
}

export type ParsedFilter =
  | { readonly ok: true; readonly values: ReadonlyMap<string, FilterValue> }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses the filter into keys and values. Rejects a repeated key, an unknown key, and an empty value. The caller checks what the values
 * mean (whether one is a date, or a code).
 */
export function parseFilter(
  text: string,
  keys: Readonly<Record<string, FilterKey>>,
  notation: FilterNotation = tolerantNotation,
): ParsedFilter {
  const values = new Map<string, FilterValue>();
  for (const part of splitParts(text, notation)) {
    const match = (notation.brackets ? BRACKETED : PLAIN).exec(part);
    if (match === null)
      return { ok: false, problem: `${part.trim() || 'an empty part'} is not of the form key=<value>` };
    const [, key = '', inner = ''] = match;
    const row = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (row === undefined) return { ok: false, problem: `${key} is not a filter key` };
    if (values.has(key)) return { ok: false, problem: `${key} is given twice` };
    const value = parseValue(row, trim(inner), notation);
    if (value === null) return { ok: false, problem: `${key} has no readable value` };
    values.set(key, value);
  }
  return { ok: true, values };
}

const BRACKETED = /^\s*(\w+)\s*=\s*<([^<>]*)>\s*$/;
const PLAIN = /^\s*(\w+)\s*=([^<>]*)$/;

/** Splits at separators; in the bracketed notation, only at those outside brackets. */
function splitParts(text: string, { brackets, separator }: FilterNotation): string[] {
  if (text.trim() === '') return [];
  if (!brackets) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let isInside = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '<') isInside = true;
    else if (character === '>') isInside = false;
    else if (!isInside && text.startsWith(separator, index)) {
      parts.push(text.slice(start, index));
      start = index + separator.length;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Trims white space, unless the text has a control character: some of these are white space, and the caller must see them. */
const trim = (text: string) => (/\p{Cc}/u.test(text) ? text : text.trim());

function parseValue(row: FilterKey, text: string, notation: FilterNotation): FilterValue | null {
  if (text === '') return null;
  if (row.value === 'codes') {
    const codes = text.split('|').map(trim);
    return codes.includes('') ? null : codes;
  }
  return row.value === 'range' ? splitRange(text, notation) : text;
}

/** A date or time in any form that filters have: ISO with or without an offset, US, or a number. */
const TIME = String.raw`\d{4}-\d{2}-\d{2}(?:[T ][^-]*(?:-\d{2}:?\d{2})?)?|\d{2}\/\d{2}\/\d{4}[^-]*|-?\d+`;
/** A range whose hyphen has no spaces. The forms of its ends distinguish this hyphen from those inside them. */
const TIGHT_RANGE = new RegExp(`^(${TIME})-(${TIME})$`);

function splitRange(text: string, { range }: FilterNotation): { from: string; to: string } | null {
  const ends = range === '-' ? (TIGHT_RANGE.exec(text)?.slice(1) ?? []) : text.split(' - ');
  // A hyphen with spaces is the other notation.
  if (range === '-' && ends.some((end) => end !== end.trim())) return null;
  const [from, to, rest] = ends.map(trim);
  return from && to && rest === undefined ? { from, to } : null;
}
