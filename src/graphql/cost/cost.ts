/**
 * What an operation needs before it is executed: coerced variables, and an estimate within the limits (QUERY_TOO_COSTLY). Clients that
 * ask for it are told the estimated and the actual number of calls (`extensions.cost`). The rules are in docs/economy.md.
 */

import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { RequestLog } from '@realty-forms/platform/observing/request-log.ts';
import { GraphQLError, type GraphQLSchema, getVariableValues } from 'graphql';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Tally } from '../../gateway/reading/request-calls.ts';
import type { Variables } from '../execution/execution.ts';
import { fragmentsOf } from '../limits/fragments.ts';
import type { PreparedOperation } from '../operations.ts';
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

export function isWithin({ maxCalls, maxBytes }: Maxima, { calls, bytes }: Costs): boolean {
  return calls <= maxCalls && bytes <= maxBytes;
}

/** An operation that may be executed. */
export interface AdmittedOperation {
  readonly prepared: PreparedOperation;
  /** The variables as they were given. */
  readonly given: Variables;
  /** Coerced, including defaults. */
  readonly variables: Variables;
  readonly costs: Costs;
}

/** What is wrong with an operation, or with its variables. */
interface RejectedOperation {
  readonly errors: readonly GraphQLError[];
}

export type Admit = (
  prepared: PreparedOperation,
  given: Variables,
  requestLog: RequestLog,
) => AdmittedOperation | RejectedOperation;

export function createAdmission(schema: GraphQLSchema, weigh: Weigh, limits: CostLimits): Admit {
  return (prepared, given, requestLog) => {
    const { operation, document } = prepared;
    const { coerced: variables, errors = [] } = getVariableValues(schema, operation.variableDefinitions ?? [], given, {
      maxErrors: MAX_VARIABLE_ERRORS,
    });
    if (variables === undefined)
      return { errors: errors.length > MAX_VARIABLE_ERRORS ? [tooManyErrors(errors)] : errors.map(invalid) };
    try {
      const costs = prepared.costs(variables);
      requestLog.estimatedCalls = costs.calls;
      const maxCalls = operation.operation === 'subscription' ? limits.maxEventCalls : limits.maxCalls;
      if (isWithin({ ...limits, maxCalls }, costs)) return { prepared, given, variables, costs };
      const estimate = weigh(operation, { fragments: fragmentsOf(document), variableValues: variables });
      return { errors: [errorOf(tooCostly(estimate, { ...limits, maxCalls }))] };
    } catch (error) {
      // A condition that a variable leaves undecided, such as null for a nullable variable with a default in a non-null position.
      if (error instanceof GraphQLError) return { errors: [errorOf(error)] };
      throw error;
    }
  };
}

/** By `"extensions": {"cost": true}` in the request, or by the header `x-cost: 1`. */
export function isCostRequested(extensions: unknown, header: string | string[] | undefined): boolean {
  return header === '1' || (isJsonObject(extensions) && extensions['cost'] === true);
}

export function costOf(estimated: number, { made }: Tally): Cost {
  return { upstreamCalls: { estimated, actual: made } };
}

/** Without a code, it would be taken for an unforeseen error. */
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
