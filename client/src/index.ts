/** Everything that works without a client: documents and fragments with their types, errors, retries, values, keys, streams of changes. */
export * from './core/attempts.ts';
export * from './core/errors.ts';
export * from './core/idempotency-keys.ts';
export * from './core/live/feed.ts';
export * from './core/live/follow.ts';
export * from './core/live/sse.ts';
export * from './core/live/stream-formats.ts';
export * from './core/results.ts';
export * from './core/retries.ts';
export { afterSilence, createTimelyFetch, fetchLively, type Silence, type TimelyFetchOptions } from './core/silence.ts';
export * from './core/states.ts';
export * from './core/tokens.ts';
export * from './core/uploads.ts';
export * from './core/values.ts';
export * from './documents/generated.ts';
export type { ResultOf, TypedDocumentNode, VariablesOf } from './documents/typed-document.ts';
export * from './documents/with-fragments.ts';
