/** Reads the value of one column, whose end is known, as its column is wanted (`column-records`). */
import { isExact } from '@realty-forms/contract/answers/json.ts';
import { isMeaningful } from '@realty-forms/contract/answers/success.ts';
import { isBlank } from '@realty-forms/contract/columns/kinds.ts';
import { afterSpace, OPEN_BRACE, OPEN_BRACKET, QUOTE, type SliceableBuffer } from './json-text.ts';

/** A body in UTF-8. */
export interface Source {
  readonly bytes: SliceableBuffer;
  /** The same body, for access to several bytes at a time. */
  readonly view: DataView;
  readonly isAscii: boolean;
}

/** What is wanted of a column. */
export interface Wanted {
  /** The cell of its value or of its presence check; -1 for none. */
  readonly cell: number;
  readonly isPresenceCheck: boolean;
  /** A value in it may show that an object is a record. */
  readonly isKey: boolean;
}

/** A record that is being read. */
export interface Found {
  readonly cells: unknown[];
  /** Whether a column of its key names something. */
  isRecord: boolean;
  unknown: readonly string[];
}

/** The first byte of null, and of no other value. */
const SMALL_N = 110;

/** Reads a value into its cell; false if only a full parse can. A blank one leaves its cell as it is. */
export function take(
  source: Source,
  { cell, isPresenceCheck, isKey }: Wanted,
  start: number,
  end: number,
  found: Found,
): boolean {
  if (end - start === 2 && source.bytes[start] === QUOTE) return true;
  const mayBeRecord = isKey && !found.isRecord;
  const isNeeded = cell !== -1 && !(isPresenceCheck && found.cells[cell] === true);
  if (!mayBeRecord && !isNeeded) return true;
  const value = readValue(source, start, end);
  if (mayBeRecord)
    found.isRecord = isMeaningful(value === undefined ? JSON.parse(source.bytes.utf8Slice(start, end)) : value);
  if (!isNeeded) return true;
  if (isPresenceCheck) {
    if (value === undefined || !isBlank(value)) found.cells[cell] = true;
    return true;
  }
  found.cells[cell] = value;
  return value !== undefined;
}

/** The value between two offsets; undefined if it is nested, or a number that JSON.parse would change. */
function readValue(source: Source, start: number, end: number): string | number | boolean | null | undefined {
  const { bytes } = source;
  const first = bytes[start];
  if (first === QUOTE) return textOf(source, start, end);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return undefined;
  if (first === SMALL_N) return null;
  const text = bytes.latin1Slice(start, end);
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  return isExact(value, text) ? value : undefined;
}

/** Whether a value is no text, white space, or null. */
export function isBlankAt(bytes: Buffer, start: number, end: number): boolean {
  return bytes[start] === QUOTE ? afterSpace(bytes, start + 1) === end - 1 : bytes[start] === SMALL_N;
}

/** The text of a string in quotes, as a copy: a slice of a string of the whole body would be slower to read and to write. */
export function textOf({ bytes, isAscii }: Source, start: number, end: number): string {
  const text = isAscii ? bytes.latin1Slice(start + 1, end - 1) : bytes.utf8Slice(start + 1, end - 1);
  return text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
}
