/** Rejects compressed bodies before they are read. Nothing here decompresses, so a few bytes can never expand into many. */
import type { FastifyInstance } from 'fastify';
import { HttpFault } from './http-fault.ts';

export function rejectEncodedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    done(encoding === undefined || /^identity$/i.test(encoding.trim()) ? undefined : unsupportedEncoding());
  });
}

function unsupportedEncoding(): HttpFault {
  const message = 'Compressed bodies are not supported: send the body without content-encoding.';
  return new HttpFault(415, 'UNSUPPORTED_ENCODING', message, { headers: { 'accept-encoding': 'identity' } });
}
