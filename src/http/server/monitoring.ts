/**
 * The port for monitoring systems: probes and metrics on a listener of their own, which no caller's connections can fill, and
 * which a firewall can restrict.
 */

import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import { noHeaders } from '../exchange/cross-origin-headers.ts';
import { Exchange } from '../exchange/exchange.ts';
import { respond } from '../guards/guard.ts';
import { checkHost } from '../guards/host.ts';
import { findRoute } from '../guards/routing.ts';
import { type HealthOptions, healthRoutes } from '../routes/health.ts';
import { type MetricsAccess, metricsRoute } from '../routes/metrics.ts';
import { listen } from './listen.ts';
import { createServer } from './node-http.ts';

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
  const guards = [
    checkHost(createHostCheck(options)),
    findRoute([...healthRoutes(options), metricsRoute(metrics, access)]),
  ];
  const setting = { log, originHeaders: () => noHeaders };

  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    respond(new Exchange(request, response, setting), guards);
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
