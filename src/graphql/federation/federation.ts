/** What the graph offers to others as a subgraph: the keys by which its objects can be joined, and what operators choose. */

/** The types that have keys, with the single field that each key consists of. */
export const entityKeys = {
  Transaction: ['id', 'transId'],
  Account: ['id', 'nrdsId'],
  TransactionFile: ['id'],
} as const;

export type EntityName = keyof typeof entityKeys;

/** What of the subgraph's SDL is chosen. */
export interface SubgraphOptions {
  /** Whether services may refer to a transaction by its bare number. Other graphs can add fields by it in any case. */
  readonly resolvesTransId: boolean;
  /** Whether `node`, `nodes` and `viewer` are in it, which only one graph of a supergraph can have. */
  readonly keepsNode: boolean;
  /** Whether routers are told of the scopes. */
  readonly tellsScopes: boolean;
}

export interface Federation extends SubgraphOptions {
  /** The token that routers present; if undefined, any caller may do what a router does. */
  readonly token: string | undefined;
  /** Whether any caller may read the schema. */
  readonly isSchemaOpen: boolean;
}
