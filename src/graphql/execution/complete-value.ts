/**
 * Completes the values of fields by their types (GraphQL spec, 6.4.3): one function for each kind of type. A value that does not fit its
 * type is an error of the field, as in graphql-js.
 */
import {
  type GraphQLAbstractType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLTypeResolver,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Context } from '../context.ts';
import { type Completer, type Execution, isPromise, type Path } from './execution.ts';
import type { SelectedField } from './resolve-field.ts';

/** Creates the response's object from a resolver's. */
export type BuildObject = (execution: Execution, source: unknown, path: Path | undefined) => Record<string, unknown>;

/** Compiles the object of a type that a field returns, when the field first returns one. `nullLevels` are those of its completer. */
type CompileObject = (type: GraphQLObjectType, nullLevels: number) => BuildObject;

/** May throw. */
type CompleteNonNull = (
  execution: Execution,
  value: NonNullable<unknown>,
  path: Path,
  info: GraphQLResolveInfo | null,
) => unknown;

/** `warn` gets the whole value. `parentNullLevels` are those of the object or list around the value; 0 for the data itself. */
export function completerFor(
  field: SelectedField,
  type: GraphQLOutputType,
  parentNullLevels: number,
  compile: CompileObject,
): Completer {
  // 0 if the value may be null; otherwise, how many objects and lists around it become null instead.
  const nullLevels = isNonNullType(type) ? parentNullLevels + 1 : 0;
  const { fieldNodes, parentType, definition, warn } = field;
  const completeNonNull = completionOf(field, isNonNullType(type) ? type.ofType : type, nullLevels, compile);
  const fail: Completer['fail'] = (execution, error, path) => execution.fail(error, fieldNodes, path, nullLevels);
  const completer: Completer = {
    fail,
    complete(execution, value, path, info) {
      if (value === null || value === undefined) {
        if (nullLevels === 0) return null;
        const name = `${parentType.name}.${definition.name}`;
        return fail(execution, new Error(`Cannot return null for non-nullable field ${name}.`), path);
      }
      if (isPromise(value)) return execution.defer(completer, value, path, info);
      if (value instanceof Error) return fail(execution, value, path);
      try {
        warn?.(execution.context, info as GraphQLResolveInfo, value);
        return completeNonNull(execution, value, path, info);
      } catch (error) {
        return fail(execution, error, path);
      }
    },
  };
  return completer;
}

function completionOf(
  field: SelectedField,
  type: GraphQLNullableType & GraphQLOutputType,
  nullLevels: number,
  compile: CompileObject,
): CompleteNonNull {
  if (isListType(type))
    return completionOfList(field, completerFor({ ...field, warn: undefined }, type.ofType, nullLevels, compile));
  if (isLeafType(type)) return (_execution, value) => type.serialize(value);
  if (isAbstractType(type))
    return completionOfAbstract(field, type, (each) => completionOf(field, each, nullLevels, compile));
  let build: BuildObject | undefined;
  return (execution, value, path) => {
    build ??= compile(type as GraphQLObjectType, nullLevels);
    return build(execution, value, path);
  };
}

function completionOfList({ parentType, definition }: SelectedField, item: Completer): CompleteNonNull {
  return (execution, items, prev, info) => {
    if (!Array.isArray(items))
      throw new Error(`Expected Iterable, but did not find one for field "${parentType.name}.${definition.name}".`);
    const completed: unknown[] = [];
    for (let key = 0; key < items.length; key += 1)
      completed.push(item.complete(execution, items[key], { prev, key, typename: undefined }, info));
    if (execution.unattached > 0) execution.attachPending(completed);
    return completed;
  };
}

/** Each abstract type of the schema has a resolver that returns the name of a type. */
function completionOfAbstract(
  { compilation }: SelectedField,
  type: GraphQLAbstractType,
  completion: (type: GraphQLObjectType) => CompleteNonNull,
): CompleteNonNull {
  const possible = new Map(compilation.schema.getPossibleTypes(type).map((each) => [each.name, completion(each)]));
  const nameOf = type.resolveType as GraphQLTypeResolver<unknown, Context>;
  return (execution, value, path, info) => {
    const name = nameOf(value, execution.context, info as GraphQLResolveInfo, type) as string;
    return (possible.get(name) as CompleteNonNull)(execution, value, path, info);
  };
}
