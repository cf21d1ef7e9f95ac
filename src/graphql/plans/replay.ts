/**
 * Replays a failed execution through graphql-js, over a schema whose resolvers return the recorded results: errors, their
 * order and null propagation are graphql-js's own, and no resolver is called twice. Only resolvers that the failure kept
 * from being reached are called now.
 */

import { andThen } from '@realty-forms/platform/maybe-promise.ts';
import {
  type DocumentNode,
  defaultFieldResolver,
  execute,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { partsOf } from '../resolvers/on-resolved.ts';
import { isListOfObjects, paced } from '../responses/lists.ts';
import { createArgumentsReader } from './arguments.ts';
import type { Execution, FieldResult, Path } from './execution.ts';
import type { Resolver, Resolvers } from './resolving.ts';

type Field = GraphQLField<unknown, unknown>;

/** The context value of a replay. */
interface ReplayContext {
  readonly run: Execution;
  readonly results: ReadonlyMap<string, FieldResult>;
}

export function replay(schema: GraphQLSchema, document: DocumentNode, run: Execution): ReturnType<typeof execute> {
  const results = new Map(run.results.map((result) => [pathKey(result.path), result]));
  return execute({ schema, document, contextValue: { run, results } satisfies ReplayContext });
}

/**
 * Replaces the schema's resolvers by replaying ones and returns the original ones. The fields lose their arguments, which
 * are coerced per resolver instead.
 */
export function prepareSchema(schema: GraphQLSchema): Resolvers {
  const byField = new Map<Field, Resolver>();
  const byType = new Map<GraphQLAbstractType, GraphQLTypeResolver<unknown, Context>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type) && type.resolveType) {
      const { resolveType } = type;
      byType.set(type, resolveType);
      type.resolveType = (value, { run }: ReplayContext, info, abstract) =>
        resolveType(value, run.context, info, abstract);
    }
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const resolver = resolverOf(field);
      // `resolveType` needs an `info`, so a field of an abstract type is treated like one with a resolver.
      if (field.resolve !== undefined || isAbstractType(getNamedType(field.type))) byField.set(field, resolver);
      const original = (field.resolve ?? defaultFieldResolver) as GraphQLFieldResolver<unknown, Context>;
      const replayed = replaying(original, resolver, byField.has(field));
      field.resolve = (isListOfObjects(field.type) ? pacing(replayed) : replayed) as GraphQLFieldResolver<
        unknown,
        unknown
      >;
      field.args = [];
    }
  }
  return { byField, byType };
}

function resolverOf({ resolve = defaultFieldResolver, args }: Field): Resolver {
  const { onResolved, ...parts } = partsOf(resolve) ?? { resolve, onResolved: null };
  return {
    resolve: parts.resolve as GraphQLFieldResolver<unknown, Context>,
    argumentsOf: createArgumentsReader(args),
    onResolved,
  };
}

/** Does not call `onResolved` for recorded values: the compiled execution has already done so. */
function replaying(
  resolve: GraphQLFieldResolver<unknown, Context>,
  { argumentsOf }: Resolver,
  isRecorded: boolean,
): GraphQLFieldResolver<unknown, ReplayContext> {
  return (source, _none, { run, results }, info) => {
    const result = isRecorded ? results.get(pathKey(info.path)) : undefined;
    if (result === undefined) {
      const args = argumentsOf(info.fieldNodes[0] as FieldNode, run.variables);
      return resolve(source, args, run.context, Object.assign(info, { variableValues: run.variables }));
    }
    if ('error' in result) throw result.error;
    return result.value;
  };
}

function pacing(resolve: GraphQLFieldResolver<unknown, ReplayContext>): typeof resolve {
  return (source, args, context, info) =>
    andThen(resolve(source, args, context, info), (value) => paced(context.run.context, value));
}

function pathKey(path: Path | undefined): string {
  return path === undefined ? '' : `${pathKey(path.prev)}.${path.key}`;
}
