/**
 * `/metrics`: on the gateway's own port, openly or with a bearer token, or on a separate port that a firewall can restrict. The
 * metrics are not secret, but show how busy the gateway is, and with what.
 */
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { bearerTokenOf, isSameToken } from '@realty-forms/platform/web/bearer.ts';
import { probePaths } from '@realty-forms/platform/web/paths.ts';
import type { Route } from '../middleware/routing.ts';
import { HttpFault } from '../responses/http-fault.ts';

export interface MetricsAccess {
  /** The required bearer token; if undefined, none is required. */
  readonly token: string | undefined;
}

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
