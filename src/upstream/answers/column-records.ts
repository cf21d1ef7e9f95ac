/**
 * Reads consecutive records by their columns, each to the cells of a selection, or to an object if it has an unknown column.
 * Every byte is checked: for anything unexpected the result is null (2.1, 2.4).
 */
import { isBlank } from '../../contract/columns/kinds.ts';
import { SelectedRecord, type Selection } from '../../contract/columns/selection.ts';
import {
  type Layout,
  matchingLength,
  presenceCell,
  SKIPPED,
  type Targets,
  targetsOf,
  viewOf,
} from './column-layout.ts';
import { endOfEscapes, endOfScalar, parseScalar } from './json-scalar.ts';

/** A body in UTF-8. */
export interface Source {
  readonly bytes: SliceableBuffer;
  /** The same body, for access to several bytes at a time. */
  readonly view: DataView;
}

/** Do what `toString` does without parsing an encoding name; Node's types do not declare them. */
interface SliceableBuffer extends Buffer {
  readonly latin1Slice: (start: number, end: number) => string;
  readonly utf8Slice: (start: number, end: number) => string;
}

const CLOSE_BRACKET = 93;
const CLOSE_BRACE = 125;
const OPEN_BRACE = 123;
const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_CONTROL = 31;
const SPACE = 32;
const DEL = 127;
/** A batch has at most 100 records (8). A body with many more is left to the full parse, which counts them before it builds any. */
const MAX_RECORDS = 1_000;
/** How many columns left out in a row are passed one by one. */
const MAX_LEFT_OUT = 24;
/** What has fewer columns may be an error that repeats a value of the request. */
const MIN_COLUMNS = 2;

export function sourceOf(body: Buffer): Source {
  return { bytes: body as SliceableBuffer, view: viewOf(body) };
}

/** Reads the records from `start` to the closing bracket; null if any of them does not match the layout. */
export function readRecords(source: Source, start: number, layout: Layout, selection: Selection) {
  const records: (SelectedRecord | Record<string, unknown>)[] = [];
  const wanted = targetsOf(layout, selection);
  const { bytes } = source;
  let at = afterSpace(bytes, start);
  if (bytes[at] === CLOSE_BRACKET) return { records, end: at };
  for (;;) {
    if (wanted.empty === null) {
      const record: Record<string, unknown> = {};
      at = readRecord(source, at, layout, wanted, null, record);
      records.push(record);
    } else {
      const cells = wanted.empty.slice();
      at = readRecord(source, at, layout, wanted, cells, null);
      records.push(new SelectedRecord(selection, cells));
    }
    if (at === -1) return null;
    at = afterSpace(bytes, at);
    const next = bytes[at];
    if (next === CLOSE_BRACKET) return { records, end: at };
    if (next !== COMMA || records.length === MAX_RECORDS) return null;
    at = afterSpace(bytes, at + 1);
  }
}

/** The runs of consecutive columns that have been read in a record before the current one, as pairs of the first and the last. */
const runs = new Int32Array(2 * 1_024);

/**
 * Reads one record and returns the offset after it, or -1. Every byte is checked: keys and blank values by comparison with
 * the blank record, other values up to their end. A quote without a preceding backslash ends a string, so a value that quotes
 * a key's text cannot be taken for the key. Columns may be missing, and may come in any order, but none may be repeated.
 */
function readRecord(
  source: Source,
  start: number,
  layout: Layout,
  { targets }: Targets,
  cells: unknown[] | null,
  record: Record<string, unknown> | null,
): number {
  const { bytes, view } = source;
  const { keys, blank, blanks, end, starts, values, ends, columns } = layout;
  let at = start;
  // The offset in the blank record, the first column that has not been read, and the first of the current run.
  let blankAt = 0;
  let next = 0;
  let first = 0;
  let runCount = 0;
  let count = 0;
  let highest = -1;
  for (;;) {
    const matched = matchingLength(view, at, blank, blankAt);
    at += matched;
    blankAt += matched;
    const column = blankAt === end ? keys.length : (columns[blankAt] as number);
    if (record !== null)
      for (; next < column; next += 1) if (targets[next] !== SKIPPED) record[keys[next] as string] = blanks[next];
    const valueStart = blankAt === end ? end + 1 : (values[column] as number);
    if (blankAt < valueStart) {
      // Another key than the next one, or the end of the record.
      at -= blankAt - (column === 0 ? 0 : (ends[column - 1] as number));
      if (column > first) {
        if (first <= highest && overlaps(first, column - 1, runCount)) return -1;
        highest = Math.max(highest, column - 1);
        runs[runCount] = first;
        runs[runCount + 1] = column - 1;
        runCount += 2;
        count += column - first;
      }
      at = afterSpace(bytes, at);
      if (bytes[at] === CLOSE_BRACE) return count < Math.min(MIN_COLUMNS, keys.length) ? -1 : at + 1;
      if (bytes[at] !== (count === 0 ? OPEN_BRACE : COMMA) || runCount >= runs.length) return -1;
      at = afterSpace(bytes, at + 1);
      first = columnAt(source, at, layout, column);
      if (first === -1) return -1;
      next = first;
      blankAt = values[first] as number;
      at += blankAt - (starts[first] as number);
      continue;
    }
    // A value that is not blank, or not written like that.
    at -= blankAt - valueStart;
    const from = at + 1;
    let code = bytes[at] as number;
    const target = targets[column] as number;
    let value: unknown;
    if (code === QUOTE) {
      let combinedBits = 0;
      at = from;
      code = bytes[at] as number;
      while (code !== QUOTE && code !== BACKSLASH && code > LAST_CONTROL) {
        combinedBits |= code;
        at += 1;
        code = bytes[at] as number;
      }
      const isPlain = code === QUOTE;
      if (!isPlain) at = endOfEscapes(bytes, at);
      if (at === -1) return -1;
      if (target < SKIPPED && at > from && isVisible(bytes[from] as number)) value = true;
      else if (target !== SKIPPED)
        value = isPlain
          ? sliceText(source, from, at, combinedBits)
          : (JSON.parse(bytes.utf8Slice(from - 1, at + 1)) as unknown);
      at += 1;
    } else {
      at = endOfScalar(bytes, from - 1);
      value = at === -1 ? undefined : parseScalar(bytes, from - 1, at);
      if (value === undefined) return -1;
    }
    blankAt = ends[column] as number;
    next = column + 1;
    if (target === SKIPPED) continue;
    if (record !== null) record[keys[column] as string] = value;
    else if (cells === null) continue;
    else if (target >= 0) cells[target] = value;
    else if (!isBlank(value)) cells[presenceCell(target)] = true;
  }
}

/** The column whose key begins at `at`, which is not `expected`; -1 if it is not known, or has another spacing. */
function columnAt({ bytes, view }: Source, at: number, layout: Layout, expected: number): number {
  const { blank, starts, values, index, jumps } = layout;
  const hasKey = (column: number): boolean => {
    const start = starts[column] as number;
    return matchingLength(view, at, blank, start) >= (values[column] as number) - start;
  };
  const known = jumps[expected] as number;
  if (hasKey(known)) return known;
  // Mostly a few columns further on; comparing with each of them takes less time than finding one by its name.
  const last = Math.min(expected + MAX_LEFT_OUT, values.length - 1);
  for (let column = expected + 1; column <= last; column += 1)
    if (hasKey(column)) {
      jumps[expected] = column;
      return column;
    }
  const end = bytes.indexOf(QUOTE, at + 1);
  const found = end === -1 ? undefined : index.get(bytes.latin1Slice(at + 1, end));
  if (found === undefined || !hasKey(found)) return -1;
  jumps[expected] = found;
  return found;
}

/** Whether one of the first runs has a column from `first` to `last`. */
function overlaps(first: number, last: number, runCount: number): boolean {
  for (let at = 0; at < runCount; at += 2)
    if (first <= (runs[at + 1] as number) && last >= (runs[at] as number)) return true;
  return false;
}

function afterSpace(bytes: Buffer, start: number): number {
  let at = start;
  for (let code = bytes[at]; code === SPACE || code === 10 || code === 13 || code === 9; code = bytes[at]) at += 1;
  return at;
}

/** A value that begins with a visible character is not blank, whatever follows. A backslash may stand for another character. */
function isVisible(code: number): boolean {
  return code > SPACE && code < DEL && code !== BACKSLASH;
}

/**
 * A string of the body; `combinedBits` is the bitwise OR of its bytes. A copy: a slice of one string of the whole body would be
 * made in half the time, but reading its characters and writing it as JSON would take twice as long.
 */
function sliceText({ bytes }: Source, from: number, end: number, combinedBits: number): string {
  if (combinedBits > DEL) return bytes.utf8Slice(from, end);
  return end === from + 1 ? String.fromCharCode(bytes[from] as number) : bytes.latin1Slice(from, end);
}
