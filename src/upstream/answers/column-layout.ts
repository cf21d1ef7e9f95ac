/**
 * The columns of a service's records in the order and the notation in which it writes them, as the JSON text of a record whose
 * columns are all blank. Most columns of most records are, so a record is read by finding where it differs from that text.
 * Does not interpret values (2.4).
 */
import type { Selection } from '../../contract/columns/selection.ts';
import { viewOf } from './json-text.ts';

/** The white space that a service writes inside a record, as JSON text: compact, or indented. */
export interface Spacing {
  /** From the opening brace to the first key. */
  readonly open: string;
  /** From the comma to the next key. */
  readonly comma: string;
  /** From a key to its value. */
  readonly colon: string;
}

/** A blank value: no text, white space, or null. */
export type Blank = string | null;

/** An order of columns, and everything that is precomputed for it. */
export interface Layout {
  readonly keys: readonly string[];
  readonly spacing: Spacing;
  /** By key, its column. */
  readonly index: ReadonlyMap<string, number>;
  /** How blanks are written: several processes of a service may differ. */
  readonly notations: readonly Notation[];
  /** The notation of the record that was read last. */
  usual: Notation;
  /** By column, the one that was found in its place in an earlier record: where some are left out, the same ones often are. */
  readonly jumps: number[];
  readonly bySelection: WeakMap<Selection, Targets>;
}

/** A way in which a service writes the blank columns of a layout. */
export interface Notation {
  /** By column, how it is written when it is blank. */
  readonly blanks: readonly Blank[];
  /** The record with all columns blank, without its closing brace, followed by PADDING. */
  readonly blank: DataView;
  /** The offset in `blank` where the last column ends. */
  readonly end: number;
  /** By column, the offset in `blank` where its key begins: that of its first quote. */
  readonly starts: readonly number[];
  /** By column, the offset in `blank` where its value begins, and where it ends. */
  readonly values: readonly number[];
  readonly ends: readonly number[];
  /**
   * By offset in `blank`, the column that the byte belongs to; a column includes its leading comma or brace, its key
   * and its value.
   */
  readonly columns: readonly number[];
}

/** What to do with the columns of a layout for one selection. */
export interface Targets {
  /** By column: the cell of its value, SKIPPED, or the cell of its presence check, encoded by `presenceCell`. */
  readonly targets: readonly number[];
  /** The cells of a record with all columns empty. */
  readonly empty: readonly unknown[];
  /** All columns that the specification has, in the layout or not. */
  readonly known: ReadonlySet<string>;
  /** The columns of the layout that it does not have, which are skipped. */
  readonly unknown: readonly string[];
  /** By column, how many of those come before it; one more number than columns. */
  readonly unknownBefore: readonly number[];
  /** By column, whether a value in it may show that an object is a record of the endpoint; null if any object is. */
  readonly isKey: readonly boolean[] | null;
}

export const SKIPPED = -1;
/** Encodes the cell of a presence check as a target, and decodes it. */
export const presenceCell = (cell: number): number => -2 - cell;
/** Bytes that never occur in UTF-8, so that a comparison ends there at the latest. */
const PADDING = Buffer.alloc(8, 0xff);

/** `notations` has the blanks of each notation by column; the first is the usual one. */
export function layoutOf(
  keys: readonly string[],
  [first, ...others]: readonly [readonly Blank[], ...(readonly Blank[])[]],
  spacing: Spacing,
): Layout {
  const usual = notationOf(keys, first, spacing);
  const notations = [usual, ...others.map((blanks) => notationOf(keys, blanks, spacing))];
  const index = new Map(keys.map((key, column) => [key, column]));
  const jumps = [...keys.keys(), 0];
  return { keys, spacing, index, notations, usual, jumps, bySelection: new WeakMap() };
}

function notationOf(keys: readonly string[], blanks: readonly Blank[], spacing: Spacing): Notation {
  const starts: number[] = [];
  const values: number[] = [];
  const ends: number[] = [];
  const columns: number[] = [];
  let text = '';
  for (const [column, key] of keys.entries()) {
    text += column === 0 ? `{${spacing.open}` : `,${spacing.comma}`;
    starts.push(text.length);
    text += `"${key}"${spacing.colon}`;
    values.push(text.length);
    text += JSON.stringify(blanks[column]);
    ends.push(text.length);
    while (columns.length < text.length) columns.push(column);
  }
  const blank = viewOf(Buffer.concat([Buffer.from(text), PADDING]));
  return { blanks, blank, end: text.length, starts, values, ends, columns };
}

/** The notation in which a column that is blank like the text at `at` is written; undefined if there is none. */
export function notationAt({ notations }: Layout, column: number, text: DataView, at: number): Notation | undefined {
  return notations.find(({ blank, values, ends }) => {
    const start = values[column] as number;
    return matchingLength(text, at, blank, start) >= (ends[column] as number) - start;
  });
}

/** Whether the text at `at` is a record's beginning, up to its first value, as it is written in this layout. */
export function beginsLike({ usual: { blank, values } }: Layout, text: DataView, at: number): boolean {
  return matchingLength(text, at, blank, 0) >= (values[0] as number);
}

/** Counts how many bytes of a UTF-8 text, starting at `start`, equal those of a blank record, starting at `from`. */
export function matchingLength(text: DataView, start: number, blank: DataView, from: number): number {
  const lastOfEight = text.byteLength - 8;
  let at = start;
  let other = from;
  // Compares eight bytes at a time as doubles. Those of a blank record are neither zero nor NaN, so equal doubles have
  // equal bytes.
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
    // The lowest differing bit belongs to the first differing byte.
    return at - start + ((31 - Math.clz32(differing & -differing)) >> 3);
  }
  while (at < text.byteLength && text.getUint8(at) === blank.getUint8(other)) {
    at += 1;
    other += 1;
  }
  return at - start;
}

export function targetsOf({ keys, bySelection }: Layout, selection: Selection, key: ReadonlySet<string>): Targets {
  return bySelection.getOrInsertComputed(selection, () => makeTargets(keys, selection, key));
}

function makeTargets(keys: readonly string[], selection: Selection, key: ReadonlySet<string>): Targets {
  const { values, presenceChecks } = selection;
  const targets = new Map<string, number>(values.map((wire, cell) => [wire, cell]));
  for (const [at, check] of presenceChecks.entries())
    for (const wire of check) targets.set(wire, presenceCell(values.length + at));
  const known = knownColumns(selection);
  const unknownBefore = [0];
  for (const [column, key] of keys.entries())
    unknownBefore.push((unknownBefore[column] as number) + (known.has(key) ? 0 : 1));
  return {
    targets: keys.map((key) => targets.get(key) ?? SKIPPED),
    empty: Array.from({ length: values.length + presenceChecks.length }, () => ''),
    known,
    unknown: keys.filter((key) => !known.has(key)),
    unknownBefore,
    isKey: key.size === 0 ? null : keys.map((column) => key.has(column)),
  };
}

/** All columns of the records that a selection is for. */
export function knownColumns({ values, presenceChecks, skipped }: Selection): ReadonlySet<string> {
  return new Set([...values, ...presenceChecks.flat(), ...skipped]);
}
