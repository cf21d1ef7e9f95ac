/**
 * The port for monitoring systems: probes and metrics on a listener of their own, which no caller's connections can fill, and
 * which a firewall can restrict.
 */

import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import { noHeaders } from '../middleware/cors.ts';
import { checkHost } from '../middleware/host.ts';
import { handleRequest } from '../middleware/middleware.ts';
import { findRoute } from '../middleware/routing.ts';
import { RequestContext } from '../request-context.ts';
import { type HealthOptions, healthRoutes } from '../routes/health.ts';
import { type MetricsAccess, metricsRoute } from '../routes/metrics.ts';
import { createServer, listen } from './node-server.ts';

export interface MonitoringOptions extends HostOptions, HealthOptions {
  /** 0 for any free port. */
  readonly port: number;
  readonly metrics: Metrics;
  readonly access: MetricsAccess;
  readonly log: Log;
}

/** Resolves with the URL and a function that closes the server. */
export async function startMonitoring(
  options: MonitoringOptions,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { metrics, access, log } = options;
  const middleware = [
    checkHost(createHostCheck(options)),
    findRoute([...healthRoutes(options), metricsRoute(metrics, access)]),
  ];
  const contextOptions = { log, originHeaders: () => noHeaders };

  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    handleRequest(new RequestContext(request, response, contextOptions), middleware);
  });
  const url = await listen(server, { ...options, setting: 'METRICS_PORT' });
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
