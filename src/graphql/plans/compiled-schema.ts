/**
 * The schema as compiled execution gets it: fields without arguments, whose resolvers find those themselves as graphql does,
 * and take down what the resolvers of the graph gave. So no text of a client gets into compiled code, and what a run gave can
 * be told again without asking anybody twice.
 */
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { createArgumentsReader } from './arguments.ts';
import type { Variables } from './settle.ts';

type Path = GraphQLResolveInfo['path'];

/** What a resolver gave, or threw. */
type Outcome = { readonly path: Path } & ({ readonly value: unknown } | { readonly error: unknown });

/** What resolvers get in place of the context while one operation is carried out. */
export interface Run {
  readonly context: Context;
  readonly variables: Variables;
  readonly outcomes: Outcome[];
  /** Where a run is told again: what was given at a path. */
  readonly told: ReadonlyMap<string, Outcome> | null;
}

/** Properties of records that are made when they are read, and may throw: compiled code reads others without a net. */
const madeOnDemand: ReadonlySet<string> = new Set(['id', 'transId', 'cursor', 'startCursor', 'endCursor']);

/** Changes the schema that it is given. */
export function prepareSchema(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type)) {
      if (type.resolveType) type.resolveType = netted(type.resolveType);
    }
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) prepareField(field);
  }
  return schema;
}

/** The run from its beginning, for resolvers that only tell what they gave. */
export function retold(run: Run): Run {
  return { ...run, told: new Map(run.outcomes.map((outcome) => [textOf(outcome.path), outcome])) };
}

function prepareField(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve as GraphQLFieldResolver<unknown, Context> | undefined;
  if (resolve !== undefined) field.resolve = recorded(resolve, field.args) as GraphQLFieldResolver<unknown, unknown>;
  else if (madeOnDemand.has(field.name)) field.resolve = defaultFieldResolver;
  field.args = [];
}

function recorded(
  resolve: GraphQLFieldResolver<unknown, Context>,
  args: readonly GraphQLArgument[],
): GraphQLFieldResolver<unknown, Run> {
  const argumentsOf = createArgumentsReader(args);
  return (source, _none, run, info) => {
    const { path } = info;
    if (run.told !== null) return tell(run.told.get(textOf(path)));
    try {
      const given = argumentsOf(info.fieldNodes[0] as FieldNode, run.variables);
      const value = resolve(source, given, run.context, Object.assign(info, { variableValues: run.variables }));
      run.outcomes.push({ path, value });
      return value;
    } catch (error) {
      run.outcomes.push({ path, error });
      throw error;
    }
  };
}

function tell(outcome: Outcome | undefined): unknown {
  if (outcome === undefined) throw new Error('A field is told again that the run did not reach');
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

function textOf(path: Path | undefined): string {
  return path === undefined ? '' : `${textOf(path.prev)}.${path.key}`;
}

/** What is thrown in compiled code nobody catches; no type is an error of the field, whose words graphql finds when it is told. */
function netted(resolveType: GraphQLTypeResolver<unknown, unknown>): GraphQLTypeResolver<unknown, unknown> {
  return (value, run, info, type) => {
    const { context, told } = run as Run;
    if (told !== null) return resolveType(value, context, info, type);
    try {
      return resolveType(value, context, info, type);
    } catch {
      return undefined;
    }
  };
}
