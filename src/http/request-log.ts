/**
 * Follows each request to its end and records it once: one log line, with what GraphQL learned about it. The line names the
 * route, never the path, and no header, body or query string: those contain sealed ids, tokens and people's names.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_CLOSED, type Observer } from '../platform/observing/observe.ts';
import type { RequestFacts } from '../platform/observing/request-facts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of the request so far. */
    facts: RequestFacts;
  }
}

export function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.decorateRequest('facts');
  app.addHook('onRequest', (request, reply, done) => {
    track(request, reply, observer);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    recordResponse(request, reply, observer);
    done();
  });
}

/** For requests that Fastify rejects before it runs any hook. */
export function observeUnhooked(request: FastifyRequest, reply: FastifyReply, observer: Observer): void {
  track(request, reply, observer);
  reply.raw.once('finish', () => recordResponse(request, reply, observer));
}

/**
 * Records the request with the status that was sent. Called by routes for a response that ends early through no fault of the
 * client, since its closed connection looks like the client's doing.
 */
export function recordResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  observer: Observer,
  status = reply.statusCode,
): void {
  const { method, routeOptions } = request;
  observer.end(request.facts, {
    method,
    route: routeOptions.url ?? 'unknown',
    status,
    milliseconds: reply.elapsedTime,
  });
}

function track(request: FastifyRequest, reply: FastifyReply, observer: Observer): void {
  request.facts = observer.begin(request.id, request.raw);
  reply.raw.once('close', () => {
    recordResponse(request, reply, observer, reply.raw.writableFinished ? reply.statusCode : CLIENT_CLOSED);
  });
}
