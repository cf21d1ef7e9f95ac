/**
 * The two probe routes. Readiness means that the POST API has issued a token once, and it stays: a later outage there affects
 * every instance alike, so taking them out of service would only hide the errors that callers can act on. The body reports the
 * outage, and which service is behind the gateway.
 */
import type { FastifyInstance } from 'fastify';
import { probePaths } from '../platform/web/probes.ts';

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

export function serveHealth(app: FastifyInstance, { health, isDraining = () => false }: HealthOptions): void {
  let ready = false;

  app.get(probePaths.alive, () => ({ status: 'alive', upstreamState: health.state().upstreamState }));

  app.get(probePaths.ready, (_request, reply) => {
    const { tokenObtained, upstreamState } = health.state();
    ready ||= tokenObtained;
    const status = isDraining() ? 'draining' : ready ? 'ready' : 'starting';
    return reply.code(status === 'ready' ? 200 : 503).send({ status, upstream: health.upstream, upstreamState });
  });
}
