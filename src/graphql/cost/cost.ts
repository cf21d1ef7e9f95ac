/**
 * Rejects an operation that may need more upstream calls or have a larger response than is allowed, before any field is
 * resolved (QUERY_TOO_COSTLY), and reports the estimated and the actual number of calls to clients that request it
 * (`extensions.cost`). The rules are in docs/economy.md.
 */
import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { faults } from '@realty-forms/platform/fault.ts';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Tally } from '../../gateway/reading/request-calls.ts';
import type { Context } from '../context.ts';
import { fragmentsOf } from '../limits/fragments.ts';
import { requestError } from '../responses/errors.ts';
import type { Responses } from '../responses/responses.ts';
import type { Costs, Estimate, Weigh } from './estimate.ts';

/** Each error quotes the whole variable that it is about, so many errors in a large one would add up without limit. */
const MAX_VARIABLE_ERRORS = 5;

/** `extensions.cost` of a response. JSON has null for infinity: the estimate was not completed. */
export interface Cost {
  readonly upstreamCalls: { readonly estimated: number; readonly actual: number };
}

/** The largest estimates with which an operation is executed. */
export interface CostLimits {
  /** Upstream calls. */
  readonly maxCalls: number;
  /** Upstream calls of each event of a subscription. */
  readonly maxEventCalls: number;
  /** Bytes of the response. */
  readonly maxBytes: number;
}

export function isWithin(
  { maxCalls, maxBytes }: Pick<CostLimits, 'maxCalls' | 'maxBytes'>,
  { calls, bytes }: Costs,
): boolean {
  return calls <= maxCalls && bytes <= maxBytes;
}

/** `begin` is called with each estimate within the limits, and may throw. */
export function costPlugin(
  schema: GraphQLSchema,
  weigh: Weigh,
  limits: CostLimits,
  begin: Responses['begin'],
): ApolloServerPlugin<Context> {
  const estimate = (
    operation: OperationDefinitionNode,
    document: DocumentNode,
    variables: GraphQLRequest['variables'],
  ) => {
    const definitions = operation.variableDefinitions ?? [];
    const { coerced, errors } = getVariableValues(schema, definitions, variables ?? {}, {
      maxErrors: MAX_VARIABLE_ERRORS,
    });
    if (errors !== undefined && errors.length > MAX_VARIABLE_ERRORS) throw invalidVariables(errors[0]?.message);
    // Fewer errors are left to execution, which reports each one.
    if (coerced === undefined) return null;
    try {
      return weigh(operation, { fragments: fragmentsOf(document), variableValues: coerced });
    } catch (error) {
      throw error instanceof GraphQLError ? undecided(error) : error;
    }
  };

  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ operation, document, request, contextValue }) {
          try {
            const estimated = operation ? estimate(operation, document, request.variables) : null;
            if (estimated === null) return;
            contextValue.facts.estimatedCalls = estimated.calls;
            const isStream = operation?.operation === 'subscription';
            const limit = isStream ? { ...limits, maxCalls: limits.maxEventCalls } : limits;
            if (!isWithin(limit, estimated)) throw tooCostly(estimated, limit);
            // Each event begins by itself.
            if (!isStream) begin(contextValue, estimated);
          } catch (fault) {
            throw fault instanceof GatewayFault ? requestError(fault, contextValue.requestId) : fault;
          }
        },
      };
    },
  };
}

/** By `"extensions": {"cost": true}` in the request, or by the header `x-cost: 1`. */
export function isCostRequested(extensions: unknown, header: string | string[] | undefined): boolean {
  return header === '1' || (isJsonObject(extensions) && extensions['cost'] === true);
}

export function costOf(estimated: number, { made }: Tally): Cost {
  return { upstreamCalls: { estimated, actual: made } };
}

function invalidVariables(problem = ''): GatewayFault {
  const message = `The variables are invalid in more than ${MAX_VARIABLE_ERRORS} places: ${problem}`;
  return new GatewayFault('BAD_USER_INPUT', message);
}

/** A condition that a variable leaves undecided, such as null for a nullable variable with a default in a non-null position. */
function undecided(originalError: GraphQLError): GraphQLError {
  const { message, nodes } = originalError;
  const http = { status: faults.BAD_USER_INPUT.status };
  return new GraphQLError(message, { nodes: nodes ?? null, originalError, extensions: { http } });
}

function tooCostly(estimate: Estimate, limits: Pick<CostLimits, 'maxCalls' | 'maxBytes'>): GatewayFault {
  const isTooMany = estimate.calls > limits.maxCalls;
  const message = isTooMany ? tooManyCalls(estimate, limits.maxCalls) : tooLarge(estimate, limits.maxBytes);
  return new GatewayFault('QUERY_TOO_COSTLY', message);
}

const ADVICE = 'Request less at a time.';

function tooManyCalls({ calls, costliest }: Estimate, maxCalls: number): string {
  const needed = Number.isFinite(calls) ? `${calls} upstream calls` : 'more upstream calls than can be counted';
  const hint = costliest === null ? '' : `; ${costliest.path} needs most of them, ${costliest.calls}`;
  return `The query may need ${needed}, and at most ${maxCalls} are allowed${hint}. ${ADVICE}`;
}

function tooLarge({ bytes, largest }: Estimate, maxBytes: number): string {
  const hint = largest === null ? '' : `; ${largest.path} has most of them, ${largest.bytes}`;
  return `The response may have ${bytes} bytes, and at most ${maxBytes} are allowed${hint}. ${ADVICE}`;
}
