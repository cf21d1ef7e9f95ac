/** Recognizes the router of the supergraph, by the token that it presents beside its client's own. */
import type { IncomingMessage } from 'node:http';
import { isSameToken } from '@realty-forms/platform/web/bearer.ts';

const HEADER = 'x-federation-token';

export type IsRouter = (request: IncomingMessage) => boolean;

/** Without a token, no request is. */
export function createRouterCheck(token: string | undefined): IsRouter {
  if (token === undefined) return () => false;
  return ({ headers }) => {
    const presented = headers[HEADER];
    return typeof presented === 'string' && isSameToken(presented, token);
  };
}
