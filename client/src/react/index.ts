/** React hooks over Apollo Client. */
export * from './use-create-transaction.ts';
export * from './use-deadlines.ts';
export { type Live, type LiveOptions, useLive } from './use-live.ts';
export * from './use-search.ts';
export * from './use-transaction.ts';
export * from './use-transactions.ts';
export * from './use-upload.ts';
export type { WriteState } from './use-write.ts';
