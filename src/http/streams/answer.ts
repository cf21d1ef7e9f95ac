/** How a subscription is answered: by a stream, or by what keeps it from being one. */
import type { GraphQLReply, Subscription } from '../../graphql/handler.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import { JSON_TYPE } from '../exchange/media-type.ts';
import type { Reply } from '../exchange/reply.ts';
import type { Streams } from './streams.ts';
import { neitherAccepted, type Transport, transportFor } from './transports.ts';

/** Many proxies collect a response until it is complete. */
const headers = { 'x-accel-buffering': 'no' };

const noForm = 'A subscription uploads nothing: send it as application/json.';

/** `type` is that of a single result; null if the client accepts none. */
export async function answerSubscription(
  exchange: Exchange,
  { open }: Subscription,
  streams: Streams,
  type: string | null,
): Promise<Reply> {
  const transport = transportFor(exchange.request.headers.accept);
  if (transport === null) throw new HttpFault('BAD_REQUEST', neitherAccepted);
  // Its body may still be arriving.
  if (exchange.releaseBody !== undefined) throw new HttpFault('BAD_REQUEST', noForm);
  const giveBack = streams.takePlace(exchange);
  try {
    const opened = await open();
    if ('body' in opened) {
      giveBack();
      return singleResult(opened, type, transport);
    }
    if (exchange.response.destroyed) {
      opened.stop();
      giveBack();
      return { status: 200 };
    }
    const body = streams.start(exchange, opened, transport, giveBack);
    return { status: 200, headers, type: transport.type, body };
  } catch (error) {
    giveBack();
    throw error;
  }
}

/**
 * A document that cannot be executed is an event for a client that accepts nothing else (GraphQL over SSE). What is rejected before
 * its document is read, as a forged request of a page, keeps its status.
 */
export function singleResult(reply: GraphQLReply, type: string | null, transport: Transport | null): Reply {
  if (type !== null || transport?.name !== 'sse' || !isOfDocument(reply))
    return { ...reply, type: type ?? JSON_TYPE, ending: '\n' };
  const { opening, result, closing } = transport;
  const body = opening + result(reply.body) + closing;
  return { status: 200, headers, type: transport.type, body };
}

/** Statuses other than these speak of the caller, the method or the load. */
function isOfDocument({ status, isResult }: GraphQLReply): boolean {
  return isResult === true && (status === 200 || status === 400);
}
