/**
 * Measures the size of the query in a document from its syntax alone, in time linear in its text: each fragment is measured
 * once, however often it is spread. Knows neither the schema nor the limits.
 */
import { type DocumentNode, Kind, type SelectionNode, type SelectionSetNode, visit } from 'graphql';
import { type Fragments, fragmentsOf, selectionSetOf } from './fragments.ts';
import type { Counts } from './limits.ts';

/**
 * What is counted, and how it adds up: of selections to that of their set, and of sets to that of the document. A request executes
 * one operation, but all of the text is validated.
 */
const merging = {
  depth: { inSet: 'max', inDocument: 'max' },
  introspectionDepth: { inSet: 'max', inDocument: 'max' },
  introspections: { inSet: 'sum', inDocument: 'max' },
  introspectedTypes: { inSet: 'sum', inDocument: 'max' },
  /** How often lists of types or of their members nest: from two on, they lead through the whole schema. */
  memberLists: { inSet: 'max', inDocument: 'max' },
  introspectionAliases: { inSet: 'sum', inDocument: 'max' },
  /** Direct fields of the selection set. */
  fields: { inSet: 'sum', inDocument: 'max' },
  selections: { inSet: 'sum', inDocument: 'sum' },
  aliases: { inSet: 'sum', inDocument: 'max' },
  directives: { inSet: 'sum', inDocument: 'sum' },
} as const;
const memberLists = new Set(['fields', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes']);
const counters = Object.keys(merging) as (keyof typeof merging)[];

/** Of a selection set, with its fragments expanded. */
type Size = Readonly<Record<keyof typeof merging, number>>;

const emptySize = Object.fromEntries(counters.map((counter) => [counter, 0])) as Size;

/** The counts of a document, or the name of a fragment that spreads itself and so has no size. */
export function measureQuery(document: DocumentNode): { readonly counts: Counts } | { readonly cycle: string } {
  const fragments = fragmentsOf(document);
  const measure = createMeasure(fragments);
  let total = emptySize;
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const size = measure(definition.selectionSet);
    if (typeof size === 'string') return { cycle: size };
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    const fields = isOperation ? size.fields : 0;
    const directives = size.directives + (definition.directives?.length ?? 0);
    total = merge(total, { ...size, fields, directives }, 'inDocument');
  }
  const { fields: rootFields, memberLists: _, ...counts } = total;
  return { counts: { ...counts, rootFields, ...measureValues(document) } };
}

/** The number of tokens that the document was parsed from, without the start-of-file token. */
export function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken.next; token != null; token = token.next) count += 1;
  return count;
}

/**
 * The highest number of fields with the same response key at one position. Visits every selection with fragments expanded,
 * so check the number of selections first.
 */
export function countRepeats(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const maxRepeats = (sets: readonly SelectionSetNode[]): number => {
    const fields = new Map<string, { count: number; below: SelectionSetNode[] }>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        const inner = selectionSetOf(selection, fragments);
        if (selection.kind !== Kind.FIELD) {
          if (inner !== undefined) collect(inner);
          continue;
        }
        const name = (selection.alias ?? selection.name).value;
        const field = fields.get(name) ?? { count: 0, below: [] };
        field.count += 1;
        if (inner !== undefined) field.below.push(inner);
        fields.set(name, field);
      }
    };
    for (const set of sets) collect(set);
    return fields.values().reduce((max, { count, below }) => Math.max(max, count, maxRepeats(below)), 0);
  };
  return document.definitions.reduce(
    (max, each) => ('selectionSet' in each ? Math.max(max, maxRepeats([each.selectionSet])) : max),
    0,
  );
}

/** Measures a selection set; returns the name of a fragment instead if it spreads itself. */
function createMeasure(fragments: Fragments): (set: SelectionSetNode) => Size | string {
  const measured = new Map<SelectionSetNode, Size | string>();
  const names = new Map(Object.values(fragments).map(({ name, selectionSet }) => [selectionSet, name.value]));
  const measure = (set: SelectionSetNode): Size | string => {
    const known = measured.get(set);
    if (known !== undefined) return known;
    // Marks the set as being measured; meeting the mark again means a cycle, which only a fragment's whole set can be in.
    measured.set(set, names.get(set) ?? '');
    let size = emptySize;
    for (const selection of set.selections) {
      const inner = selectionSetOf(selection, fragments);
      const below = inner === undefined ? emptySize : measure(inner);
      if (typeof below === 'string') return below;
      size = merge(size, sizeOf(selection, below), 'inSet');
    }
    measured.set(set, size);
    return size;
  };
  return measure;
}

function sizeOf(selection: SelectionNode, below: Size): Size {
  const own = {
    ...below,
    selections: below.selections + 1,
    directives: below.directives + (selection.directives?.length ?? 0),
  };
  if (selection.kind !== Kind.FIELD) return own;
  const { name } = selection;
  const isIntrospection = name.value === '__schema' || name.value === '__type';
  const isWithinType = name.value === '__type' && below.memberLists < 2;
  return {
    ...own,
    memberLists: below.memberLists + (memberLists.has(name.value) ? 1 : 0),
    depth: isIntrospection ? 1 : below.depth + 1,
    introspectionDepth: isIntrospection ? below.depth + 1 : below.introspectionDepth,
    introspections: below.introspections + (isIntrospection && !isWithinType ? 1 : 0),
    introspectedTypes: below.introspectedTypes + (isWithinType ? 1 : 0),
    introspectionAliases: isIntrospection ? below.aliases : below.introspectionAliases,
    fields: 1,
    aliases: below.aliases + (selection.alias === undefined ? 0 : 1),
  };
}

function merge(a: Size, b: Size, place: 'inSet' | 'inDocument'): Size {
  const merged: Record<keyof Size, number> = { ...a };
  for (const counter of counters)
    merged[counter] = merging[counter][place] === 'max' ? Math.max(a[counter], b[counter]) : a[counter] + b[counter];
  return merged;
}

/** Lists and nested values in the text: arguments and variable defaults. */
function measureValues(document: DocumentNode): { listItems: number; inputDepth: number } {
  const found = { listItems: 0, inputDepth: 0 };
  let depth = 0;
  const enter = (): void => {
    depth += 1;
    found.inputDepth = Math.max(found.inputDepth, depth);
  };
  const leave = (): void => {
    depth -= 1;
  };
  visit(document, {
    ListValue: {
      enter({ values }) {
        found.listItems = Math.max(found.listItems, values.length);
        enter();
      },
      leave,
    },
    ObjectValue: { enter, leave },
  });
  return found;
}
