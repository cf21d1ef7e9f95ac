/**
 * Compiles column sets once into decode (flat record of the wire → nested record of the graph) and encode (back). Knows no
 * column by name. A value that cannot be read becomes null and is reported; a column that no set has is only named.
 */
import type { Column, ColumnSet, Group } from './fields.ts';
import { compileKinds, isBlank, type Kind, type KindName, type KindOptions, UNREADABLE } from './kinds.ts';
import { type CellField, compileMaker, type Make } from './object-maker.ts';
import { cellsOf, Row, type Selection, selectGroups } from './selection.ts';

/** A record as the wire carries it: one level, keyed by wire names. */
export type FlatRecord = Readonly<Record<string, unknown>>;

export interface Unreadable {
  /** Where in the nested record the value would stand; list items by their index. */
  readonly path: readonly (string | number)[];
  readonly wire: string;
  readonly raw: unknown;
}

export interface Decoded<T> {
  readonly record: T;
  readonly unreadable: readonly Unreadable[];
}

export interface Codec<T> {
  /** Decodes what is selected, by group or to the column, all without it; an absent column reads as blank. */
  readonly decode: (flat: FlatRecord | Row, wanted?: ReadonlySet<Group> | Selection) => Decoded<T>;
  /** Every column of every set; null and what is absent print as empty text. */
  readonly encode: (record: T) => Record<string, string | number>;
  /** The columns of a wire record that no set has. */
  readonly unknownColumns: (flat: FlatRecord | Row) => readonly string[];
}

type Nested = Record<string, unknown>;

interface CompiledSet {
  readonly set: ColumnSet;
  readonly columns: readonly { readonly wire: string; readonly name: string; readonly kind: KindName }[];
}

/** How the cells of one set become its object. */
interface Step extends CompiledSet {
  /** Null where its columns stand at the record's top. */
  readonly make: Make | null;
  readonly parents: readonly string[];
  /** Its place in the last of the parents. */
  readonly key: string;
  /** Whether its list, where it is an item, begins with it. */
  readonly opens: boolean;
  /** The cells of its columns, and that of its sign, or -1. */
  readonly start: number;
  readonly end: number;
  readonly sign: number;
}

interface Plan {
  /** Makes the record with its own fields; where an object or a list belongs, it has null until its step has made that. */
  readonly make: Make;
  readonly steps: readonly Step[];
}

type Readers = Readonly<Record<KindName, (raw: unknown) => unknown>>;

const NONE: readonly never[] = Object.freeze([]);

export function compileCodec<T extends object>(sets: readonly ColumnSet[], options: KindOptions): Codec<T> {
  const kinds = compileKinds(options);
  const compiled = sets.map((set) => compileSet(set, set.columns));
  const known = new Set(compiled.flatMap(({ columns }) => columns.map(({ wire }) => wire)));
  const all = selectGroups(sets);
  const plans = new WeakMap<Selection, Plan>();
  // Most records have nothing that cannot be read: what has is read once more, to tell of it.
  let hasFailed = false;
  const readerOf = ({ parse }: Kind) => {
    return (raw: unknown): unknown => {
      if (raw === '' || isBlank(raw)) return null;
      const value = parse(raw);
      if (value !== UNREADABLE) return value;
      hasFailed = true;
      return null;
    };
  };
  const readers = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, readerOf(kind)])) as Readers;

  return {
    decode(flat, wanted) {
      const selection = wanted === undefined ? all : 'sets' in wanted ? wanted : selectGroups(sets, wanted);
      let plan = plans.get(selection);
      if (plan === undefined) {
        plan = planOf(selection, readers);
        plans.set(selection, plan);
      }
      const cells = cellsOf(flat, selection);
      hasFailed = false;
      const record = plan.make(cells, 0);
      for (const step of plan.steps) if (step.make !== null) decodeSet(step, step.make, cells, record);
      return { record: record as T, unreadable: hasFailed ? unreadableIn(plan, cells, kinds) : NONE };
    },
    encode(record) {
      const flat: Record<string, string | number> = {};
      for (const each of compiled) encodeSet(each, kinds, record as Nested, flat);
      return flat;
    },
    // A row is only made where all columns are known.
    unknownColumns: (flat) => (flat instanceof Row ? NONE : Object.keys(flat).filter((wire) => !known.has(wire))),
  };
}

function compileSet(set: ColumnSet, columns: readonly Column[]): CompiledSet {
  return { set, columns: columns.map(([suffix, name, kind]) => ({ wire: set.prefix + suffix, name, kind })) };
}

function planOf({ sets, values }: Selection, readers: Readers): Plan {
  const top: Nested = {};
  const topFields: CellField[] = [];
  const objects = new Map<string, Nested>([['', top]]);
  const drafts: (() => Step)[] = [];
  const opened = new Set<string>();
  let start = 0;
  let sign = values.length;
  for (const { set, columns, others } of sets) {
    const isTop = set.at.length === 0;
    const key = set.at.at(-1) ?? '';
    const place = set.at.join('.');
    const blank: Nested = isTop ? top : { ...set.item };
    const fields = columns.map(([, name, kind], at) => ({ name, cell: at, read: readers[kind] }));
    for (const { name } of fields) blank[name] = null;
    for (const field of isTop ? fields : []) topFields.push({ ...field, cell: start + field.cell });
    if (set.whenBlank === 'keep') objects.set(place, blank);
    const parents = set.at.slice(0, -1);
    // Its key stands in its parent from the start.
    if (!isTop) (objects.get(parents.join('.')) as Nested)[key] = null;
    const opens = set.whenBlank === 'omit' && !opened.has(place);
    opened.add(place);
    const cells = { start, end: start + columns.length, sign: others.length === 0 ? -1 : sign };
    // Its object is compiled when all that stands in it is known.
    drafts.push(() => ({
      ...compileSet(set, columns),
      ...cells,
      make: isTop ? null : compileMaker(blank, fields),
      parents,
      key,
      opens,
    }));
    start = cells.end;
    sign += others.length === 0 ? 0 : 1;
  }
  return { make: compileMaker(top, topFields), steps: drafts.map((draft) => draft()) };
}

function decodeSet(step: Step, make: Make, cells: readonly unknown[], record: Nested): void {
  const { set, opens, start, sign } = step;
  if (set.whenBlank === 'keep' || (sign !== -1 && cells[sign] !== '') || hasValue(step, cells))
    place(record, step, make(cells, start));
  // Of most lists most items are missing.
  else if (opens || set.whenBlank === 'null') place(record, step, null);
}

function hasValue({ start, end }: Step, cells: readonly unknown[]): boolean {
  for (let cell = start; cell < end; cell += 1) if (cells[cell] !== '' && !isBlank(cells[cell])) return true;
  return false;
}

/** Puts a set's object where it belongs; null for none. */
function place(record: Nested, { set, parents, key, opens }: Step, target: Nested | null): void {
  let parent = record;
  for (const name of parents) parent = parent[name] as Nested;
  if (set.whenBlank !== 'omit') parent[key] = target;
  else if (opens) parent[key] = target === null ? [] : [target];
  else (parent[key] as (Nested | null)[]).push(target);
}

/** All that cannot be read, set by set. */
function unreadableIn({ steps }: Plan, cells: readonly unknown[], kinds: Readonly<Record<KindName, Kind>>) {
  const unreadable: Unreadable[] = [];
  const items = new Map<string, number>();
  for (const step of steps) {
    const { set, columns, start, sign } = step;
    const path: (string | number)[] = [...set.at];
    if (set.whenBlank === 'omit' && ((sign !== -1 && cells[sign] !== '') || hasValue(step, cells))) {
      const list = set.at.join('.');
      const index = items.get(list) ?? 0;
      items.set(list, index + 1);
      path.push(index);
    }
    for (const [at, { name, wire, kind }] of columns.entries()) {
      const raw = cells[start + at];
      if (!isBlank(raw) && kinds[kind].parse(raw) === UNREADABLE) unreadable.push({ path: [...path, name], wire, raw });
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
  const source = find(record, set);
  for (const { wire, name, kind } of columns) {
    const value = source?.[name] as string | number | null | undefined;
    flat[wire] = value === null || value === undefined ? '' : kinds[kind].print(value);
  }
}

function find(record: Nested, set: ColumnSet): Nested | undefined {
  const found = set.at.reduce<unknown>((from, key) => (from as Nested | null | undefined)?.[key], record);
  if (set.whenBlank !== 'omit') return (found ?? undefined) as Nested | undefined;
  const [key, value] = Object.entries(set.item ?? {})[0] ?? [''];
  return (found as Nested[] | undefined)?.find((item) => item[key] === value);
}
