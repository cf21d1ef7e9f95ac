/**
 * One request, from its parameters to the text of its response. An operation that was requested before is known; Apollo parses and
 * validates the documents of all others. From there on, all requests take the same path: variables, cost, execution, text.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { type RequestLog, recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import { disconnectSignal } from '@realty-forms/platform/v8/abort-signal.ts';
import type { Principal } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Apollo } from './apollo.ts';
import { type Context, createContext, type RequestDetails } from './context.ts';
import { type CheckOperation, isCostRequested } from './cost/cost.ts';
import type { IsRouter } from './federation/subgraph.ts';
import { type CheckParameters, NO_QUERY, type Parameters, parametersOf } from './limits/parameters.ts';
import type { Operations, PreparedOperation } from './operations.ts';
import { codeOf, type formatError, isUnexpected } from './responses/errors.ts';
import { errorResponse, type GraphQLResponse, type WriteResult } from './responses/write-result.ts';
import type { NextTurn, Run } from './run.ts';
import type { ResultStream } from './subscriptions/result-stream.ts';
import type { Subscribe } from './subscriptions/subscriptions.ts';

/** A request whose body has been read and whose caller is known. */
interface GraphQLRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly requestLog: RequestLog;
  /** The verified caller; null without a token. */
  readonly principal: Principal | null;
  /** Why the token is rejected; undefined if it is valid. */
  readonly tokenError: unknown;
  /** The body of a POST. */
  readonly body: unknown;
}

/** A subscription that has passed every check; the route opens its stream. */
export interface Subscription {
  readonly open: () => Promise<GraphQLResponse | ResultStream>;
}

export type { GraphQLResponse };

/** `not-acceptable`: the client accepts only streams, and the operation is not a subscription. It was not executed. */
export type HandlerResult = GraphQLResponse | Subscription | 'not-acceptable';

/** `acceptsOnlyStreams`: the client does not accept a single result. */
export type Handle = (request: GraphQLRequest, acceptsOnlyStreams?: boolean) => MaybePromise<HandlerResult>;

export interface HandlerOptions {
  readonly gateway: Gateway;
  readonly prepare: Apollo['prepare'];
  readonly operations: Operations;
  readonly checkOperation: CheckOperation;
  readonly run: Run;
  readonly subscribe: Subscribe;
  readonly writeResult: WriteResult;
  readonly checkParameters: CheckParameters;
  readonly isRouter: IsRouter;
  readonly nextTurn: NextTurn;
  readonly format: typeof formatError;
  readonly log: Log;
}

export function createHandler(options: HandlerOptions): Handle {
  const { gateway, prepare, operations, checkOperation, run, subscribe, writeResult, checkParameters, isRouter } =
    options;
  const { nextTurn, format, log } = options;

  function handle(incoming: GraphQLRequest, acceptsOnlyStreams: boolean): MaybePromise<HandlerResult> {
    if (incoming.tokenError !== undefined) return reject(incoming, incoming.tokenError);
    const found = parametersOf(incoming);
    // Apollo rejects batches.
    const parameters = Array.isArray(found) ? {} : check(incoming, found);
    if (parameters instanceof GatewayFault) return reject(incoming, parameters);
    const context = createContext(gateway, incoming.principal, detailsOf(incoming, parameters));
    const known = findKnown(incoming, parameters);
    if (known !== null) return execute(incoming, known, parameters, context, acceptsOnlyStreams);
    return prepareAndExecute(incoming, Array.isArray(found) ? found : parameters, context, acceptsOnlyStreams);
  }

  async function prepareAndExecute(
    incoming: GraphQLRequest,
    asked: Parameters | readonly unknown[],
    context: Context,
    acceptsOnlyStreams: boolean,
  ): Promise<HandlerResult> {
    // Parsing and validating a large document takes milliseconds.
    await nextTurn();
    // The client has disconnected.
    if (incoming.response.destroyed) return { status: 200, body: '' };
    const prepared = await prepare(incoming.request, asked, context, acceptsOnlyStreams);
    if ('status' in prepared) return prepared;
    return execute(incoming, prepared, asked as Parameters, context, acceptsOnlyStreams);
  }

  function check({ request }: GraphQLRequest, found: unknown): Parameters | GatewayFault {
    const parameters = isJsonObject(found) ? checkParameters(found, isRouter(request)) : noQuery();
    const isEmpty = request.method === 'POST' && Object.keys(parameters).length === 0;
    return isEmpty ? noQuery() : parameters;
  }

  /** A known operation; null for others, and for requests that only Apollo can read. */
  function findKnown({ request, principal }: GraphQLRequest, parameters: Parameters): PreparedOperation | null {
    if (principal === null || request.method !== 'POST' || !isJson(request)) return null;
    const { query, operationName = null, variables, extensions } = parameters;
    if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
    if ((variables != null && !isJsonObject(variables)) || (extensions != null && !isJsonObject(extensions)))
      return null;
    if (extensions?.['persistedQuery'] !== undefined) return null;
    return operations.find({ text: query, operationName });
  }

  /** Every operation, known or new, takes this path: its variables, its cost, its execution. */
  async function execute(
    incoming: GraphQLRequest,
    prepared: PreparedOperation,
    parameters: Parameters,
    context: Context,
    acceptsOnlyStreams: boolean,
  ): Promise<HandlerResult> {
    const { requestLog, principal } = incoming;
    requestLog.operation = prepared.summary;
    try {
      const { variables } = parameters;
      // The variables of a GET arrive as JSON text, which Apollo has checked to be an object.
      const admitted = checkOperation(prepared, isJsonObject(variables) ? variables : {}, requestLog);
      if ('errors' in admitted) return { status: 400, isResult: true, body: writeResult(context, admitted) };
      if (prepared.operation.operation === 'subscription')
        return { open: () => subscribe({ ...detailsOf(incoming, parameters), principal }, admitted) };
      if (acceptsOnlyStreams) return 'not-acceptable';
      const { text } = await run(context, admitted);
      return { status: 200, isResult: true, body: text };
    } catch (fault) {
      if (!(fault instanceof GatewayFault)) throw fault;
      return { ...reject(incoming, fault), isResult: true };
    }
  }

  function reject({ requestLog, requestId }: GraphQLRequest, error: unknown): GraphQLResponse {
    recordFailure(requestLog, codeOf(error));
    if (isUnexpected(error)) log.error({ requestId, err: error }, 'the caller of a request could not be verified');
    return errorResponse(error, format, requestId);
  }

  function detailsOf(
    { request, requestId, requestLog, response }: GraphQLRequest,
    { extensions }: Parameters,
  ): RequestDetails {
    const showsCost = isCostRequested(extensions, request.headers['x-cost']);
    const signal = () => disconnectSignal(response);
    return { requestId, signal, response, requestLog, showsCost, isRouter: isRouter(request) };
  }

  return (incoming, acceptsOnlyStreams = false) =>
    gateway.calls.runRequest(
      () => handle(incoming, acceptsOnlyStreams),
      incoming.requestId,
      () => disconnectSignal(incoming.response),
    );
}

function noQuery(): GatewayFault {
  return new GatewayFault('BAD_USER_INPUT', NO_QUERY);
}

/** A page cannot send JSON without a preflight; Apollo decides about all other types. */
function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}
