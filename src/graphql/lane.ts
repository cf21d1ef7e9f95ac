/**
 * The fast lane: executes requests without Apollo and Fastify if the same operation has already passed the regular path and
 * is compiled, and the caller's token is already verified. It applies every check that depends on the request itself. A
 * request that it declines has not been executed, and takes the regular path.
 */
import type { ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { isJsonObject } from '../contract/answers/json.ts';
import type { Principal, Verify } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Log } from '../platform/observing/log.ts';
import { type RequestFacts, recordFailure } from '../platform/observing/request-facts.ts';
import type { CheckParameters, Parameters } from './admission.ts';
import { type Context, createContext } from './context.ts';
import { type CostLimits, costOf, isCostRequested, isWithin } from './cost/cost.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import type { Plans } from './plans/plans.ts';
import {
  formatErrors,
  inDataOrder,
  logMasked,
  type Refusal,
  refusalOf,
  withRequestId,
  withWarnings,
} from './response.ts';
import { classifyError, type formatError } from './responses/errors.ts';
import type { Responses } from './responses/responses.ts';

export interface LaneOptions {
  readonly gateway: Gateway;
  readonly verify: Verify;
  readonly plans: Plans;
  readonly checkParameters: CheckParameters;
  readonly format: typeof formatError;
  readonly limits: CostLimits;
  readonly responses: Responses;
  readonly log: Log;
}

const SCHEME = 'Bearer ';

/** The response body without its final newline, or a response in its place. */
type ExecuteRequest = (facts: RequestFacts, response: ServerResponse) => string | Promise<string | Refusal> | Refusal;

interface LaneCaller {
  readonly subject: string;
  /**
   * Returns a function that executes the request (call it once), or null if the regular path has to handle it. `costHeader`
   * is the value of `x-cost`.
   */
  readonly prepare: (body: unknown, costHeader: string | undefined) => ExecuteRequest | null;
}

export interface Lane {
  /** The caller, if its token is already verified; null otherwise. */
  readonly callerOf: (authorization: string | undefined) => LaneCaller | null;
}

export function createLane({
  gateway,
  verify,
  plans,
  checkParameters,
  format,
  limits,
  responses,
  log,
}: LaneOptions): Lane {
  const write = (result: ExecutionResult, context: Context, estimated: number | null): string | Promise<string> => {
    const { requestId, warnings, calls, facts } = context;
    let errors: GraphQLFormattedError[] | undefined;
    if (result.errors !== undefined) {
      logMasked(log, requestId, result.errors);
      for (const error of result.errors) recordFailure(facts, ...classifyError(error));
      errors = withRequestId(inDataOrder(formatErrors(result.errors, format), result.data), requestId);
    }
    let extensions: Record<string, unknown> | undefined;
    if (estimated !== null) extensions = { cost: costOf(estimated, calls) };
    if (warnings.length > 0) extensions = withWarnings(extensions, warnings, result.data);
    return responses.write(context, { errors, data: result.data, extensions });
  };

  const refuse = (fault: unknown, facts: RequestFacts): Refusal => {
    if (!(fault instanceof GatewayFault)) throw fault;
    recordFailure(facts, ...classifyError(fault));
    return refusalOf(fault, format);
  };

  const callers = new WeakMap<Principal, LaneCaller>();
  const createCaller = (caller: Principal): LaneCaller => ({
    subject: caller.subject,
    prepare(body, costHeader) {
      const request = readRequest(body, checkParameters);
      const plan = request === null ? null : plans.find(request);
      const variables = plan === null || request === null ? null : plan.coerce(request.variables);
      if (plan === null || request === null || variables === null) return null;
      const estimated = plan.weigh(variables);
      if (!isWithin(limits, estimated)) return null;
      const run = plan.compiled(variables);
      const reportedEstimate = isCostRequested(request.extensions, costHeader) ? estimated.calls : null;
      return (facts, response) => {
        const signal = () => disconnectSignal(response);
        return gateway.calls.runRequest(
          () => {
            facts.operation = plan.shape;
            facts.estimatedCalls = estimated.calls;
            const { requestId } = facts;
            const context = createContext(gateway, caller, { requestId, signal, response, facts });
            try {
              responses.begin(context, estimated);
              const result = run(context, variables);
              const text =
                result instanceof Promise
                  ? result.then((each) => write(each, context, reportedEstimate))
                  : write(result, context, reportedEstimate);
              return text instanceof Promise ? text.catch((fault: unknown) => refuse(fault, facts)) : text;
            } catch (fault) {
              return refuse(fault, facts);
            }
          },
          facts.requestId,
          signal,
        );
      };
    },
  });

  return {
    callerOf(authorization) {
      // A recalled token was well-formed when it was verified.
      if (authorization === undefined || !authorization.startsWith(SCHEME)) return null;
      const principal = verify.recall?.(authorization.slice(SCHEME.length)) ?? null;
      if (principal === null) return null;
      const caller = callers.get(principal) ?? createCaller(principal);
      callers.set(principal, caller);
      return caller;
    },
  };
}

interface OperationRequest {
  readonly text: string;
  readonly operationName: string | null;
  readonly variables: Record<string, unknown> | undefined;
  readonly extensions: Record<string, unknown> | undefined;
}

/** Reads a well-formed request; all others return null and get their error message on the regular path. */
function readRequest(body: unknown, checkParameters: CheckParameters): OperationRequest | null {
  if (!isJsonObject(body)) return null;
  const checked = checkParameters(body);
  if (checked instanceof GatewayFault) return null;
  const { query, operationName = null, variables, extensions }: Parameters = checked;
  if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
  if ((variables != null && !isJsonObject(variables)) || (extensions != null && !isJsonObject(extensions))) return null;
  if (extensions?.['persistedQuery'] !== undefined) return null;
  return { text: query, operationName, variables: variables ?? undefined, extensions: extensions ?? undefined };
}
