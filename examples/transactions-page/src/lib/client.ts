/** The Apollo client, made of the package's parts: what is this page's own is to notice that the token is refused. */
import { ApolloClient } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import { isRefused } from 'realty-forms-graphql-client';
import { createCache, createLink, toFailure } from 'realty-forms-graphql-client/apollo';
import { fetchInTime } from './fetch-in-time.ts';

export function createClient(token: string, onRefused: () => void): ApolloClient {
  const noticeRefusal = new ErrorLink(({ error }) => {
    if (isRefused(toFailure(error))) onRefused();
  });
  const send = createLink({ uri: '/graphql', fetch: fetchInTime, token: () => token });
  return new ApolloClient({ link: noticeRefusal.concat(send), cache: createCache() });
}
