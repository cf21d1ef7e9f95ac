/**
 * What each field costs, and how large its value is expected to be, read once from the schema. A field with `@scope` costs one call per
 * parent object, or as many as a page of a list can need; `@cost` overrides this. A value has the size of its type, unless `@size` says
 * otherwise. The rules are in docs/query.md.
 */
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { KindName } from '@realty-forms/contract/columns/kinds.ts';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
} from 'graphql';
import { SURE_END_SIZE } from '../../gateway/lists/batches.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../gateway/paging/connection.ts';
import { directiveValues, fieldsOf } from '../schema/fields.ts';

export type Field = GraphQLField<unknown, unknown>;
export type Arguments = Readonly<Record<string, unknown>>;
type Count = (args: Arguments) => number;

interface FieldCost {
  /** Calls per parent object. */
  readonly calls: Count;
  /**
   * The most objects that the field leads to. The objects in a page's `edges` and `nodes` are counted at the field that returns the page.
   */
  readonly objects: Count;
  /** Whether the objects of one page share the field's calls. */
  readonly isShared: boolean;
  /** Whether the field makes calls of its own to read its object; otherwise the object comes with its parent, or from a directory. */
  readonly isOwnRead: boolean;
  /** Whether the field needs its calls only for objects that were not read on their own. */
  readonly isForListedOnly: boolean;
  readonly isPage: boolean;
  /** Whether the objects of this page may share calls. Objects from the index, which needs no calls, belong to several agents. */
  readonly isOfOneList: boolean;
  /** Bytes of one value; null for an object, whose size is that of its selection. */
  readonly bytes: Count | null;
  /** The most values in the field's list; null if the field has a single value. */
  readonly items: Count | null;
}

/** Throws if `@cost(each:)` does not name a list argument of the field. */
export function readFieldCosts(schema: GraphQLSchema): ReadonlyMap<Field, FieldCost> {
  return new Map(fieldsOf(schema).map(({ type, field }) => [field, fieldCostOf(schema, type.name, field)]));
}

function fieldCostOf(schema: GraphQLSchema, typeName: string, field: Field): FieldCost {
  const { calls: fixed = null, each, shared, listed } = directiveValues(schema, field, 'cost') ?? {};
  const { items: stated = null, bytes = null, record } = directiveValues(schema, field, 'size') ?? {};
  const type = getNamedType(field.type);
  const isPage = field.args.some(({ name }) => name === 'first');
  const leafSize: Count = record === true ? recordBytes : () => (bytes === null ? leafBytes(type) : Number(bytes));
  const row = {
    isShared: shared === true,
    isForListedOnly: listed === true,
    isPage,
    isOfOneList: isPage && fixed !== 0,
    bytes: isLeafType(type) ? leafSize : null,
  };
  if (typeof each === 'string') {
    const counted = field.args.find(({ name }) => name === each);
    if (counted === undefined || !isList(counted.type)) {
      const problem = counted === undefined ? 'which does not exist' : 'which is not a list';
      throw new Error(`@cost of ${typeName}.${field.name} names the argument ${each}, ${problem}`);
    }
    const objects: Count = (args) => countDistinct(args[each]);
    const items: Count = ({ [each]: list }) =>
      Math.min(Number(stated ?? MAX_PAGE_SIZE), Array.isArray(list) ? list.length : 1);
    return { ...row, calls: (args) => Number(fixed) * objects(args), objects, isOwnRead: true, items };
  }
  const isScoped = directiveValues(schema, field, 'scope') !== undefined;
  const calls: Count = fixed !== null ? () => Number(fixed) : !isScoped ? () => 0 : isPage ? pageCalls : () => 1;
  // A list whose length is not known in advance.
  const isPlainList = isList(field.type) && !isPageType(typeName);
  return {
    ...row,
    calls,
    objects: isPage ? pageSize : isPlainList ? () => DEFAULT_PAGE_SIZE : () => 1,
    isOwnRead: fixed === null ? isScoped : fixed !== 0,
    items: isList(field.type) ? () => Number(stated ?? DEFAULT_PAGE_SIZE) : null,
  };
}

/** The type of a page, whose objects are counted at the field that returns it. */
export function isPageType(name: string): boolean {
  return /(Connection|Page)$/.test(name);
}

function isList(type: GraphQLType): boolean {
  return isListType(getNullableType(type));
}

/** The entries are texts, or objects that are equal if they are written alike. */
export function countDistinct(list: unknown): number {
  if (!Array.isArray(list)) return 1;
  return new Set(list.map((each: unknown) => (typeof each === 'object' ? JSON.stringify(each) : each))).size;
}

/** An invalid length is rejected when the field is resolved; until then it costs no more than a valid one. */
function pageSize({ first, last }: Arguments): number {
  const size = Math.max(Number(first ?? 0), Number(last ?? 0));
  return first == null && last == null ? DEFAULT_PAGE_SIZE : Math.min(MAX_PAGE_SIZE, Math.max(1, size));
}

/**
 * A page from the start is one batch. After a cursor, it may span two. A page from the end takes one more call to find the end, and a large
 * one may also span two batches.
 */
function pageCalls({ after, last, before }: Arguments): number {
  if (after != null || before != null) return 2;
  if (last == null) return 1;
  return Number(last) <= SURE_END_SIZE ? 2 : 3;
}

/** Two quotation marks, the colon and the comma around a key. */
export const KEY_BYTES = 4;
/** The brackets around an object or a list. */
export const BRACKET_BYTES = 2;
export const QUOTE_BYTES = 2;
/**
 * The size of an introspection. The whole schema takes half as much; a rule of graphql-js keeps a query from nesting its lists more than
 * once.
 */
export const SCHEMA_BYTES = 350_000;

/** Most texts of a record are names, addresses and numbers; few come near this size. */
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
const columns = transactionFields.map(
  ({ upstreamName, kind }) => upstreamName.length + KEY_BYTES + (columnBytes[kind] ?? TEXT_BYTES),
);
const WHOLE_RECORD_BYTES = BRACKET_BYTES + columns.reduce((sum, bytes) => sum + bytes, 0);
const LARGEST_COLUMN_BYTES = Math.max(...columns);

function leafBytes(type: GraphQLNamedType): number {
  if (isEnumType(type)) return Math.max(...type.getValues().map(({ name }) => name.length)) + QUOTE_BYTES;
  return scalarBytes[type.name] ?? TEXT_BYTES;
}

/** The size of a whole flat record, or of the columns that are named. */
function recordBytes({ keys }: Arguments): number {
  if (!Array.isArray(keys)) return WHOLE_RECORD_BYTES;
  return Math.min(WHOLE_RECORD_BYTES, BRACKET_BYTES + new Set(keys).size * LARGEST_COLUMN_BYTES);
}
