/**
 * One operation, from the parameters that a request carries to the text of its response. An operation that has come before has a
 * plan, and is run by it; otherwise Apollo parses, validates and prices the document, and runs it. Either way the caller, the
 * limits, the context and the writing of the result are the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { type RequestFacts, recordFailure } from '@realty-forms/platform/observing/request-facts.ts';
import type { ExecutionResult } from 'graphql';
import type { Principal } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { type Context, createContext, type Hold, type Incoming } from './context.ts';
import { type CostLimits, isCostRequested, isWithin } from './cost/cost.ts';
import type { Costs } from './cost/estimate.ts';
import type { IsRouter } from './federation/router.ts';
import { type CheckParameters, NO_QUERY, type Parameters, parametersOf, searchOf } from './limits/parameters.ts';
import type { ExecuteOperation } from './plans/compile.ts';
import type { Variables } from './plans/conditions.ts';
import type { Plan, Plans } from './plans/plans.ts';
import { codeOf, type formatError, isUnexpected } from './responses/errors.ts';
import { refusalOf, type WriteExecuted } from './responses/response.ts';
import type { Responses } from './responses/responses.ts';
import type { ResultStream } from './subscriptions/result-stream.ts';
import type { Subscribe } from './subscriptions/subscriptions.ts';

/** A request whose body is read and whose caller is known. */
interface GraphQLRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly facts: RequestFacts;
  /** The verified caller; null without a token. */
  readonly principal: Principal | null;
  /** Why the token is rejected; undefined if it is not. */
  readonly rejection: unknown;
  /** The body of a POST. */
  readonly body: unknown;
}

export interface GraphQLReply {
  readonly status: number;
  /** Whether it is what became of a document; otherwise the request was rejected before its document was read. */
  readonly isResult?: boolean;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON, in one line. */
  readonly body: string;
}

/** A subscription that has passed every check; its stream is opened by whoever can send one. */
export interface Subscription {
  readonly open: () => Promise<GraphQLReply | ResultStream>;
}

/** Unacceptable is what is no subscription, to a client that accepts nothing but streams; nothing of it was executed. */
export type Handled = GraphQLReply | Subscription | 'unacceptable';

/** `onlyStreams`: the client accepts no single result. */
export type Handle = (request: GraphQLRequest, onlyStreams?: boolean) => Handled | Promise<Handled>;

export interface HandlerOptions {
  readonly gateway: Gateway;
  readonly apollo: ApolloServer<Context>;
  readonly plans: Plans;
  readonly checkParameters: CheckParameters;
  readonly isRouter: IsRouter;
  readonly format: typeof formatError;
  readonly limits: CostLimits;
  readonly responses: Responses;
  readonly writeExecuted: WriteExecuted;
  readonly subscribe: Subscribe;
  readonly log: Log;
}

export function createHandler(options: HandlerOptions): Handle {
  const { gateway, apollo, plans, checkParameters, isRouter, format, limits, responses } = options;
  const { writeExecuted, subscribe, log } = options;

  function refuse({ facts, requestId }: GraphQLRequest, error: unknown): GraphQLReply {
    recordFailure(facts, codeOf(error));
    if (isUnexpected(error)) log.error({ requestId, err: error }, 'the caller of a request could not be verified');
    return refusalOf(error, format, requestId);
  }

  function contextOf(incoming: GraphQLRequest, parameters: Parameters): Context {
    return createContext(gateway, incoming.principal, incomingOf(incoming, parameters));
  }

  function incomingOf({ request, requestId, facts, response }: GraphQLRequest, { extensions }: Parameters): Incoming {
    const showsCost = isCostRequested(extensions, request.headers['x-cost']);
    const signal = () => disconnectSignal(response);
    return { requestId, signal, response, facts, showsCost, isRouter: isRouter(request) };
  }

  function runPlan(
    incoming: GraphQLRequest,
    planned: Planned,
    parameters: Parameters,
  ): GraphQLReply | Promise<GraphQLReply> {
    const { facts } = incoming;
    const { plan, variables, run, estimated } = planned;
    facts.operation = plan.facts;
    facts.estimatedCalls = estimated.calls;
    const context = contextOf(incoming, parameters);
    const write = (executed: ExecutionResult) => writeExecuted(context, executed);
    try {
      responses.begin(context, estimated);
      const result = run(context, variables);
      const text = result instanceof Promise ? result.then(write) : write(result);
      if (typeof text === 'string') return { status: 200, body: text };
      return text.then(
        (body) => ({ status: 200, body }),
        (fault: unknown) => refuseFault(incoming, fault),
      );
    } catch (fault) {
      return refuseFault(incoming, fault);
    }
  }

  function refuseFault(incoming: GraphQLRequest, fault: unknown): GraphQLReply {
    if (!(fault instanceof GatewayFault)) throw fault;
    return refuse(incoming, fault);
  }

  async function runApollo(incoming: GraphQLRequest, parameters: unknown, onlyStreams: boolean): Promise<Handled> {
    const { request, response, principal } = incoming;
    const hold: Hold = { onlyStreams, hasDocument: false, held: null };
    const asked = incomingOf(incoming, isJsonObject(parameters) ? parameters : {});
    const { method = '' } = request;
    await responses.turn(response);
    const {
      status = 200,
      headers,
      body,
    } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method,
        headers: headersOf(request, onlyStreams),
        body: parameters,
        search: method === 'GET' && isJsonObject(parameters) ? searchOf(parameters, request) : '',
      },
      context: async () => createContext(gateway, principal, { ...asked, hold }),
    });
    const { held, hasDocument: isResult } = hold as Hold;
    if (held === 'unacceptable') return held;
    if (held !== null) return { open: () => subscribe({ ...asked, principal }, held) };
    // The server has its own rules for both: which media types it sends, and that no response may be stored.
    for (const name of ['content-type', 'cache-control', 'content-length']) headers.delete(name);
    const text = body.kind === 'complete' ? body.string : '';
    return { status, isResult, headers: Object.fromEntries(headers), body: text };
  }

  /** What remains to be done for an operation that has come before; null for others, and for variables that need coercion. */
  function find({ request, principal }: GraphQLRequest, parameters: Parameters): Planned | null {
    if (principal === null || request.method !== 'POST' || !isJson(request)) return null;
    const { query, operationName = null, variables, extensions } = parameters;
    if (typeof query !== 'string' || (operationName !== null && typeof operationName !== 'string')) return null;
    if ((variables != null && !isJsonObject(variables)) || (extensions != null && !isJsonObject(extensions)))
      return null;
    if (extensions?.['persistedQuery'] !== undefined) return null;
    const plan = plans.find({ text: query, operationName });
    if (plan === null) return null;
    try {
      const coerced = plan.coerce(variables ?? undefined);
      if (coerced === null) return null;
      const estimated = plan.weigh(coerced);
      return isWithin(limits, estimated) ? { plan, variables: coerced, run: plan.compiled(coerced), estimated } : null;
    } catch {
      // Variables that leave a condition undecided, for example: Apollo says what is wrong.
      return null;
    }
  }

  function answer(incoming: GraphQLRequest, onlyStreams: boolean): ReturnType<Handle> {
    const found = parametersOf(incoming);
    // Apollo rejects batches.
    if (Array.isArray(found)) return runApollo(incoming, found, onlyStreams);
    const parameters = isJsonObject(found) ? checkParameters(found, isRouter(incoming.request)) : noQuery();
    if (parameters instanceof GatewayFault) return refuse(incoming, parameters);
    if (incoming.request.method === 'POST' && Object.keys(parameters).length === 0) return refuse(incoming, noQuery());
    if (incoming.rejection !== undefined) return refuse(incoming, incoming.rejection);
    // A plan executes at once.
    const planned = onlyStreams ? null : find(incoming, parameters);
    return planned === null ? runApollo(incoming, parameters, onlyStreams) : runPlan(incoming, planned, parameters);
  }

  return (incoming, onlyStreams = false) =>
    gateway.calls.runRequest(
      () => answer(incoming, onlyStreams),
      incoming.requestId,
      () => disconnectSignal(incoming.response),
    );
}

interface Planned {
  readonly plan: Plan;
  readonly variables: Variables;
  readonly run: ExecuteOperation;
  readonly estimated: Costs;
}

function noQuery(): GatewayFault {
  return new GatewayFault('BAD_USER_INPUT', NO_QUERY);
}

/** A page cannot send it without a preflight; Apollo decides about all other types. */
function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
}

/** Apollo knows no streams: it would say that the client accepts nothing. */
function headersOf({ headers }: IncomingMessage, onlyStreams: boolean): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  if (onlyStreams) map.delete('accept');
  return map;
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
