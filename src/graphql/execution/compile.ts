/**
 * Compiles an operation, once for all of its requests: what graphql-js finds out for each value, from its type and from its
 * selection set, is found out beforehand. Parts that no request reaches are not compiled.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../context.ts';
import { fragmentsOf } from '../limits/query-size.ts';
import { applyingTo, keyOf, selectedFields } from '../resolvers/lookahead.ts';
import { compileObject } from './compile-object.ts';
import type { BuildObject } from './complete-value.ts';
import { Execution, type Variables } from './execution.ts';
import type { CompilationContext } from './resolve-field.ts';

/** Executes the operation once. `rootValue` is the event of a subscription. */
export type ExecuteOperation = (
  context: Context,
  variables: Variables,
  rootValue?: unknown,
) => ExecutionResult | Promise<ExecutionResult>;

/** For a document that is valid against the schema. `conditions` are the variables that `@skip` and `@include` depend on. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Variables,
): ExecuteOperation {
  const compilation = { schema, operation, fragments: fragmentsOf(document), conditions };
  const type = schema.getRootType(operation.operation) as GraphQLObjectType;
  if (operation.operation === 'mutation') return inOrder(fieldsOneByOne(compilation, type));
  const build = compileObject(compilation, type, [operation], 0);
  return (context, variables, rootValue) => {
    const execution = new Execution(context, variables);
    const data = build(execution, rootValue, undefined);
    return execution.whenSettled()?.then(() => execution.resultOf(data)) ?? execution.resultOf(data);
  };
}

/** An object for each root field. */
function fieldsOneByOne(compilation: CompilationContext, type: GraphQLObjectType): readonly BuildObject[] {
  const { schema, operation, fragments, conditions: variableValues } = compilation;
  const selected = selectedFields({ fragments, variableValues }, [operation], applyingTo(schema, type));
  return Map.groupBy(selected, keyOf)
    .values()
    .map((selections) =>
      compileObject(compilation, type, [{ selectionSet: { kind: Kind.SELECTION_SET, selections } }], 0),
    )
    .toArray();
}

/** Mutations: one field after the other, and none after a failure that makes all data null. */
function inOrder(builds: readonly BuildObject[]): ExecuteOperation {
  return async (context, variables) => {
    const execution = new Execution(context, variables);
    let data: Record<string, unknown> = {};
    for (const build of builds) {
      const made = build(execution, undefined, undefined);
      await execution.whenSettled();
      data = { ...data, ...made };
      if (execution.hasNoData()) break;
    }
    return execution.resultOf(data);
  };
}
