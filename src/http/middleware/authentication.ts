/**
 * Finds the caller of a request: the verified subject of its token. A token that was verified before is looked up at once; a new one is
 * verified in full. A request with an invalid token has no caller, and its route decides how to respond.
 */

import { bearerTokenOf, TOKEN_HEADER } from '@realty-forms/platform/web/bearer.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import type { RequestContext } from '../request-context.ts';
import type { Middleware } from './middleware.ts';

const SCHEME = 'Bearer ';

export function authenticateKnown(verify: Verify | undefined): Middleware {
  const recall = verify?.recall;
  if (recall === undefined) return () => null;
  return (context) => {
    const { authorization } = context;
    // A recalled token was well-formed when it was verified.
    if (authorization?.startsWith(SCHEME)) context.principal = recall(authorization.slice(SCHEME.length));
    return null;
  };
}

export function authenticate(verify: Verify | undefined): Middleware {
  if (verify === undefined) return () => null;
  return (context) => {
    const { authorization } = context;
    if (context.principal !== null || authorization === undefined || context.isProbe) return null;
    const token = bearerTokenOf(authorization);
    if (token === undefined) return refuse(context, malformed());
    return verify(token).then(
      (principal) => {
        context.principal = principal;
        return null;
      },
      (error: unknown) => refuse(context, error),
    );
  };
}

/** The log says why, because the operator can mend what most users cannot: the issuer's settings or the gateway's. */
function refuse(context: RequestContext, error: unknown): null {
  context.tokenError = error;
  if (context.requestLog !== undefined && error instanceof GatewayFault) context.requestLog.reason = error.message;
  return null;
}

function malformed(): GatewayFault {
  return new GatewayFault('UNAUTHENTICATED', `Invalid ${TOKEN_HEADER} header: expected \`${SCHEME}<token>\``);
}
