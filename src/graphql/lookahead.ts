/**
 * What a query selects below a field, through fragments, aliases and `@skip`/`@include` with their variables. From it comes
 * whether a list needs all details (graph rule: summaries carry no number), and where in the response a value stands.
 */
import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Group, transactionSets } from '../contract/fields.ts';
import type { Detail } from '../gateway/transactions.ts';

/** What tells which selections count. */
export type Selecting = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;
type Selected = Selecting & Pick<GraphQLResolveInfo, 'fieldNodes'>;
type Info = Selected & Pick<GraphQLResolveInfo, 'path'>;
type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/** The group of the record that each field of Transaction reads; what is not here needs the record's number. */
const groupOf = new Map<string, Group>(
  transactionSets.flatMap(({ at: [first], group, columns }) =>
    first === undefined ? columns.map(([, name]) => [name, group] as const) : [[first, group] as const],
  ),
);

/** What of the transactions in a connection is selected, by `edges.node` and by `nodes`. */
export function transactionDetail(info: Selected): Detail {
  const nodes = [
    ...below(info, [...below(info, info.fieldNodes, 'edges')], 'node'),
    ...below(info, info.fieldNodes, 'nodes'),
  ];
  return detailOf(info, nodes);
}

/** What of one transaction is selected. */
export function recordDetail(info: Selected): Detail {
  return detailOf(info, info.fieldNodes);
}

function detailOf(info: Selecting, parents: readonly Parent[]): Detail {
  const names = new Set(selectedFields(info, parents).map(({ name }) => name.value));
  names.delete('__typename');
  const groups = new Set([...names].map((name) => groupOf.get(name) ?? 'identifier'));
  const full = [...groups].some((group) => group !== 'summary');
  if (full) groups.add('identifier');
  return { full, groups, raw: names.has('flat') };
}

/**
 * Where the value at a path of the schema stands in the response: one path for each alias that selects it, none where it
 * is not selected. Numbers in the path are positions in lists.
 */
export function responsePaths(info: Info, path: readonly (string | number)[]): (string | number)[][] {
  let found: { nodes: readonly FieldNode[]; path: (string | number)[] }[] = [
    { nodes: info.fieldNodes, path: pathOf(info.path) },
  ];
  for (const key of path) {
    if (typeof key === 'number') {
      found = found.map(({ nodes, path: at }) => ({ nodes, path: [...at, key] }));
      continue;
    }
    found = found.flatMap(({ nodes, path: at }) =>
      [...byResponseKey(below(info, nodes, key))].map(([alias, group]) => ({ nodes: group, path: [...at, alias] })),
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
function below(info: Selecting, nodes: readonly Parent[], name: string): FieldNode[] {
  return selectedFields(info, nodes).filter((node) => node.name.value === name);
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
