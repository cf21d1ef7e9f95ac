/**
 * Compiles functions that build an object from a record's cells. The function contains an object literal with all property names spelled
 * out, which the engine runs many times faster than copying a template and assigning properties by name. Accepts only names of the
 * contract.
 */
import { BoundedCache } from '../bounded-cache.ts';

export interface CellField {
  readonly name: string;
  /** The offset of its cell from the object's first cell. */
  readonly cell: number;
  /** Converts the cell to the field's value. */
  readonly read: (raw: unknown) => unknown;
}

export type PlainObject = Record<string, unknown>;
/** Builds the object whose first cell is at index `start`. */
export type ObjectMaker = (cells: readonly unknown[], start: number) => PlainObject;

const PLAIN_NAME = /^[a-zA-Z]\w*$/;
type Binder = (...given: readonly unknown[]) => ObjectMaker;
/** Keyed by the literal's source: many sets of a record, and many queries' selections of them, share the same literal. */
const cache = new BoundedCache<Binder>(500);

/**
 * Compiles a function that builds objects with the properties of `blank`, in its order: a property listed in `fields` is read from its
 * cell; any other keeps its value in `blank`.
 */
export function compileMaker(blank: PlainObject, fields: readonly CellField[]): ObjectMaker {
  const given: unknown[] = [];
  const properties = Object.entries(blank).map(([name, constant]) => {
    if (!PLAIN_NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a field name`);
    const field = fields.find((each) => each.name === name);
    const value = `given${given.push(field?.read ?? constant) - 1}`;
    return `${name}: ${field === undefined ? value : `${value}(cells[start + ${field.cell}])`}`;
  });
  const literal = `({ ${properties.join(', ')} })`;
  const names = given.map((_, at) => `given${at}`);
  const bind = cache.getOrAdd(literal, () => new Function(...names, `return (cells, start) => ${literal}`) as Binder);
  return bind(...given);
}
