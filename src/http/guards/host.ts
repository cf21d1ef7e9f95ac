/**
 * Rejects requests for hosts that are not served here, those whose host or length could be read in two ways, and those that expect
 * what no server here does.
 */
import { ambiguity, hostName } from '@realty-forms/platform/web/host.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Guard } from './guard.ts';

export function checkHost(isKnown: (name: string) => boolean): Guard {
  /** Nearly all requests name the same host as the one before. */
  let accepted: string | undefined;
  return ({ request }) => {
    const problem = ambiguity(request);
    if (problem !== null) return ambiguous(problem);
    const { host, expect } = request.headers;
    if (expect !== undefined && !/^100-continue$/i.test(expect)) return unexpected();
    if (host === undefined) return ambiguous('The request has no Host header.');
    if (host === accepted) return null;
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
  const problem = name === undefined ? 'The Host header is malformed.' : `The host "${name}" is not served here.`;
  return new HttpFault('MISDIRECTED', `${problem} Use a name that the server is configured for (ALLOWED_HOSTS).`);
}

function unexpected(): HttpFault {
  return new HttpFault('EXPECTATION_FAILED', 'The only value accepted in an Expect header is 100-continue.');
}
