/**
 * Compiles column sets once into decode (flat record of the service → nested record of the graph) and encode (the reverse). Contains no
 * column names. A value that cannot be read becomes null and is reported. A column that is in no set is reported by name only.
 */

import type { Column, ColumnGroup, ColumnSet } from './fields.ts';
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
import { cellsOf, SelectedRecord, type Selection, selectGroups } from './selection.ts';

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
  /** Decodes the selected groups or columns, or everything without a selection. An absent column counts as blank. */
  readonly decode: (flat: FlatRecord | SelectedRecord, selected?: ReadonlySet<ColumnGroup> | Selection) => Decoded<T>;
  /** Returns every column of every set; null and absent values become empty text. */
  readonly encode: (record: Draft<T>) => Record<string, string | number>;
  /** The columns of a flat record that are in no set. */
  readonly unknownColumns: (flat: FlatRecord | SelectedRecord) => readonly string[];
}

type Nested = Record<string, unknown>;

interface CompiledSet {
  readonly set: ColumnSet;
  readonly columns: readonly { readonly upstreamName: string; readonly name: string; readonly kind: Kind }[];
}

/** How to build one set's object from the cells. */
interface Step extends CompiledSet {
  /** The object without its values, with its fields in order; null if the set's columns are at the top level of the record. */
  readonly blank: Nested | null;
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

interface Plan {
  /** The record without its values, with its fields in order. Nested objects and lists are null until their step sets them. */
  readonly blank: Nested;
  readonly steps: readonly Step[];
}

/** A record that is being decoded. */
interface Decoding {
  readonly record: Nested;
  readonly cells: readonly unknown[];
  /** Whether U+FFFD stands for invalid bytes in it; otherwise, the service itself has sent that character. */
  readonly hasInvalidText: boolean;
  readonly unreadable: Unreadable[];
}

type Kinds = Readonly<Record<KindName, Kind>>;

export function compileCodec<T extends object>(sets: readonly ColumnSet[], options: KindOptions): Codec<T> {
  const kinds = compileKinds(options);
  const compiled = sets.map((set) => compileSet(set, set.columns, kinds));
  const knownColumns = new Set(compiled.flatMap(({ columns }) => columns.map(({ upstreamName }) => upstreamName)));
  const all = selectGroups(sets);
  const plans = new WeakMap<Selection, Plan>();
  const compile = (selection: Selection) => planOf(selection, kinds);

  return {
    decode(flat, selected) {
      const selection = selected === undefined ? all : 'sets' in selected ? selected : selectGroups(sets, selected);
      const { blank, steps } = plans.getOrInsertComputed(selection, compile);
      const hasInvalidText = HAS_INVALID_TEXT in flat;
      const cells = cellsOf(flat, selection);
      const decoding: Decoding = { record: { ...blank }, cells, hasInvalidText, unreadable: [] };
      for (const step of steps) decodeSet(step, decoding);
      return { record: decoding.record as T, unreadable: decoding.unreadable };
    },
    encode(record) {
      const flat: Record<string, string | number> = {};
      for (const each of compiled) encodeSet(each, record as Nested, flat);
      return flat;
    },
    unknownColumns: (flat) =>
      flat instanceof SelectedRecord
        ? flat.unknownColumns
        : Object.keys(flat).filter((upstreamName) => !knownColumns.has(upstreamName)),
  };
}

function compileSet(set: ColumnSet, columns: readonly Column[], kinds: Kinds): CompiledSet {
  const compiled = columns.map(([suffix, name, kind]) => ({
    upstreamName: set.prefix + suffix,
    name,
    kind: kinds[kind],
  }));
  return { set, columns: compiled };
}

function planOf({ sets, values }: Selection, kinds: Kinds): Plan {
  const top: Nested = {};
  const objects = new Map<string, Nested>([['', top]]);
  const steps: Step[] = [];
  const opened = new Set<string>();
  let start = 0;
  let presenceCell = values.length;
  for (const { set, columns, others } of sets) {
    const isTop = set.at.length === 0;
    const key = set.at.at(-1) ?? '';
    const path = set.at.join('.');
    const blank: Nested = isTop ? top : { ...set.item };
    for (const [, name] of columns) blank[name] = null;
    if (set.whenBlank === 'keep') objects.set(path, blank);
    const parents = set.at.slice(0, -1);
    if (!isTop) (objects.get(parents.join('.')) as Nested)[key] = null;
    steps.push({
      ...compileSet(set, columns, kinds),
      blank: isTop ? null : blank,
      parents,
      key,
      startsList: set.whenBlank === 'omit' && !opened.has(path),
      start,
      end: start + columns.length,
      presenceCell: others.length === 0 ? -1 : presenceCell,
    });
    opened.add(path);
    start += columns.length;
    presenceCell += others.length === 0 ? 0 : 1;
  }
  return { blank: top, steps };
}

function decodeSet(step: Step, decoding: Decoding): void {
  const { set, blank, parents, key, startsList } = step;
  if (blank === null) {
    readColumns(step, decoding.record, null, decoding);
    return;
  }
  let parent = decoding.record;
  for (const name of parents) parent = parent[name] as Nested;
  if (startsList) parent[key] = [];
  if (set.whenBlank !== 'keep' && !hasValue(step, decoding)) return;
  const target = { ...blank };
  const list = set.whenBlank === 'omit' ? (parent[key] as Nested[]) : null;
  readColumns(step, target, list?.length ?? null, decoding);
  if (list === null) parent[key] = target;
  else list.push(target);
}

/** Whether any column of the set has a value, selected or not. */
function hasValue({ start, end, presenceCell }: Step, { cells }: Decoding): boolean {
  if (presenceCell !== -1 && cells[presenceCell] !== '') return true;
  for (let cell = start; cell < end; cell += 1) if (cells[cell] !== '' && !isBlank(cells[cell])) return true;
  return false;
}

/** Reads the values of a set's columns into its object; `index` is the object's place in its list. */
function readColumns(
  { set, columns, start }: Step,
  target: Nested,
  index: number | null,
  { cells, hasInvalidText, unreadable }: Decoding,
): void {
  let cell = start;
  for (const { name, kind, upstreamName } of columns) {
    const raw = cells[cell];
    cell += 1;
    if (raw === '' || isBlank(raw)) continue;
    const value = kind.parse(raw);
    const isShown = value !== UNREADABLE;
    if (isShown) target[name] = value;
    if (isShown && !(hasInvalidText && isInvalidText(raw))) continue;
    const path = [...set.at, ...(index === null ? [] : [index]), name];
    unreadable.push({ path, upstreamName, raw, ...(isShown && { isShown: true as const }) });
  }
}

function encodeSet({ set, columns }: CompiledSet, record: Nested, flat: Record<string, string | number>): void {
  const source = findSource(record, set);
  for (const { upstreamName, name, kind } of columns) {
    const value = source?.[name] as string | number | null | undefined;
    flat[upstreamName] = value === null || value === undefined ? '' : kind.print(value);
  }
}

function findSource(record: Nested, set: ColumnSet): Nested | undefined {
  const found = set.at.reduce<unknown>((from, key) => (from as Nested | null | undefined)?.[key], record);
  if (set.whenBlank !== 'omit') return (found ?? undefined) as Nested | undefined;
  const [key, value] = Object.entries(set.item ?? {})[0] ?? [''];
  return (found as Nested[] | undefined)?.find((item) => item[key] === value);
}
