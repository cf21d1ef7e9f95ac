/**
 * The port for monitoring systems: probes and metrics on a listener of their own, which no caller's connections can fill, and
 * which a firewall can restrict.
 */
import { fastify } from 'fastify';
import type { Metrics } from '../platform/observing/metrics.ts';
import { createHostCheck, type HostOptions } from '../platform/web/host.ts';
import { probePaths } from '../platform/web/probes.ts';
import { type HealthOptions, serveHealth } from './health.ts';
import { rejectUnknownHosts } from './host.ts';
import { HttpFault, httpFaultByStatus } from './http-fault.ts';
import { listen } from './listen.ts';
import { type MetricsAccess, serveMetrics } from './metrics.ts';

export interface MonitoringOptions extends HostOptions, HealthOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
}

const PATHS = Object.values(probePaths).join(', ');

/** Resolves with the URL and a function that closes the server. */
export async function startMonitoring(
  options: MonitoringOptions,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const app = fastify({ logger: false, requestTimeout: 10_000, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => {
    const { status, message, headers } = error instanceof HttpFault ? error : httpFaultByStatus(400);
    void reply.code(status).headers(headers).type('text/plain; charset=utf-8').send(`${message}\n`);
  });
  app.setNotFoundHandler(
    (_request, reply) => void reply.code(404).type('text/plain').send(`Only ${PATHS} are served here.\n`),
  );
  rejectUnknownHosts(app, createHostCheck(options));
  serveHealth(app, options);
  serveMetrics(app, options.metrics, options.access);
  const url = await listen(app, { ...options, setting: 'METRICS_PORT' });
  return { url, close: () => app.close() };
}
