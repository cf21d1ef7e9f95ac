/**
 * Compiles column sets once into decode (flat record of the wire → nested record of the graph) and encode (back). Knows no
 * column by name. A value that cannot be read becomes null and is reported; a column that no set has is only named.
 */
import type { ColumnSet, Group } from './fields.ts';
import { compileKinds, isBlank, type Kind, type KindOptions, UNREADABLE } from './kinds.ts';
import { cellsOf, Row, type SelectedSet, type Selection, selectGroups } from './selection.ts';

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
  readonly columns: readonly { readonly wire: string; readonly name: string; readonly kind: Kind }[];
}

/** How the cells of one set become its object. */
interface Step extends CompiledSet {
  /** The object where all is blank: each object of the set is made with the same keys in the same order. */
  readonly blank: Nested;
  readonly parents: readonly string[];
  /** Its place in the last of the parents; null where its columns stand at the record's top. */
  readonly key: string | null;
  /** Whether its list, where it is an item, begins with it. */
  readonly opens: boolean;
  /** The cell of its first column, and that of its sign, or -1. */
  readonly start: number;
  readonly sign: number;
}

interface Plan {
  readonly top: Nested;
  readonly steps: readonly Step[];
}

const NONE: readonly never[] = Object.freeze([]);

export function compileCodec<T extends object>(sets: readonly ColumnSet[], options: KindOptions): Codec<T> {
  const kinds = compileKinds(options);
  const compile = ({ set, columns }: Pick<SelectedSet, 'set' | 'columns'>): CompiledSet => ({
    set,
    columns: columns.map(([suffix, name, kind]) => ({ wire: set.prefix + suffix, name, kind: kinds[kind] })),
  });
  const compiled = sets.map((set) => compile({ set, columns: set.columns }));
  const known = new Set(compiled.flatMap(({ columns }) => columns.map(({ wire }) => wire)));
  const all = selectGroups(sets);
  const plans = new WeakMap<Selection, Plan>();

  return {
    decode(flat, wanted) {
      const selection = wanted === undefined ? all : 'sets' in wanted ? wanted : selectGroups(sets, wanted);
      let plan = plans.get(selection);
      if (plan === undefined) {
        plan = planOf(selection, compile);
        plans.set(selection, plan);
      }
      const record = { ...plan.top };
      const cells = cellsOf(flat, selection);
      let unreadable: readonly Unreadable[] = NONE;
      for (const step of plan.steps) {
        const bad = decodeSet(step, cells, record);
        if (bad !== null) unreadable = [...unreadable, ...bad];
      }
      return { record: record as T, unreadable };
    },
    encode(record) {
      const flat: Record<string, string | number> = {};
      for (const each of compiled) encodeSet(each, record as Nested, flat);
      return flat;
    },
    // A row is only made where all columns are known.
    unknownColumns: (flat) => (flat instanceof Row ? NONE : Object.keys(flat).filter((wire) => !known.has(wire))),
  };
}

function planOf({ sets, values }: Selection, compile: (set: SelectedSet) => CompiledSet): Plan {
  const top: Nested = {};
  const steps: Step[] = [];
  const objects = new Map<string, Nested>([['', top]]);
  let start = 0;
  let sign = values.length;
  for (const each of sets) {
    const { set, others } = each;
    const key = set.at.at(-1) ?? null;
    const blank: Nested = key === null ? top : { ...set.item };
    for (const [, name] of each.columns) blank[name] = null;
    if (set.whenBlank === 'keep') objects.set(set.at.join('.'), blank);
    const parents = set.at.slice(0, -1);
    // Its key stands in its parent from the start.
    if (key !== null) (objects.get(parents.join('.')) as Nested)[key] = null;
    const opens = set.whenBlank === 'omit' && steps.every(({ set: { at } }) => at.join('.') !== set.at.join('.'));
    steps.push({ ...compile(each), blank, parents, key, opens, start, sign: others.length === 0 ? -1 : sign });
    start += each.columns.length;
    sign += others.length === 0 ? 0 : 1;
  }
  return { top, steps };
}

/** Gives what could not be read, null for nothing. */
function decodeSet(step: Step, cells: readonly unknown[], record: Nested): Unreadable[] | null {
  const { columns, start, sign, key, set } = step;
  let target = key === null ? record : null;
  let bad: { name: string; wire: string; raw: unknown }[] | null = null;
  for (let index = 0; index < columns.length; index += 1) {
    const raw = cells[start + index];
    if (raw === '' || isBlank(raw)) continue;
    const { name, wire, kind } = columns[index] as CompiledSet['columns'][number];
    target ??= { ...step.blank };
    const value = kind.parse(raw);
    if (value !== UNREADABLE) target[name] = value;
    else {
      bad ??= [];
      bad.push({ name, wire, raw });
    }
  }
  if (key !== null) {
    if (target === null && (set.whenBlank === 'keep' || (sign !== -1 && cells[sign] !== '')))
      target = { ...step.blank };
    // Of most lists most items are missing.
    if (target !== null || step.opens || set.whenBlank !== 'omit') place(record, step, key, target);
  }
  if (bad === null) return null;
  const at = set.whenBlank === 'omit' ? [...set.at, lastIndex(record, set.at)] : set.at;
  return bad.map(({ name, wire, raw }) => ({ path: [...at, name], wire, raw }));
}

/** Puts a set's object where it belongs; null for none. */
function place(record: Nested, { set, parents, opens }: Step, key: string, target: Nested | null): void {
  let parent = record;
  for (const name of parents) parent = parent[name] as Nested;
  if (set.whenBlank !== 'omit') parent[key] = target;
  else if (opens) parent[key] = target === null ? [] : [target];
  else (parent[key] as (Nested | null)[]).push(target);
}

function lastIndex(record: Nested, at: readonly string[]): number {
  return (at.reduce<unknown>((from, name) => (from as Nested)[name], record) as unknown[]).length - 1;
}

function encodeSet({ set, columns }: CompiledSet, record: Nested, flat: Record<string, string | number>): void {
  const source = find(record, set);
  for (const { wire, name, kind } of columns) {
    const value = source?.[name] as string | number | null | undefined;
    flat[wire] = value === null || value === undefined ? '' : kind.print(value);
  }
}

function find(record: Nested, set: ColumnSet): Nested | undefined {
  const found = set.at.reduce<unknown>((from, key) => (from as Nested | null | undefined)?.[key], record);
  if (set.whenBlank !== 'omit') return (found ?? undefined) as Nested | undefined;
  const [key, value] = Object.entries(set.item ?? {})[0] ?? [''];
  return (found as Nested[] | undefined)?.find((item) => item[key] === value);
}
