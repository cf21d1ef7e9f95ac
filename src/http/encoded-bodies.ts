/**
 * Refuses compressed bodies before they are read: nothing here unpacks them, so that a few bytes can never become many.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

export function refuseEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    done(encoding === undefined || /^identity$/i.test(encoding.trim()) ? undefined : encoded());
  });
}

function encoded(): Refusal {
  const words = 'Bodies are taken as they are: send this one without compression and content-encoding.';
  return new Refusal(415, 'UNSUPPORTED_ENCODING', words, { 'accept-encoding': 'identity' });
}
