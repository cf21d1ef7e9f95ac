/**
 * Reads records one after the other in one order of columns, each to a row of cells, or to an object where a column is one
 * that nobody knows. Every byte counts: where one is not as the order has it, there is no record (2.1, 2.4).
 */
import { isBlank } from '../contract/kinds.ts';
import { Row, type Selection } from '../contract/selection.ts';

/** An order of columns, and what is made of it once. */
export interface Layout {
  readonly keys: readonly string[];
  /** The text that comes before each value: the comma or the brace, the key, the colon. */
  readonly heads: readonly string[];
  /** For each column, the text of the run that begins with it where all of the run are empty. */
  readonly blanks: readonly string[];
  readonly plans: WeakMap<Selection, Plan>;
}

/** What becomes of the columns of a layout for one selection. */
interface Plan {
  /** By column: the cell of its value, or SKIPPED, or the cell of its sign, as `signCell` has it. */
  readonly places: readonly number[];
  /** The cells of a record whose every column is empty; null where records have a column that nobody knows. */
  readonly empty: readonly unknown[] | null;
}

/** A body: its bytes, and the same as a text of one character for each. */
export interface Source {
  readonly bytes: Buffer;
  readonly text: string;
}

const SKIPPED = -1;
/** Both ways: the cell of a sign as a place, and back. */
const signCell = (cell: number): number => -2 - cell;
/** Columns in a run of empty ones that is told at once. */
const RUN = 6;
const BRACE = 125;
const BRACKET = 93;
const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_CONTROL = 31;
const SPACE = 32;
const DEL = 127;
const VALUE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON's strings hold none (RFC 8259, 7).
  /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|null|true|false/y;

export function layoutOf(keys: readonly string[]): Layout {
  const heads = keys.map((key, at) => `${at === 0 ? '{' : ','}"${key}":`);
  const blanks = heads.map((_, at) =>
    heads
      .slice(at, at + RUN)
      .map((head) => `${head}""`)
      .join(''),
  );
  return { keys, heads, blanks, plans: new WeakMap() };
}

/** The records from one place on, up to the bracket that ends them; null where any of them is not as the layout has it. */
export function readRecords(source: Source, start: number, layout: Layout, selection: Selection) {
  const records: (Row | Record<string, unknown>)[] = [];
  let plan = layout.plans.get(selection);
  if (plan === undefined) {
    plan = planOf(layout, selection);
    layout.plans.set(selection, plan);
  }
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
 * Reads one record and gives the place after it, or -1. Every character is looked at: heads and empty runs by comparison,
 * values to their end. A quote that no backslash precedes ends a string, so a value that quotes a key's text cannot pass for
 * the key; and as all keys are met in their order, once each, there is none missing, added or repeated.
 */
function readRecord(
  { bytes, text }: Source,
  start: number,
  { keys, heads, blanks }: Layout,
  { places }: Plan,
  cells: unknown[] | null,
  record: Record<string, unknown> | null,
): number {
  let at = start;
  let inRun = false;
  for (let index = 0; index < heads.length; index += 1) {
    if (inRun) {
      // Most columns of most records are empty: a run of them is one comparison.
      const blank = blanks[index] as string;
      inRun = false;
      if (text.slice(at, at + blank.length) === blank) {
        inRun = true;
        at += blank.length;
        const end = Math.min(index + RUN, heads.length);
        if (record !== null)
          for (; index < end; index += 1) if (places[index] !== SKIPPED) record[keys[index] as string] = '';
        index = end - 1;
        continue;
      }
    }
    const head = heads[index] as string;
    if (text.slice(at, at + head.length) !== head) return -1;
    at += head.length;
    const place = places[index] as number;
    let value: unknown;
    let end = at + 1;
    let code = bytes[at] as number;
    let isString = false;
    let all = 0;
    if (code === QUOTE) {
      code = bytes[end] as number;
      while (code !== QUOTE && code !== BACKSLASH && code > LAST_CONTROL) {
        all |= code;
        end += 1;
        code = bytes[end] as number;
      }
      isString = code === QUOTE;
    }
    if (isString) {
      const from = at + 1;
      at = end + 1;
      inRun = from === end;
      if (place === SKIPPED) continue;
      if (place < SKIPPED) {
        const first = bytes[from] as number;
        // What begins with a character that is no white space is not blank, whatever follows.
        if (from === end || cells === null || cells[signCell(place)] === true) continue;
        if (first > SPACE && first < DEL) {
          cells[signCell(place)] = true;
          continue;
        }
      }
      value = from === end ? '' : all > DEL ? bytes.toString('utf8', from, end) : text.slice(from, end);
    } else {
      VALUE.lastIndex = at;
      if (!VALUE.test(text)) return -1;
      const from = at;
      at = VALUE.lastIndex;
      if (place === SKIPPED) continue;
      value = JSON.parse(characters(text.slice(from, at))) as unknown;
    }
    if (record !== null) record[keys[index] as string] = value;
    else if (cells === null) continue;
    else if (place >= 0) cells[place] = value;
    else if (!isBlank(value)) cells[signCell(place)] = true;
  }
  return bytes[at] === BRACE ? at + 1 : -1;
}

/** The text that the bytes in another one say. */
export function characters(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function planOf({ keys }: Layout, { values, signs, skipped }: Selection): Plan {
  const places = new Map<string, number>(values.map((wire, cell) => [wire, cell]));
  for (const [at, sign] of signs.entries()) for (const wire of sign) places.set(wire, signCell(values.length + at));
  const isKnown = keys.every((key) => places.has(key) || skipped.has(key));
  // Where a record is read as an object, what is a sign is as good as a value.
  const placeOf = (key: string) => (isKnown ? places.get(key) : skipped.has(key) ? undefined : 0);
  return {
    places: keys.map((key) => placeOf(key) ?? SKIPPED),
    empty: isKnown ? Array.from({ length: values.length + signs.length }, () => '') : null,
  };
}
