/**
 * Values as they stand in the answer, by the type that the schema gives them (GraphQL, 6.4.3), where all is well. Whatever
 * is not (a null that may not be, an error, no list, no type, what a scalar refuses) fails the run, and is left to graphql.
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
import type { Resolvers } from './resolving.ts';
import { type Complete, isPromise, type Path, type Run } from './run.ts';

/** Takes no promises: who has one waits for what it gives. */
export interface Completion {
  readonly complete: Complete;
  /** Whether the place in the answer is asked for here or below. */
  readonly needsPath: boolean;
}

/** Completes the objects that a field selects from; `isRequired` where there must be one. */
export type ObjectCompletion = (type: GraphQLObjectType, isRequired: boolean) => Completion;

interface Graph {
  readonly schema: GraphQLSchema;
  readonly resolvers: Resolvers;
}

export function completionOf(graph: Graph, type: GraphQLOutputType, ofObject: ObjectCompletion): Completion {
  const isRequired = isNonNullType(type);
  const some = isRequired ? type.ofType : type;
  if (isListType(some)) return list(completionOf(graph, some.ofType, ofObject), isRequired);
  if (isLeafType(some)) return { complete: leaf(some, isRequired), needsPath: false };
  if (isAbstractType(some)) return { complete: abstract(graph, some, ofObject, isRequired), needsPath: true };
  return ofObject(some, isRequired);
}

function absence(run: Run, isRequired: boolean): null {
  return isRequired ? run.fail() : null;
}

function leaf(type: GraphQLLeafType, isRequired: boolean): Complete {
  return (run, value) => {
    if (value === null || value === undefined) return absence(run, isRequired);
    if (value instanceof Error || typeof value === 'function') return run.fail();
    try {
      return type.serialize(value) ?? run.fail();
    } catch {
      return run.fail();
    }
  };
}

function list({ complete, needsPath }: Completion, isRequired: boolean): Completion {
  const completeList: Complete = (run, value, prev, info) => {
    if (value === null || value === undefined) return absence(run, isRequired);
    if (!Array.isArray(value)) return run.fail();
    // Written over item by item. The engine would judge an empty literal's lists all alike, for every operation, and keeps
    // what it once takes for long-lived, with all that is in it, for the next full collection.
    const made: unknown[] = value.slice();
    for (let key = 0; key < value.length; key += 1) {
      const item: unknown = value[key];
      const path = needsPath ? { prev, key, typename: undefined } : undefined;
      made[key] = isPromise(item) ? run.later(complete, item, path, info) : complete(run, item, path, info);
    }
    if (run.loose > 0) run.seat(made);
    return made;
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
  const resolveType = resolvers.ofTypes.get(type) ?? defaultTypeResolver;
  const typeOf = (run: Run, value: unknown, info: GraphQLResolveInfo): unknown => {
    try {
      return resolveType(value, run.context, info, type);
    } catch {
      return null;
    }
  };
  return (run, value, path: Path | undefined, info) => {
    if (value === null || value === undefined) return absence(run, isRequired);
    if (value instanceof Error) return run.fail();
    const complete = possible.get(typeOf(run, value, info as GraphQLResolveInfo));
    return complete === undefined ? run.fail() : complete(run, value, path, info);
  };
}
