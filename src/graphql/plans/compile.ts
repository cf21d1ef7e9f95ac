/**
 * Compiled execution of queries. It walks selections only: variables and conditions are resolved beforehand, arguments when
 * a resolver is called. It only has to be correct if nothing fails; after a failure, the execution is replayed through
 * graphql-js over the results that the resolvers returned.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLObjectType,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Context } from '../context.ts';
import { fragmentsOf } from '../limits/fragments.ts';
import { measureQuery } from '../limits/query-size.ts';
import { resolveConditions, type Variables } from './conditions.ts';
import { Execution } from './execution.ts';
import { compileRoot } from './objects.ts';
import { prepareSchema, replay } from './replay.ts';

/** Larger operations take too long to compile and too much memory to cache. */
const MAX_SELECTIONS = 1_000;

/** Executes the operation once. `variables` are coerced. */
export type ExecuteOperation = (context: Context, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Compiles a query for which `weightToCompile` returned a weight. `variables` must hold those that `@skip` and `@include`
 * depend on.
 */
export type Compile = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
) => ExecuteOperation;

/** Modifies the given schema. */
export function createCompile(schema: GraphQLSchema): Compile {
  const resolvers = prepareSchema(schema);
  return (document, original, conditionValues) => {
    const resolved = resolveConditions(document, original, conditionValues);
    const operation = getOperationAST(resolved) as OperationDefinitionNode;
    const compilation = { operation: { schema, operation, fragments: fragmentsOf(resolved) }, resolvers };
    const complete = compileRoot(compilation, schema.getQueryType() as GraphQLObjectType);
    return (context, variables) => {
      const run = new Execution(context, variables);
      const data = complete(run, undefined, undefined, null) as Record<string, unknown>;
      const finish = () => (run.hasFailed ? replay(schema, resolved, run) : { data });
      return run.whenSettled()?.then(finish) ?? finish();
    };
  };
}

/**
 * The number of selections that would be compiled, with every fragment expanded wherever it is spread; null if the
 * operation has to be executed the regular way.
 *
 * Not compiled: mutations, which must be executed serially; introspection, whose resolvers belong to graphql-js; and the
 * response key `__proto__`, which an object literal does not create as a property.
 */
export function weightToCompile(document: DocumentNode, operation: OperationDefinitionNode): number | null {
  if (operation.operation !== 'query') return null;
  const measured = measureQuery(document);
  if ('cycle' in measured) return null;
  const { selections = 0 } = measured.counts;
  if (selections > MAX_SELECTIONS) return null;
  let isPlain = true;
  visit(document, {
    [Kind.FIELD]: ({ name, alias }) => {
      if ((alias ?? name).value === '__proto__' || name.value === '__schema' || name.value === '__type')
        isPlain = false;
    },
  });
  return isPlain ? Math.max(1, selections) : null;
}
