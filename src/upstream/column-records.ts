/**
 * Reads records one after the other in one order of columns, each to a row of cells, or to an object where a column is one
 * that nobody knows. Every byte counts: where one is not as the order has it, there is no record (2.1, 2.4).
 */
import { isBlank } from '../contract/kinds.ts';
import { Row, type Selection } from '../contract/selection.ts';
import { alike, type Layout, type Plan, planOf, SKIPPED, signCell, viewOf } from './column-layout.ts';
import { endOfScalar, parseScalar } from './json-scalar.ts';

/** A body in UTF-8. */
export interface Source {
  readonly bytes: CutBuffer;
  /** The same, for several bytes at a time. */
  readonly view: DataView;
  /** The same, a character a byte, where the body is small: a part of a text costs a third of a part of a buffer. */
  readonly text: string | null;
}

/** What `toString` does, without a look at an encoding's name; the types of Node do not tell of it. */
interface CutBuffer extends Buffer {
  readonly latin1Slice: (start: number, end: number) => string;
}

const BRACKET = 93;
const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_CONTROL = 31;
const SPACE = 32;
const DEL = 127;
/** What is longer would be a text outside the young generation, at the price of fresh memory for each. */
export const SMALL_BYTES = 65_536;

export function sourceOf(body: Buffer, smallBytes: number): Source {
  const bytes = body as CutBuffer;
  const text = bytes.length <= smallBytes ? bytes.latin1Slice(0, bytes.length) : null;
  return { bytes, view: viewOf(bytes), text };
}

/** The records from one place on, up to the bracket that ends them; null where any of them is not as the layout has it. */
export function readRecords(source: Source, start: number, layout: Layout, selection: Selection) {
  const records: (Row | Record<string, unknown>)[] = [];
  const plan = planOf(layout, selection);
  const { bytes } = source;
  let at = start;
  if (bytes[at] === BRACKET) return { records, end: at };
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
    if (next === BRACKET) return { records, end: at };
    if (next !== COMMA) return null;
    at += 1;
  }
}

/**
 * Reads one record and gives the place after it, or -1. Every byte is looked at: keys and empty values by comparison with the
 * blank record, other values to their end. A quote that no backslash precedes ends a string, so a value that quotes a key's
 * text cannot pass for the key; and as all keys are met in their order, once each, there is none missing, added or repeated.
 */
function readRecord(
  source: Source,
  start: number,
  { keys, blank, end, values, columns }: Layout,
  { places }: Plan,
  cells: unknown[] | null,
  record: Record<string, unknown> | null,
): number {
  const { bytes, view } = source;
  let at = start;
  // The place in the blank record, and the first column that has not been met.
  let met = 0;
  let next = 0;
  for (;;) {
    const same = alike(view, at, blank, met);
    at += same;
    met += same;
    const column = met === end ? keys.length : (columns[met] as number);
    if (record !== null)
      for (; next < column; next += 1) if (places[next] !== SKIPPED) record[keys[next] as string] = '';
    if (met === end) return at;
    // Where the two differ is a value, or there is no record: at its first quote it is no string, at its second one not empty.
    const quote = values[column] as number;
    if (met !== quote && met !== quote + 1) return -1;
    const from = at;
    let code = 0;
    let all = 0;
    if (met !== quote) {
      code = bytes[at] as number;
      while (code !== QUOTE && code !== BACKSLASH && code > LAST_CONTROL) {
        all |= code;
        at += 1;
        code = bytes[at] as number;
      }
    }
    const place = places[column] as number;
    let value: unknown;
    if (code === QUOTE) {
      if (place < SKIPPED && isMark(bytes[from] as number)) value = true;
      else if (place !== SKIPPED) value = cut(source, from, at, all);
      at += 1;
    } else {
      const begin = met === quote ? from : from - 1;
      at = endOfScalar(bytes, begin);
      value = at === -1 ? undefined : parseScalar(bytes, begin, at);
      if (value === undefined) return -1;
    }
    met = quote + 2;
    next = column + 1;
    if (place === SKIPPED) continue;
    if (record !== null) record[keys[column] as string] = value;
    else if (cells === null) continue;
    else if (place >= 0) cells[place] = value;
    else if (!isBlank(value)) cells[signCell(place)] = true;
  }
}

/** What begins with a character that is no white space is not blank, whatever follows. */
function isMark(code: number): boolean {
  return code > SPACE && code < DEL;
}

/** A text of the body; `all` has the bits of all of its bytes. */
function cut({ bytes, text }: Source, from: number, end: number, all: number): string {
  if (all > DEL) return bytes.toString('utf8', from, end);
  if (text !== null) return text.slice(from, end);
  return end === from + 1 ? String.fromCharCode(bytes[from] as number) : bytes.latin1Slice(from, end);
}
