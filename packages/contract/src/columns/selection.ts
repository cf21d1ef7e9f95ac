/**
 * Which columns of a record are selected: by names in the graph, or by whole groups. A set that is null or dropped from its list when blank
 * (2.4) needs its other columns too, but only to know whether any of them has a value.
 */
import { BoundedCache } from '../bounded-cache.ts';
import { agentIdColumns, type Column, type ColumnGroup, type ColumnSet, transactionSets } from './fields.ts';
import { isBlank } from './kinds.ts';

/** A selected set, possibly without any selected column. */
interface SelectedSet {
  readonly set: ColumnSet;
  readonly columns: readonly Column[];
  /** Its other columns, if a value in one of them keeps the set from being blank. */
  readonly others: readonly string[];
}

export interface Selection {
  readonly sets: readonly SelectedSet[];
  /** The columns whose values are selected, in the order of the sets; then the agents' columns, if none of the sets has them. */
  readonly values: readonly string[];
  /** The cells of `agentIdColumns`, in a selection with the record's number: they may show whose record it is. */
  readonly agentCells?: readonly number[];
  /** Groups of columns, one per set, for which the selection needs to know only whether all of them are blank. */
  readonly presenceChecks: readonly (readonly string[])[];
  /** The columns that are neither selected nor needed for a presence check. */
  readonly skipped: ReadonlySet<string>;
}

/**
 * A record that was read for one selection. It has a cell for each value, '' if there is none, then a cell for each presence check: true if
 * any of its columns has a value, otherwise ''. For columns that the specification lacks, it has only the names, perhaps
 * with those of a record before it.
 */
export class SelectedRecord {
  readonly selection: Selection;
  readonly cells: readonly unknown[];
  readonly unknownColumns: readonly string[];

  constructor(selection: Selection, cells: readonly unknown[], unknownColumns: readonly string[]) {
    this.selection = selection;
    this.cells = cells;
    this.unknownColumns = unknownColumns;
  }
}

const caches = new WeakMap<readonly ColumnSet[], BoundedCache<Selection>>();

/** Selects the columns of a record at these paths in the graph, joined by dots: `listing`, `seller.parties.name`. */
export function selectPaths(paths: ReadonlySet<string>, sets: readonly ColumnSet[] = transactionSets): Selection {
  // Equal selections share one object, so readers and decoders are compiled only once for each.
  const cache = caches.getOrInsertComputed(sets, () => new BoundedCache(500));
  const name = [...paths].sort().join(' ');
  return cache.getOrAdd(name, () => {
    const isSelected = ({ at }: ColumnSet, column: string | null): boolean => {
      const path = at.join('.');
      if (column === null) return path === '' || paths.has(path);
      return paths.has(path === '' ? column : `${path}.${column}`);
    };
    const agents = sets === transactionSets && paths.has('transId') ? agentIdColumns : [];
    return select(sets, isSelected, agents);
  });
}

/** Selects all columns of these groups of a transaction. */
export function selectGroups(...groups: readonly ColumnGroup[]): Selection {
  return select(transactionSets, ({ group }) => groups.includes(group));
}

export function selectAll(sets: readonly ColumnSet[]): Selection {
  return select(sets, () => true);
}

/**
 * Calls `isSelected` for each set, with null as the column, and then for each column of the selected sets. The agents' columns are always
 * read.
 */
function select(
  sets: readonly ColumnSet[],
  isSelected: (set: ColumnSet, column: string | null) => boolean,
  agents: readonly string[] = [],
): Selection {
  const namesOf = ({ prefix }: ColumnSet, columns: readonly Column[]) => columns.map(([suffix]) => prefix + suffix);
  const selected = sets
    .filter((set) => isSelected(set, null))
    .map((set): SelectedSet => {
      const columns = set.columns.filter(
        ([suffix, name]) => isSelected(set, name) || agents.includes(set.prefix + suffix),
      );
      const others = set.columns.filter((column) => !columns.includes(column));
      return { set, columns, others: set.whenBlank === 'keep' ? [] : namesOf(set, others) };
    });
  const inSets = selected.flatMap(({ set, columns }) => namesOf(set, columns));
  const values = [...inSets, ...agents.filter((column) => !inSets.includes(column))];
  const presenceChecks = selected.map(({ others }) => others).filter(({ length }) => length > 0);
  const used = new Set([...values, ...presenceChecks.flat()]);
  const skipped = new Set(sets.flatMap((set) => namesOf(set, set.columns)).filter((column) => !used.has(column)));
  const selection = { sets: selected, values, presenceChecks, skipped };
  return agents.length === 0 ? selection : { ...selection, agentCells: agents.map((column) => values.indexOf(column)) };
}

/** Whether a record that was read for one selection contains everything that another one selects. */
export function covers(read: Selection, required: Selection): boolean {
  if (read === required) return true;
  const values = new Set(read.values);
  return (
    required.values.every((column) => values.has(column)) &&
    required.presenceChecks.every((check) => {
      const checked = new Set(
        presenceChecksWithin(read, check).flatMap((at) => read.presenceChecks[at] as readonly string[]),
      );
      return check.every((column) => values.has(column) || checked.has(column));
    })
  );
}

/**
 * The cells of a record in the order of a selection. The record must be flat, or read for a selection that covers this one; any other
 * throws a RangeError.
 */
export function cellsOf(
  record: Readonly<Record<string, unknown>> | SelectedRecord,
  selection: Selection,
): readonly unknown[] {
  if (!(record instanceof SelectedRecord)) return gather(record, selection, () => false);
  if (record.selection === selection) return record.cells;
  return regather(record, selection);
}

/** Takes the cells from a record that was read for a larger selection. */
function regather(record: SelectedRecord, selection: Selection): readonly unknown[] {
  const { selection: read, cells } = record;
  // Columns that were not read would look blank.
  if (!covers(read, selection)) throw new RangeError('The record was read without some of the selected columns');
  const isPresent = (check: readonly string[]) =>
    presenceChecksWithin(read, check).some((at) => !isBlank(cells[read.values.length + at]));
  return gather(flatOf(record), selection, isPresent);
}

/**
 * Compiles a function that reads these columns of a record as upstream sent them, in this order. Columns that were not read are undefined.
 */
export function columnReader(
  columns: readonly string[],
): (record: Readonly<Record<string, unknown>> | SelectedRecord) => readonly unknown[] {
  const positions = new WeakMap<Selection, readonly number[]>();
  return (record) => {
    if (!(record instanceof SelectedRecord)) return columns.map((column) => record[column]);
    const { selection, cells } = record;
    const at = positions.getOrInsertComputed(selection, ({ values }) =>
      columns.map((column) => values.indexOf(column)),
    );
    return at.map((position) => cells[position]);
  };
}

/** The columns that were read, without the presence checks. */
export function flatOf({ selection, cells }: SelectedRecord): Readonly<Record<string, unknown>> {
  return Object.fromEntries(selection.values.map((column, at) => [column, cells[at]]));
}

function gather(
  flat: Readonly<Record<string, unknown>>,
  { values, presenceChecks }: Selection,
  isPresent: (check: readonly string[]) => boolean,
): unknown[] {
  const cells: unknown[] = [];
  for (const column of values) cells.push(flat[column]);
  for (const check of presenceChecks)
    cells.push(check.some((column) => !isBlank(flat[column])) || isPresent(check) ? true : '');
  return cells;
}

/** The indexes of the presence checks that consist only of these columns. */
function presenceChecksWithin({ presenceChecks }: Selection, columns: readonly string[]): number[] {
  return presenceChecks.flatMap((check, at) => (check.every((column) => columns.includes(column)) ? [at] : []));
}
