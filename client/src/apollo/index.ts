/** For Apollo Client: `new ApolloClient({ cache: createCache(), link: createLink({ uri, token }) })`. */
export * from './cache.ts';
export { watchChangedLists } from './changed-lists.ts';
export * from './failures.ts';
export * from './link.ts';
export * from './live.ts';
export * from './retry-link.ts';
export * from './upload-link.ts';
