/** The Apollo client of one caller, made of the package's parts. */
import { ApolloClient } from '@apollo/client';
import { createCache, createLink } from 'realty-forms-graphql-client/apollo';
import { fetchInTime } from './fetch-in-time.ts';
import { renew, tokenOf } from './session.ts';
import { unreadableLink } from './unreadable.ts';

export function createClient(caller: string): ApolloClient {
  const way = createLink({
    uri: '/graphql',
    fetch: fetchInTime,
    token: () => tokenOf(caller),
    renewToken: () => renew(caller),
  });
  return new ApolloClient({ link: unreadableLink.concat(way), cache: createCache() });
}
