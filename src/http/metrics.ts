/**
 * `/metrics`: on the gateway's own port, openly or with a bearer token, or on a separate port that a firewall can restrict. The
 * metrics are not secret, but show how busy the gateway is, and with what.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { bearerTokenOf } from '../platform/bearer.ts';
import type { Metrics } from '../platform/metrics.ts';
import { probePaths } from '../platform/probes.ts';
import { createHostCheck, type HostOptions, rejectUnknownHosts } from './host.ts';
import { HttpFault, httpFaultByStatus } from './http-fault.ts';
import { listen } from './listen.ts';

export interface MetricsAccess {
  /** The required bearer token; if undefined, none is required. */
  readonly token: string | undefined;
  /** Renders the page if it covers more than this process. */
  readonly render?: (() => Promise<string>) | undefined;
}

export function serveMetrics(app: FastifyInstance, { registry }: Metrics, access?: MetricsAccess | undefined): void {
  const isAllowed = createCheck(access?.token);
  const render = access?.render ?? (() => registry.metrics());
  app.get(probePaths.metrics, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) throw unauthenticated();
    return reply.type(registry.contentType).send(await render());
  });
}

export interface MetricsServerOptions extends HostOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
}

/** Serves only the metrics. Resolves with the URL and a function that closes the server. */
export async function startMetricsServer(
  options: MetricsServerOptions,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const app = fastify({ logger: false, requestTimeout: 10_000, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    const { status, message, headers } = error instanceof HttpFault ? error : httpFaultByStatus(400);
    void reply.code(status).headers(headers).type('text/plain; charset=utf-8').send(`${message}\n`);
  });
  app.setNotFoundHandler(
    (_request, reply) => void reply.code(404).type('text/plain').send('Only /metrics is served here.\n'),
  );
  rejectUnknownHosts(app, createHostCheck(options));
  serveMetrics(app, options.metrics, options.access);
  const url = await listen(app, { ...options, setting: 'METRICS_PORT' });
  return { url, close: () => app.close() };
}

function createCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return (authorization) => {
    const presented = bearerTokenOf(authorization);
    return presented !== undefined && timingSafeEqual(digest(presented), expected);
  };
}

/** Digests have equal lengths, which timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unauthenticated(): HttpFault {
  const headers = { 'www-authenticate': 'Bearer' };
  return new HttpFault(401, 'UNAUTHENTICATED', 'The metrics require a bearer token (METRICS_TOKEN).', { headers });
}
