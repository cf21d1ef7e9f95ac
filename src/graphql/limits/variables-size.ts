/** Measures the variables of a request. Stops at the first exceeded limit, and never looks into files. */
import { type Counts, limits } from './limits.ts';

type VariableCounts = Required<Pick<Counts, 'listItems' | 'inputDepth' | 'variableValues' | 'entities'>>;

/** `depth` is that of the value itself: the variables are no level, each one's value begins at depth one. */
export function measureVariables(value: unknown, isSubgraph = false, depth = 0): VariableCounts {
  const counts = { listItems: 0, inputDepth: 0, variableValues: 0, entities: 0 };
  const isBeyond = () =>
    counts.listItems > limits.listItems.max ||
    counts.inputDepth > limits.inputDepth.max ||
    counts.variableValues > limits.variableValues.max;

  const measure = (each: unknown, at: number): void => {
    counts.variableValues += 1;
    if (!isPlain(each) || isBeyond()) return;
    counts.inputDepth = Math.max(counts.inputDepth, at);
    const items = Array.isArray(each) ? each : Object.values(each);
    if (isSubgraph && isRepresentations(each)) {
      measureRepresentations(items, at);
      return;
    }
    counts.listItems = Math.max(counts.listItems, items.length);
    // Once a limit is exceeded, further items cannot change the outcome.
    for (const item of items) {
      if (isBeyond()) return;
      if (typeof item === 'object') measure(item, at + 1);
      else counts.variableValues += 1;
    }
  };

  /** A router's representations. Each is measured by itself: the router writes them, and their number has its own limit. */
  const measureRepresentations = (items: readonly unknown[], at: number): void => {
    counts.entities = Math.max(counts.entities, items.length);
    if (counts.entities > limits.entities.max) return;
    for (const item of items) {
      const own = measureVariables(item, false, at + 1);
      for (const name of ['listItems', 'inputDepth', 'variableValues'] as const)
        counts[name] = Math.max(counts[name], own[name]);
    }
  };

  measure(value, depth);
  return counts;
}

/** A list of objects that name their type. No other input has a field of that name. */
function isRepresentations(value: object): boolean {
  return Array.isArray(value) && value.every((each) => isPlain(each) && Object.hasOwn(each, '__typename'));
}

/** An upload is a class instance, not a value to traverse. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
