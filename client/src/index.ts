/** What needs no client: documents and fragments with their types, errors, retries, values, keys. */
export * from './core/attempts.ts';
export * from './core/decimals.ts';
export * from './core/errors.ts';
export * from './core/idempotency-keys.ts';
export * from './core/lists.ts';
export * from './core/multipart.ts';
export * from './core/repeatable.ts';
export * from './core/results.ts';
export * from './core/retries.ts';
export * from './core/timestamps.ts';
export * from './core/tokens.ts';
export * from './core/upload-progress.ts';
export * from './core/user-errors.ts';
export * from './documents/generated.ts';
export type { ResultOf, TypedDocumentNode, VariablesOf } from './documents/typed-document.ts';
export * from './documents/with-fragments.ts';
