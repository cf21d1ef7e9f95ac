/**
 * The two probe routes. Readiness means that the POST API has issued a token once, and it stays: a later outage there affects
 * every instance alike, so taking them out of service would only hide the errors that callers can act on. The body reports the
 * outage, and which service is behind the gateway.
 */
import { probePaths } from '@realty-forms/platform/web/paths.ts';
import type { Route } from '../middleware/routing.ts';
import type { HttpResponse } from '../responses/response.ts';
import { JSON_TYPE } from '../responses/response.ts';

export interface HealthState {
  /** Whether the POST API has issued a token since startup. */
  readonly tokenObtained: boolean;
  /** Outcome of the last call to the POST API. */
  readonly upstreamState: 'unknown' | 'up' | 'down';
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

export function healthRoutes({ health, isDraining = () => false }: HealthOptions): readonly Route[] {
  let ready = false;
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
        const { tokenObtained, upstreamState } = health.state();
        ready ||= tokenObtained;
        const status = isDraining() ? 'draining' : ready ? 'ready' : 'starting';
        return json(status === 'ready' ? 200 : 503, { status, upstream: health.upstream, upstreamState });
      },
    },
  ];
}

function json(status: number, content: object): HttpResponse {
  return { status, type: JSON_TYPE, body: JSON.stringify(content) };
}
