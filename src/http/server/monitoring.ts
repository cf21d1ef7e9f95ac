/**
 * The port for monitoring systems: probes and metrics on a listener of their own, which no caller's connections can fill, and
 * which a firewall can restrict. What goes wrong is told in plain text.
 */

import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import { probePaths } from '@realty-forms/platform/web/paths.ts';
import { noHeaders } from '../exchange/cross-origin-headers.ts';
import { Exchange } from '../exchange/exchange.ts';
import { HttpFault, internalError } from '../exchange/http-fault.ts';
import { passAll } from '../guards/guard.ts';
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

const PATHS = Object.values(probePaths).join(', ');

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

  async function answer(exchange: Exchange): Promise<void> {
    try {
      const fault = await passAll(guards, exchange);
      if (fault !== null || exchange.route === undefined) throw fault;
      exchange.send(await exchange.route.handle(exchange));
    } catch (error) {
      const { requestId } = exchange;
      if (!(error instanceof HttpFault)) log.error({ requestId, err: error }, 'unexpected error');
      const { status, headers, message } = error instanceof HttpFault ? error : internalError(requestId);
      const text = status === 404 ? `Only ${PATHS} are served here.` : message;
      exchange.send({ status, headers, type: 'text/plain; charset=utf-8', body: `${text}\n` });
    }
  }

  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    void answer(new Exchange(request, response, setting));
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
