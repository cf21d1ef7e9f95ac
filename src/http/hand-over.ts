/**
 * What the fast lane has done of a request before it leaves it to the ordinary way: the body is read, the request is counted.
 * Neither can be done twice.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

interface Done {
  readonly body: Buffer;
  /** The headers that tell what is left since: name, value, name, value. */
  readonly counted: readonly string[];
}

export type HandOver = WeakMap<IncomingMessage, Done>;

/** Gives the bodies to the ordinary way. */
export function handBackBodies(app: FastifyInstance, handOver: HandOver): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const body = handOver.get(request.raw)?.body;
    handOver.delete(request.raw);
    if (body === undefined) done(null, payload);
    else
      done(null, Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: body.length }));
  });
}
