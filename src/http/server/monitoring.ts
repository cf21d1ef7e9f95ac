/**
 * Probes and metrics: their routes, and the port for monitoring systems. The port has its own listener, which callers' connections cannot
 * fill, and which a firewall can restrict.
 */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { bearerTokenOf, isSameToken } from '@realty-forms/platform/web/bearer.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import { probePaths } from '@realty-forms/platform/web/paths.ts';
import { HttpFault } from '../http-fault.ts';
import { noHeaders } from '../middleware/cors.ts';
import { handleRequest } from '../middleware/middleware.ts';
import { checkHost, findRoute, type Route } from '../middleware/routing.ts';
import { RequestContext } from '../request-context.ts';
import { type HttpResponse, JSON_TYPE } from '../response.ts';
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

export interface HealthState {
  /** Whether the POST API has issued a token since startup. */
  readonly tokenObtained: boolean;
  /** Whether the POST API responds; one failed call does not count as an outage. */
  readonly upstreamState: 'unknown' | 'up' | 'down';
  /** Why no token has been issued so far, with the setting that may be wrong; null if that is not known. */
  readonly reason?: string | null;
}

export interface HealthOptions {
  readonly health: {
    readonly state: () => HealthState;
    /** Which POST API is behind the gateway: its host, or `embedded`. */
    readonly upstream: string;
  };
  /** Whether the server is shutting down. */
  readonly isDraining?: () => boolean;
}

/**
 * The two probe routes. The gateway is ready once the POST API has issued a token, and stays ready: a later outage of the API affects every
 * instance alike, so taking them out of service would only hide the errors that callers can act on. The body reports the outage, and which
 * service is behind the gateway.
 */
export function healthRoutes({ health, isDraining = () => false }: HealthOptions): readonly Route[] {
  return [
    {
      path: probePaths.alive,
      methods: ['GET'],
      handle: () => json(200, { status: 'alive', upstreamState: health.state().upstreamState }),
    },
    {
      path: probePaths.ready,
      methods: ['GET'],
      handle() {
        const { tokenObtained, upstreamState, reason = null } = health.state();
        const status = isDraining() ? 'draining' : tokenObtained ? 'ready' : 'starting';
        const cause = status === 'starting' && reason !== null ? { reason } : {};
        return json(status === 'ready' ? 200 : 503, { status, upstream: health.upstream, upstreamState, ...cause });
      },
    },
  ];
}

function json(status: number, content: object): HttpResponse {
  return { status, type: JSON_TYPE, body: JSON.stringify(content) };
}

export interface MetricsAccess {
  /** The required bearer token; undefined if none is required. */
  readonly token: string | undefined;
}

/** The metrics are not secret, but they show how busy the gateway is, and with what. */
export function metricsRoute({ registry }: Metrics, access: MetricsAccess): Route {
  return {
    path: probePaths.metrics,
    methods: ['GET'],
    async handle({ authorization }) {
      if (!isAllowed(authorization, access.token)) throw unauthenticated();
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    },
  };
}

function isAllowed(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const presented = bearerTokenOf(authorization);
  return presented !== undefined && isSameToken(presented, token);
}

function unauthenticated(): HttpFault {
  const headers = { 'www-authenticate': 'Bearer' };
  return new HttpFault('UNAUTHENTICATED', 'The metrics require a bearer token (METRICS_TOKEN).', { headers });
}
