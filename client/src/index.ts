/** What needs no client: documents and fragments with their types, errors, tokens, retries. */
export * from './core/attempts.ts';
export * from './core/errors.ts';
export * from './core/multipart.ts';
export * from './core/repeatable.ts';
export * from './core/results.ts';
export * from './core/retries.ts';
export * from './core/tokens.ts';
export * from './core/upload-progress.ts';
export * from './documents/generated.ts';
export type { ResultOf, TypedDocumentNode, VariablesOf } from './documents/typed-document.ts';
