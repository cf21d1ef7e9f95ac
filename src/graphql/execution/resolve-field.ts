/** Calls the resolvers of fields, with the arguments and the `info` that graphql-js passes. */
import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql';
import type { Warn } from '../resolvers/warnings.ts';
import { compileArguments } from './arguments.ts';
import type { Completer, Execution, Path, Variables } from './execution.ts';

/** The operation to compile. */
export type CompilationContext = Pick<GraphQLResolveInfo, 'fragments' | 'operation' | 'schema'> & {
  /** The variables that `@skip` and `@include` depend on. */
  readonly conditions: Variables;
};

export interface SelectedField {
  readonly compilation: CompilationContext;
  readonly parentType: GraphQLObjectType;
  readonly definition: GraphQLField<unknown, unknown>;
  readonly responseKey: string;
  readonly fieldNodes: readonly FieldNode[];
  /** Called with the field's value, unless that is null or an error. */
  readonly warn?: Warn | undefined;
}

/** The completed value of a field of the source object. */
type ResolveField = (execution: Execution, source: unknown, prev: Path | undefined) => unknown;

export function compileResolver(field: SelectedField, completer: Completer): ResolveField {
  const { responseKey: key, parentType, fieldNodes, definition } = field;
  const { resolve = defaultFieldResolver, args } = definition;
  const coerceArguments =
    args.length === 0 ? () => noArguments : compileArguments(definition, fieldNodes[0] as FieldNode);
  return (execution, source, prev) => {
    const path: Path = { prev, key, typename: parentType.name };
    const info = new FieldInfo(field, path, execution.variables);
    let value: unknown;
    try {
      value = resolve(source, coerceArguments(execution.variables), execution.context, info);
    } catch (error) {
      return completer.fail(execution, error, path);
    }
    return completer.complete(execution, value, path, info);
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
    return this.#field.compilation.schema;
  }

  get fragments() {
    return this.#field.compilation.fragments;
  }

  get operation() {
    return this.#field.compilation.operation;
  }

  get rootValue() {
    return undefined;
  }
}
