/**
 * What of a record is wanted, to the column: from names in the graph, or from whole groups. A set that turns null or leaves
 * its list where it is blank (2.4) needs to know of its other columns too, but only whether there is anything in them.
 */
import { type Column, type ColumnSet, type Group, transactionSets } from './fields.ts';
import { isBlank } from './kinds.ts';

/** A set of which something is wanted. */
interface SelectedSet {
  readonly set: ColumnSet;
  readonly columns: readonly Column[];
  /** The other columns, by wire name, where they can keep the set from being blank. */
  readonly others: readonly string[];
}

export interface Selection {
  readonly sets: readonly SelectedSet[];
  /** The columns whose values are wanted, in the order of the sets. */
  readonly values: readonly string[];
  /** Columns of which is wanted whether all are blank, set by set. */
  readonly signs: readonly (readonly string[])[];
  /** The columns of which nothing is wanted. */
  readonly skipped: ReadonlySet<string>;
}

/** A record that was read for one selection: a cell for each value, '' for none, then one for each sign: '', or true for something. */
export class Row {
  readonly selection: Selection;
  readonly cells: readonly unknown[];

  constructor(selection: Selection, cells: readonly unknown[]) {
    this.selection = selection;
    this.cells = cells;
  }
}

const MAX_KEPT = 500;
const kept = new Map<string, Selection>();

/** Of a transaction, what stands at these paths in the graph, joined by dots: `listing`, `seller.parties.name`. */
export function selectPaths(paths: ReadonlySet<string>): Selection {
  // One object for equal selections: readers and decoders are made once for each.
  const name = [...paths].sort().join(' ');
  const known = kept.get(name);
  if (known !== undefined) return known;
  const made = select(transactionSets, ({ at }, column) => {
    const place = at.join('.');
    if (column === null) return place === '' || paths.has(place);
    return paths.has(place === '' ? column : `${place}.${column}`);
  });
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(name, made);
  return made;
}

/** All columns of some groups; of all groups without them. */
export function selectGroups(sets: readonly ColumnSet[], groups?: ReadonlySet<Group>): Selection {
  return select(sets, ({ group }) => groups === undefined || groups.has(group));
}

/** `isWanted` tells of a set, where the column is null, and of the columns of those that are. */
function select(sets: readonly ColumnSet[], isWanted: (set: ColumnSet, column: string | null) => boolean): Selection {
  const wires = ({ prefix }: ColumnSet, columns: readonly Column[]) => columns.map(([suffix]) => prefix + suffix);
  const selected = sets
    .filter((set) => isWanted(set, null))
    .map((set): SelectedSet => {
      const columns = set.columns.filter(([, name]) => isWanted(set, name));
      const others = set.columns.filter((column) => !columns.includes(column));
      return { set, columns, others: set.whenBlank === 'keep' ? [] : wires(set, others) };
    });
  const values = selected.flatMap(({ set, columns }) => wires(set, columns));
  const signs = selected.map(({ others }) => others).filter(({ length }) => length > 0);
  const used = new Set([...values, ...signs.flat()]);
  const skipped = new Set(sets.flatMap((set) => wires(set, set.columns)).filter((wire) => !used.has(wire)));
  return { sets: selected, values, signs, skipped };
}

/** Whether a record that was read for one selection holds all that another one wants. */
export function covers(read: Selection, wanted: Selection): boolean {
  if (read === wanted) return true;
  const values = new Set(read.values);
  return (
    wanted.values.every((wire) => values.has(wire)) &&
    wanted.signs.every((sign) => {
      const told = new Set(signsWithin(read, sign).flatMap((at) => read.signs[at] as readonly string[]));
      return sign.every((wire) => values.has(wire) || told.has(wire));
    })
  );
}

/** The cells of a record, in a selection's order: of a flat record, or of a row that covers the selection; of no other row. */
export function cellsOf(record: Readonly<Record<string, unknown>> | Row, selection: Selection): readonly unknown[] {
  if (!(record instanceof Row)) return gather(record, selection, () => false);
  if (record.selection === selection) return record.cells;
  return regather(record, selection);
}

/** Of a row that was read for more. */
function regather(record: Row, selection: Selection): readonly unknown[] {
  const { selection: read, cells } = record;
  // What was not read would look blank.
  if (!covers(read, selection)) throw new RangeError('A record was read for less than is wanted of it');
  const isTold = (sign: readonly string[]) =>
    signsWithin(read, sign).some((at) => !isBlank(cells[read.values.length + at]));
  return gather(flatOf(record), selection, isTold);
}

/** The columns of a row under their wire names, without the signs. */
export function flatOf({ selection, cells }: Row): Readonly<Record<string, unknown>> {
  return Object.fromEntries(selection.values.map((wire, at) => [wire, cells[at]]));
}

function gather(
  flat: Readonly<Record<string, unknown>>,
  { values, signs }: Selection,
  isTold: (sign: readonly string[]) => boolean,
): unknown[] {
  const cells: unknown[] = [];
  for (const wire of values) cells.push(flat[wire]);
  for (const sign of signs) cells.push(sign.some((wire) => !isBlank(flat[wire])) || isTold(sign) ? true : '');
  return cells;
}

/** The signs that speak of no other columns than these. */
function signsWithin({ signs }: Selection, columns: readonly string[]): number[] {
  return signs.flatMap((sign, at) => (sign.every((wire) => columns.includes(wire)) ? [at] : []));
}
