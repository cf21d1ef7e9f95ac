/**
 * A run told again by graphql itself, over a schema whose resolvers tell what those of the graph have given: so errors, their
 * order and the nulls around them are graphql's own, and nobody is asked twice. Only what a failure kept the run from
 * reaching is asked now.
 */
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
import { partsOf } from '../followed.ts';
import { createArgumentsReader } from './arguments.ts';
import type { Resolver, Resolvers } from './resolving.ts';
import type { Outcome, Path, Run } from './run.ts';

type Field = GraphQLField<unknown, unknown>;

/** What resolvers get in place of the context. */
interface Retelling {
  readonly run: Run;
  readonly told: ReadonlyMap<string, Outcome>;
}

export function retell(schema: GraphQLSchema, document: DocumentNode, run: Run): ReturnType<typeof execute> {
  const told = new Map(run.outcomes.map((outcome) => [textOf(outcome.path), outcome]));
  return execute({ schema, document, contextValue: { run, told } satisfies Retelling });
}

/**
 * Makes the schema one for telling, and gives the resolvers that it had. Its fields have no arguments any more, which are
 * read for each resolver of the graph instead.
 */
export function prepareSchema(schema: GraphQLSchema): Resolvers {
  const ofFields = new Map<Field, Resolver>();
  const ofTypes = new Map<GraphQLAbstractType, GraphQLTypeResolver<unknown, Context>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type) && type.resolveType) {
      const { resolveType } = type;
      ofTypes.set(type, resolveType);
      type.resolveType = (value, { run }: Retelling, info, abstract) => resolveType(value, run.context, info, abstract);
    }
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const resolver = resolverOf(field);
      // What finds a type is told what resolvers are told.
      if (field.resolve !== undefined || isAbstractType(getNamedType(field.type))) ofFields.set(field, resolver);
      const whole = (field.resolve ?? defaultFieldResolver) as GraphQLFieldResolver<unknown, Context>;
      field.resolve = telling(whole, resolver, ofFields.has(field)) as GraphQLFieldResolver<unknown, unknown>;
      field.args = [];
    }
  }
  return { ofFields, ofTypes };
}

function resolverOf({ resolve = defaultFieldResolver, args }: Field): Resolver {
  const { follow, ...parts } = partsOf(resolve) ?? { resolve, follow: null };
  return {
    resolve: parts.resolve as GraphQLFieldResolver<unknown, Context>,
    argumentsOf: createArgumentsReader(args),
    follow,
  };
}

/** What is told has been followed before. */
function telling(
  resolve: GraphQLFieldResolver<unknown, Context>,
  { argumentsOf }: Resolver,
  isTold: boolean,
): GraphQLFieldResolver<unknown, Retelling> {
  return (source, _none, { run, told }, info) => {
    const outcome = isTold ? told.get(textOf(info.path)) : undefined;
    if (outcome === undefined) {
      const given = argumentsOf(info.fieldNodes[0] as FieldNode, run.variables);
      return resolve(source, given, run.context, Object.assign(info, { variableValues: run.variables }));
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  };
}

function textOf(path: Path | undefined): string {
  return path === undefined ? '' : `${textOf(path.prev)}.${path.key}`;
}
