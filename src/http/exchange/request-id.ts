/**
 * The id of a request in the log and in its response. A client's own is kept if it is a plain token; anything else could forge
 * lines in a log and is replaced.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const acceptedId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptedId.test(given) ? given : randomUUID();
}
