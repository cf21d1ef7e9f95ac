/**
 * Subscriptions, from an operation that has passed every check to the texts of its results. Each event is executed like a query, in its own
 * context.
 */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { createRequestLog, type RequestLog, recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import { createSourceEventStream, type GraphQLSchema } from 'graphql';
import type { Principal } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type Context, createContext, type Delivery, type RequestDetails } from '../context.ts';
import type { ExecutableOperation } from '../cost/cost.ts';
import type { SourceEvent } from '../resolvers/subscription.ts';
import { codeOf, type formatError } from '../responses/errors.ts';
import { errorResponse, type GraphQLResponse, type WriteResult } from '../responses/write-result.ts';
import type { Run } from '../run.ts';
import { neverAborted, type Result, ResultStream } from './result-stream.ts';

interface SubscriptionsOptions {
  readonly gateway: Gateway;
  readonly schema: GraphQLSchema;
  readonly run: Run;
  readonly format: typeof formatError;
  readonly writeResult: WriteResult;
  readonly log: Log;
}

/** The request that subscribes. */
interface Subscriber extends RequestDetails {
  readonly principal: Principal | null;
}

/** Resolves to a response in place of a stream if the operation cannot begin. */
export type Subscribe = (
  subscriber: Subscriber,
  operation: ExecutableOperation,
) => Promise<GraphQLResponse | ResultStream>;

export function createSubscriptions(options: SubscriptionsOptions): Subscribe {
  const { gateway, schema, run, format, writeResult, log } = options;

  const inContext = <T>(subscriber: Subscriber, work: (context: Context) => T): T =>
    gateway.calls.runRequest(() => {
      const { principal, ...details } = subscriber;
      const signal = () => neverAborted;
      return work(createContext(gateway, principal, { ...details, signal }));
    }, subscriber.requestId);

  /** Executes one event and writes its result. */
  const execution = async (
    subscriber: Subscriber,
    operation: ExecutableOperation,
    sourceEvent: SourceEvent,
    response: Delivery,
  ): Promise<Result> => {
    const requestLog = createRequestLog(subscriber.requestId);
    try {
      return await inContext({ ...subscriber, requestLog, response }, async (context) => {
        const { text, errors, data } = await run(context, operation, sourceEvent);
        const isLast = errors !== undefined && Object.values(data ?? {}).every((value) => value === null);
        return { text, isLast, requestLog };
      });
    } catch (fault) {
      return errorResult(fault, requestLog);
    }
  };

  /** The last result of a stream that a fault ends. */
  const errorResult = (fault: unknown, requestLog: RequestLog): Result => {
    recordFailure(requestLog, codeOf(fault));
    if (!(fault instanceof GatewayFault))
      log.error({ requestId: requestLog.requestId, err: fault }, 'a stream has failed');
    return { text: errorResponse(fault, format, requestLog.requestId).body, isLast: true, requestLog };
  };

  return async (subscriber, admitted) => {
    const { document, operation } = admitted.prepared;
    const source = await inContext(subscriber, async (contextValue) => {
      const found = await createSourceEventStream({
        schema,
        document,
        operationName: operation.name?.value,
        variableValues: admitted.rawVariables,
        contextValue,
      });
      if (Symbol.asyncIterator in found) return found as AsyncIterableIterator<SourceEvent, undefined>;
      return { status: 200, isResult: true, body: writeResult(contextValue, { ...found, data: null }) };
    });
    if ('status' in source) return source;
    const calls = { made: subscriber.requestLog.calls?.made ?? 0 };
    subscriber.requestLog.calls = calls;
    return new ResultStream(source, {
      requestLog: subscriber.requestLog,
      async resultOf(sourceEvent, delivery) {
        const result = await execution(subscriber, admitted, sourceEvent, delivery);
        calls.made += result.requestLog.calls?.made ?? 0;
        return result;
      },
      errorResult: (fault) => errorResult(fault, createRequestLog(subscriber.requestId)),
    });
  };
}
