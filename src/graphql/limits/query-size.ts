/**
 * Measures the size of a document from its syntax alone, in one walk over its selections with all fragments expanded. The walk ends when
 * there are more selections than allowed, since fragments can multiply them without end.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type Counts, limits } from './limits.ts';

/** These counts are sums over the whole document; all others are the maximum of one operation or fragment. */
const summed: ReadonlySet<string> = new Set(['selections', 'directives']);
const memberLists = new Set(['fields', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes']);

/** A selection set, and the fragments around it. */
interface NestedSelectionSet {
  readonly set: SelectionSetNode;
  readonly within: readonly string[];
}

/** The size of merged selection sets: the number of fields, their depth, and how deeply lists of types or of their members nest. */
interface SelectionSize {
  readonly width: number;
  readonly depth: number;
  readonly lists: number;
}

const noCounts = {
  depth: 0,
  introspectionDepth: 0,
  introspections: 0,
  introspectedTypes: 0,
  introspectionAliases: 0,
  rootFields: 0,
  aliases: 0,
  selections: 0,
  directives: 0,
  repeats: 0,
};

/** The counts of a document, or the name of a fragment that spreads itself and therefore has no size. */
export function measureQuery(document: DocumentNode): { readonly counts: Counts } | { readonly cycle: string } {
  const fragments = fragmentsOf(document);
  const counts: Record<string, number> = { ...noCounts, ...measureValues(document) };
  let selections = 0;
  let cycle: string | null = null;

  /** Merges the selection sets of one response position. */
  function measure(own: typeof noCounts, sets: readonly NestedSelectionSet[]): SelectionSize {
    const fields = new Map<string, { readonly nodes: FieldNode[]; readonly below: NestedSelectionSet[] }>();
    const collect = ({ set, within }: NestedSelectionSet): void => {
      for (const selection of set.selections) {
        if (selections > limits.selections.max || cycle !== null) return;
        selections += 1;
        own.selections += 1;
        own.directives += selection.directives?.length ?? 0;
        if (selection.kind === Kind.INLINE_FRAGMENT) collect({ set: selection.selectionSet, within });
        else if (selection.kind === Kind.FRAGMENT_SPREAD) {
          const name = selection.name.value;
          if (within.includes(name)) cycle = name;
          // Validation reports undefined fragments later.
          else if (fragments[name] !== undefined)
            collect({ set: fragments[name].selectionSet, within: [...within, name] });
        } else {
          const key = (selection.alias ?? selection.name).value;
          const field = fields.getOrInsertComputed(key, () => ({ nodes: [], below: [] }));
          field.nodes.push(selection);
          if (selection.alias !== undefined) own.aliases += 1;
          if (selection.selectionSet !== undefined) field.below.push({ set: selection.selectionSet, within });
        }
      }
    };
    for (const set of sets) collect(set);
    const size = { width: 0, depth: 0, lists: 0 };
    for (const { nodes, below } of fields.values()) {
      size.width += nodes.length;
      own.repeats = Math.max(own.repeats, nodes.length);
      const aliases = own.aliases;
      const inner = measure(own, below);
      const name = nodes[0]?.name.value ?? '';
      const isSchema = name === '__schema' || name === '__type';
      if (isSchema) {
        // Two nested lists lead through the whole schema.
        if (name === '__type' && inner.lists < 2) own.introspectedTypes += nodes.length;
        else own.introspections += nodes.length;
        own.introspectionDepth = Math.max(own.introspectionDepth, inner.depth + 1);
        own.introspectionAliases += own.aliases - aliases;
      }
      size.depth = Math.max(size.depth, isSchema ? 1 : inner.depth + 1);
      size.lists = Math.max(size.lists, inner.lists + (memberLists.has(name) ? 1 : 0));
    }
    return size;
  }

  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const { selectionSet: set, directives = [] } = definition;
    const own = { ...noCounts, directives: directives.length };
    const isFragment = definition.kind === Kind.FRAGMENT_DEFINITION;
    const { depth, width } = measure(own, [{ set, within: isFragment ? [definition.name.value] : [] }]);
    Object.assign(own, { depth, rootFields: isFragment ? 0 : width });
    for (const [name, count] of Object.entries(own))
      counts[name] = summed.has(name) ? (counts[name] ?? 0) + count : Math.max(counts[name] ?? 0, count);
  }
  return cycle === null ? { counts } : { cycle };
}

/** The number of tokens that the document was parsed from, without the start-of-file token. */
export function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken.next; token != null; token = token.next) count += 1;
  return count;
}

/** Lists and nested values in the text: arguments and variable defaults. */
function measureValues(document: DocumentNode) {
  const found = { listItems: 0, inputDepth: 0 };
  let depth = 0;
  const enter = ({ values = [] }: { readonly values?: readonly unknown[] }): void => {
    depth += 1;
    found.inputDepth = Math.max(found.inputDepth, depth);
    found.listItems = Math.max(found.listItems, values.length);
  };
  const leave = (): void => {
    depth -= 1;
  };
  visit(document, { ListValue: { enter, leave }, ObjectValue: { enter: () => enter({}), leave } });
  return found;
}

/** The fragments of a document by name, in the form that graphql-js passes to resolvers. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Without a prototype, so that a fragment of any name, such as `constructor`, is found only if the document defines it. */
export function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  return fragments;
}

/** An undefined fragment has no selections; validation reports it later. */
export function selectionSetOf(selection: SelectionNode, fragments: Fragments): SelectionSetNode | undefined {
  return selection.kind === Kind.FRAGMENT_SPREAD
    ? fragments[selection.name.value]?.selectionSet
    : selection.selectionSet;
}
