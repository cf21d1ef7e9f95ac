/**
 * `/graphql`: reads the operation, from JSON or from a form with a file, and has it executed. Its response is one text; a
 * response in parts, of an operation that does not end with its first result, begins here, too: the operation decides which media
 * types of the Accept header can answer it.
 */
import type { GraphQLReply } from '../../graphql/handler.ts';
import { type GraphQL, MalformedMultipart } from '../../graphql/server.ts';
import { GRAPHQL_PATH } from '../../platform/web/paths.ts';
import type { Exchange, Reply, Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import { graphqlTypeFor } from '../exchange/media-type.ts';
import { bodyType, readJson, unsupportedType } from '../guards/bodies.ts';

export type GraphQLRoute = Pick<GraphQL, 'handle'> & Partial<Pick<GraphQL, 'uploads'>>;

/** A body may have at most so many bytes, without the file of a form. */
export function graphqlRoute({ handle, uploads }: GraphQLRoute, bodyLimit: number): Route {
  async function receive(exchange: Exchange): Promise<unknown> {
    const type = bodyType(exchange);
    if (type === undefined) return undefined;
    if (type === 'application/json') return await readJson(exchange, bodyLimit);
    if (type !== 'multipart/form-data' || uploads === undefined) throw unsupportedType(exchange);
    try {
      const upload = uploads.receive(exchange.request, exchange.response);
      exchange.releaseBody = upload.discard;
      return await upload.operation;
    } catch (error) {
      throw error instanceof MalformedMultipart ? new HttpFault(400, 'BAD_REQUEST', error.message) : error;
    }
  }

  return {
    path: GRAPHQL_PATH,
    methods: ['GET', 'POST'],
    // Apollo serves no HEAD: like any other method, it is rejected with 405.
    hasHead: false,
    receive,
    handle(exchange) {
      const type = graphqlTypeFor(exchange.request.headers.accept);
      if (type === null) throw new HttpFault(406, 'BAD_REQUEST', noneAccepted);
      const result = handle(exchange as Exchange & { facts: NonNullable<Exchange['facts']> });
      const typed = (answer: GraphQLReply): Reply => ({ ...answer, type });
      return result instanceof Promise ? result.then(typed) : typed(result);
    },
  };
}

const noneAccepted =
  'The accept header allows neither of the supported response types: ' +
  'application/graphql-response+json and application/json.';
