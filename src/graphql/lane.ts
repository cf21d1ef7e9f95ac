/**
 * The graph without Apollo and Fastify, for requests that all of it has let pass before in another's hands: the same
 * operation, compiled, from a caller whose token is verified. It keeps every rule that depends on the request itself. What it
 * does not take has not been carried out, and goes the ordinary way.
 */
import type { ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { isJsonObject } from '../contract/json.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Principal, Verify } from '../gateway/principal.ts';
import type { Log } from '../platform/log.ts';
import { blame, type RequestFacts } from '../platform/request-facts.ts';
import type { Judge, Parameters } from './admission.ts';
import { inOrder, logMasked, present, withRequestId, withWarnings } from './answer.ts';
import { type Context, createContext } from './context.ts';
import { costOf, isCostAskedFor } from './cost.ts';
import { departure } from './departure.ts';
import { accountFor, type formatError } from './errors.ts';
import type { Plans } from './plans/plans.ts';

export interface LaneOptions {
  readonly gateway: Gateway;
  readonly verify: Verify;
  readonly plans: Plans;
  readonly judge: Judge;
  readonly format: typeof formatError;
  /** The most upstream calls that an operation may be estimated to need. */
  readonly maxCalls: number;
  readonly log: Log;
}

const SCHEME = 'Bearer ';

/** The answer's text but for the newline that ends it, or what it will be. */
type Answer = (facts: RequestFacts, response: ServerResponse) => string | Promise<string>;

interface LaneCaller {
  readonly subject: string;
  /** What carries the request out, once; null where the ordinary way is to decide. `costHeader` is that of `x-cost`. */
  readonly prepare: (body: unknown, costHeader: string | undefined) => Answer | null;
}

export interface Lane {
  /** Who calls, where that is known by now; null for all others. */
  readonly callerOf: (authorization: string | undefined) => LaneCaller | null;
}

export function createLane({ gateway, verify, plans, judge, format, maxCalls, log }: LaneOptions): Lane {
  const write = (result: ExecutionResult, context: Context, estimated: number | null): string => {
    const { requestId, warnings, calls, facts } = context;
    let errors: GraphQLFormattedError[] | undefined;
    if (result.errors !== undefined) {
      logMasked(log, requestId, result.errors);
      for (const error of result.errors) blame(facts, ...accountFor(error));
      errors = withRequestId(inOrder(present(result.errors, format), result.data), requestId);
    }
    let extensions: Record<string, unknown> | undefined;
    if (estimated !== null) extensions = { cost: costOf(estimated, calls) };
    if (warnings.length > 0) extensions = withWarnings(extensions, warnings, result.data);
    return JSON.stringify({ errors, data: result.data, extensions });
  };

  const callers = new WeakMap<Principal, LaneCaller>();
  const become = (caller: Principal): LaneCaller => ({
    subject: caller.subject,
    prepare(body, costHeader) {
      const request = readRequest(body, judge);
      const plan = request === null ? null : plans.find(request);
      const variables = plan === null || request === null ? null : plan.coerce(request.variables);
      if (plan === null || request === null || variables === null) return null;
      const estimated = plan.weigh(variables);
      if (estimated > maxCalls) return null;
      const run = plan.compiled(variables);
      const told = isCostAskedFor(request.extensions, costHeader) ? estimated : null;
      return (facts, response) => {
        const signal = () => departure(response);
        return gateway.calls.within(
          () => {
            facts.operation = plan.shape;
            facts.estimatedCalls = estimated;
            const { requestId } = facts;
            const context = createContext(gateway, caller, { requestId, signal, facts });
            const result = run(context, variables);
            return result instanceof Promise
              ? result.then((each) => write(each, context, told))
              : write(result, context, told);
          },
          facts.requestId,
          signal,
        );
      };
    },
  });

  return {
    callerOf(authorization) {
      // What is recalled was a token of good form when it was verified.
      if (authorization === undefined || !authorization.startsWith(SCHEME)) return null;
      const principal = verify.recall?.(authorization.slice(SCHEME.length)) ?? null;
      if (principal === null) return null;
      const caller = callers.get(principal) ?? become(principal);
      callers.set(principal, caller);
      return caller;
    },
  };
}

interface Asking {
  readonly text: string;
  readonly operationName: string | null;
  readonly variables: Record<string, unknown> | undefined;
  readonly extensions: Record<string, unknown> | undefined;
}

/** A request of plain shape; all others are judged by those who know what to say. */
function readRequest(body: unknown, judge: Judge): Asking | null {
  if (!isJsonObject(body)) return null;
  const judged = judge(body);
  if (judged instanceof GatewayFault) return null;
  const { query, operationName = null, variables, extensions }: Parameters = judged;
  if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
  if ((variables != null && !isJsonObject(variables)) || (extensions != null && !isJsonObject(extensions))) return null;
  if (extensions?.['persistedQuery'] !== undefined) return null;
  return { text: query, operationName, variables: variables ?? undefined, extensions: extensions ?? undefined };
}
