/** How Relay listens, over either protocol; docs/clients.md shows it. */
import { createFetchMultipartSubscription } from '@apollo/client/utilities/subscriptions/relay';
import { createClient } from 'graphql-sse';
import {
  type ConcreteRequest,
  type Environment,
  Observable,
  requestSubscription,
  type SubscribeFunction,
} from 'relay-runtime';
import type { Change, Failure, Open } from '../../../examples/transactions-page/src/lib/listen.ts';

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
      onError: (error) => end((error as { source?: { errors?: readonly Failure[] } }).source?.errors),
      onCompleted: () => end(),
    }).dispose;
}
