/**
 * One request, from the parameters that it carries to the text of its response. An operation that has come before is known; of any
 * other, Apollo parses and validates the document. From there on, all go the same way: variables, cost, execution, text.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { type RequestLog, recordFailure } from '@realty-forms/platform/observing/request-log.ts';
import type { Principal } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Apollo } from './apollo.ts';
import { type Context, createContext, type Incoming } from './context.ts';
import { type CheckOperation, isCostRequested } from './cost/cost.ts';
import type { Variables } from './execution/execution.ts';
import type { IsRouter } from './federation/router.ts';
import { type CheckParameters, NO_QUERY, type Parameters, parametersOf } from './limits/parameters.ts';
import type { Operations, PreparedOperation } from './operations.ts';
import { codeOf, type formatError, isUnexpected } from './responses/errors.ts';
import { type GraphQLReply, refusalOf, type WriteResult } from './responses/response.ts';
import type { Run } from './run.ts';
import type { ResultStream } from './subscriptions/result-stream.ts';
import type { Subscribe } from './subscriptions/subscriptions.ts';
import type { TakeTurn } from './turns.ts';

/** A request whose body is read and whose caller is known. */
interface GraphQLRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly requestLog: RequestLog;
  /** The verified caller; null without a token. */
  readonly principal: Principal | null;
  /** Why the token is rejected; undefined if it is not. */
  readonly tokenError: unknown;
  /** The body of a POST. */
  readonly body: unknown;
}

/** A subscription that has passed every check; its stream is opened by whoever can send one. */
export interface Subscription {
  readonly open: () => Promise<GraphQLReply | ResultStream>;
}

export type { GraphQLReply };

/** Unacceptable is what is no subscription, to a client that accepts nothing but streams; nothing of it was executed. */
export type Handled = GraphQLReply | Subscription | 'unacceptable';

/** `onlyStreams`: the client accepts no single result. */
export type Handle = (request: GraphQLRequest, onlyStreams?: boolean) => Promise<Handled>;

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
  readonly takeTurn: TakeTurn;
  readonly format: typeof formatError;
  readonly log: Log;
}

export function createHandler(options: HandlerOptions): Handle {
  const { gateway, prepare, operations, checkOperation, run, subscribe, writeResult, checkParameters, isRouter } =
    options;
  const { takeTurn, format, log } = options;

  async function answer(incoming: GraphQLRequest, onlyStreams: boolean): Promise<Handled> {
    const found = parametersOf(incoming);
    // Apollo rejects batches.
    const parameters = Array.isArray(found) ? {} : check(incoming, found);
    if (parameters instanceof GatewayFault) return refuse(incoming, parameters);
    if (incoming.tokenError !== undefined) return refuse(incoming, incoming.tokenError);
    const context = createContext(gateway, incoming.principal, incomingOf(incoming, parameters));
    const known = findKnown(incoming, parameters);
    if (known !== null) return execute(incoming, known, parameters, context, onlyStreams);
    // To parse and validate a large document takes milliseconds.
    await takeTurn();
    // Nobody waits for it any more.
    if (incoming.response.destroyed) return { status: 200, body: '' };
    const asked = Array.isArray(found) ? found : parameters;
    const prepared = await prepare(incoming.request, asked, context, onlyStreams);
    return 'status' in prepared ? prepared : execute(incoming, prepared, parameters, context, onlyStreams);
  }

  function check({ request }: GraphQLRequest, found: unknown): Parameters | GatewayFault {
    const parameters = isJsonObject(found) ? checkParameters(found, isRouter(request)) : noQuery();
    const isEmpty = request.method === 'POST' && Object.keys(parameters).length === 0;
    return isEmpty ? noQuery() : parameters;
  }

  /** An operation that has come before; null for others, and for requests that only Apollo knows how to read. */
  function findKnown({ request, principal }: GraphQLRequest, parameters: Parameters): PreparedOperation | null {
    if (principal === null || request.method !== 'POST' || !isJson(request)) return null;
    const { query, operationName = null, variables, extensions } = parameters;
    if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
    if ((variables != null && !isJsonObject(variables)) || (extensions != null && !isJsonObject(extensions)))
      return null;
    if (extensions?.['persistedQuery'] !== undefined) return null;
    return operations.find({ text: query, operationName });
  }

  /** Every operation, known or new: its variables, its cost, its execution. */
  async function execute(
    incoming: GraphQLRequest,
    prepared: PreparedOperation,
    parameters: Parameters,
    context: Context,
    onlyStreams: boolean,
  ): Promise<Handled> {
    const { requestLog, principal } = incoming;
    requestLog.operation = prepared.summary;
    try {
      const admitted = checkOperation(prepared, variablesOf(parameters), requestLog);
      if ('errors' in admitted) return { status: 400, isResult: true, body: writeResult(context, admitted) };
      if (prepared.operation.operation === 'subscription')
        return { open: () => subscribe({ ...incomingOf(incoming, parameters), principal }, admitted) };
      if (onlyStreams) return 'unacceptable';
      const { text } = await run(context, admitted);
      return { status: 200, isResult: true, body: text };
    } catch (fault) {
      if (!(fault instanceof GatewayFault)) throw fault;
      return { ...refuse(incoming, fault), isResult: true };
    }
  }

  function refuse({ requestLog, requestId }: GraphQLRequest, error: unknown): GraphQLReply {
    recordFailure(requestLog, codeOf(error));
    if (isUnexpected(error)) log.error({ requestId, err: error }, 'the caller of a request could not be verified');
    return refusalOf(error, format, requestId);
  }

  function incomingOf(
    { request, requestId, requestLog, response }: GraphQLRequest,
    { extensions }: Parameters,
  ): Incoming {
    const showsCost = isCostRequested(extensions, request.headers['x-cost']);
    const signal = () => disconnectSignal(response);
    return { requestId, signal, response, requestLog, showsCost, isRouter: isRouter(request) };
  }

  return (incoming, onlyStreams = false) =>
    gateway.calls.runRequest(
      () => answer(incoming, onlyStreams),
      incoming.requestId,
      () => disconnectSignal(incoming.response),
    );
}

/** Those of a GET come as JSON text, which Apollo has found to be an object. */
function variablesOf({ variables }: Parameters): Variables {
  return isJsonObject(variables) ? variables : {};
}

function noQuery(): GatewayFault {
  return new GatewayFault('BAD_USER_INPUT', NO_QUERY);
}

/** A page cannot send it without a preflight; Apollo decides about all other types. */
function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** Aborts if the client disconnects before its response is written. Created only when needed: not every request has something to abort. */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) onClose();
  else response.on('close', onClose);
  return controller.signal;
}
