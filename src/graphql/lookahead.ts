/**
 * What a query selects below a field, through fragments, aliases and `@skip`/`@include` with their variables. From it comes
 * whether a list needs all details (4.4: a summary carries no number), and where in the response a value stands.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { transactionSets } from '../contract/fields.ts';
import { selectPaths } from '../contract/selection.ts';
import type { Detail } from '../gateway/transactions.ts';

/** What tells which selections count. */
export type Selecting = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;
type Selected = Selecting & Pick<GraphQLResolveInfo, 'fieldNodes'>;
type Info = Selected & Pick<GraphQLResolveInfo, 'path'>;
type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/** The fragments of a document by their names, as `Selecting` has them. */
export function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  return fragments;
}

/** The places in the record where its columns and their objects stand, and those that a summary has. */
const places = new Set(
  transactionSets.flatMap(({ at, columns }) => [...along(at), ...columns.map(([, name]) => [...at, name].join('.'))]),
);
const summaryPlaces = new Set(
  transactionSets.flatMap(({ group, columns }) => (group === 'summary' ? columns.map(([, name]) => name) : [])),
);

interface Kept {
  readonly detail: Detail;
  /** The fragments that it rests on. */
  readonly spread: readonly FragmentDefinitionNode[];
}
/** What is selected by fields below which no variable decides. */
const keptDetails = new WeakMap<FieldNode, Kept | null>();

/** What of the transactions in a connection is selected, by `edges.node` and by `nodes`. */
export function transactionDetail(info: Selected): Detail {
  return keep(info, () => {
    const edges = below(info, info.fieldNodes, 'edges');
    return detailOf(info, [...below(info, edges, 'node'), ...below(info, info.fieldNodes, 'nodes')]);
  });
}

/** What of one transaction is selected, and its number, should the record carry one: it must be the one that was asked for. */
export function recordDetail(info: Selected): Detail {
  return keep(info, () => detailOf(info, info.fieldNodes, true));
}

function keep(info: Selected, detailOf: () => Detail): Detail {
  const [node, another] = info.fieldNodes;
  if (node === undefined || another !== undefined) return detailOf();
  const known = keptDetails.get(node);
  if (known === null) return detailOf();
  if (known?.spread.every((fragment) => info.fragments[fragment.name.value] === fragment)) return known.detail;
  const detail = detailOf();
  const spread = spreadBelow(info, node);
  keptDetails.set(node, spread && { detail, spread });
  return detail;
}

/** The fragments below a field, null where a directive stands anywhere below it. */
function spreadBelow({ fragments }: Selecting, field: FieldNode): readonly FragmentDefinitionNode[] | null {
  const found = new Set<FragmentDefinitionNode>();
  const isPlain = (selection: SelectionNode | FragmentDefinitionNode): boolean => {
    if ((selection.directives?.length ?? 0) > 0) return false;
    if (selection.kind !== Kind.FRAGMENT_SPREAD) return selection.selectionSet?.selections.every(isPlain) ?? true;
    const fragment = fragments[selection.name.value];
    if (fragment === undefined) return false;
    if (found.has(fragment)) return true;
    found.add(fragment);
    return isPlain(fragment);
  };
  return (field.selectionSet?.selections ?? []).every(isPlain) ? [...found] : null;
}

function detailOf(info: Selecting, parents: readonly Parent[], isNumbered = false): Detail {
  const fields = selectedFields(info, parents);
  const names = new Set(fields.map(({ name }) => name.value));
  names.delete('__typename');
  const full = [...names].some((name) => !summaryPlaces.has(name));
  const paths = new Set<string>(full || isNumbered ? ['transId'] : []);
  collect(info, fields, '', paths);
  return { full, wanted: selectPaths(paths), raw: names.has('flat') };
}

/** Adds the places that are selected; what is none of the record's is read from its number. */
function collect(info: Selecting, fields: readonly FieldNode[], above: string, paths: Set<string>): void {
  for (const [name, nodes] of Map.groupBy(fields, (field) => field.name.value)) {
    const place = above + name;
    if (!places.has(place)) continue;
    paths.add(place);
    if (nodes.some(({ selectionSet }) => selectionSet !== undefined))
      collect(info, selectedFields(info, nodes), `${place}.`, paths);
  }
}

function along(at: readonly string[]): string[] {
  return at.map((_, index) => at.slice(0, index + 1).join('.'));
}

/**
 * Where the value at a path of the schema stands in the response: one path for each alias that selects it, none where it
 * is not selected. Numbers in the path are positions in lists.
 */
export function responsePaths(
  info: Info,
  path: readonly (string | number)[],
  applies?: (type: string) => boolean,
): (string | number)[][] {
  let found: { nodes: readonly FieldNode[]; path: (string | number)[] }[] = [
    { nodes: info.fieldNodes, path: pathOf(info.path) },
  ];
  for (const key of path) {
    if (typeof key === 'number') {
      found = found.map(({ nodes, path: at }) => ({ nodes, path: [...at, key] }));
      continue;
    }
    found = found.flatMap(({ nodes, path: at }) =>
      [...byResponseKey(below(info, nodes, key, applies))].map(([alias, group]) => ({
        nodes: group,
        path: [...at, alias],
      })),
    );
  }
  return found.map(({ path: at }) => at);
}

function pathOf(path: GraphQLResolveInfo['path'] | undefined): (string | number)[] {
  return path === undefined ? [] : [...pathOf(path.prev), path.key];
}

function byResponseKey(nodes: readonly FieldNode[]): Map<string, FieldNode[]> {
  return Map.groupBy(nodes, ({ alias, name }) => (alias ?? name).value);
}

/** The selections of one field among the children of the given ones. */
function below(
  info: Selecting,
  nodes: readonly Parent[],
  name: string,
  applies?: (type: string) => boolean,
): FieldNode[] {
  return selectedFields(info, nodes, applies).filter((node) => node.name.value === name);
}

/** The fields that some parents select, but for those of fragments on a type that does not apply. */
export function selectedFields(
  info: Selecting,
  parents: readonly Parent[],
  applies: (type: string) => boolean = () => true,
): FieldNode[] {
  // A fragment counts once however often it is spread: unfolding each would take for ever with fragments in fragments.
  const spread = new Set<string>();
  const unfold = (selection: SelectionNode): FieldNode[] => {
    if (!isIncluded(info, selection)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition, selectionSet } = selection;
      return typeCondition && !applies(typeCondition.name.value) ? [] : selectionSet.selections.flatMap(unfold);
    }
    const { value: name } = selection.name;
    const fragment = spread.has(name) ? undefined : info.fragments[name];
    spread.add(name);
    return fragment && applies(fragment.typeCondition.name.value)
      ? fragment.selectionSet.selections.flatMap(unfold)
      : [];
  };
  return parents.flatMap(({ selectionSet }) => selectionSet?.selections.flatMap(unfold) ?? []);
}

function isIncluded({ variableValues }: Selecting, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false;
}
