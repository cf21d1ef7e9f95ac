/**
 * A GraphQL document that carries the types of its result and its variables. Clients know it as TypedDocumentNode; this one needs neither
 * the package of that name nor its version of `graphql`.
 */
export interface TypedDocumentNode<Result = unknown, Variables = unknown> {
  // Each client has its own types for these two; `never` fits all of them.
  readonly kind: never;
  readonly definitions: readonly never[];
  /** Exists only as a type. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** The result of an operation, or the data of a fragment. */
export type ResultOf<Document> = Document extends TypedDocumentNode<infer Result, infer _> ? Result : never;

export type VariablesOf<Document> = Document extends TypedDocumentNode<infer _, infer Variables> ? Variables : never;
