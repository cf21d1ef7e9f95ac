/** What urql needs to work with the gateway. */
export * from './cache.ts';
export * from './exchange.ts';
export * from './live.ts';
