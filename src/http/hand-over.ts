/**
 * What the fast lane has already done for a request that it hands over to the regular path: the body is read, the request is
 * counted. Neither can be done twice.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

interface HandedOver {
  readonly body: Buffer;
  /** The rate-limit headers: alternating names and values. */
  readonly rateLimitHeaders: readonly string[];
}

export type HandOver = WeakMap<IncomingMessage, HandedOver>;

/** Passes the bodies that were already read to the regular path. */
export function passOnBodies(app: FastifyInstance, handOver: HandOver): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const body = handOver.get(request.raw)?.body;
    handOver.delete(request.raw);
    if (body === undefined) done(null, payload);
    else
      done(null, Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: body.length }));
  });
}
