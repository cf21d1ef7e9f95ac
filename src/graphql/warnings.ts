/**
 * `extensions.warnings`: values of a record that could not be read are null in the response, and stand here as they came,
 * with the path that the response has them at. A value that the query does not select gives no warning.
 */
import { type GraphQLResolveInfo, getNamedType, isAbstractType } from 'graphql';
import type { Unreadable } from '../contract/codec.ts';
import type { ServiceProvider } from '../contract/records.ts';
import type { Transaction } from '../gateway/transactions.ts';
import type { Context, Warning } from './context.ts';
import { responsePaths } from './lookahead.ts';

/** The one list that a resolver chooses from. */
const CHOSEN = 'serviceProviders';

/** What stands in these is noted by their resolvers, which know the places, or the record. */
const notedByThemselves: ReadonlySet<unknown> = new Set([CHOSEN, 'accountId', 'nrdsId', 'office']);

interface Readable {
  readonly unreadable: readonly Unreadable[];
}

/**
 * Notes what of a record could not be read. `at` leads from the resolver's field to the record, which may be its value. `type` is
 * the record's where the field gives objects of several: fragments on the others select nothing of it.
 */
export function warnOfUnreadable(
  { warnings }: Context,
  info: GraphQLResolveInfo,
  { unreadable }: Readable,
  at: readonly (string | number)[] = [],
  type?: string,
): void {
  for (const { path, raw } of unreadable) {
    if (!notedByThemselves.has(path[0])) note(warnings, info, [...at, ...path], path, raw, type);
  }
}

/** Notes what of a list's records could not be read. */
export function warnOfUnreadableItems(context: Context, info: GraphQLResolveInfo, items: readonly Readable[]): void {
  for (const [index, item] of items.entries()) warnOfUnreadable(context, info, item, [index]);
}

/** Notes what of a connection's records could not be read, wherever the query selects them; of most there is nothing. */
export function warnOfUnreadableNodes(
  context: Context,
  info: GraphQLResolveInfo,
  { nodes }: { readonly nodes: readonly Readable[] },
): void {
  for (const [index, node] of nodes.entries()) {
    if (node.unreadable.length === 0) continue;
    warnOfUnreadable(context, info, node, ['edges', index, 'node']);
    warnOfUnreadable(context, info, node, ['nodes', index]);
  }
}

/** Notes what could not be read of the field that is resolved. */
export function warnOfUnreadableField({ warnings }: Context, info: GraphQLResolveInfo, { unreadable }: Readable): void {
  for (const { path, raw } of unreadable) {
    if (path[0] === info.fieldName) note(warnings, info, path.slice(1), path, raw);
  }
}

/** Notes what of the chosen service providers could not be read. */
export function warnOfUnreadableProviders(
  { warnings }: Context,
  info: GraphQLResolveInfo,
  { serviceProviders, unreadable }: Transaction,
  chosen: readonly ServiceProvider[],
): void {
  for (const { path, raw } of unreadable) {
    const [list, index, ...rest] = path;
    const place = list === CHOSEN ? chosen.indexOf(serviceProviders?.[Number(index)] as ServiceProvider) : -1;
    if (place !== -1) note(warnings, info, [place, ...rest], path, raw);
  }
}

function note(
  warnings: Warning[],
  info: GraphQLResolveInfo,
  at: readonly (string | number)[],
  path: readonly (string | number)[],
  raw: unknown,
  type?: string,
): void {
  const field = path.filter((key) => typeof key === 'string').join('.');
  const applies = type === undefined ? undefined : appliesTo(type, info);
  for (const found of responsePaths(info, at, applies)) warnings.push({ path: found, field, raw });
}

function appliesTo(type: string, { returnType, schema }: GraphQLResolveInfo): (condition: string) => boolean {
  const given = getNamedType(returnType);
  const possible = isAbstractType(given) ? schema.getPossibleTypes(given) : [];
  return (condition) => condition === type || !possible.some(({ name }) => name === condition);
}
