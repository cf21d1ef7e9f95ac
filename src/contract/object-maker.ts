/**
 * Compiles what makes an object of a record's cells: a literal with all of its names written out, which the engine makes many
 * times faster than an object that is copied from another and given its values by name. Takes names of the contract only.
 */

export interface CellField {
  readonly name: string;
  /** The place of its cell, counted from the first one of the object. */
  readonly cell: number;
  /** The cell to the field's value. */
  readonly read: (raw: unknown) => unknown;
}

export type Made = Record<string, unknown>;
/** Makes the object whose first cell is at `start`. */
export type Make = (cells: readonly unknown[], start: number) => Made;

const PLAIN_NAME = /^[a-zA-Z]\w*$/;
const MAX_KEPT = 500;
type Bind = (...given: readonly unknown[]) => Make;
/** By the text of the literal: the sets of a record are much alike, and so is what queries select of them. */
const kept = new Map<string, Bind>();

/** Objects with the names of `blank` in its order: each read from its cell, or with what `blank` has. */
export function compileMaker(blank: Made, fields: readonly CellField[]): Make {
  const given: unknown[] = [];
  const written = Object.entries(blank).map(([name, constant]) => {
    if (!PLAIN_NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a field`);
    const field = fields.find((each) => each.name === name);
    const value = `given${given.push(field?.read ?? constant) - 1}`;
    return `${name}: ${field === undefined ? value : `${value}(cells[start + ${field.cell}])`}`;
  });
  return binderOf(`({ ${written.join(', ')} })`, given.length)(...given);
}

function binderOf(literal: string, count: number): Bind {
  const known = kept.get(literal);
  if (known !== undefined) return known;
  const names = Array.from({ length: count }, (_, at) => `given${at}`);
  const made = new Function(...names, `return (cells, start) => ${literal}`) as Bind;
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(literal, made);
  return made;
}
