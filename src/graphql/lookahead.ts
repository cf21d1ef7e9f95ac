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
} from 'graphql';
import { type Group, transactionSets } from '../contract/fields.ts';
import type { Detail } from '../gateway/transactions.ts';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues' | 'path'>;

/** The group of the record that each field of Transaction reads; what is not here needs the record's number. */
const groupOf = new Map<string, Group>(
  transactionSets.flatMap(({ at: [first], group, columns }) =>
    first === undefined ? columns.map(([, name]) => [name, group] as const) : [[first, group] as const],
  ),
);

/** What of the transactions in a connection is selected, by `edges.node` and by `nodes`. */
export function transactionDetail(info: Info): Detail {
  const nodes = [
    ...below(info, [...below(info, info.fieldNodes, 'edges')], 'node'),
    ...below(info, info.fieldNodes, 'nodes'),
  ];
  const names = new Set(children(info, nodes).map(({ name }) => name.value));
  names.delete('__typename');
  const groups = new Set([...names].map((name) => groupOf.get(name) ?? 'identifier'));
  const full = [...groups].some((group) => group !== 'summary');
  if (full) groups.add('identifier');
  return { full, groups };
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
function below(info: Info, nodes: readonly FieldNode[], name: string): FieldNode[] {
  return children(info, nodes).filter((node) => node.name.value === name);
}

function children(info: Info, nodes: readonly FieldNode[]): FieldNode[] {
  return nodes.flatMap(({ selectionSet }) => flatten(info, selectionSet?.selections ?? []));
}

function flatten(info: Info, selections: readonly SelectionNode[]): FieldNode[] {
  return selections.flatMap((selection) => {
    if (!isIncluded(info, selection)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
    return flatten(info, fragment?.selectionSet.selections ?? []);
  });
}

function isIncluded({ variableValues }: Info, selection: SelectionNode): boolean {
  if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false;
}
