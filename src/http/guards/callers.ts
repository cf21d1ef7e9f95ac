/**
 * Who sends a request: the verified subject of its token. A token that was verified before is recalled at once, a new one is
 * verified in full, and a rejected one makes no caller; the route decides what such a request gets.
 */

import { bearerTokenOf } from '@realty-forms/platform/web/bearer.ts';
import type { Verify } from '../../gateway/callers/principal.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Guard } from './guard.ts';

const SCHEME = 'Bearer ';

export function recallCaller(verify: Verify | undefined): Guard {
  const recall = verify?.recall;
  if (recall === undefined) return () => null;
  return (exchange) => {
    const { authorization } = exchange.request.headers;
    // A recalled token was well-formed when it was verified.
    if (authorization?.startsWith(SCHEME)) exchange.principal = recall(authorization.slice(SCHEME.length));
    return null;
  };
}

export function verifyCaller(verify: Verify | undefined): Guard {
  if (verify === undefined) return () => null;
  return (exchange) => {
    const { authorization } = exchange.request.headers;
    if (exchange.principal !== null || authorization === undefined || exchange.isProbe) return null;
    const token = bearerTokenOf(authorization);
    if (token === undefined) {
      exchange.rejection = malformed();
      return null;
    }
    return verify(token).then(
      (principal) => {
        exchange.principal = principal;
        return null;
      },
      (error: unknown) => {
        exchange.rejection = error;
        return null;
      },
    );
  };
}

function malformed(): GatewayFault {
  return new GatewayFault('UNAUTHENTICATED', 'Invalid Authorization header: expected `Bearer <token>`');
}
