/**
 * How large the query in a document is, told from its syntax alone, in time that grows with its text: a fragment is measured
 * once, however often it is spread. Knows neither the schema nor what is allowed.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Counts } from './limits.ts';

/** A selection set, its fragments unfolded. */
interface Size {
  readonly depth: number;
  readonly introspectionDepth: number;
  readonly introspections: number;
  readonly introspectionAliases: number;
  /** Fields that stand in it directly. */
  readonly fields: number;
  readonly selections: number;
  readonly aliases: number;
  readonly directives: number;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const nothing: Size = {
  depth: 0,
  introspectionDepth: 0,
  introspections: 0,
  introspectionAliases: 0,
  fields: 0,
  selections: 0,
  aliases: 0,
  directives: 0,
};

/** The counts of a document, or a fragment that leads back to itself and so has no size. */
export function measureQuery(document: DocumentNode): { readonly counts: Counts } | { readonly cycle: string } {
  const fragments = fragmentsOf(document);
  const measure = createMeasure(fragments);
  const total = { ...nothing, rootFields: 0, ...measureValues(document) };
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const size = measure(definition.selectionSet);
    if (typeof size === 'string') return { cycle: size };
    const isOperation = definition.kind === Kind.OPERATION_DEFINITION;
    total.rootFields = Math.max(total.rootFields, isOperation ? size.fields : 0);
    total.depth = Math.max(total.depth, size.depth);
    total.introspectionDepth = Math.max(total.introspectionDepth, size.introspectionDepth);
    total.introspections = Math.max(total.introspections, size.introspections);
    total.introspectionAliases = Math.max(total.introspectionAliases, size.introspectionAliases);
    total.aliases = Math.max(total.aliases, size.aliases);
    total.directives += size.directives + (definition.directives?.length ?? 0);
    total.selections += size.selections;
  }
  const { fields: _, ...counts } = total;
  return { counts };
}

/** How many tokens the document was parsed from; the mark of its beginning is none. */
export function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken.next; token != null; token = token.next) count += 1;
  return count;
}

/** How often one name stands at one place of the response at most. Walks every selection unfolded: count those before. */
export function countRepeats(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const most = (sets: readonly SelectionSetNode[]): number => {
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
    return fields.values().reduce((max, { count, below }) => Math.max(max, count, most(below)), 0);
  };
  return document.definitions.reduce(
    (max, each) => ('selectionSet' in each ? Math.max(max, most([each.selectionSet])) : max),
    0,
  );
}

/** Gives the name of a fragment in place of a size that would have no end. */
function createMeasure(fragments: Fragments): (set: SelectionSetNode) => Size | string {
  const measured = new Map<SelectionSetNode, Size | string>();
  const measure = (set: SelectionSetNode): Size | string => {
    const known = measured.get(set);
    if (known !== undefined) return known;
    // Holds until the set is measured: who meets it meanwhile came back to where it began.
    measured.set(set, nameOf(set, fragments));
    let size = nothing;
    for (const selection of set.selections) {
      const inner = selectionSetOf(selection, fragments);
      const below = inner === undefined ? nothing : measure(inner);
      if (typeof below === 'string') return below;
      size = add(size, sizeOf(selection, below));
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
  const isIntrospection = selection.name.value === '__schema' || selection.name.value === '__type';
  return {
    ...own,
    depth: isIntrospection ? 1 : below.depth + 1,
    introspectionDepth: isIntrospection ? below.depth + 1 : below.introspectionDepth,
    introspections: below.introspections + (isIntrospection ? 1 : 0),
    introspectionAliases: isIntrospection ? below.aliases : below.introspectionAliases,
    fields: 1,
    aliases: below.aliases + (selection.alias === undefined ? 0 : 1),
  };
}

function add(a: Size, b: Size): Size {
  return {
    depth: Math.max(a.depth, b.depth),
    introspectionDepth: Math.max(a.introspectionDepth, b.introspectionDepth),
    introspections: a.introspections + b.introspections,
    introspectionAliases: a.introspectionAliases + b.introspectionAliases,
    fields: a.fields + b.fields,
    selections: a.selections + b.selections,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
  };
}

/** Lists and nested values in the text: arguments, defaults of variables. */
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

function fragmentsOf({ definitions }: DocumentNode): Fragments {
  return new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [])),
  );
}

/** A fragment that is not there has no selections; validation says so later. */
function selectionSetOf(selection: SelectionNode, fragments: Fragments): SelectionSetNode | undefined {
  return selection.kind === Kind.FRAGMENT_SPREAD
    ? fragments.get(selection.name.value)?.selectionSet
    : selection.selectionSet;
}

/** The fragment that a selection set is the whole of; others cannot lead back to themselves. */
function nameOf(set: SelectionSetNode, fragments: Fragments): string {
  return fragments.values().find(({ selectionSet }) => selectionSet === set)?.name.value ?? '';
}
