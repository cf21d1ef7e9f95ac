/** The response to a subscription: a stream, or the error that prevents it. */
import type { GraphQLResponse, Subscription } from '../../graphql/handler.ts';
import type { RequestContext } from '../request-context.ts';
import { HttpFault } from '../responses/http-fault.ts';
import type { HttpResponse } from '../responses/response.ts';
import { JSON_TYPE } from '../responses/response.ts';
import type { Streams } from './streams.ts';
import { neitherAccepted, type Transport, transportFor } from './transports.ts';

/** Many proxies buffer a response until it is complete. */
const headers = { 'x-accel-buffering': 'no' };

const noForm = 'A subscription cannot have files: send it as application/json.';

/** `type` is that of a single result; null if the client accepts none. */
export async function respondToSubscription(
  context: RequestContext,
  { open }: Subscription,
  streams: Streams,
  type: string | null,
): Promise<HttpResponse> {
  const transport = transportFor(context.request.headers.accept);
  if (transport === null) throw new HttpFault('BAD_REQUEST', neitherAccepted);
  // Its body may still be arriving.
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
    return { status: 200, headers, type: transport.type, body };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A document that cannot be executed is an event for a client that accepts nothing else (GraphQL over SSE). A request that is rejected
 * before its document is read, such as one forged by a page, keeps its status.
 */
export function singleResultResponse(
  response: GraphQLResponse,
  type: string | null,
  transport: Transport | null,
): HttpResponse {
  if (type !== null || transport?.name !== 'sse' || !isOfDocument(response))
    return { ...response, type: type ?? JSON_TYPE, ending: '\n' };
  const { opening, result, closing } = transport;
  const body = opening + result(response.body) + closing;
  return { status: 200, headers, type: transport.type, body };
}

/** Other statuses are about the caller, the method or the load. */
function isOfDocument({ status, isResult }: GraphQLResponse): boolean {
  return isResult === true && (status === 200 || status === 400);
}
