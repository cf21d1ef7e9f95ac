/**
 * What a query selects below a field, through fragments, aliases and `@skip`/`@include` with their variables. Decides
 * whether a list needs full details (4.4: a summary has no transaction number), and finds the response paths of a value.
 */
import {
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
import { type ColumnSet, transactionSets } from '../../contract/columns/fields.ts';
import { fileSets } from '../../contract/columns/records.ts';
import { selectPaths } from '../../contract/columns/selection.ts';
import type { FileSelection } from '../../gateway/files/files.ts';
import type { Detail } from '../../gateway/reading/transactions.ts';

/** What of a query decides which of its fields apply. */
export type QueryInfo = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;
type FieldInfo = QueryInfo & Pick<GraphQLResolveInfo, 'fieldNodes'>;
type ValueInfo = FieldInfo & Pick<GraphQLResolveInfo, 'path'>;
type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/** The paths of columns, and of the objects that hold them, within a record. */
const pathsOf = (sets: readonly ColumnSet[]): ReadonlySet<string> =>
  new Set(
    sets.flatMap(({ at, columns }) => [...prefixesOf(at), ...columns.map(([, name]) => [...at, name].join('.'))]),
  );
const recordPaths = pathsOf(transactionSets);
const filePaths = pathsOf(fileSets);
const summaryPaths = new Set(
  transactionSets.flatMap(({ group, columns }) => (group === 'summary' ? columns.map(([, name]) => name) : [])),
);

const cursorFields: ReadonlySet<string> = new Set(['cursor', 'startCursor', 'endCursor']);

/** The columns that fields of a file are made from, besides those of the same name. */
const fileSources: ReadonlyMap<string, string> = new Map([['downloadUrl', 'name']]);
/** The columns that name a file in a cursor, and in any case its number. */
const cursorPaths = ['fileId', 'name', 'description', 'insertDate'];

interface CachedDetail {
  readonly detail: Detail | FileSelection;
  /** The fragments that it was computed with. */
  readonly spread: readonly FragmentDefinitionNode[];
}
/** Cached details of fields below which there are no directives; null if there are. */
const detailCache = new WeakMap<FieldNode, CachedDetail | null>();

/** What is selected of the transactions in a connection, through `edges.node` and `nodes`. */
export function transactionDetail(info: FieldInfo): Detail {
  return cached(info, () => {
    const { parents, hasCursors } = connectionBelow(info);
    return detailOf(info, parents, false, hasCursors);
  });
}

/** What is selected of the files in a connection. */
export function fileSelection(info: FieldInfo): FileSelection {
  return cached(info, () => {
    const { parents, hasCursors } = connectionBelow(info);
    const paths = new Set(['fileId']);
    for (const { name } of selectedFields(info, parents)) {
      const path = fileSources.get(name.value) ?? name.value;
      if (filePaths.has(path)) paths.add(path);
    }
    const recognized = selectPaths(new Set([...paths, ...cursorPaths]), fileSets);
    return { wanted: hasCursors ? recognized : selectPaths(paths, fileSets), recognized };
  });
}

/** The selections of a connection's records, and whether any cursor is selected. */
function connectionBelow(info: FieldInfo): { readonly parents: readonly FieldNode[]; readonly hasCursors: boolean } {
  const edges = childFields(info, info.fieldNodes, 'edges');
  const parents = [...childFields(info, edges, 'node'), ...childFields(info, info.fieldNodes, 'nodes')];
  const pageInfo = childFields(info, info.fieldNodes, 'pageInfo');
  const hasCursors = [...selectedFields(info, edges), ...selectedFields(info, pageInfo)].some(({ name }) =>
    cursorFields.has(name.value),
  );
  return { parents, hasCursors };
}

/** What is selected of one transaction, plus its number: if the record contains one, it must be the requested one. */
export function recordDetail(info: FieldInfo): Detail {
  return cached(info, () => detailOf(info, info.fieldNodes, true));
}

function cached<D extends Detail | FileSelection>(info: FieldInfo, detailOf: () => D): D {
  const [node, another] = info.fieldNodes;
  if (node === undefined || another !== undefined) return detailOf();
  const known = detailCache.get(node);
  if (known === null) return detailOf();
  if (known?.spread.every((fragment) => info.fragments[fragment.name.value] === fragment)) return known.detail as D;
  const detail = detailOf();
  const spread = spreadBelow(info, node);
  detailCache.set(node, spread && { detail, spread });
  return detail;
}

/** The fragments used below a field; null if there is a directive anywhere below it. */
function spreadBelow({ fragments }: QueryInfo, field: FieldNode): readonly FragmentDefinitionNode[] | null {
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

function detailOf(info: QueryInfo, parents: readonly Parent[], needsTransId = false, hasCursors = false): Detail {
  const fields = selectedFields(info, parents);
  const names = new Set(fields.map(({ name }) => name.value));
  names.delete('__typename');
  const full = [...names].some((name) => !summaryPaths.has(name));
  const paths = new Set<string>(full || needsTransId ? ['transId'] : []);
  collect(info, fields, '', paths);
  const recognized = selectPaths(new Set([...paths, ...summaryPaths]));
  return { full, wanted: hasCursors ? recognized : selectPaths(paths), recognized, raw: names.has('flat') };
}

/** Adds the selected paths. Fields that are not in the record are resolved from the transaction number. */
function collect(info: QueryInfo, fields: readonly FieldNode[], prefix: string, paths: Set<string>): void {
  for (const [name, nodes] of Map.groupBy(fields, (field) => field.name.value)) {
    const recordPath = prefix + name;
    if (!recordPaths.has(recordPath)) continue;
    paths.add(recordPath);
    if (nodes.some(({ selectionSet }) => selectionSet !== undefined))
      collect(info, selectedFields(info, nodes), `${recordPath}.`, paths);
  }
}

function prefixesOf(at: readonly string[]): string[] {
  return at.map((_, index) => at.slice(0, index + 1).join('.'));
}

/**
 * The response paths of the value at a path in the schema: one for each alias that selects it, none if it is not selected.
 * Numbers in the path are list indexes.
 */
export function responsePaths(
  info: ValueInfo,
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
      [...Map.groupBy(childFields(info, nodes, key, applies), keyOf)].map(([alias, group]) => ({
        nodes: group,
        path: [...at, alias],
      })),
    );
  }
  return found.map(({ path: at }) => at);
}

/** A response path as a list. */
export function pathOf(path: GraphQLResolveInfo['path'] | undefined): (string | number)[] {
  return path === undefined ? [] : [...pathOf(path.prev), path.key];
}

/** The key of a field in the response. */
export function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** The selections of one field among the children of the given nodes. */
function childFields(
  info: QueryInfo,
  nodes: readonly Parent[],
  name: string,
  applies?: (type: string) => boolean,
): FieldNode[] {
  return selectedFields(info, nodes, applies).filter((node) => node.name.value === name);
}

/** The fields that the parents select, except those in fragments on a type that does not apply. */
export function selectedFields(
  info: QueryInfo,
  parents: readonly Parent[],
  applies: (type: string) => boolean = () => true,
): FieldNode[] {
  // Each fragment is expanded once, however often it is spread: expanding every spread takes exponential time for nested
  // fragments.
  const spread = new Set<string>();
  const expand = (selection: SelectionNode): FieldNode[] => {
    if (!isIncluded(info, selection)) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition, selectionSet } = selection;
      return typeCondition && !applies(typeCondition.name.value) ? [] : selectionSet.selections.flatMap(expand);
    }
    const { value: name } = selection.name;
    const fragment = spread.has(name) ? undefined : info.fragments[name];
    spread.add(name);
    return fragment && applies(fragment.typeCondition.name.value)
      ? fragment.selectionSet.selections.flatMap(expand)
      : [];
  };
  return parents.flatMap(({ selectionSet }) => selectionSet?.selections.flatMap(expand) ?? []);
}

function isIncluded({ variableValues }: QueryInfo, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false;
}
