/**
 * Rejects requests for hosts that are not served here, requests whose host or length is ambiguous, and requests with an Expect header
 * that the server does not support.
 */
import { ambiguity, hostName } from '@realty-forms/platform/web/host.ts';
import { HttpFault } from '../responses/http-fault.ts';
import type { Middleware } from './middleware.ts';

export function checkHost(isKnown: (name: string) => boolean): Middleware {
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

/** The bytes that follow on the connection could be read as another request. */
function ambiguous(problem: string): HttpFault {
  return new HttpFault('BAD_REQUEST', problem, { headers: { connection: 'close' } });
}

function misdirected(name: string | undefined): HttpFault {
  const problem = name === undefined ? 'The Host header is malformed.' : `The host "${name}" is not served here.`;
  return new HttpFault(
    'MISDIRECTED',
    `${problem} Use a name that the gateway knows; its operator can add one in ALLOWED_HOSTS.`,
  );
}

function unexpected(): HttpFault {
  return new HttpFault('EXPECTATION_FAILED', 'The Expect header may only be 100-continue.');
}
