/**
 * `/graphql`: reads the operation, from JSON or from a form with a file, and has it executed. Its response is one text; that of a
 * subscription is a stream. The operation decides which media types of the Accept header can answer it: clients name those of
 * streams with every query.
 */
import type { Handled } from '../../graphql/handler.ts';
import { type GraphQL, MalformedMultipart } from '../../graphql/server.ts';
import { GRAPHQL_PATH } from '../../platform/web/paths.ts';
import type { Exchange, Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import { graphqlTypeFor } from '../exchange/media-type.ts';
import type { Reply } from '../exchange/reply.ts';
import { bodyType, readJson, unsupportedType } from '../guards/bodies.ts';
import { answerSubscription, singleResult } from '../streams/answer.ts';
import type { Streams } from '../streams/streams.ts';
import { transportFor } from '../streams/transports.ts';

export type GraphQLRoute = Pick<GraphQL, 'handle'> & Partial<Pick<GraphQL, 'uploads'>>;

/** A body may have at most so many bytes, without the file of a form. */
export function graphqlRoute({ handle, uploads }: GraphQLRoute, bodyLimit: number, streams: Streams): Route {
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
      const { accept } = exchange.request.headers;
      const type = graphqlTypeFor(accept);
      const transport = type === null ? transportFor(accept) : null;
      if (type === null && transport === null) throw unacceptable();
      const result = handle(exchange as Exchange & { facts: NonNullable<Exchange['facts']> }, type === null);
      const replyTo = (answer: Handled): Reply | Promise<Reply> => {
        if (answer === 'unacceptable') throw unacceptable();
        if ('open' in answer) return answerSubscription(exchange, answer, streams, type);
        return singleResult(answer, type, transport);
      };
      return result instanceof Promise ? result.then(replyTo) : replyTo(result);
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

function unacceptable(): HttpFault {
  return new HttpFault('NOT_ACCEPTABLE', noneAccepted);
}

const noneAccepted =
  'The accept header allows neither of the supported response types: ' +
  'application/graphql-response+json and application/json.';
