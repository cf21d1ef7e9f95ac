/**
 * Compiled execution, the only place that knows graphql-jit. It walks the selections and nothing else: arguments, variables
 * and conditions are settled before or by the resolvers. Where anything fails, graphql itself tells the run again over what
 * the resolvers gave, so that errors, their order and the nulls around them are its own, and no resolver is asked twice.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../context.ts';
import { measureQuery } from '../query-size.ts';
import { prepareSchema, type Run, retold } from './compiled-schema.ts';
import { settle, type Variables } from './settle.ts';

/** The code of more is long to make and long to keep. */
const MAX_SELECTIONS = 1_000;

/** Carries an operation out, once. `variables` are coerced. */
export type RunOperation = (context: Context, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/** Null for what cannot be compiled. `variables` are those that decide what is selected. */
export type Compile = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
) => RunOperation | null;

export function createCompile(schema: GraphQLSchema): Compile {
  const prepared = prepareSchema(schema);
  return (document, operation, deciding) => {
    const settled = settle(document, operation, deciding);
    const compiled = compileQuery(prepared, settled, operation.name?.value, { disablingCapturingStackErrors: true });
    if (!isCompiledQuery(compiled)) return null;

    const finish = (result: ExecutionResult, run: Run): ExecutionResult | Promise<ExecutionResult> => {
      if (result.errors === undefined) return result;
      return execute({ schema: prepared, document: settled, contextValue: retold(run) });
    };
    return (context, variables) => {
      const run: Run = { context, variables, outcomes: [], told: null };
      const result = compiled.query(undefined, run, {});
      return result instanceof Promise ? result.then((each) => finish(each, run)) : finish(result, run);
    };
  };
}

/**
 * Mutations run one after the other, each only if the one before did not fail, which compiled code does not keep to; what
 * describes the schema has no resolver of ours; and some names mean something in the code that is made.
 */
export function isCompilable(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== 'query') return false;
  const measured = measureQuery(document);
  if ('cycle' in measured || (measured.counts.selections ?? 0) > MAX_SELECTIONS) return false;
  let isPlain = true;
  visit(document, {
    [Kind.FIELD]: ({ name, alias }) => {
      const key = (alias ?? name).value;
      // Names of places in the answer are joined by it: two of them could be taken for one.
      const isJoined = key.includes('_') && key !== '__typename';
      if (isJoined || name.value === '__schema' || name.value === '__type') isPlain = false;
    },
  });
  return isPlain;
}
