/**
 * Checks an operation before it is executed: coerces its variables, and compares the estimate with the limits (QUERY_TOO_COSTLY). On
 * request, clients get the estimated and the actual number of calls (`extensions.cost`). The rules are in docs/query.md.
 */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { RequestLog } from '@realty-forms/platform/observability/request-log.ts';
import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Tally } from '../../gateway/reading/request-calls.ts';
import type { Variables } from '../execution/execution.ts';
import { fragmentsOf } from '../limits/query-size.ts';
import type { PreparedOperation } from '../operations.ts';
import type { Cost, Estimate, EstimateCost } from './estimate.ts';

/** Each error quotes its whole variable, so many errors in a large variable would add up without limit. */
const MAX_VARIABLE_ERRORS = 5;

/** `extensions.cost` of a response. Infinity, which JSON writes as null, means that the estimate was not completed. */
interface ReportedCost {
  readonly upstreamCalls: { readonly estimated: number; readonly actual: number };
}

/** The largest estimates with which an operation is still executed. */
export interface CostLimits {
  /** Upstream calls. */
  readonly maxCalls: number;
  /** Upstream calls of each event of a subscription. */
  readonly maxEventCalls: number;
  /** Bytes of the response. */
  readonly maxBytes: number;
}

export function isWithin({ maxCalls, maxBytes }: Maxima, { calls, bytes }: Cost): boolean {
  return calls <= maxCalls && bytes <= maxBytes;
}

/** An operation that may be executed. */
export interface ExecutableOperation {
  readonly prepared: PreparedOperation;
  /** As the client sent them. */
  readonly rawVariables: Variables;
  /** Coerced, including defaults. */
  readonly variables: Variables;
  readonly cost: Cost;
}

/** A problem of an operation, or of its variables. */
interface RejectedOperation {
  readonly errors: readonly GraphQLError[];
}

export type CheckOperation = (
  prepared: PreparedOperation,
  rawVariables: Variables,
  requestLog: RequestLog,
) => ExecutableOperation | RejectedOperation;

export function createOperationCheck(
  schema: GraphQLSchema,
  estimateCost: EstimateCost,
  limits: CostLimits,
): CheckOperation {
  return (prepared, rawVariables, requestLog) => {
    const { operation, document } = prepared;
    const { coerced: variables, errors = [] } = getVariableValues(
      schema,
      operation.variableDefinitions ?? [],
      rawVariables,
      {
        maxErrors: MAX_VARIABLE_ERRORS,
      },
    );
    if (variables === undefined)
      return { errors: errors.length > MAX_VARIABLE_ERRORS ? [tooManyErrors(errors)] : errors.map(invalid) };
    try {
      const cost = prepared.estimateCost(variables);
      requestLog.estimatedCalls = cost.calls;
      const maxCalls = operation.operation === 'subscription' ? limits.maxEventCalls : limits.maxCalls;
      if (isWithin({ ...limits, maxCalls }, cost)) return { prepared, rawVariables, variables, cost };
      const estimate = estimateCost(operation, { fragments: fragmentsOf(document), variableValues: variables });
      return { errors: [errorOf(tooCostly(estimate, { ...limits, maxCalls }))] };
    } catch (error) {
      // A variable may leave a condition undecided, such as null for a nullable variable with a default in a non-null position.
      if (error instanceof GraphQLError) return { errors: [errorOf(error)] };
      throw error;
    }
  };
}

/** True with `"extensions": {"cost": true}` in the request, or the header `x-cost: 1`. */
export function isCostRequested(extensions: unknown, header: string | string[] | undefined): boolean {
  return header === '1' || (isJsonObject(extensions) && extensions['cost'] === true);
}

export function reportedCost(estimated: number, { made }: Tally): ReportedCost {
  return { upstreamCalls: { estimated, actual: made } };
}

/** Without a code, it would count as an unexpected error. */
function invalid({ message, nodes = [] }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT' } });
}

function tooManyErrors([first]: readonly GraphQLError[]): GraphQLError {
  const message = `The variables are invalid in more than ${MAX_VARIABLE_ERRORS} places: ${first?.message ?? ''}`;
  return errorOf(new GatewayFault('BAD_USER_INPUT', message));
}

function errorOf(originalError: GatewayFault | GraphQLError): GraphQLError {
  const nodes = originalError instanceof GraphQLError ? (originalError.nodes ?? null) : null;
  return new GraphQLError(originalError.message, { nodes, originalError });
}

type Maxima = Pick<CostLimits, 'maxCalls' | 'maxBytes'>;

function tooCostly({ calls, costliest, bytes, largest }: Estimate, { maxCalls, maxBytes }: Maxima): GatewayFault {
  let problem: string;
  if (calls > maxCalls) {
    const needed = Number.isFinite(calls) ? `${calls} upstream calls` : 'more upstream calls than can be counted';
    const hint = costliest === null ? '' : `; ${costliest.path} needs most of them, ${costliest.calls}`;
    problem = `The query may need ${needed}, and at most ${maxCalls} are allowed${hint}`;
  } else {
    const hint = largest === null ? '' : `; ${largest.path} has most of them, ${largest.bytes}`;
    problem = `The response may have ${bytes} bytes, and at most ${maxBytes} are allowed${hint}`;
  }
  return new GatewayFault('QUERY_TOO_COSTLY', `${problem}. Request less at a time.`);
}
