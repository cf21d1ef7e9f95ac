/**
 * `/graphql`: reads the operation, from JSON or from a form with a file, and has it executed. The response is one text or, for a
 * subscription, a stream. The operation decides which media types of the Accept header apply, because clients name those of streams with
 * every query.
 */
import type { IncomingMessage } from 'node:http';
import { andThen } from '@realty-forms/platform/maybe-promise.ts';
import { GRAPHQL_PATH } from '@realty-forms/platform/web/paths.ts';
import { entityTagOf, namesTag } from '@realty-forms/platform/web/static-files.ts';
import type { GraphQLResponse, HandlerResult, Subscription } from '../../graphql/handler.ts';
import { type GraphQL, MalformedMultipart } from '../../graphql/server.ts';
import { HttpFault } from '../http-fault.ts';
import { askForBody, bodyType, readJson, unsupportedType } from '../middleware/bodies.ts';
import type { Route } from '../middleware/routing.ts';
import type { RequestContext } from '../request-context.ts';
import { graphqlTypeFor, type HttpResponse, JSON_TYPE } from '../response.ts';
import type { Streams } from '../streams/streams.ts';
import { neitherAccepted, type Transport, transportFor } from '../streams/transports.ts';

export type GraphQLRoute = Pick<GraphQL, 'handle'> & Partial<Pick<GraphQL, 'uploads' | 'sdl'>>;

interface GraphQLRouteOptions {
  /** Maximum size of a body, without the file of a form. */
  readonly bodyLimit: number;
  readonly streams: Streams;
  /** Whether there is a page for people who open the address in a browser. */
  readonly hasPlayground: boolean;
}

export function graphqlRoute({ handle, uploads }: GraphQLRoute, options: GraphQLRouteOptions): Route {
  const { bodyLimit, streams, hasPlayground } = options;

  function receive(context: RequestContext): Promise<unknown> {
    const type = bodyType(context);
    if (type === 'application/json') return readJson(context, bodyLimit);
    if (type === undefined) return Promise.resolve(undefined);
    if (type !== 'multipart/form-data' || uploads === undefined) throw unsupportedType(context);
    return receiveForm(context, uploads);
  }

  return {
    path: GRAPHQL_PATH,
    methods: ['GET', 'POST'],
    // Apollo does not serve HEAD: like any other method, it is rejected with 405.
    hasHead: false,
    receive,
    handle(context) {
      const { accept, upgrade } = context.request.headers;
      if (upgrade !== undefined && /\bwebsocket\b/i.test(upgrade)) throw new HttpFault('BAD_REQUEST', noWebSocket);
      // Relative, so that it also works below a path prefix.
      if (hasPlayground && isVisit(context.request)) return { status: 302, headers: { location: 'graphiql' } };
      const type = graphqlTypeFor(accept);
      const transport = type === null ? transportFor(accept) : null;
      if (type === null && transport === null) throw notAcceptable();
      const responseOf = (result: HandlerResult): HttpResponse | Promise<HttpResponse> => {
        if (result === 'not-acceptable') throw notAcceptable();
        if ('open' in result) return respondToSubscription(context, result, streams, type);
        return singleResultResponse(result, type, transport);
      };
      const request = context as RequestContext & { requestLog: NonNullable<RequestContext['requestLog']> };
      return andThen(handle(request, type === null), responseOf);
    },
  };
}

async function receiveForm(context: RequestContext, uploads: GraphQL['uploads']): Promise<unknown> {
  try {
    const upload = uploads.receive(context.request, context.response);
    context.releaseBody = upload.discard;
    askForBody(context);
    return await upload.operation;
  } catch (error) {
    throw error instanceof MalformedMultipart ? new HttpFault('BAD_REQUEST', error.message) : error;
  }
}

/** A browser opens the address, without an operation. */
function isVisit({ method, url = '', headers: { accept = '' } }: IncomingMessage): boolean {
  return method === 'GET' && !url.includes('?') && /\btext\/html\b/i.test(accept);
}

function notAcceptable(): HttpFault {
  return new HttpFault('NOT_ACCEPTABLE', noneAccepted);
}

const noWebSocket =
  'Subscriptions do not use WebSocket: send them by POST with the accept header text/event-stream (GraphQL over SSE) ' +
  'or multipart/mixed;subscriptionSpec=1.0.';

const noneAccepted =
  'The accept header allows neither of the supported response types: ' +
  'application/graphql-response+json and application/json.';

/** Many proxies buffer a response until it is complete. */
const streamHeaders = { 'x-accel-buffering': 'no' };

const noForm = 'A subscription cannot have files: send it as application/json.';

/** Returns a stream, or the error that prevents it. `type` is the media type of a single result; null if the client accepts none. */
export async function respondToSubscription(
  context: RequestContext,
  { open }: Subscription,
  streams: Streams,
  type: string | null,
): Promise<HttpResponse> {
  const transport = transportFor(context.request.headers.accept);
  if (transport === null) throw new HttpFault('BAD_REQUEST', neitherAccepted);
  // The body of a form may still be arriving.
  if (context.releaseBody !== undefined) throw new HttpFault('BAD_REQUEST', noForm);
  const release = streams.reserve(context);
  try {
    const opened = await open();
    if ('body' in opened) {
      release();
      return singleResultResponse(opened, type, transport);
    }
    if (context.response.destroyed) {
      opened.stop();
      release();
      return { status: 200 };
    }
    const body = streams.start(context, opened, transport, release);
    return { status: 200, headers: streamHeaders, type: transport.type, body };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A client that accepts only streams gets a document that cannot be executed as an event (GraphQL over SSE). A request that is rejected
 * before its document is read, such as one that a page forges, keeps its status.
 */
function singleResultResponse(
  response: GraphQLResponse,
  type: string | null,
  transport: Transport | null,
): HttpResponse {
  if (type !== null || transport?.name !== 'sse' || !isOfDocument(response))
    return { ...response, type: type ?? JSON_TYPE, ending: '\n' };
  const { opening, result, closing } = transport;
  const body = opening + result(response.body) + closing;
  return { status: 200, headers: streamHeaders, type: transport.type, body };
}

/** Other statuses are about the caller, the method or the load. */
function isOfDocument({ status, isResult }: GraphQLResponse): boolean {
  return isResult === true && (status === 200 || status === 400);
}

/** `/schema.graphql`: the graph as SDL, for tools and for reading. Like introspection, it needs no token. */
export function sdlRoute(sdl: string): Route {
  const etag = entityTagOf(sdl);
  const headers = { 'cache-control': 'no-cache', etag };
  return {
    path: '/schema.graphql',
    methods: ['GET'],
    handle({ request }) {
      if (namesTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
      return { status: 200, headers, type: 'text/plain; charset=utf-8', body: sdl };
    },
  };
}
