/**
 * Reads consecutive records by their columns, each to the cells of a selection. Every byte is checked: for anything unexpected the
 * result is null (2.1, 2.4).
 */
import { meansSomething } from '../../contract/answers/success.ts';
import { SelectedRecord, type Selection } from '../../contract/columns/selection.ts';
import { type Layout, matchingLength, type Notation, notationAt, type Targets, targetsOf } from './column-layout.ts';
import { hasRoomFor } from './column-learning.ts';
import { ColumnTexts } from './column-texts.ts';
import { isBlankAt, readValue } from './column-values.ts';
import {
  afterColon,
  afterSpace,
  afterString,
  afterValue,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  QUOTE,
  type Source,
} from './json-text.ts';

/** A batch has at most 100 records (8). A body with many more is left to the full parse, which counts them before it builds any. */
const MAX_RECORDS = 1_000;
/** How many columns left out in a row are passed one by one. */
const MAX_LEFT_OUT = 24;
/** What has fewer columns that the specification has may be an error that repeats a value of the request. */
const MIN_KNOWN_COLUMNS = 2;

/** A record this many times as long as a blank one has long texts. */
const LONG = 3;

/** What it takes to read the records of one body. */
interface Reading {
  readonly source: Source;
  readonly layout: Layout;
  readonly wanted: Targets;
  readonly texts: ColumnTexts;
  /** Of the record that was read last, the columns that the specification does not have. */
  unknown: readonly string[];
  /** How many blanks were in another notation than the usual one, and how many columns had another place, or white space, than in the layout. */
  deviations: number;
  /** Whether the record that was read last has long texts. */
  isLong: boolean;
}

export interface ReadRecords extends Pick<Reading, 'layout' | 'deviations'> {
  readonly records: readonly SelectedRecord[];
  /** The offset of the closing bracket. */
  readonly end: number;
}

/** Reads the records from `start` to the closing bracket; null if any of them does not match the layout. */
export function readRecords(
  source: Source,
  start: number,
  layout: Layout,
  selection: Selection,
  key: ReadonlySet<string>,
): ReadRecords | null {
  const records: SelectedRecord[] = [];
  const wanted = targetsOf(layout, selection, key);
  const reading: Reading = {
    source,
    layout,
    wanted,
    texts: new ColumnTexts(source),
    unknown: [],
    deviations: 0,
    isLong: false,
  };
  const { bytes } = source;
  let at = afterSpace(bytes, start);
  if (bytes[at] === CLOSE_BRACKET) return { records, end: at, layout, deviations: 0 };
  for (;;) {
    const cells = wanted.empty.slice();
    const recordStart = at;
    at = readRecord(reading, at, cells);
    if (at === -1) return null;
    reading.isLong = at - recordStart > LONG * layout.usual.end;
    records.push(new SelectedRecord(selection, cells, reading.unknown));
    at = afterSpace(bytes, at);
    const next = bytes[at];
    if (next === CLOSE_BRACKET) {
      reading.texts.readAll();
      return { records, end: at, layout, deviations: reading.deviations };
    }
    if (next !== COMMA || records.length === MAX_RECORDS) return null;
    at = afterSpace(bytes, at + 1);
  }
}

/** The runs of consecutive columns that have been read in a record before the current one, as pairs of the first and the last. */
const runs = new Int32Array(2 * 1_024);
/** By column, the number of the record that had it last, of those that write columns in another order; and the current number. */
const seen = new Uint32Array(1_024);
let number = 0;
/** How much of `runs` is in `seen`. */
let seenRuns = 0;

/**
 * Reads one record and returns the offset after it, or -1. Every byte is checked: keys and blank values by comparison with
 * the blank record, other values up to their end. A quote without a preceding backslash ends a string, so a value that quotes
 * a key's text cannot be taken for the key. Columns may be missing, and may come in any order, but none may be repeated.
 */
function readRecord(reading: Reading, start: number, cells: unknown[]): number {
  const { source, texts, layout, wanted, isLong } = reading;
  const { bytes, view } = source;
  const { keys } = layout;
  let { blank, end, starts, values, ends, columns } = layout.usual;
  const { targets, unknownBefore, isKey } = wanted;
  let isRecord = isKey === null;
  let at = start;
  // The offset in the blank record, and the first column of the current run.
  let blankAt = 0;
  let first = 0;
  let runCount = 0;
  let count = 0;
  let unknownCount = 0;
  let highest = -1;
  seenRuns = 0;
  let others: string[] | null = null;
  for (;;) {
    const matched = matchingLength(view, at, blank, blankAt);
    at += matched;
    blankAt += matched;
    const column = blankAt === end ? keys.length : (columns[blankAt] as number);
    const valueStart = blankAt === end ? end + 1 : (values[column] as number);
    if (blankAt >= valueStart) {
      // A value that is not blank, or not written like that.
      at -= blankAt - valueStart;
      const other = isBlankAt(bytes, at) ? otherNotation(reading, column, at) : undefined;
      if (other === undefined) {
        const valueAt = at;
        at = readValue(source, texts, at, targets[column] as number, isLong, cells);
        if (at === -1) return -1;
        if (!isRecord && isKey?.[column] === true) isRecord = namesSomething(source, valueAt, at);
        blankAt = ends[column] as number;
      } else {
        ({ blank, end, starts, values, ends, columns } = other);
        blankAt = values[column] as number;
      }
      continue;
    }
    // Another key than the next one, or the end of the record.
    at -= blankAt - (column === 0 ? 0 : (ends[column - 1] as number));
    if (column > first) {
      if (first <= highest) {
        if (hasSeen(first, column - 1, runCount)) return -1;
        reading.deviations += 1;
      }
      highest = Math.max(highest, column - 1);
      runs[runCount] = first;
      runs[runCount + 1] = column - 1;
      runCount += 2;
      count += column - first;
      unknownCount += (unknownBefore[column] as number) - (unknownBefore[first] as number);
    }
    at = afterSpace(bytes, at);
    if (bytes[at] === CLOSE_BRACE) break;
    if (bytes[at] !== (at === start ? OPEN_BRACE : COMMA) || runCount >= runs.length) return -1;
    at = afterSpace(bytes, at + 1);
    first = columnAt(source, at, layout, column);
    if (first === -1) {
      // A column that the layout does not have: the next one of the layout may follow it.
      others ??= [];
      at = skipColumn(reading, at, others);
      if (at === -1) return -1;
      first = column;
      blankAt = column === 0 ? 0 : (ends[column - 1] as number);
    } else {
      // Where it is the expected column after all, the white space before it is not.
      if (first === column) reading.deviations += 1;
      blankAt = values[first] as number;
      at += blankAt - (starts[first] as number);
    }
  }
  if (count - unknownCount < MIN_KNOWN_COLUMNS || !isRecord) return -1;
  // Records mostly have the same unknown columns, so one list of them serves all.
  const unknown = unknownCount === wanted.unknown.length ? wanted.unknown : unknownIn(layout, wanted, runCount);
  reading.unknown = others === null ? unknown : [...unknown, ...new Set(others)];
  return at + 1;
}

function namesSomething({ bytes }: Source, start: number, end: number): boolean {
  try {
    return meansSomething(JSON.parse(bytes.utf8Slice(start, end)));
  } catch {
    return false;
  }
}

/** Makes the notation of a blank, which is not the usual one, the usual one; undefined if it is in none. */
function otherNotation(reading: Reading, column: number, at: number): Notation | undefined {
  const { source, layout } = reading;
  reading.deviations += 1;
  const other = notationAt(layout, column, source.view, at);
  if (other !== undefined) layout.usual = other;
  return other;
}

/** The column whose key begins at `at`, which is not `expected`; -1 if it is not known, or has another spacing. */
function columnAt({ bytes, view }: Source, at: number, layout: Layout, expected: number): number {
  const { index, jumps, usual } = layout;
  const known = jumps[expected] as number;
  if (hasKey(view, at, usual, known)) return known;
  // Mostly a few columns further on; comparing with each of them takes less time than finding one by its name.
  const last = Math.min(expected + MAX_LEFT_OUT, usual.values.length - 1);
  for (let column = expected + 1; column <= last; column += 1)
    if (hasKey(view, at, usual, column)) {
      jumps[expected] = column;
      return column;
    }
  const end = bytes.indexOf(QUOTE, at + 1);
  const found = end === -1 ? undefined : index.get(bytes.latin1Slice(at + 1, end));
  if (found === undefined || !hasKey(view, at, usual, found)) return -1;
  jumps[expected] = found;
  return found;
}

/** Whether the key of a column, with its colon, begins at `at`. */
function hasKey(view: DataView, at: number, { blank, starts, values }: Notation, column: number): boolean {
  const start = starts[column] as number;
  return matchingLength(view, at, blank, start) >= (values[column] as number) - start;
}

/**
 * Skips a column that neither the layout nor the specification has, adds its name to `names`, and returns the offset after it. It is
 * -1 for what a full parse has to decide, or to teach.
 */
function skipColumn({ source, layout, wanted }: Reading, start: number, names: string[]): number {
  const { bytes } = source;
  const end = afterString(bytes, start);
  const valueStart = afterColon(bytes, end);
  if (valueStart === -1) return -1;
  const name = JSON.parse(bytes.utf8Slice(start, end)) as string;
  if (layout.index.has(name) || wanted.known.has(name) || hasRoomFor(name, layout)) return -1;
  names.push(name);
  return afterValue(source, valueStart);
}

/** Whether one of the first runs has a column from `first` to `last`. Comparing with each of them would take long if the order is reversed. */
function hasSeen(first: number, last: number, runCount: number): boolean {
  if (seenRuns === 0) number = (number + 1) >>> 0;
  for (; seenRuns < runCount; seenRuns += 2)
    for (let column = runs[seenRuns] as number; column <= (runs[seenRuns + 1] as number); column += 1)
      seen[column] = number;
  for (let column = first; column <= last; column += 1) if (seen[column] === number) return true;
  return false;
}

/** The columns of the runs that the specification does not have. */
function unknownIn({ index }: Layout, { unknown }: Targets, runCount: number): string[] {
  return unknown.filter((name) => {
    const column = index.get(name) as number;
    return hasSeen(column, column, runCount);
  });
}
