/**
 * Reads consecutive records in one order of columns, each to a row of cells, or to an object if there is an unknown
 * column. Every byte is checked: if one does not match the order, the result is null (2.1, 2.4).
 */
import { isBlank } from '../../contract/columns/kinds.ts';
import { Row, type Selection } from '../../contract/columns/selection.ts';
import { type Layout, matchingLength, type Plan, planOf, presenceCell, SKIPPED, viewOf } from './column-layout.ts';
import { endOfScalar, parseScalar } from './json-scalar.ts';

/** A body in UTF-8. */
export interface Source {
  readonly bytes: SliceableBuffer;
  /** The same body, for access to several bytes at a time. */
  readonly view: DataView;
  /** The same body with one character per byte, if it is small: slicing a string costs a third of slicing a buffer. */
  readonly text: string | null;
}

/** Does what `toString` does without parsing an encoding name; Node's types do not declare it. */
interface SliceableBuffer extends Buffer {
  readonly latin1Slice: (start: number, end: number) => string;
}

const CLOSE_BRACKET = 93;
const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_CONTROL = 31;
const SPACE = 32;
const DEL = 127;
/** A batch has at most 100 records (8). A body with many more is left to the full parse, which counts them before it builds any. */
const MAX_RECORDS = 1_000;
/** A longer string would be allocated outside the young generation, at the price of fresh memory for each one. */
export const MAX_STRING_BYTES = 65_536;

export function sourceOf(body: Buffer, maxStringBytes: number): Source {
  const bytes = body as SliceableBuffer;
  const text = bytes.length <= maxStringBytes ? bytes.latin1Slice(0, bytes.length) : null;
  return { bytes, view: viewOf(bytes), text };
}

/** Reads the records from `start` to the closing bracket; null if any of them does not match the layout. */
export function readRecords(source: Source, start: number, layout: Layout, selection: Selection) {
  const records: (Row | Record<string, unknown>)[] = [];
  const plan = planOf(layout, selection);
  const { bytes } = source;
  let at = start;
  if (bytes[at] === CLOSE_BRACKET) return { records, end: at };
  for (;;) {
    if (plan.empty === null) {
      const record: Record<string, unknown> = {};
      at = readRecord(source, at, layout, plan, null, record);
      records.push(record);
    } else {
      const cells = plan.empty.slice();
      at = readRecord(source, at, layout, plan, cells, null);
      records.push(new Row(selection, cells));
    }
    if (at === -1) return null;
    const next = bytes[at];
    if (next === CLOSE_BRACKET) return { records, end: at };
    if (next !== COMMA || records.length === MAX_RECORDS) return null;
    at += 1;
  }
}

/**
 * Reads one record and returns the offset after it, or -1. Every byte is checked: keys and empty values by comparison with
 * the blank record, other values up to their end. A quote without a preceding backslash ends a string, so a value that quotes
 * a key's text cannot be taken for the key. As all keys are found in order, once each, none is missing, added or repeated.
 */
function readRecord(
  source: Source,
  start: number,
  { keys, blank, end, values, columns }: Layout,
  { targets }: Plan,
  cells: unknown[] | null,
  record: Record<string, unknown> | null,
): number {
  const { bytes, view } = source;
  let at = start;
  // The offset in the blank record, and the first column that has not been read.
  let blankAt = 0;
  let next = 0;
  for (;;) {
    const matched = matchingLength(view, at, blank, blankAt);
    at += matched;
    blankAt += matched;
    const column = blankAt === end ? keys.length : (columns[blankAt] as number);
    if (record !== null)
      for (; next < column; next += 1) if (targets[next] !== SKIPPED) record[keys[next] as string] = '';
    if (blankAt === end) return at;
    // A difference must be at a value, or this is no record: at its first quote the value is not a string, at its
    // second it is not empty.
    const quote = values[column] as number;
    if (blankAt !== quote && blankAt !== quote + 1) return -1;
    const from = at;
    let code = 0;
    let combinedBits = 0;
    if (blankAt !== quote) {
      code = bytes[at] as number;
      while (code !== QUOTE && code !== BACKSLASH && code > LAST_CONTROL) {
        combinedBits |= code;
        at += 1;
        code = bytes[at] as number;
      }
    }
    const target = targets[column] as number;
    let value: unknown;
    if (code === QUOTE) {
      if (target < SKIPPED && isVisible(bytes[from] as number)) value = true;
      else if (target !== SKIPPED) value = sliceText(source, from, at, combinedBits);
      at += 1;
    } else {
      const scalarStart = blankAt === quote ? from : from - 1;
      at = endOfScalar(bytes, scalarStart);
      value = at === -1 ? undefined : parseScalar(bytes, scalarStart, at);
      if (value === undefined) return -1;
    }
    blankAt = quote + 2;
    next = column + 1;
    if (target === SKIPPED) continue;
    if (record !== null) record[keys[column] as string] = value;
    else if (cells === null) continue;
    else if (target >= 0) cells[target] = value;
    else if (!isBlank(value)) cells[presenceCell(target)] = true;
  }
}

/** A value that begins with a visible character is not blank, whatever follows. */
function isVisible(code: number): boolean {
  return code > SPACE && code < DEL;
}

/** A string of the body; `combinedBits` is the bitwise OR of its bytes. */
function sliceText({ bytes, text }: Source, from: number, end: number, combinedBits: number): string {
  if (combinedBits > DEL) return bytes.toString('utf8', from, end);
  if (text !== null) return text.slice(from, end);
  return end === from + 1 ? String.fromCharCode(bytes[from] as number) : bytes.latin1Slice(from, end);
}
