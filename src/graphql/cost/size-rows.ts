/**
 * How large each field's value is expected to be in a response, read once from the schema: what a leaf of its type takes, or
 * what `@size` says, and how many values a list has. The rules are in docs/economy.md.
 */

import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../gateway/paging/connection.ts';
import { directiveValues } from '../schema/directives.ts';
import { fieldsOf } from '../schema/fields.ts';
import type { Arguments, Field } from './cost-rows.ts';

export interface SizeRow {
  /** Bytes of one value; null for an object, which is as large as what is selected of it. */
  readonly bytes: ((args: Arguments) => number) | null;
  /** The most values in the field's list; null if the field has a single value. */
  readonly items: ((args: Arguments) => number) | null;
}

export type SizeRows = ReadonlyMap<Field, SizeRow>;

/** Two quotation marks, the colon and the comma around a key. */
export const KEY_BYTES = 4;
/** The brackets around an object or a list. */
export const BRACKET_BYTES = 2;
export const QUOTE_BYTES = 2;
/**
 * What is selected of the schema's own description at once. The whole of it takes half as much; a rule of graphql-js keeps a
 * query from repeating its lists within each other more than once.
 */
export const SCHEMA_BYTES = 300_000;

/** Most texts of a record are names, addresses and numbers; few come near this. */
const TEXT_BYTES = 64 + QUOTE_BYTES;
const INTEGER_BYTES = 11;
/** Bytes of a value, by its scalar. A sealed id contains the NRDS id and the service's numbers, or an e-mail address. */
const scalarBytes: Readonly<Record<string, number>> = {
  Boolean: 5,
  Int: INTEGER_BYTES,
  ID: 100 + QUOTE_BYTES,
  Timestamp: 29 + QUOTE_BYTES,
  Decimal: 20 + QUOTE_BYTES,
};
/** Bytes of a column as upstream sends it; the codes of enums are sent as words or shorter. */
const columnBytes: Partial<Record<KindName, number>> = {
  integer: INTEGER_BYTES,
  decimal: scalarBytes['Decimal'] as number,
  timestamp: scalarBytes['Timestamp'] as number,
  date: scalarBytes['Timestamp'] as number,
};
const columns = transactionFields.map(({ wire, kind }) => wire.length + KEY_BYTES + (columnBytes[kind] ?? TEXT_BYTES));
const WHOLE_RECORD_BYTES = BRACKET_BYTES + columns.reduce((sum, bytes) => sum + bytes, 0);
const LARGEST_COLUMN_BYTES = Math.max(...columns);

export function readSizeRows(schema: GraphQLSchema): SizeRows {
  return new Map(fieldsOf(schema).map(({ field }) => [field, rowOf(schema, field)]));
}

function rowOf(schema: GraphQLSchema, field: Field): SizeRow {
  const { items = null, bytes = null, record = false } = directiveValues(schema, field, 'size') ?? {};
  const type = getNamedType(field.type);
  const isList = isListType(getNullableType(field.type));
  const ofLeaf = record === true ? recordBytes : () => (bytes === null ? leafBytes(type) : Number(bytes));
  return {
    bytes: isLeafType(type) ? ofLeaf : null,
    items: isList ? itemsOf(directiveValues(schema, field, 'cost')?.each, items as number | null) : null,
  };
}

function leafBytes(type: GraphQLNamedType): number {
  if (isEnumType(type)) return Math.max(...type.getValues().map(({ name }) => name.length)) + QUOTE_BYTES;
  return scalarBytes[type.name] ?? TEXT_BYTES;
}

/** A whole flat record, or the columns of it that are named. */
function recordBytes({ keys }: Arguments): number {
  if (!Array.isArray(keys)) return WHOLE_RECORD_BYTES;
  return Math.min(WHOLE_RECORD_BYTES, BRACKET_BYTES + new Set(keys).size * LARGEST_COLUMN_BYTES);
}

/** One item for each entry of the argument that the field's cost counts; otherwise the stated length, or that of a page. */
function itemsOf(counted: unknown, stated: number | null): (args: Arguments) => number {
  if (typeof counted !== 'string') return () => stated ?? DEFAULT_PAGE_SIZE;
  return ({ [counted]: list }) => Math.min(stated ?? MAX_PAGE_SIZE, Array.isArray(list) ? list.length : 1);
}
