/**
 * Resolvers whose value is looked at once it is there. Compiled operations look at it as they complete it, which saves a promise for
 * each place in the answer; whoever else calls such a resolver gets it when it was looked at.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { type AtHand, andThen } from '../gateway/at-hand.ts';
import type { Context } from './context.ts';

type Resolve<P, A, V> = (parent: P, args: A, context: Context, info: GraphQLResolveInfo) => AtHand<V>;

/** Told of each value that is neither null nor an error; throws nothing. */
export type Follow<V = unknown> = (context: Context, info: GraphQLResolveInfo, value: NonNullable<V>) => void;

interface Parts {
  readonly resolve: Resolve<unknown, unknown, unknown>;
  readonly follow: Follow;
}

const partsByWhole = new WeakMap<object, Parts>();

export function followed<P, A, V>(resolve: Resolve<P, A, V>, follow: Follow<V>): Resolve<P, A, V> {
  const whole: Resolve<P, A, V> = (parent, args, context, info) =>
    andThen(resolve(parent, args, context, info), (value) => {
      if (value !== null && value !== undefined) follow(context, info, value);
      return value;
    });
  partsByWhole.set(whole, { resolve, follow } as Parts);
  return whole;
}

/** Null where the resolver is none of these. */
export function partsOf(resolver: unknown): Parts | null {
  return typeof resolver === 'function' ? (partsByWhole.get(resolver) ?? null) : null;
}
