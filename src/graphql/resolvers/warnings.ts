/**
 * `extensions.warnings`: values of a record that could not be read are null in the response and listed here as upstream sent them, with
 * their response path. A value that the query does not select causes no warning. A warning has a code if a text could be read only in part,
 * a list has changed since the cursor was issued, or its length is uncertain.
 */

import type { Unreadable } from '@realty-forms/contract/columns/codec.ts';
import type { ServiceProvider } from '@realty-forms/contract/columns/records.ts';
import {
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  responsePathAsArray,
} from 'graphql';
import type { Connection } from '../../gateway/paging/connection.ts';
import type { Transaction } from '../../gateway/reading/transactions.ts';
import type { SearchConnection } from '../../gateway/search/search.ts';
import type { ResolversTypes } from '../../generated/graphql.ts';
import type { Context, Warning } from '../context.ts';
import { fieldsOf } from '../schema/fields.ts';
import { responsePaths } from './lookahead.ts';

/** The most warnings in one response. One more is collected, to know whether there are more. */
export const MAX_WARNINGS = 1_000;

/** Called with each value of a field that is neither null nor an error. */
export type Warn<V = unknown> = (context: Context, info: GraphQLResolveInfo, value: NonNullable<V>) => void;

/** How to warn about a value, by its type in the schema. A page warns about its own records; those of `Node` are found one by one. */
const warningsOf: { readonly [T in keyof ResolversTypes]?: Warn<never> } = {
  Account: warnOfUnreadable,
  Transaction: warnOfUnreadable,
  TransactionFile: warnOfUnreadable,
  Member: warnOfUnreadable,
  AccountConnection: warnOfPage,
  TransactionConnection: warnOfPage,
  TransactionFileConnection: warnOfPage,
  SearchConnection: warnOfSearch,
  DeadlineConnection: warnOfIncompleteIndex,
};

/** Gives each field that returns a payload, one of these types, or a list of it, the function that the execution calls with its value. */
export function warnByType(schema: GraphQLSchema): GraphQLSchema {
  for (const { type, field } of fieldsOf(schema)) {
    const { name } = getNamedType(field.type);
    const warn = name.endsWith('Payload') ? warnOfPayload : warningsOf[name as keyof ResolversTypes];
    if (warn === undefined || /(Connection|Edge)$/.test(type.name)) continue;
    field.extensions = { warn: isListType(getNullableType(field.type)) ? warnOfUnreadableItems : warn };
  }
  return schema;
}

/** The only list that a resolver filters. */
const FILTERED_LIST = 'serviceProviders';

/** Warnings about these fields come from their own resolvers, which know the list positions or the record. */
const warnedByResolvers: ReadonlySet<unknown> = new Set([FILTERED_LIST, 'accountId', 'nrdsId', 'office']);

interface Readable {
  readonly unreadable: readonly Unreadable[];
}

/**
 * Warns about the unreadable values of a record. `at` is the path from the resolver's field to the record, empty if the record is the
 * field's value. `type` is the record's type if the field returns several types.
 */
export function warnOfUnreadable(
  { warnings }: Context,
  info: GraphQLResolveInfo,
  { unreadable }: Readable,
  at: readonly (string | number)[] = [],
  type?: string,
): void {
  for (const value of unreadable) {
    if (!warnedByResolvers.has(value.path[0])) addWarnings(warnings, info, [...at, ...value.path], value, type);
  }
}

/** Warns about the payload's own unreadable values, if it has any; the records in it warn about theirs. */
function warnOfPayload(context: Context, info: GraphQLResolveInfo, { unreadable = [] }: Partial<Readable>): void {
  warnOfUnreadable(context, info, { unreadable });
}

/** Warns about the unreadable values in a list of records. */
function warnOfUnreadableItems(context: Context, info: GraphQLResolveInfo, items: readonly Readable[]): void {
  for (const [index, item] of items.entries()) warnOfUnreadable(context, info, item, [index]);
}

const textDamaged = 'The text contains invalid bytes, shown as U+FFFD.';
const listChanged =
  'The list has changed since the cursor was issued, and the gateway did not find its record again: records may be missing or ' +
  'repeated. Start again at the first page.';

const indexIncomplete =
  'The index is still being filled, so transactions may be missing. Search again later, or ask for the transactions of an agent.';
const listUncertain =
  'The service does not count this list reliably: totalCount may be wrong, and records may be missing.';
const listOtherwise =
  'The service returned a record twice, or records that do not match the filter or are not in the requested order: ' +
  'records may be missing or repeated, and totalCount may be wrong.';

/** Warns if the list has changed around the page or its length is in doubt, and about unreadable values in its records. */
function warnOfPage(
  context: Context,
  info: GraphQLResolveInfo,
  page: Pick<Connection<Readable>, 'nodes' | 'hasListChanged' | 'isCounted' | 'isAsRequested'>,
): void {
  const { nodes, hasListChanged, isCounted, isAsRequested = true } = page;
  const path = responsePathAsArray(info.path);
  // Added at the front, so that they are listed however many values are unreadable.
  if (!isAsRequested) context.warnings.unshift({ path, code: 'LIST_UNCERTAIN', message: listOtherwise });
  if (!isCounted) context.warnings.unshift({ path, code: 'LIST_UNCERTAIN', message: listUncertain });
  if (hasListChanged) context.warnings.unshift({ path, code: 'LIST_CHANGED', message: listChanged });
  warnOfNodes(context, info, nodes);
}

function warnOfSearch(context: Context, info: GraphQLResolveInfo, page: SearchConnection): void {
  warnOfIncompleteIndex(context, info, page);
  warnOfNodes(context, info, page.nodes);
}

function warnOfIncompleteIndex(
  { warnings }: Context,
  info: GraphQLResolveInfo,
  { isComplete }: Pick<SearchConnection, 'isComplete'>,
): void {
  if (!isComplete)
    warnings.unshift({ path: responsePathAsArray(info.path), code: 'INDEX_INCOMPLETE', message: indexIncomplete });
}

/** Warns about unreadable values in the records of a page, wherever the query selects them. */
function warnOfNodes(context: Context, info: GraphQLResolveInfo, nodes: readonly Readable[]): void {
  for (const [index, node] of nodes.entries()) {
    warnOfUnreadable(context, info, node, ['edges', index, 'node']);
    warnOfUnreadable(context, info, node, ['nodes', index]);
  }
}

/** Warns if the field being resolved could not be read. */
export function warnOfUnreadableField({ warnings }: Context, info: GraphQLResolveInfo, { unreadable }: Readable): void {
  for (const value of unreadable) {
    if (value.path[0] === info.fieldName) addWarnings(warnings, info, value.path.slice(1), value);
  }
}

/** Warns about the unreadable values of the selected service providers. */
export function warnOfUnreadableProviders(
  { warnings }: Context,
  info: GraphQLResolveInfo,
  { serviceProviders, unreadable }: Transaction,
  chosen: readonly ServiceProvider[],
): void {
  for (const value of unreadable) {
    const [list, index, ...rest] = value.path;
    const position = list === FILTERED_LIST ? chosen.indexOf(serviceProviders?.[Number(index)] as ServiceProvider) : -1;
    if (position !== -1) addWarnings(warnings, info, [position, ...rest], value);
  }
}

function addWarnings(
  warnings: Warning[],
  info: GraphQLResolveInfo,
  at: readonly (string | number)[],
  { path, raw, isShown }: Unreadable,
  type?: string,
): void {
  if (warnings.length > MAX_WARNINGS) return;
  const field = path.filter((key) => typeof key === 'string').join('.');
  for (const found of responsePaths(info, at, type))
    warnings.push(
      isShown === true
        ? { path: found, field, code: 'TEXT_DAMAGED', message: textDamaged }
        : { path: found, field, raw },
    );
}
