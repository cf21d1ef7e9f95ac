/**
 * Resolvers with a callback (`onResolved`) for the resolved value. Compiled operations call it during completion, which saves a
 * promise per response position; for all other callers the resolver itself calls it before it returns the value.
 */

import { andThen, type MaybePromise } from '@realty-forms/platform/maybe-promise.ts';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';

type Resolve<P, A, V> = (parent: P, args: A, context: Context, info: GraphQLResolveInfo) => MaybePromise<V>;

/** Called with each value that is neither null nor an error; must not throw. */
export type OnResolved<V = unknown> = (context: Context, info: GraphQLResolveInfo, value: NonNullable<V>) => void;

interface Parts {
  readonly resolve: Resolve<unknown, unknown, unknown>;
  readonly onResolved: OnResolved;
}

const partsByResolver = new WeakMap<object, Parts>();

export function withOnResolved<P, A, V>(resolve: Resolve<P, A, V>, onResolved: OnResolved<V>): Resolve<P, A, V> {
  const wrapped: Resolve<P, A, V> = (parent, args, context, info) =>
    andThen(resolve(parent, args, context, info), (value) => {
      if (value !== null && value !== undefined) onResolved(context, info, value);
      return value;
    });
  partsByResolver.set(wrapped, { resolve, onResolved } as Parts);
  return wrapped;
}

/** Null if the resolver was not made by `withOnResolved`. */
export function partsOf(resolver: unknown): Parts | null {
  return typeof resolver === 'function' ? (partsByResolver.get(resolver) ?? null) : null;
}
