/**
 * Finds what a query selects below a field, through fragments, aliases and `@skip`/`@include` with their variables, and the response paths
 * of a value.
 */
import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  responsePathAsArray,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** The parts of a query that determine which of its fields apply. */
export type QueryInfo = Pick<GraphQLResolveInfo, 'fragments' | 'variableValues'>;
export type FieldInfo = QueryInfo & Pick<GraphQLResolveInfo, 'fieldNodes'>;
export type Parent = { readonly selectionSet?: SelectionSetNode | undefined };

/**
 * The response paths of the value at a path in the schema: one for each alias that selects it, none if it is not selected. Numbers in the
 * path are list indexes. `type` is the type of the object at its beginning, if the field returns several types.
 */
export function responsePaths(
  info: FieldInfo & Pick<GraphQLResolveInfo, 'path' | 'returnType' | 'schema'>,
  path: readonly (string | number)[],
  type = getNamedType(info.returnType).name,
): (string | number)[][] {
  let parent = info.schema.getType(type);
  let found: { nodes: readonly FieldNode[]; path: (string | number)[] }[] = [
    { nodes: info.fieldNodes, path: responsePathAsArray(info.path) },
  ];
  for (const key of path) {
    if (typeof key === 'number') {
      found = found.map(({ nodes, path: at }) => ({ nodes, path: [...at, key] }));
      continue;
    }
    if (!isObjectType(parent)) return [];
    const applies = applyingTo(info.schema, parent);
    parent = getNamedType(parent.getFields()[key]?.type);
    found = found.flatMap(({ nodes, path: at }) =>
      [...Map.groupBy(childFields(info, nodes, key, applies), keyOf)].map(([alias, group]) => ({
        nodes: group,
        path: [...at, alias],
      })),
    );
  }
  return found.map(({ path: at }) => at);
}

/** The key of a field in the response. */
export function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** The selections of one field among the children of the given nodes. */
export function childFields(
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
  // Each fragment is expanded once, however often it is spread: expanding every spread takes exponential time for nested fragments.
  const spread = new Set<string>();
  const expand = (selection: SelectionNode): FieldNode[] => {
    if (!isIncluded(selection, info.variableValues)) return [];
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

/** Whether a fragment with this type condition applies to objects of this type. */
export function applyingTo(schema: GraphQLSchema, type: GraphQLObjectType): (condition: string) => boolean {
  return (name) => {
    const condition = schema.getType(name);
    return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
  };
}

/** Evaluates `@skip` and `@include`. */
function isIncluded(selection: SelectionNode, variableValues: QueryInfo['variableValues']): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if !== false;
}

/**
 * Computes once for each field of a compiled operation. All of its executions pass the same list of nodes, which has its own fragments and
 * the same conditions.
 */
export function memoized<T>(compute: (info: FieldInfo) => T): (info: FieldInfo) => T {
  const cache = new WeakMap<readonly FieldNode[], T>();
  return (info) => cache.getOrInsertComputed(info.fieldNodes, () => compute(info));
}
