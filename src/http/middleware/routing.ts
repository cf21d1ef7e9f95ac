/**
 * Finds the target of a request: a host that is served here, and a route. Other hosts, unknown paths and methods are rejected as soon as
 * the headers are read, so no body is parsed for them.
 */
import { ambiguity, hostName } from '@realty-forms/platform/web/host.ts';
import { HttpFault } from '../http-fault.ts';
import type { RequestContext } from '../request-context.ts';
import type { HttpResponse } from '../response.ts';
import type { Middleware } from './middleware.ts';

/**
 * Rejects requests for hosts that are not served here, requests whose host or length is ambiguous, and requests with an Expect header
 * that the server does not support.
 */
export function checkHost(isKnown: (name: string) => boolean): Middleware {
  /** Nearly all requests name the same host as the previous one. */
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

/** Closes the connection, because the bytes that follow could be read as another request. */
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

/** The handler of a path, or of all paths below it if it ends in `/*`. */
export interface Route {
  readonly path: string;
  /** GET includes HEAD, unless `hasHead` is false. */
  readonly methods: readonly ('GET' | 'POST')[];
  readonly hasHead?: boolean;
  /** Reads the body of a POST. */
  readonly receive?: (context: RequestContext) => Promise<unknown>;
  readonly handle: (context: RequestContext) => HttpResponse | Promise<HttpResponse>;
  /** The error that the client sees if `handle` or the returned body fails; undefined if the error is unexpected. */
  readonly faultFor?: (error: unknown) => HttpFault | undefined;
}

export function findRoute(routes: readonly Route[]): Middleware {
  const all = routes.map((route) => ({ route, allowed: allowedBy(route) }));
  const exact = new Map(all.map((each) => [each.route.path, each]));
  const below = all.filter(({ route }) => route.path.endsWith('/*'));
  return (context) => {
    const { path, request } = context;
    if (path === null) return new HttpFault('BAD_REQUEST', 'The path is malformed.');
    const served = exact.get(path) ?? below.find(({ route }) => path.startsWith(route.path.slice(0, -1)));
    if (served === undefined) return new HttpFault('NOT_FOUND', 'Nothing is served at this path.');
    const { method = '' } = request;
    if (!served.allowed.includes(method)) return notAllowed(method, served.allowed);
    context.route = served.route;
    return null;
  };
}

function allowedBy({ methods, hasHead = true }: Route): readonly string[] {
  return methods.flatMap((method) => (method === 'GET' && hasHead ? ['GET', 'HEAD'] : [method]));
}

function notAllowed(method: string, allowed: readonly string[]): HttpFault {
  const allow = allowed.join(', ');
  return new HttpFault('METHOD_NOT_ALLOWED', `${method} is not allowed here, only ${allow}.`, { headers: { allow } });
}
