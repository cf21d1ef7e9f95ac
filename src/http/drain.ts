/**
 * The end of the server: takes no new connection, lets running requests finish, drops connections that wait for
 * nothing, and cuts what is left after the time of grace.
 */
import type { FastifyInstance } from 'fastify';
import type { Log } from '../platform/log.ts';

const sweepMs = 50;
const draining = new WeakSet<FastifyInstance>();

/** Whether the end of this server has begun. */
export function isDraining(app: FastifyInstance): boolean {
  return draining.has(app);
}

export function prepareDrain(app: FastifyInstance, log: Log, graceMs: number): () => Promise<void> {
  let drained: Promise<void> | undefined;

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining(app)) void reply.header('connection', 'close');
    done();
  });

  async function drain(): Promise<void> {
    draining.add(app);
    // Answers whose headers went out before the drain leave their connection open: each is swept up once it is idle.
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    const limit = setTimeout(() => {
      log.warn({ graceMs }, 'cut requests that did not finish in time');
      app.server.closeAllConnections();
    }, graceMs);
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
      clearTimeout(limit);
    }
  }

  return () => {
    drained ??= drain();
    return drained;
  };
}
