/**
 * Lists of objects in turns: in a large response, the items of a list are handed to the executor as promises, which the pacer
 * resolves. Both executors complete such an item when its promise resolves, and until then do nothing for it.
 */

import { andThen } from '@realty-forms/platform/maybe-promise.ts';
import {
  defaultFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
} from 'graphql';
import type { Context } from '../context.ts';
import { fieldsOf } from '../schema/fields.ts';

/** Modifies the schema, which graphql-js executes; compiled operations do the same when they complete a list. */
export function paceLists(schema: GraphQLSchema): GraphQLSchema {
  for (const { field } of fieldsOf(schema)) {
    const { resolve = defaultFieldResolver } = field;
    if (!isListOfObjects(field.type)) continue;
    field.resolve = (source: unknown, args, context: Context, info) => {
      const found: unknown = resolve(source, args, context, info);
      return context.large == null ? found : andThen(found, (value) => paced(context, value));
    };
  }
  return schema;
}

/** The items of a list at their turns, if the response is large; any other value as it is. */
export function paced({ large }: Context, value: unknown): unknown {
  return large != null && Array.isArray(value) ? large.pace.items(value) : value;
}

/** Compiled code takes a small part of graphql-js's time for a field. */
const COMPILED_BYTES = 1_000_000;

export function isPacedWhenCompiled({ large }: Context): boolean {
  return large != null && large.reservation.bytes >= COMPILED_BYTES;
}

export function isListOfObjects(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type)) && !isLeafType(getNamedType(type));
}
