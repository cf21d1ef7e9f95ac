/**
 * An order of columns, as the text of a record whose every column is empty: most columns of most records are, so that a
 * record is read by where it differs from that text. Knows nothing of values (2.4).
 */
import type { Selection } from '../contract/selection.ts';

/** An order of columns, and what is made of it once. */
export interface Layout {
  readonly keys: readonly string[];
  /** The record whose every column is empty, then PADDING. */
  readonly blank: DataView;
  /** Where the record ends in `blank`. */
  readonly end: number;
  /** By column, where its value begins in `blank`: the first of two quotes. */
  readonly values: readonly number[];
  /** By place in `blank`, the column that it belongs to, with its comma or brace, its key and its value. */
  readonly columns: readonly number[];
  readonly plans: WeakMap<Selection, Plan>;
}

/** What becomes of the columns of a layout for one selection. */
export interface Plan {
  /** By column: the cell of its value, or SKIPPED, or the cell of its sign, as `signCell` has it. */
  readonly places: readonly number[];
  /** The cells of a record whose every column is empty; null where records have a column that nobody knows. */
  readonly empty: readonly unknown[] | null;
}

export const SKIPPED = -1;
/** Both ways: the cell of a sign as a place, and back. */
export const signCell = (cell: number): number => -2 - cell;
/** What no UTF-8 has, so that a comparison ends there at the latest. */
const PADDING = Buffer.alloc(8, 0xff);

export function layoutOf(keys: readonly string[]): Layout {
  const heads = keys.map((key, at) => `${at === 0 ? '{' : ','}"${key}":`);
  const values: number[] = [];
  const columns: number[] = [];
  for (const [column, head] of heads.entries()) {
    values.push(columns.length + head.length);
    for (const _ of `${head}""`) columns.push(column);
  }
  const record = Buffer.from(`${heads.map((head) => `${head}""`).join('')}}`);
  const blank = viewOf(Buffer.concat([record, PADDING]));
  return { keys, blank, end: record.length, values, columns, plans: new WeakMap() };
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** How many bytes of a text in UTF-8 from one place on are those of a blank record from another place on. */
export function alike(text: DataView, start: number, blank: DataView, from: number): number {
  const lastOfEight = text.byteLength - 8;
  let at = start;
  let other = from;
  // As numbers of eight bytes each: those of a blank record are neither zero nor NaN, so that what equals them is the same.
  while (at <= lastOfEight && text.getFloat64(at, true) === blank.getFloat64(other, true)) {
    at += 8;
    other += 8;
  }
  if (at <= lastOfEight) {
    let differing = text.getInt32(at, true) ^ blank.getInt32(other, true);
    if (differing === 0) {
      at += 4;
      differing = text.getInt32(at, true) ^ blank.getInt32(other + 4, true);
    }
    // The lowest bit that differs tells the first byte.
    return at - start + ((31 - Math.clz32(differing & -differing)) >> 3);
  }
  while (at < text.byteLength && text.getUint8(at) === blank.getUint8(other)) {
    at += 1;
    other += 1;
  }
  return at - start;
}

export function planOf({ keys, plans }: Layout, selection: Selection): Plan {
  const known = plans.get(selection);
  if (known !== undefined) return known;
  const made = makePlan(keys, selection);
  plans.set(selection, made);
  return made;
}

function makePlan(keys: readonly string[], { values, signs, skipped }: Selection): Plan {
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
