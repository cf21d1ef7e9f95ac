/**
 * Compiles column sets once into decode (flat record of the service → nested record of the graph) and encode (the reverse). Contains no
 * column names. A value that cannot be read becomes null and is reported. A column that is in no set is reported by name only.
 */

import type { Column, ColumnSet } from './fields.ts';
import {
  compileKinds,
  HAS_INVALID_TEXT,
  isBlank,
  isInvalidText,
  type Kind,
  type KindName,
  type KindOptions,
  UNREADABLE,
} from './kinds.ts';
import { type CellField, compileMaker, type ObjectMaker } from './object-maker.ts';
import { cellsOf, SelectedRecord, type Selection, selectAll } from './selection.ts';

/** A record as the service sends it: one level, keyed by the service's names. */
export type FlatRecord = Readonly<Record<string, unknown>>;

export interface Unreadable {
  /** The path of the value in the nested record; list items have their index. */
  readonly path: readonly (string | number)[];
  /** The column's name at the service. */
  readonly upstreamName: string;
  readonly raw: unknown;
  /** Set if the value is shown anyway: a text with U+FFFD for invalid bytes. */
  readonly isShown?: true;
}

export interface Decoded<T> {
  readonly record: T;
  readonly unreadable: readonly Unreadable[];
}

/** A record in which blank fields may be left out. */
export type Draft<T> = T extends readonly (infer Item)[]
  ? Draft<Item>[]
  : T extends object
    ? { [K in keyof T]?: Draft<T[K]> }
    : T;

export interface Codec<T> {
  /** Decodes the selected columns, or everything without a selection. An absent column counts as blank. */
  readonly decode: (flat: FlatRecord | SelectedRecord, selection?: Selection) => Decoded<T>;
  /** Returns every column of every set; null and absent values become empty text. */
  readonly encode: (record: Draft<T>) => Record<string, string | number>;
  /** The columns of a flat record that are in no set. */
  readonly unknownColumns: (flat: FlatRecord | SelectedRecord) => readonly string[];
}

type Nested = Record<string, unknown>;

interface CompiledSet {
  readonly set: ColumnSet;
  readonly columns: readonly { readonly upstreamName: string; readonly name: string; readonly kind: KindName }[];
}

/** How to build one set's object from the cells. */
interface Step extends CompiledSet {
  /** Null if the set's columns are at the top level of the record. */
  readonly make: ObjectMaker | null;
  readonly parents: readonly string[];
  /** Its property name in the innermost parent. */
  readonly key: string;
  /** Whether it is the first possible item of its list. */
  readonly startsList: boolean;
  /** The range of its columns' cells, and the index of its presence check's cell, or -1. */
  readonly start: number;
  readonly end: number;
  readonly presenceCell: number;
}

interface Decoding {
  /** Builds the record with its top-level fields. Nested objects and lists are null until their step sets them. */
  readonly make: ObjectMaker;
  readonly steps: readonly Step[];
}

type Readers = Readonly<Record<KindName, (raw: unknown) => unknown>>;

const NONE: readonly never[] = Object.freeze([]);

export function compileCodec<T extends object>(sets: readonly ColumnSet[], options: KindOptions): Codec<T> {
  const kinds = compileKinds(options);
  const compiled = sets.map((set) => compileSet(set, set.columns));
  const knownColumns = new Set(compiled.flatMap(({ columns }) => columns.map(({ upstreamName }) => upstreamName)));
  const all = selectAll(sets);
  const decodings = new WeakMap<Selection, Decoding>();
  /**
   * Whether the record that is being decoded has invalid text or a value that could not be read. `decode` resets it, and its readers set
   * it; it is safe to share because `decode` is synchronous. Nearly all records are fully readable, so only one that is not is parsed a
   * second time, to collect the values to report.
   */
  let hasUnreadable = false;
  const readerOf = ({ parse }: Kind) => {
    return (raw: unknown): unknown => {
      if (raw === '' || isBlank(raw)) return null;
      const value = parse(raw);
      if (value !== UNREADABLE) return value;
      hasUnreadable = true;
      return null;
    };
  };
  const readers = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, readerOf(kind)])) as Readers;
  const compile = (selection: Selection) => decodingOf(selection, readers);

  return {
    decode(flat, selection = all) {
      const decoding = decodings.getOrInsertComputed(selection, compile);
      const cells = cellsOf(flat, selection);
      const hasInvalidText = HAS_INVALID_TEXT in flat;
      hasUnreadable = hasInvalidText;
      const record = decoding.make(cells, 0);
      for (const step of decoding.steps) if (step.make !== null) decodeSet(step, step.make, cells, record);
      const unreadable = hasUnreadable ? collectUnreadable(decoding, cells, kinds, hasInvalidText) : NONE;
      return { record: record as T, unreadable };
    },
    encode(record) {
      const flat: Record<string, string | number> = {};
      for (const each of compiled) encodeSet(each, kinds, record as Nested, flat);
      return flat;
    },
    unknownColumns: (flat) =>
      flat instanceof SelectedRecord
        ? flat.unknownColumns
        : Object.keys(flat).filter((upstreamName) => !knownColumns.has(upstreamName)),
  };
}

function compileSet(set: ColumnSet, columns: readonly Column[]): CompiledSet {
  return { set, columns: columns.map(([suffix, name, kind]) => ({ upstreamName: set.prefix + suffix, name, kind })) };
}

function decodingOf({ sets, values }: Selection, readers: Readers): Decoding {
  const top: Nested = {};
  const topFields: CellField[] = [];
  const objects = new Map<string, Nested>([['', top]]);
  const pendingSteps: (() => Step)[] = [];
  const opened = new Set<string>();
  let start = 0;
  let presenceCell = values.length;
  for (const { set, columns, others } of sets) {
    const isTop = set.at.length === 0;
    const key = set.at.at(-1) ?? '';
    const path = set.at.join('.');
    const blank: Nested = isTop ? top : { ...set.item };
    const fields = columns.map(([, name, kind], at) => ({ name, cell: at, read: readers[kind] }));
    for (const { name } of fields) blank[name] = null;
    for (const field of isTop ? fields : []) topFields.push({ ...field, cell: start + field.cell });
    if (set.whenBlank === 'keep') objects.set(path, blank);
    const parents = set.at.slice(0, -1);
    // The parent has the key from the start, so that the property order is fixed.
    if (!isTop) (objects.get(parents.join('.')) as Nested)[key] = null;
    const startsList = set.whenBlank === 'omit' && !opened.has(path);
    opened.add(path);
    const cells = { start, end: start + columns.length, presenceCell: others.length === 0 ? -1 : presenceCell };
    // Compiled later, when all properties of the object are known.
    pendingSteps.push(() => ({
      ...compileSet(set, columns),
      ...cells,
      make: isTop ? null : compileMaker(blank, fields),
      parents,
      key,
      startsList,
    }));
    start = cells.end;
    presenceCell += others.length === 0 ? 0 : 1;
  }
  return { make: compileMaker(top, topFields), steps: pendingSteps.map((compileStep) => compileStep()) };
}

function decodeSet(step: Step, make: ObjectMaker, cells: readonly unknown[], record: Nested): void {
  const { set, startsList, start, presenceCell } = step;
  if (set.whenBlank === 'keep' || (presenceCell !== -1 && cells[presenceCell] !== '') || hasValue(step, cells))
    place(record, step, make(cells, start));
  // In most lists, most items are missing, so nothing is stored for them.
  else if (startsList || set.whenBlank === 'null') place(record, step, null);
}

function hasValue({ start, end }: Step, cells: readonly unknown[]): boolean {
  for (let cell = start; cell < end; cell += 1) if (cells[cell] !== '' && !isBlank(cells[cell])) return true;
  return false;
}

/** Puts a set's object, or null if there is none, into its place in the record. */
function place(record: Nested, { set, parents, key, startsList }: Step, target: Nested | null): void {
  let parent = record;
  for (const name of parents) parent = parent[name] as Nested;
  if (set.whenBlank !== 'omit') parent[key] = target;
  else if (startsList) parent[key] = target === null ? [] : [target];
  else (parent[key] as (Nested | null)[]).push(target);
}

/**
 * Collects all values that cannot be read, or only in part, set by set. If the record has no invalid text, the service itself sent U+FFFD.
 */
function collectUnreadable(
  { steps }: Decoding,
  cells: readonly unknown[],
  kinds: Readonly<Record<KindName, Kind>>,
  hasInvalidText: boolean,
) {
  const unreadable: Unreadable[] = [];
  const items = new Map<string, number>();
  for (const step of steps) {
    const { set, columns, start, presenceCell } = step;
    const path: (string | number)[] = [...set.at];
    if (set.whenBlank === 'omit' && ((presenceCell !== -1 && cells[presenceCell] !== '') || hasValue(step, cells))) {
      const list = set.at.join('.');
      const index = items.get(list) ?? 0;
      items.set(list, index + 1);
      path.push(index);
    }
    for (const [at, { name, upstreamName, kind }] of columns.entries()) {
      const raw = cells[start + at];
      if (isBlank(raw)) continue;
      if (kinds[kind].parse(raw) === UNREADABLE) unreadable.push({ path: [...path, name], upstreamName, raw });
      else if (hasInvalidText && isInvalidText(raw))
        unreadable.push({ path: [...path, name], upstreamName, raw, isShown: true });
    }
  }
  return unreadable;
}

function encodeSet(
  { set, columns }: CompiledSet,
  kinds: Readonly<Record<KindName, Kind>>,
  record: Nested,
  flat: Record<string, string | number>,
): void {
  const source = findSource(record, set);
  for (const { upstreamName, name, kind } of columns) {
    const value = source?.[name] as string | number | null | undefined;
    flat[upstreamName] = value === null || value === undefined ? '' : kinds[kind].print(value);
  }
}

function findSource(record: Nested, set: ColumnSet): Nested | undefined {
  const found = set.at.reduce<unknown>((from, key) => (from as Nested | null | undefined)?.[key], record);
  if (set.whenBlank !== 'omit') return (found ?? undefined) as Nested | undefined;
  const [key, value] = Object.entries(set.item ?? {})[0] ?? [''];
  return (found as Nested[] | undefined)?.find((item) => item[key] === value);
}
