/** Finds a request's route. Unknown paths and methods are rejected as soon as the headers are read, so no body is parsed for them. */
import type { RequestContext } from '../request-context.ts';
import { HttpFault } from '../responses/http-fault.ts';
import type { HttpResponse } from '../responses/response.ts';
import type { Middleware } from './middleware.ts';

/** The handler of a path, or of all paths below it if it ends in `/*`. */
export interface Route {
  readonly path: string;
  /** GET includes HEAD, unless `hasHead` is false. */
  readonly methods: readonly ('GET' | 'POST')[];
  readonly hasHead?: boolean;
  /** Reads the body of a POST. */
  readonly receive?: (context: RequestContext) => Promise<unknown>;
  readonly handle: (context: RequestContext) => HttpResponse | Promise<HttpResponse>;
  /** What the client sees of an error of `handle` or of the body that it returned; undefined if the error is unexpected. */
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
