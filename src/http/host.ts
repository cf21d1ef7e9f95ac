/** Rejects requests for hosts that are not served here, and those whose host or length could be read in two ways. */
import type { FastifyInstance } from 'fastify';
import { ambiguity, hostName } from '../platform/web/host.ts';
import { HttpFault } from './http-fault.ts';

export function rejectUnknownHosts(app: FastifyInstance, isKnown: (name: string) => boolean): void {
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const problem = ambiguity(raw);
    if (problem !== null) return done(ambiguous(problem));
    const name = hostName(headers.host);
    done(name !== undefined && isKnown(name) ? undefined : misdirected(name));
  });
}

/** What follows on the connection may not be what the sender meant. */
function ambiguous(problem: string): HttpFault {
  return new HttpFault(400, 'BAD_REQUEST', problem, { headers: { connection: 'close' } });
}

function misdirected(name: string | undefined): HttpFault {
  const problem =
    name === undefined ? 'The Host header is missing or malformed.' : `The host "${name}" is not served here.`;
  return new HttpFault(421, 'MISDIRECTED', `${problem} Use a name that the server is configured for (ALLOWED_HOSTS).`);
}
