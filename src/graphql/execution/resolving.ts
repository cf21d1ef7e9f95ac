/** Calls the resolvers of fields, with the arguments and the `info` that graphql-js passes. */
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
} from 'graphql';
import type { Execution, Path, Place, Variables } from './execution.ts';

/** The operation that is compiled. */
export type Operation = Pick<GraphQLResolveInfo, 'fragments' | 'operation' | 'schema'> & {
  /** Those that `@skip` and `@include` depend on. */
  readonly conditions: Variables;
};

export interface SelectedField {
  readonly operation: Operation;
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly responseKey: string;
  readonly fieldNodes: readonly FieldNode[];
}

/** The completed value of a field of the source object. */
export type ResolveField = (run: Execution, source: unknown, prev: Path | undefined) => unknown;

export function resolverCall(field: SelectedField, place: Place): ResolveField {
  const { responseKey: key, parentType, fieldNodes, definition } = field;
  const { resolve = defaultFieldResolver, args } = definition;
  const node = fieldNodes[0] as FieldNode;
  return (run, source, prev) => {
    const path: Path = { prev, key, typename: parentType.name };
    const info = new FieldInfo(field, path, run.variables);
    let value: unknown;
    try {
      const values = args.length === 0 ? noArguments : getArgumentValues(definition, node, run.variables);
      value = resolve(source, values, run.context, info);
    } catch (error) {
      return place.fail(run, error, path);
    }
    return place.complete(run, value, path, info);
  };
}

const noArguments: Variables = Object.freeze({});

/** The `info` of a resolver. Everything that is the same for each request is read from the selected field. */
class FieldInfo implements GraphQLResolveInfo {
  readonly path: Path;
  readonly variableValues: Variables;
  readonly #field: SelectedField;

  constructor(field: SelectedField, path: Path, variables: Variables) {
    this.#field = field;
    this.path = path;
    this.variableValues = variables;
  }

  get fieldName() {
    return this.#field.definition.name;
  }

  get fieldNodes() {
    return this.#field.fieldNodes;
  }

  get returnType() {
    return this.#field.definition.type;
  }

  get parentType() {
    return this.#field.parentType;
  }

  get schema() {
    return this.#field.operation.schema;
  }

  get fragments() {
    return this.#field.operation.fragments;
  }

  get operation() {
    return this.#field.operation.operation;
  }

  get rootValue() {
    return undefined;
  }
}
