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
import { memberSets } from '../../contract/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '../../contract/columns/records.ts';
import { type Selection, selectPaths } from '../../contract/columns/selection.ts';
import type { ListSelection } from '../../gateway/paging/record-names.ts';
import type { Detail } from '../../gateway/reading/transactions.ts';

/** What of a query decides which of its fields apply. */
export type QueryInfo = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;
type FieldInfo = QueryInfo & Pick<GraphQLResolveInfo, 'fieldNodes'>;
type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/** The paths of columns, and of the objects that hold them, within a record. */
const pathsOf = (sets: readonly ColumnSet[]): ReadonlySet<string> =>
  new Set(
    sets.flatMap(({ at, columns }) => [...prefixesOf(at), ...columns.map(([, name]) => [...at, name].join('.'))]),
  );
const recordPaths = pathsOf(transactionSets);
const summaryPaths = new Set(
  transactionSets.flatMap(({ group, columns }) => (group === 'summary' ? columns.map(([, name]) => name) : [])),
);

/** Where a field returns objects of several types, fragments on the others select nothing of this one. */
function ofType(name: string): (condition: string) => boolean {
  return (condition) => condition === name || !nodeTypes.has(condition);
}
const nodeTypes: ReadonlySet<string> = new Set(['Account', 'Transaction', 'TransactionFile']);
const isTransaction = ofType('Transaction');

const cursorFields: ReadonlySet<string> = new Set(['cursor', 'startCursor', 'endCursor']);

/** What is selected of the transactions in a connection, through `edges.node` and `nodes`. */
export const transactionDetail = remembered((info: FieldInfo): Detail => {
  const { parents, hasCursors } = connectionBelow(info);
  return detailOf(info, parents, false, hasCursors);
});

/** What is selected of one transaction, plus its number: if the record contains one, it must be the requested one. */
export const recordDetail = remembered((info: FieldInfo): Detail => detailOf(info, info.fieldNodes, true));

/** What is selected of the files in a connection. */
export const fileSelection = listSelection(fileSets, {
  needed: ['fileId'],
  named: ['name', 'description', 'insertDate'],
  sources: new Map([['downloadUrl', 'name']]),
});

/** What is selected of the active users in a connection of accounts, plus what an account's id is made from. */
export const userSelection = listSelection(activeUserSets, {
  needed: ['email', 'nrdsId'],
  named: ['firstName', 'lastName'],
});

/** What is selected of one account's own record, and of each member of a list without pages. */
export const accountSelection = recordSelection(accountSets, ofType('Account'));
export const memberSelection = recordSelection(memberSets.getMember);

/** What is read in any case, what also names a record in a cursor, and what fields of another name are made from. */
interface ListedColumns {
  readonly needed: readonly string[];
  readonly named: readonly string[];
  readonly sources?: ReadonlyMap<string, string>;
}

function listSelection(sets: readonly ColumnSet[], { needed, named, sources }: ListedColumns) {
  const known = pathsOf(sets);
  return remembered((info: FieldInfo): ListSelection => {
    const { parents, hasCursors } = connectionBelow(info);
    const paths = new Set(needed);
    collect(info, selectedFields(info, parents), { known, sources }, paths);
    const recognized = selectPaths(new Set([...paths, ...named]), sets);
    return { wanted: hasCursors ? recognized : selectPaths(paths, sets), recognized };
  });
}

function recordSelection(sets: readonly ColumnSet[], applies?: (type: string) => boolean) {
  const known = pathsOf(sets);
  return remembered((info: FieldInfo): Selection => {
    const paths = new Set<string>();
    collect(info, selectedFields(info, info.fieldNodes, applies), { known }, paths);
    return selectPaths(paths, sets);
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

/** A value with the fragments that it was computed with. */
interface Known<T> {
  readonly value: T;
  readonly spread: readonly FragmentDefinitionNode[];
}

/** Remembers what was computed for each field below which there are no directives. */
function remembered<T>(compute: (info: FieldInfo) => T): (info: FieldInfo) => T {
  const cache = new WeakMap<FieldNode, Known<T> | null>();
  return (info) => {
    const [node, another] = info.fieldNodes;
    if (node === undefined || another !== undefined) return compute(info);
    const known = cache.get(node);
    if (known === null) return compute(info);
    if (known?.spread.every((fragment) => info.fragments[fragment.name.value] === fragment)) return known.value;
    const value = compute(info);
    const spread = spreadBelow(info, node);
    cache.set(node, spread && { value, spread });
    return value;
  };
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
  const fields = selectedFields(info, parents, isTransaction);
  const names = new Set(fields.map(({ name }) => name.value));
  names.delete('__typename');
  const full = [...names].some((name) => !summaryPaths.has(name));
  const paths = new Set<string>(full || needsTransId ? ['transId'] : []);
  collect(info, fields, { known: recordPaths }, paths);
  const recognized = selectPaths(new Set([...paths, ...summaryPaths]));
  return { full, wanted: hasCursors ? recognized : selectPaths(paths), recognized, raw: names.has('flat') };
}

/** Adds the selected paths of a record. Other fields are made from what is read in any case. */
function collect(
  info: QueryInfo,
  fields: readonly FieldNode[],
  record: { readonly known: ReadonlySet<string>; readonly sources?: ReadonlyMap<string, string> | undefined },
  paths: Set<string>,
  prefix = '',
): void {
  for (const [name, nodes] of Map.groupBy(fields, (field) => field.name.value)) {
    const path = prefix + (record.sources?.get(name) ?? name);
    if (!record.known.has(path)) continue;
    paths.add(path);
    if (nodes.some(({ selectionSet }) => selectionSet !== undefined))
      collect(info, selectedFields(info, nodes), record, paths, `${path}.`);
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
  info: FieldInfo & Pick<GraphQLResolveInfo, 'path'>,
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
