/**
 * Asks a resolver of the graph, once for each place in the answer, and takes down what it gave. Its arguments are read as
 * graphql reads them, and it is told what graphql tells it.
 */
import type {
  FieldNode,
  GraphQLAbstractType,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLSchema,
  GraphQLTypeResolver,
} from 'graphql';
import type { Context } from '../context.ts';
import type { Follow } from '../followed.ts';
import type { ReadArguments } from './arguments.ts';
import { type Complete, isPromise, type Path, type Run } from './run.ts';
import type { Variables } from './settle.ts';

export interface Resolver {
  readonly resolve: GraphQLFieldResolver<unknown, Context>;
  readonly argumentsOf: ReadArguments;
  /** What is done with its value, null for nothing. */
  readonly follow: Follow | null;
}

/** The resolvers of the graph. What has none is read from its object, or names its type itself. */
export interface Resolvers {
  readonly ofFields: ReadonlyMap<GraphQLField<unknown, unknown>, Resolver>;
  readonly ofTypes: ReadonlyMap<GraphQLAbstractType, GraphQLTypeResolver<unknown, Context>>;
}

/** The operation that is compiled, its conditions settled. */
export type Operation = Pick<GraphQLResolveInfo, 'fragments' | 'operation'> & { readonly schema: GraphQLSchema };

/** A field where it is selected. */
export interface Place {
  readonly operation: Operation;
  readonly parentType: GraphQLObjectType;
  readonly fieldName: string;
  readonly returnType: GraphQLOutputType;
  readonly responseKey: string;
  readonly fieldNodes: readonly FieldNode[];
}

export type Ask = (run: Run, source: unknown, above: Path | undefined) => unknown;

export function asking(place: Place, { resolve, argumentsOf, follow }: Resolver, completeValue: Complete): Ask {
  const { responseKey: key, parentType, fieldNodes } = place;
  const typename = parentType.name;
  const first = fieldNodes[0] as FieldNode;
  const complete = follow === null ? completeValue : following(follow, completeValue);
  return (run, source, prev) => {
    const path: Path = { prev, key, typename };
    const info = new PlaceInfo(place, path, run.variables);
    let value: unknown;
    try {
      value = resolve(source, argumentsOf(first, run.variables), run.context, info);
    } catch (error) {
      run.outcomes.push({ path, error });
      return run.fail();
    }
    run.outcomes.push({ path, value });
    return isPromise(value) ? run.later(complete, value, path, info) : complete(run, value, path, info);
  };
}

function following(follow: Follow, complete: Complete): Complete {
  return (run, value, path, info) => {
    if (value != null && !(value instanceof Error)) follow(run.context, info as GraphQLResolveInfo, value);
    return complete(run, value, path, info);
  };
}

/** What a resolver is told of its place; what is the same for each request is read from there. */
class PlaceInfo implements GraphQLResolveInfo {
  readonly path: Path;
  readonly variableValues: Variables;
  readonly #place: Place;

  constructor(place: Place, path: Path, variables: Variables) {
    this.#place = place;
    this.path = path;
    this.variableValues = variables;
  }

  get fieldName() {
    return this.#place.fieldName;
  }

  get fieldNodes() {
    return this.#place.fieldNodes;
  }

  get returnType() {
    return this.#place.returnType;
  }

  get parentType() {
    return this.#place.parentType;
  }

  get schema() {
    return this.#place.operation.schema;
  }

  get fragments() {
    return this.#place.operation.fragments;
  }

  get operation() {
    return this.#place.operation.operation;
  }

  get rootValue() {
    return undefined;
  }
}
