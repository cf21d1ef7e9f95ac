/**
 * One line a request. It names the route, never the path, and no header, body or query string: sealed ids, tokens and
 * names of people stand in those.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';

/** Probes come every few seconds and would bury the rest. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** The status in the line of a request whose client went away before its answer: none was sent. */
export const clientClosed = 499;

export function logRequests(app: FastifyInstance, log: Log): void {
  const logged = new WeakSet<FastifyRequest>();
  const logOnce = (request: FastifyRequest, status: number, elapsed: number): void => {
    if (!logged.has(request)) write(log, request, status, elapsed);
    logged.add(request);
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => logOnce(request, clientClosed, reply.elapsedTime));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logOnce(request, reply.statusCode, reply.elapsedTime);
    done();
  });
}

function write(log: Log, request: FastifyRequest, status: number, elapsed: number): void {
  const { id, method } = request;
  writeLine(log, { requestId: id, method, route: request.routeOptions.url ?? 'unknown', status, elapsed });
}

export interface Served {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Milliseconds from the first byte to the last. */
  readonly elapsed: number;
}

export function writeLine(log: Log, { requestId, method, route, status, elapsed }: Served): void {
  const level = probes.has(route) && status < 500 ? 'debug' : 'info';
  const ms = Math.round(elapsed * 10) / 10;
  log[level]({ requestId, method, route, status, ms }, 'request');
}
