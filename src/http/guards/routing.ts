/** Finds a request's route. Unknown paths and methods are rejected as soon as the headers are read, so no body is parsed for them. */
import type { Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Guard } from './guard.ts';

export function findRoute(routes: readonly Route[]): Guard {
  const all = routes.map((route) => ({ route, allowed: allowedBy(route) }));
  const exact = new Map(all.map((each) => [each.route.path, each]));
  const below = all.filter(({ route }) => route.path.endsWith('/*'));
  return (exchange) => {
    const { path, request } = exchange;
    if (path === null) return new HttpFault('BAD_REQUEST', 'The path is malformed.');
    const served = exact.get(path) ?? below.find(({ route }) => path.startsWith(route.path.slice(0, -1)));
    if (served === undefined) return new HttpFault('NOT_FOUND', 'Nothing is served at this path.');
    const { method = '' } = request;
    if (!served.allowed.includes(method)) return notAllowed(method, served.allowed);
    exchange.route = served.route;
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
