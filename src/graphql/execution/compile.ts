/**
 * Compiles an operation, once for all of its requests: what graphql-js finds out for each value, from its type and from what is
 * selected of it, is found out beforehand. Parts that are never reached are never compiled.
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
import { fragmentsOf } from '../limits/fragments.ts';
import { applyingTo, keyOf, selectedFields } from '../resolvers/lookahead.ts';
import { Execution, type Variables } from './execution.ts';
import { compileObject } from './objects.ts';
import type { BuildObject } from './places.ts';
import type { Operation } from './resolving.ts';

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
  const compiled = { schema, operation, fragments: fragmentsOf(document), conditions };
  const type = schema.getRootType(operation.operation) as GraphQLObjectType;
  if (operation.operation === 'mutation') return inOrder(fieldsOneByOne(compiled, type));
  const build = compileObject(compiled, type, [operation], 0);
  return (context, variables, rootValue) => {
    const run = new Execution(context, variables);
    const data = build(run, rootValue, undefined);
    return run.whenSettled()?.then(() => run.resultOf(data)) ?? run.resultOf(data);
  };
}

/** An object for each root field. */
function fieldsOneByOne(compiled: Operation, type: GraphQLObjectType): readonly BuildObject[] {
  const { schema, operation, fragments, conditions: variableValues } = compiled;
  const selected = selectedFields({ fragments, variableValues }, [operation], applyingTo(schema, type));
  return Map.groupBy(selected, keyOf)
    .values()
    .map((selections) => compileObject(compiled, type, [{ selectionSet: { kind: Kind.SELECTION_SET, selections } }], 0))
    .toArray();
}

/** Mutations: one field after the other, and none after one that has left no data. */
function inOrder(builds: readonly BuildObject[]): ExecuteOperation {
  return async (context, variables) => {
    const run = new Execution(context, variables);
    let data: Record<string, unknown> = {};
    for (const build of builds) {
      const made = build(run, undefined, undefined);
      await run.whenSettled();
      data = { ...data, ...made };
      if (run.hasNoData()) break;
    }
    return run.resultOf(data);
  };
}
