/**
 * `/metrics`, for whoever may read it: on the gateway's own port openly or with a bearer token, or on a port of its own, where
 * a firewall can tell it from the rest. What it says is nobody's secret, but shows how busy the gateway is, and with what.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { bearerTokenOf } from '../platform/bearer.ts';
import type { Metrics } from '../platform/metrics.ts';
import { probePaths } from '../platform/probes.ts';
import { createHostCheck, type HostOptions, refuseUnknownHosts } from './host.ts';
import { listen } from './listen.ts';
import { Refusal, refusalByStatus } from './refusal.ts';

export interface MetricsAccess {
  /** Asked for as a bearer token; without one, nothing is. */
  readonly token: string | undefined;
  /** The page, where more than this process is on it. */
  readonly figures?: (() => Promise<string>) | undefined;
}

export function serveMetrics(app: FastifyInstance, { registry }: Metrics, access?: MetricsAccess | undefined): void {
  const isAllowed = createCheck(access?.token);
  const figures = access?.figures ?? (() => registry.metrics());
  app.get(probePaths.metrics, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) throw unauthenticated();
    return reply.type(registry.contentType).send(await figures());
  });
}

export interface MetricsServerOptions extends HostOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
}

/** Serves the metrics alone; says where, and how to end it. */
export async function startMetricsServer(
  options: MetricsServerOptions,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const app = fastify({ logger: false, requestTimeout: 10_000, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    const { status, message, headers } = error instanceof Refusal ? error : refusalByStatus(400);
    void reply.code(status).headers(headers).type('text/plain; charset=utf-8').send(`${message}\n`);
  });
  app.setNotFoundHandler(
    (_request, reply) => void reply.code(404).type('text/plain').send('There is only /metrics.\n'),
  );
  refuseUnknownHosts(app, createHostCheck(options));
  serveMetrics(app, options.metrics, options.access);
  const url = await listen(app, { ...options, setting: 'METRICS_PORT' });
  return { url, close: () => app.close() };
}

function createCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return (authorization) => {
    const given = bearerTokenOf(authorization);
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unauthenticated(): Refusal {
  const headers = { 'www-authenticate': 'Bearer' };
  return new Refusal(401, 'UNAUTHENTICATED', 'The metrics require a bearer token (METRICS_TOKEN).', headers);
}
