/**
 * `extensions.warnings`: values of a record that could not be read are null in the response, and stand here as they came,
 * with the path that the response has them at. A value that the query does not select gives no warning.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Transaction } from '../gateway/transactions.ts';
import type { Context } from './context.ts';
import { responsePaths } from './lookahead.ts';

/** Notes what of a transaction could not be read. `at` leads from the resolver's field to the transaction. */
export function warnOfUnreadable(
  { warnings }: Context,
  info: GraphQLResolveInfo,
  { unreadable }: Transaction,
  ...at: readonly (readonly (string | number)[])[]
): void {
  for (const { path, raw } of unreadable) {
    const field = path.filter((key) => typeof key === 'string').join('.');
    for (const start of at) {
      for (const found of responsePaths(info, [...start, ...path])) warnings.push({ path: found, field, raw });
    }
  }
}
