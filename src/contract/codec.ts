/**
 * Compiles column sets once into decode (flat record of the wire → nested record of the graph) and encode (back). Knows no
 * column by name. A value that cannot be read becomes null and is reported; a column that no set has is only named.
 */
import type { ColumnSet, Group } from './fields.ts';
import { compileKinds, isBlank, type Kind, type KindOptions, UNREADABLE } from './kinds.ts';

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
  /** Decodes the sets of the named groups, all without `groups`; an absent column reads as blank. */
  readonly decode: (flat: FlatRecord, groups?: ReadonlySet<Group>) => Decoded<T>;
  /** Every column of every set; null and what is absent print as empty text. */
  readonly encode: (record: T) => Record<string, string | number>;
  /** The columns of a wire record that no set has. */
  readonly unknownColumns: (flat: FlatRecord) => string[];
}

type Nested = Record<string, unknown>;

interface CompiledSet {
  readonly set: ColumnSet;
  readonly columns: readonly { readonly wire: string; readonly name: string; readonly kind: Kind }[];
}

export function compileCodec<T extends object>(sets: readonly ColumnSet[], options: KindOptions): Codec<T> {
  const kinds = compileKinds(options);
  const compiled = sets.map(
    (set): CompiledSet => ({
      set,
      columns: set.columns.map(([suffix, name, kind]) => ({ wire: set.prefix + suffix, name, kind: kinds[kind] })),
    }),
  );
  const known = new Set(compiled.flatMap(({ columns }) => columns.map(({ wire }) => wire)));

  return {
    decode(flat, groups) {
      const record: Nested = {};
      const unreadable: Unreadable[] = [];
      for (const each of compiled) {
        if (groups === undefined || groups.has(each.set.group)) decodeSet(each, flat, record, unreadable);
      }
      return { record: record as T, unreadable };
    },
    encode(record) {
      const flat: Record<string, string | number> = {};
      for (const each of compiled) encodeSet(each, record as Nested, flat);
      return flat;
    },
    unknownColumns: (flat) => Object.keys(flat).filter((wire) => !known.has(wire)),
  };
}

function decodeSet({ set, columns }: CompiledSet, flat: FlatRecord, record: Nested, unreadable: Unreadable[]): void {
  const target: Nested = set.at.length === 0 ? record : { ...set.item };
  const bad: { name: string; wire: string; raw: unknown }[] = [];
  let blank = true;
  for (const { wire, name, kind } of columns) {
    const raw = flat[wire];
    if (isBlank(raw)) {
      target[name] = null;
      continue;
    }
    blank = false;
    const value = kind.parse(raw);
    if (value === UNREADABLE) bad.push({ name, wire, raw });
    target[name] = value === UNREADABLE ? null : value;
  }
  const at: readonly (string | number)[] = set.at.length === 0 ? [] : place(record, set, target, blank);
  for (const { name, wire, raw } of bad) unreadable.push({ path: [...at, name], wire, raw });
}

/** Puts a set's object where it belongs and says where that is. */
function place(record: Nested, set: ColumnSet, target: Nested, blank: boolean): readonly (string | number)[] {
  const parent = set.at.slice(0, -1).reduce<Nested>((into, key) => {
    into[key] ??= {};
    return into[key] as Nested;
  }, record);
  const key = set.at.at(-1) as string;
  if (set.whenBlank === 'omit') {
    parent[key] ??= [];
    const list = parent[key] as Nested[];
    if (!blank) list.push(target);
    return [...set.at, list.length - 1];
  }
  parent[key] = blank && set.whenBlank === 'null' ? null : target;
  return set.at;
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
