/**
 * `/graphql`: reads the operation, from JSON or from a form with a file, and has it executed. Its response is one text; that of a
 * subscription is a stream. The operation decides which media types of the Accept header can answer it: clients name those of
 * streams with every query.
 */
import type { IncomingMessage } from 'node:http';
import { GRAPHQL_PATH } from '@realty-forms/platform/web/paths.ts';
import type { Handled } from '../../graphql/handler.ts';
import { type GraphQL, MalformedMultipart } from '../../graphql/server.ts';
import type { Exchange, Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import { graphqlTypeFor } from '../exchange/media-type.ts';
import type { Reply } from '../exchange/reply.ts';
import { bodyType, readJson, unsupportedType } from '../guards/bodies.ts';
import { answerSubscription, singleResult } from '../streams/answer.ts';
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

  function receive(exchange: Exchange): Promise<unknown> {
    const type = bodyType(exchange);
    if (type === 'application/json') return readJson(exchange, bodyLimit);
    if (type === undefined) return Promise.resolve(undefined);
    if (type !== 'multipart/form-data' || uploads === undefined) throw unsupportedType(exchange);
    return receiveForm(exchange, uploads);
  }

  return {
    path: GRAPHQL_PATH,
    methods: ['GET', 'POST'],
    // Apollo serves no HEAD: like any other method, it is rejected with 405.
    hasHead: false,
    receive,
    handle(exchange) {
      const { accept, upgrade } = exchange.request.headers;
      if (upgrade !== undefined && /\bwebsocket\b/i.test(upgrade)) throw new HttpFault('BAD_REQUEST', noWebSocket);
      // Relative, so that it holds below a path prefix too.
      if (hasPlayground && isVisit(exchange.request)) return { status: 302, headers: { location: 'graphiql' } };
      const type = graphqlTypeFor(accept);
      const transport = type === null ? transportFor(accept) : null;
      if (type === null && transport === null) throw unacceptable();
      const replyTo = (answer: Handled): Reply | Promise<Reply> => {
        if (answer === 'unacceptable') throw unacceptable();
        if ('open' in answer) return answerSubscription(exchange, answer, streams, type);
        return singleResult(answer, type, transport);
      };
      return handle(exchange as Exchange & { requestLog: NonNullable<Exchange['requestLog']> }, type === null).then(
        replyTo,
      );
    },
  };
}

async function receiveForm(exchange: Exchange, uploads: GraphQL['uploads']): Promise<unknown> {
  try {
    const upload = uploads.receive(exchange.request, exchange.response);
    exchange.releaseBody = upload.discard;
    return await upload.operation;
  } catch (error) {
    throw error instanceof MalformedMultipart ? new HttpFault('BAD_REQUEST', error.message) : error;
  }
}

/** A browser that opens the address, without an operation. */
function isVisit({ method, url = '', headers: { accept = '' } }: IncomingMessage): boolean {
  return method === 'GET' && !url.includes('?') && /\btext\/html\b/i.test(accept);
}

function unacceptable(): HttpFault {
  return new HttpFault('NOT_ACCEPTABLE', noneAccepted);
}

const noWebSocket =
  'Subscriptions do not use WebSocket: send them by POST with the accept header text/event-stream (GraphQL over SSE) ' +
  'or multipart/mixed;subscriptionSpec=1.0.';

const noneAccepted =
  'The accept header allows neither of the supported response types: ' +
  'application/graphql-response+json and application/json.';
