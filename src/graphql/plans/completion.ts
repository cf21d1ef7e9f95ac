/**
 * Value completion by schema type (GraphQL spec, 6.4.3), for the success case only. Anything else (null for a non-null
 * type, an error, a non-list for a list, an unresolvable type, a value that a scalar rejects) marks the execution as failed
 * and is left to graphql-js.
 */
import {
  defaultTypeResolver,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isListOfObjects, paced } from '../responses/lists.ts';
import { type Complete, type Execution, isPromise, type Path } from './execution.ts';
import type { Resolvers } from './resolving.ts';

/** Takes no promises: callers wait for the value first. */
export interface Completion {
  readonly complete: Complete;
  /** Whether this completion, or any below it, needs the response path. */
  readonly needsPath: boolean;
}

/** Builds the completion of an object type that a field returns; `isRequired` if the field is non-null. */
export type ObjectCompletion = (type: GraphQLObjectType, isRequired: boolean) => Completion;

interface Graph {
  readonly schema: GraphQLSchema;
  readonly resolvers: Resolvers;
}

export function completionOf(graph: Graph, type: GraphQLOutputType, ofObject: ObjectCompletion): Completion {
  const isRequired = isNonNullType(type);
  const nullable = isRequired ? type.ofType : type;
  if (isListType(nullable)) {
    return list(completionOf(graph, nullable.ofType, ofObject), isRequired, isListOfObjects(nullable));
  }
  if (isLeafType(nullable)) return { complete: leaf(nullable, isRequired), needsPath: false };
  if (isAbstractType(nullable)) return { complete: abstract(graph, nullable, ofObject, isRequired), needsPath: true };
  return ofObject(nullable, isRequired);
}

function nullOrFail(run: Execution, isRequired: boolean): null {
  return isRequired ? run.fail() : null;
}

function leaf(type: GraphQLLeafType, isRequired: boolean): Complete {
  return (run, value) => {
    if (value === null || value === undefined) return nullOrFail(run, isRequired);
    if (value instanceof Error || typeof value === 'function') return run.fail();
    try {
      return type.serialize(value) ?? run.fail();
    } catch {
      return run.fail();
    }
  };
}

function list({ complete, needsPath }: Completion, isRequired: boolean, isOfObjects: boolean): Completion {
  const completeList: Complete = (run, value, prev, info) => {
    if (value === null || value === undefined) return nullOrFail(run, isRequired);
    if (!Array.isArray(value)) return run.fail();
    const items = isOfObjects && run.isPaced ? (paced(run.context, value) as unknown[]) : value;
    const completed: unknown[] = [];
    for (let key = 0; key < items.length; key += 1) {
      const item: unknown = items[key];
      const path = needsPath ? { prev, key, typename: undefined } : undefined;
      completed.push(isPromise(item) ? run.defer(complete, item, path, info) : complete(run, item, path, info));
    }
    if (run.unseated > 0) run.seat(completed);
    return completed;
  };
  return { complete: completeList, needsPath };
}

function abstract(
  { schema, resolvers }: Graph,
  type: GraphQLAbstractType,
  ofObject: ObjectCompletion,
  isRequired: boolean,
): Complete {
  const possible = new Map<unknown, Complete>(
    schema.getPossibleTypes(type).map((each) => [each.name, ofObject(each, isRequired).complete]),
  );
  const resolveType = resolvers.byType.get(type) ?? defaultTypeResolver;
  const typeOf = (run: Execution, value: unknown, info: GraphQLResolveInfo): unknown => {
    try {
      return resolveType(value, run.context, info, type);
    } catch {
      return null;
    }
  };
  return (run, value, path: Path | undefined, info) => {
    if (value === null || value === undefined) return nullOrFail(run, isRequired);
    if (value instanceof Error) return run.fail();
    const complete = possible.get(typeOf(run, value, info as GraphQLResolveInfo));
    return complete === undefined ? run.fail() : complete(run, value, path, info);
  };
}
