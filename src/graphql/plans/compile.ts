/**
 * Compiled execution. It walks the selections and nothing else: arguments, variables and conditions are settled before or as
 * resolvers are asked. It only has to be right where all goes well; where anything fails, graphql itself tells the run again
 * over what the resolvers gave.
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
import { fragmentsOf } from '../lookahead.ts';
import { measureQuery } from '../query-size.ts';
import { prepareSchema, retell } from './retelling.ts';
import { Run } from './run.ts';
import { compileRoot } from './selection.ts';
import { settle, type Variables } from './settle.ts';

/** The code of more is long to make and long to keep. */
const MAX_SELECTIONS = 1_000;

/** Carries an operation out, once. `variables` are coerced. */
export type RunOperation = (context: Context, variables: Variables) => ExecutionResult | Promise<ExecutionResult>;

/** For a query that is compilable. `variables` are those that decide what is selected. */
export type Compile = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
) => RunOperation;

/** Changes the schema that it is given. */
export function createCompile(schema: GraphQLSchema): Compile {
  const resolvers = prepareSchema(schema);
  return (document, asked, deciding) => {
    const settled = settle(document, asked, deciding);
    const operation = getOperationAST(settled) as OperationDefinitionNode;
    const selecting = { operation: { schema, operation, fragments: fragmentsOf(settled) }, resolvers };
    const complete = compileRoot(selecting, schema.getQueryType() as GraphQLObjectType);
    return (context, variables) => {
      const run = new Run(context, variables);
      const data = complete(run, undefined, undefined, null) as Record<string, unknown>;
      const finish = () => (run.hasFailed ? retell(schema, settled, run) : { data });
      return run.ended()?.then(finish) ?? finish();
    };
  };
}

/**
 * How many selections would be compiled, each fragment unfolded where it stands; null for what goes the plain way.
 *
 * Mutations run one after the other, each only if the one before did not fail, which compiled code does not keep to; what
 * describes the schema has no resolver of ours; and one name is no plain key in the code that is made.
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
