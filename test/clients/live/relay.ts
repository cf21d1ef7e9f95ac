/** How Relay listens, over either protocol; docs/clients/relay.md links to it. */
import { createFetchMultipartSubscription } from '@apollo/client/utilities/subscriptions/relay';
import { createClient } from 'graphql-sse';
import {
  type ConcreteRequest,
  type Environment,
  Observable,
  requestSubscription,
  type SubscribeFunction,
} from 'relay-runtime';
import type { GraphQLFailure } from '../../../client/src/core/errors.ts';
import type { Change, Open } from '../../../client/src/core/live/follow.ts';

export function subscribeByMultipart(url: string, currentToken: () => string): SubscribeFunction {
  return (operation, variables) => {
    const headers = { authorization: `Bearer ${currentToken()}` };
    return createFetchMultipartSubscription(url, { headers })(operation, variables);
  };
}

export function subscribeBySse(url: string, currentToken: () => string): SubscribeFunction {
  const headers = () => ({ authorization: `Bearer ${currentToken()}` });
  const client = createClient({ url, headers, retryAttempts: 0 });
  return ({ text }, variables) =>
    Observable.create((sink) => client.subscribe({ query: text ?? '', variables }, sink as never));
}

export function openByRelay<C extends Change>(environment: Environment, subscription: ConcreteRequest): Open<C> {
  return (after, { next, end }) =>
    requestSubscription<{ response: { transactionChanges: C }; variables: { after: string | null } }>(environment, {
      subscription,
      variables: { after },
      onNext: (data) => data && next(data.transactionChanges),
      onError(error) {
        const { errors = [] } =
          (error as { readonly source?: { readonly errors?: readonly GraphQLFailure[] } }).source ?? {};
        end({ errors });
      },
      onCompleted: () => end(),
    }).dispose;
}
