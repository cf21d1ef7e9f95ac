/** How large the variables of a request are. Looks at no more of them than is allowed, and never into files. */
import { limits } from './limits.ts';

type Found = Record<'listItems' | 'inputDepth' | 'variableValues', number>;

export function measureVariables(variables: unknown): Found {
  const counts: Found = { listItems: 0, inputDepth: 0, variableValues: 0 };
  const measure = (value: unknown, depth: number): void => {
    counts.variableValues += 1;
    if (!isPlain(value) || isBeyond(counts)) return;
    counts.inputDepth = Math.max(counts.inputDepth, depth);
    const items = Array.isArray(value) ? value : Object.values(value);
    counts.listItems = Math.max(counts.listItems, items.length);
    // What is counted later cannot make it right: only as far as the first limit.
    for (const item of items) {
      if (isBeyond(counts)) return;
      measure(item, depth + 1);
    }
  };
  // The object of variables is no value of one: each of them begins at depth one.
  measure(variables, 0);
  return counts;
}

/** An upload is an object of its own kind, and no value to walk through. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function isBeyond({ listItems, inputDepth, variableValues }: Found): boolean {
  return (
    listItems > limits.listItems.max || inputDepth > limits.inputDepth.max || variableValues > limits.variableValues.max
  );
}
