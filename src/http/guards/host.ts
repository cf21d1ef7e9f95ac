/** Rejects requests for hosts that are not served here, and those whose host or length could be read in two ways. */
import { ambiguity, hostName } from '../../platform/web/host.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Guard } from './guard.ts';

export function checkHost(isKnown: (name: string) => boolean): Guard {
  /** Nearly all requests name the same host as the one before. */
  let accepted: string | undefined;
  return ({ request }) => {
    const problem = ambiguity(request);
    if (problem !== null) return ambiguous(problem);
    const { host } = request.headers;
    if (host !== undefined && host === accepted) return null;
    const name = hostName(host);
    if (name === undefined || !isKnown(name)) return misdirected(name);
    accepted = host;
    return null;
  };
}

/** What follows on the connection may not be what the sender meant. */
function ambiguous(problem: string): HttpFault {
  return new HttpFault('BAD_REQUEST', problem, { headers: { connection: 'close' } });
}

function misdirected(name: string | undefined): HttpFault {
  const problem =
    name === undefined ? 'The Host header is missing or malformed.' : `The host "${name}" is not served here.`;
  return new HttpFault('MISDIRECTED', `${problem} Use a name that the server is configured for (ALLOWED_HOSTS).`);
}
