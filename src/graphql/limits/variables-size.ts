/** Measures the variables of a request. Stops at the first exceeded limit, and never looks into files. */
import { limits } from './limits.ts';

type VariableCounts = Record<'listItems' | 'inputDepth' | 'variableValues', number>;

export function measureVariables(variables: unknown): VariableCounts {
  const counts: VariableCounts = { listItems: 0, inputDepth: 0, variableValues: 0 };
  // The variables object itself does not count as a level: each variable's value begins at depth one.
  measure(variables, 0, counts);
  return counts;
}

function measure(value: unknown, depth: number, counts: VariableCounts): void {
  counts.variableValues += 1;
  if (!isPlain(value) || isBeyond(counts)) return;
  counts.inputDepth = Math.max(counts.inputDepth, depth);
  const items = Array.isArray(value) ? value : Object.values(value);
  counts.listItems = Math.max(counts.listItems, items.length);
  // Once a limit is exceeded, further items cannot change the outcome.
  for (const item of items) {
    if (isBeyond(counts)) return;
    if (typeof item === 'object') measure(item, depth + 1, counts);
    else counts.variableValues += 1;
  }
}

/** An upload is a class instance, not a value to traverse. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function isBeyond({ listItems, inputDepth, variableValues }: VariableCounts): boolean {
  return (
    listItems > limits.listItems.max || inputDepth > limits.inputDepth.max || variableValues > limits.variableValues.max
  );
}
