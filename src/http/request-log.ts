/**
 * Follows each request to its end, where it is told once: one line, with what GraphQL learned of it. The line names the
 * route, never the path, and no header, body or query string: sealed ids, tokens and names of people stand in those.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CLIENT_CLOSED, type Observer } from '../platform/observe.ts';
import type { Answered, RequestFacts } from '../platform/request-facts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of the request so far. */
    facts: RequestFacts;
  }
}

export function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.decorateRequest('facts');
  app.addHook('onRequest', (request, reply, done) => {
    follow(request, reply, observer);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observer.end(request.facts, answered(request, reply, reply.statusCode));
    done();
  });
}

/** For requests that Fastify gives up on before it runs any hook. */
export function observeUnhooked(request: FastifyRequest, reply: FastifyReply, observer: Observer): void {
  follow(request, reply, observer);
  reply.raw.once('finish', () => observer.end(request.facts, answered(request, reply, reply.statusCode)));
}

/** For an answer that ends early by no doing of the client's: its status is the one that it began with. */
export function tellBrokenOff(request: FastifyRequest, reply: FastifyReply, observer: Observer): void {
  observer.end(request.facts, answered(request, reply, reply.statusCode));
}

function follow(request: FastifyRequest, reply: FastifyReply, observer: Observer): void {
  request.facts = observer.begin(request.id, request.raw);
  reply.raw.once('close', () => {
    const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_CLOSED;
    observer.end(request.facts, answered(request, reply, status));
  });
}

function answered(request: FastifyRequest, reply: FastifyReply, status: number): Answered {
  const { method, routeOptions } = request;
  return { method, route: routeOptions.url ?? 'unknown', status, milliseconds: reply.elapsedTime };
}
