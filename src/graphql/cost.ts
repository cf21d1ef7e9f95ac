/**
 * The economy of a request: refuses an operation that may need more upstream calls than the budget before any of it is
 * resolved (QUERY_TOO_COSTLY), and tells a client that asks for it what was estimated and what was made
 * (`extensions.cost`). The rules stand in docs/economy.md.
 */
import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { Tally } from '../gateway/calls.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Context } from './context.ts';
import type { Estimate, Weigh } from './estimate.ts';
import { fragmentsOf } from './lookahead.ts';

const COST_HEADER = 'x-cost';

/** Each error shows the value that it is about in full, so that many of a large one would not end. */
const MAX_VARIABLE_ERRORS = 5;

/** What a client is told that asks for it. */
export interface Cost {
  readonly upstreamCalls: { readonly estimated: number | null; readonly actual: number };
}

/** `budget` is the most upstream calls that an operation may be estimated to need. */
export function costPlugin(schema: GraphQLSchema, weigh: Weigh, budget: number): ApolloServerPlugin<Context> {
  const estimate = (operation: OperationDefinitionNode, document: DocumentNode, given: GraphQLRequest['variables']) => {
    const definitions = operation.variableDefinitions ?? [];
    const { coerced, errors } = getVariableValues(schema, definitions, given ?? {}, { maxErrors: MAX_VARIABLE_ERRORS });
    if (errors !== undefined && errors.length > MAX_VARIABLE_ERRORS) throw misfit(errors[0]?.message ?? '');
    // Few that do not fit are refused, each by its name, when the operation is carried out.
    if (coerced === undefined) return null;
    try {
      return weigh(operation, { fragments: fragmentsOf(document), variableValues: coerced });
    } catch (error) {
      throw error instanceof GraphQLError ? undecided(error) : error;
    }
  };

  return {
    async requestDidStart() {
      let estimated: Estimate | null = null;
      return {
        async didResolveOperation({ operation, document, request, contextValue: { facts } }) {
          estimated = operation ? estimate(operation, document, request.variables) : null;
          if (estimated !== null) facts.estimatedCalls = estimated.calls;
          if (estimated !== null && estimated.calls > budget) throw tooCostly(estimated, budget);
        },
        async willSendResponse({ request, response: { body }, contextValue: { calls } }) {
          if (body.kind !== 'single' || estimated === null) return;
          if (!isCostAskedFor(request.extensions, request.http?.headers.get(COST_HEADER))) return;
          body.singleResult.extensions = { ...body.singleResult.extensions, cost: costOf(estimated.calls, calls) };
        },
      };
    },
  };
}

/** By `"extensions": {"cost": true}` in the request, or by the header `x-cost: 1`. */
export function isCostAskedFor(extensions: GraphQLRequest['extensions'], header: string | undefined): boolean {
  return extensions?.['cost'] === true || header === '1';
}

export function costOf(estimated: number, { made }: Tally): Cost {
  return { upstreamCalls: { estimated: shown(estimated), actual: made } };
}

/** JSON has no infinity: null is what was not weighed to its end. */
function shown(calls: number): number | null {
  return Number.isFinite(calls) ? calls : null;
}

function misfit(problem: string): GraphQLError {
  const message = `The variables do not fit, in more than ${MAX_VARIABLE_ERRORS} places: ${problem}`;
  const originalError = new GatewayFault('BAD_USER_INPUT', message);
  return new GraphQLError(message, { originalError, extensions: { http: { status: 400 } } });
}

/** A condition that a variable leaves open, such as null for one whose default alone fits. */
function undecided(originalError: GraphQLError): GraphQLError {
  const { message, nodes } = originalError;
  return new GraphQLError(message, { nodes: nodes ?? null, originalError, extensions: { http: { status: 400 } } });
}

function tooCostly({ calls, costliest }: Estimate, budget: number): GraphQLError {
  const needed = Number.isFinite(calls) ? `${calls} upstream calls` : 'more upstream calls than can be counted';
  const most = costliest === null ? '' : `; ${costliest.path} needs most of them, ${costliest.calls}`;
  const message = `The query may need ${needed}, and at most ${budget} are allowed${most}. Ask for less at a time.`;
  const originalError = new GatewayFault('QUERY_TOO_COSTLY', message);
  return new GraphQLError(message, { originalError, extensions: { http: { status: 400 } } });
}
