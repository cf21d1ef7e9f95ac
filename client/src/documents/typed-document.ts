/**
 * A GraphQL document that carries the types of its result and its variables: what clients know as TypedDocumentNode, without the
 * package of that name and whatever version of `graphql` comes with it.
 */
export interface TypedDocumentNode<Result = unknown, Variables = unknown> {
  // Each client has types of its own for these two; never fits them all.
  readonly kind: never;
  readonly definitions: readonly never[];
  /** Never there: only its type is. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** The result of an operation, or the data of a fragment. */
export type ResultOf<Document> = Document extends TypedDocumentNode<infer Result, infer _> ? Result : never;

export type VariablesOf<Document> = Document extends TypedDocumentNode<infer _, infer Variables> ? Variables : never;
