/**
 * `/graphql`: reads the operation, from JSON or from a form with a file, and has it executed. Its response is one text; that of a
 * subscription is a stream. The operation decides which media types of the Accept header can be the response: clients name those of
 * streams with every query.
 */
import type { IncomingMessage } from 'node:http';
import { GRAPHQL_PATH } from '@realty-forms/platform/web/paths.ts';
import type { HandlerResult } from '../../graphql/handler.ts';
import { type GraphQL, MalformedMultipart } from '../../graphql/server.ts';
import { bodyType, readJson, unsupportedType } from '../middleware/bodies.ts';
import type { Route } from '../middleware/routing.ts';
import type { RequestContext } from '../request-context.ts';
import { HttpFault } from '../responses/http-fault.ts';
import type { HttpResponse } from '../responses/response.ts';
import { graphqlTypeFor } from '../responses/response.ts';
import { respondToSubscription, singleResultResponse } from '../streams/respond.ts';
import type { Streams } from '../streams/streams.ts';
import { transportFor } from '../streams/transports.ts';

export type GraphQLRoute = Pick<GraphQL, 'handle'> & Partial<Pick<GraphQL, 'uploads'>>;

export interface GraphQLRouteOptions {
  /** Bytes that a body may have, without the file of a form. */
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
    // Apollo serves no HEAD: like any other method, it is rejected with 405.
    hasHead: false,
    receive,
    handle(context) {
      const { accept, upgrade } = context.request.headers;
      if (upgrade !== undefined && /\bwebsocket\b/i.test(upgrade)) throw new HttpFault('BAD_REQUEST', noWebSocket);
      // Relative, so that it holds below a path prefix too.
      if (hasPlayground && isVisit(context.request)) return { status: 302, headers: { location: 'graphiql' } };
      const type = graphqlTypeFor(accept);
      const transport = type === null ? transportFor(accept) : null;
      if (type === null && transport === null) throw notAcceptable();
      const responseOf = (result: HandlerResult): HttpResponse | Promise<HttpResponse> => {
        if (result === 'not-acceptable') throw notAcceptable();
        if ('open' in result) return respondToSubscription(context, result, streams, type);
        return singleResultResponse(result, type, transport);
      };
      return handle(
        context as RequestContext & { requestLog: NonNullable<RequestContext['requestLog']> },
        type === null,
      ).then(responseOf);
    },
  };
}

async function receiveForm(context: RequestContext, uploads: GraphQL['uploads']): Promise<unknown> {
  try {
    const upload = uploads.receive(context.request, context.response);
    context.releaseBody = upload.discard;
    return await upload.operation;
  } catch (error) {
    throw error instanceof MalformedMultipart ? new HttpFault('BAD_REQUEST', error.message) : error;
  }
}

/** A browser that opens the address, without an operation. */
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
