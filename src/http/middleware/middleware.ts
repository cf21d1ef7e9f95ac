/**
 * The path of a request: the middleware, in this order; then its route; then the response. An error in any of them becomes the response.
 * Limits on callers do not apply to probes.
 */
import type { RequestLogger } from '@realty-forms/platform/observability/request-log.ts';
import { createHostCheck, type HostOptions } from '@realty-forms/platform/web/host.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import { HttpFault } from '../http-fault.ts';
import type { RequestContext } from '../request-context.ts';
import type { HttpResponse } from '../response.ts';
import { type AdmissionOptions, createAdmission } from './admission.ts';
import { authenticate, authenticateKnown } from './authentication.ts';
import { receiveBody, rejectEncodedBody } from './bodies.ts';
import { respondToPreflight } from './cors.ts';
import { admit, type CallerLimits, clientAddressBehind, createUsage, limitCaller } from './limits.ts';
import { checkHost, findRoute, type Route } from './routing.ts';

type MiddlewareResult = HttpFault | HttpResponse | null;

/** Returns null to let a request pass; anything else becomes the response, instead of the route's. */
export type Middleware = (context: RequestContext) => MiddlewareResult | Promise<MiddlewareResult>;

export interface MiddlewareOptions extends HostOptions {
  readonly routes: readonly Route[];
  /** Records requests. */
  readonly requestLogger: RequestLogger;
  /** Verifies tokens; without it, no caller is known. */
  readonly verify?: Verify | undefined;
  /** Origins whose pages may read responses (CORS); none by default. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Addresses of proxies that are trusted to report the client's address; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** How many requests are in flight at once. */
  readonly admission?: AdmissionOptions | undefined;
  /** How many requests a caller may send. A caller is the subject of its token, or an address. */
  readonly rateLimit?: CallerLimits | undefined;
}

export function createMiddleware(options: MiddlewareOptions): readonly Middleware[] {
  const { verify, rateLimit = {}, corsOrigins = [] } = options;
  const admission = createAdmission(options.admission);
  const usageOf = createUsage(clientAddressBehind(options.trustedProxies));
  return [
    // Before anything that takes time: who the caller is, if its token is known, and whether there is room for another request of this
    // caller.
    authenticateKnown(verify),
    admit(admission, usageOf),
    // Requests that pass this point are logged and measured. In a flood, that would cost more than the rejections do.
    logRequest(options.requestLogger),
    checkHost(createHostCheck(options)),
    respondToPreflight(corsOrigins),
    findRoute(options.routes),
    rejectEncodedBody,
    // Who the caller is, if its token is new; then how much this caller may send.
    authenticate(verify),
    limitCaller(rateLimit, usageOf),
    receiveBody,
  ];
}

function logRequest(requestLogger: RequestLogger): Middleware {
  return (context) => {
    context.begin(requestLogger);
    return null;
  };
}

/** Synchronous until a middleware has to wait. */
export function handleRequest(context: RequestContext, middleware: readonly Middleware[]): void {
  attempt(context, () => runMiddleware(middleware, context));
}

/** Sends the response of the middleware or, if the middleware let the request pass, of the route. */
function respond(context: RequestContext, result: MiddlewareResult): void {
  if (result instanceof HttpFault) context.fail(result);
  else if (result !== null) context.send(result);
  else attempt(context, () => (context.route as Route).handle(context));
}

function attempt(context: RequestContext, run: () => MiddlewareResult | Promise<MiddlewareResult>): void {
  try {
    const result = run();
    if (result instanceof Promise)
      result.then(
        (found) => attempt(context, () => found),
        (error: unknown) => context.fail(error),
      );
    else respond(context, result);
  } catch (error) {
    context.fail(error);
  }
}

function runMiddleware(
  middleware: readonly Middleware[],
  context: RequestContext,
  from = 0,
): MiddlewareResult | Promise<MiddlewareResult> {
  for (let at = from; at < middleware.length; at += 1) {
    const result = (middleware[at] as Middleware)(context);
    if (result === null) continue;
    if (!(result instanceof Promise)) return result;
    return result.then((found) => found ?? runMiddleware(middleware, context, at + 1));
  }
  return null;
}
