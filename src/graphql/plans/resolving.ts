/**
 * Calls a resolver once for each response position and records the result. Arguments are coerced as graphql-js does, and
 * the resolver gets the same `info`.
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
import type { OnResolved } from '../resolvers/on-resolved.ts';
import type { ReadArguments } from './arguments.ts';
import type { Variables } from './conditions.ts';
import { type Complete, type Execution, isPromise, type Path } from './execution.ts';

export interface Resolver {
  readonly resolve: GraphQLFieldResolver<unknown, Context>;
  readonly argumentsOf: ReadArguments;
  /** Called with each resolved value; null if there is nothing to do. */
  readonly onResolved: OnResolved | null;
}

/**
 * The schema's own resolvers. Fields without one are read from their parent object; types without one name themselves
 * (`__typename`).
 */
export interface Resolvers {
  readonly byField: ReadonlyMap<GraphQLField<unknown, unknown>, Resolver>;
  readonly byType: ReadonlyMap<GraphQLAbstractType, GraphQLTypeResolver<unknown, Context>>;
}

/** The compiled operation, with its conditions resolved. */
export type Operation = Pick<GraphQLResolveInfo, 'fragments' | 'operation'> & { readonly schema: GraphQLSchema };

export interface SelectedField {
  readonly operation: Operation;
  readonly parentType: GraphQLObjectType;
  readonly fieldName: string;
  readonly returnType: GraphQLOutputType;
  readonly responseKey: string;
  readonly fieldNodes: readonly FieldNode[];
}

export type ResolverCall = (run: Execution, source: unknown, parentPath: Path | undefined) => unknown;

export function resolverCall(
  selectedField: SelectedField,
  { resolve, argumentsOf, onResolved }: Resolver,
  completeValue: Complete,
): ResolverCall {
  const { responseKey: key, parentType, fieldNodes } = selectedField;
  const typename = parentType.name;
  const first = fieldNodes[0] as FieldNode;
  const complete = onResolved === null ? completeValue : withOnResolved(onResolved, completeValue);
  return (run, source, prev) => {
    const path: Path = { prev, key, typename };
    const info = new FieldInfo(selectedField, path, run.variables);
    let value: unknown;
    try {
      value = resolve(source, argumentsOf(first, run.variables), run.context, info);
    } catch (error) {
      run.results.push({ path, error });
      return run.fail();
    }
    run.results.push({ path, value });
    return isPromise(value) ? run.defer(complete, value, path, info) : complete(run, value, path, info);
  };
}

function withOnResolved(onResolved: OnResolved, complete: Complete): Complete {
  return (run, value, path, info) => {
    if (value != null && !(value instanceof Error)) onResolved(run.context, info as GraphQLResolveInfo, value);
    return complete(run, value, path, info);
  };
}

/** The `info` of a resolver. Everything that is the same for each request is read from the selected field. */
class FieldInfo implements GraphQLResolveInfo {
  readonly path: Path;
  readonly variableValues: Variables;
  readonly #selectedField: SelectedField;

  constructor(selectedField: SelectedField, path: Path, variables: Variables) {
    this.#selectedField = selectedField;
    this.path = path;
    this.variableValues = variables;
  }

  get fieldName() {
    return this.#selectedField.fieldName;
  }

  get fieldNodes() {
    return this.#selectedField.fieldNodes;
  }

  get returnType() {
    return this.#selectedField.returnType;
  }

  get parentType() {
    return this.#selectedField.parentType;
  }

  get schema() {
    return this.#selectedField.operation.schema;
  }

  get fragments() {
    return this.#selectedField.operation.fragments;
  }

  get operation() {
    return this.#selectedField.operation.operation;
  }

  get rootValue() {
    return undefined;
  }
}
