/**
 * The two probe routes. Readiness means that the POST API has issued a token once, and it stays: a later outage there affects
 * every instance alike, so taking them out of service would only hide the errors that callers can act on. The body reports the
 * outage.
 */
import type { FastifyInstance } from 'fastify';
import { probePaths } from '../platform/probes.ts';

export interface HealthState {
  /** Whether the POST API has issued a token since startup. */
  readonly tokenObtained: boolean;
  /** Outcome of the last call to the POST API. */
  readonly upstream: 'unknown' | 'up' | 'down';
}

export interface HealthOptions {
  readonly health: { readonly state: () => HealthState };
  /** Whether the server is shutting down. */
  readonly isDraining?: () => boolean;
}

export function serveHealth(app: FastifyInstance, { health, isDraining = () => false }: HealthOptions): void {
  let ready = false;

  app.get(probePaths.alive, () => ({ status: 'alive', upstream: health.state().upstream }));

  app.get(probePaths.ready, (_request, reply) => {
    const { tokenObtained, upstream } = health.state();
    ready ||= tokenObtained;
    if (isDraining()) return reply.code(503).send({ status: 'draining', upstream });
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'starting', upstream });
  });
}
