/**
 * The graph as a subgraph of a supergraph: the keys by which its objects are joined, the options of operators, and the token of the router.
 */
import type { IncomingMessage } from 'node:http';
import { isSameToken } from '@realty-forms/platform/web/bearer.ts';

/** The types that have keys, with the single field that each key consists of. */
export const entityKeys = {
  Transaction: ['id', 'transId'],
  Account: ['id', 'nrdsId'],
  TransactionFile: ['id'],
} as const;

export type EntityName = keyof typeof entityKeys;

/** Options of the subgraph's SDL. */
export interface SubgraphOptions {
  /** Whether services may refer to a transaction by its bare number. Other graphs can add fields by it in any case. */
  readonly resolvesTransId: boolean;
  /** Whether it has `node`, `nodes` and `viewer`, which only one graph of a supergraph can have. */
  readonly keepsNode: boolean;
  /** Whether it has `@requiresScopes`, for the router. */
  readonly tellsScopes: boolean;
}

export interface Federation extends SubgraphOptions {
  /** The token that routers present; if undefined, any caller may do what a router does. */
  readonly token: string | undefined;
  /** Whether any caller may read the schema. */
  readonly isSchemaOpen: boolean;
}

const ROUTER_TOKEN_HEADER = 'x-federation-token';

export type IsRouter = (request: IncomingMessage) => boolean;

/**
 * Recognizes the router of the supergraph by the token that it presents beside its client's own. Without a token in the settings, no
 * request counts as the router's.
 */
export function createRouterCheck(token: string | undefined): IsRouter {
  if (token === undefined) return () => false;
  return ({ headers }) => {
    const presented = headers[ROUTER_TOKEN_HEADER];
    return typeof presented === 'string' && isSameToken(presented, token);
  };
}
