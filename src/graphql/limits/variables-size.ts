/** Measures the variables of a request. Stops at the first exceeded limit, and never looks into files. */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { limits } from './limits.ts';

type VariableCounts = Record<'listItems' | 'inputDepth' | 'variableValues', number>;

/** `depth` is that of the object itself: the variables are no level, each one's value begins at depth one. */
export function measureVariables(variables: unknown, depth = 0): VariableCounts {
  const counts: VariableCounts = { listItems: 0, inputDepth: 0, variableValues: 0 };
  measure(variables, depth, counts);
  return counts;
}

type Representations = readonly object[];

/**
 * The variables, without lists of what a router refers to, which have a limit of their own: lists of nothing but objects that name
 * their type. No other input has a field of that name.
 */
export function withoutRepresentations(variables: unknown): {
  readonly representations: readonly Representations[];
  readonly others: unknown;
} {
  if (!isJsonObject(variables)) return { representations: [], others: variables };
  const entries = Object.entries(variables);
  const representations = entries.map(([, value]) => value).filter(isRepresentations);
  return { representations, others: Object.fromEntries(entries.filter(([, value]) => !isRepresentations(value))) };
}

function isRepresentations(value: unknown): value is Representations {
  return Array.isArray(value) && value.every((each) => isPlain(each) && Object.hasOwn(each, '__typename'));
}

/** Each by itself: how many there are is not counted here. */
export function measureRepresentations(lists: readonly Representations[]): VariableCounts {
  const all = lists.flat().map((each) => measureVariables(each, 2));
  const most = (name: keyof VariableCounts) => all.reduce((max, counts) => Math.max(max, counts[name]), 0);
  return { listItems: most('listItems'), inputDepth: most('inputDepth'), variableValues: most('variableValues') };
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
