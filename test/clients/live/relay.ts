/** How Relay listens; docs/clients/relay.md links to it. */
import { createFetchMultipartSubscription } from '@apollo/client/utilities/subscriptions/relay';
import { type ConcreteRequest, type Environment, requestSubscription, type SubscribeFunction } from 'relay-runtime';
import type { GraphQLFailure } from '../../../client/src/core/errors.ts';
import type { Change, Open } from '../../../client/src/core/live/follow.ts';

export function subscribeByMultipart(url: string, currentToken: () => string): SubscribeFunction {
  return (operation, variables) => {
    const headers = { authorization: `Bearer ${currentToken()}` };
    return createFetchMultipartSubscription(url, { headers })(operation, variables);
  };
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
