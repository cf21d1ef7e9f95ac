/** Opens streams with Apollo Client, whose cache receives the changes. */
import type { ApolloClient, TypedDocumentNode } from '@apollo/client';
import { type ChangeOf, changeIn, type Open } from '../core/live/follow.ts';
import { toFailure } from './failures.ts';

/** `document` is a subscription with one root field, and with the variable `$after`, to continue where another stream ended. */
export function openByApollo<Data = unknown>(
  client: ApolloClient,
  document: TypedDocumentNode<Data>,
  variables: Readonly<Record<string, unknown>> = {},
): Open<ChangeOf<Data>> {
  return (after, { next, end }) => {
    // Apollo transforms it, too, but hides what the directives of the original say (`dataMasking`).
    const query = client.cache.transformDocument(document);
    const options = { query, variables: { ...variables, after }, errorPolicy: 'all' } as const;
    const subscription = client.subscribe<object>(options).subscribe({
      next({ data, error }) {
        const change = changeIn<ChangeOf<Data>>(data);
        if (change) next(change);
        else end(error && toFailure(error));
      },
      error: (error: unknown) => end(toFailure(error)),
      complete: () => end(),
    });
    return () => subscription.unsubscribe();
  };
}
