/** The link chain that an operation passes, from Apollo Client to the gateway. */
import { ApolloLink, HttpLink } from '@apollo/client';
import { fetchLively } from '../core/silence.ts';
import { createRetryLink, type RetryLinkOptions } from './retry-link.ts';
import { createUploadLink } from './upload-link.ts';

export interface LinkOptions extends HttpLink.Options, RetryLinkOptions {}

export function createLink({ token, renewToken, retry, ...options }: LinkOptions): ApolloLink {
  return ApolloLink.from([
    createRetryLink({ token, renewToken, retry }),
    createUploadLink(options),
    new HttpLink({ ...options, fetch: fetchLively(options.fetch) }),
  ]);
}
