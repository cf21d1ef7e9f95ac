/** Finds a request's route. Unknown paths and methods are rejected as soon as the headers are read, so no body is parsed for them. */
import type { Exchange, Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Guard } from './guard.ts';

export function findRoute(routes: readonly Route[]): Guard {
  const exact = new Map(routes.map((route) => [route.path, route]));
  const below = routes.flatMap((route) =>
    route.path.endsWith('/*') ? [[route.path.slice(0, -1), route] as const] : [],
  );
  return (exchange) => {
    const { path } = exchange;
    if (path === null) return new HttpFault('BAD_REQUEST', 'The path is malformed.');
    const route = exact.get(path) ?? below.find(([start]) => path.startsWith(start))?.[1];
    if (route === undefined) return new HttpFault('NOT_FOUND', 'Nothing is served at this path.');
    if (!isAllowed(route, exchange)) return notAllowed(route, exchange);
    exchange.route = route;
    return null;
  };
}

function isAllowed({ methods, hasHead = true }: Route, { request: { method = '' } }: Exchange): boolean {
  return (methods as readonly string[]).includes(method === 'HEAD' && hasHead ? 'GET' : method);
}

function notAllowed({ methods }: Route, { request: { method } }: Exchange): HttpFault {
  const allow = methods.join(', ');
  return new HttpFault('METHOD_NOT_ALLOWED', `${method} is not allowed here, only ${allow}.`, {
    headers: { allow },
  });
}
