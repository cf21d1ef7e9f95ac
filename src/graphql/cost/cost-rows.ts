/**
 * What each field costs, read once from the schema: a field with `@scope` costs one call per parent object, or as many as a
 * page can need if it is a page of a list; `@cost` overrides this. The rules are in docs/economy.md.
 */
import { type GraphQLField, type GraphQLSchema, type GraphQLType, getNullableType, isListType } from 'graphql';
import { SURE_END_SIZE } from '../../gateway/lists/batches.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../gateway/paging/connection.ts';
import { directiveValues } from '../schema/directives.ts';
import { fieldsOf } from '../schema/fields.ts';

export type Field = GraphQLField<unknown, unknown>;
export type Arguments = Readonly<Record<string, unknown>>;

export interface CostRow {
  /** Calls per parent object. */
  readonly calls: (args: Arguments) => number;
  /**
   * Upper bound of objects that the field leads to. The objects in a page's `edges` and `nodes` are counted at the page's
   * field.
   */
  readonly size: (args: Arguments) => number;
  /** Whether the objects of one page share the field's calls. */
  readonly isShared: boolean;
  /** Whether the object behind the field is read by calls of the field's own; otherwise it comes with its parent, or from a directory. */
  readonly isOwnRead: boolean;
  /** Whether the field needs its calls only for objects that were not read on their own. */
  readonly isForListedOnly: boolean;
  /** Whether the field is a page, whose objects may share calls. */
  readonly isPage: boolean;
}

export type CostRows = ReadonlyMap<Field, CostRow>;

/** Throws if `@cost(each:)` does not name a list argument of the field. */
export function readCostRows(schema: GraphQLSchema): CostRows {
  return new Map(fieldsOf(schema).map(({ type, field }) => [field, rowOf(schema, type.name, field)]));
}

function rowOf(schema: GraphQLSchema, typeName: string, field: Field): CostRow {
  const {
    calls: fixedCalls = null,
    each = null,
    shared = false,
    listed = false,
  } = directiveValues(schema, field, 'cost') ?? {};
  const isPage = field.args.some(({ name }) => name === 'first');
  if (typeof each === 'string') {
    const counted = field.args.find(({ name }) => name === each);
    if (counted === undefined || !isList(counted.type)) {
      const problem = counted === undefined ? 'which does not exist' : 'which is not a list';
      throw new Error(`@cost of ${typeName}.${field.name} names the argument ${each}, ${problem}`);
    }
    const count = (args: Arguments) => countDistinct(args[each]);
    return {
      calls: (args) => Number(fixedCalls) * count(args),
      size: count,
      isOwnRead: true,
      isShared: false,
      isForListedOnly: false,
      isPage: false,
    };
  }
  const row = {
    size: isPage ? pageSize : isPlainList(typeName, field) ? () => DEFAULT_PAGE_SIZE : () => 1,
    isShared: shared === true,
    isForListedOnly: listed === true,
    isPage,
  };
  if (fixedCalls !== null) return { ...row, isOwnRead: fixedCalls !== 0, calls: () => Number(fixedCalls) };
  if (directiveValues(schema, field, 'scope') === undefined) return { ...row, isOwnRead: false, calls: () => 0 };
  return { ...row, isOwnRead: true, calls: isPage ? pageCalls : () => 1 };
}

/** The type of a page, whose objects are counted at the field that returns it. */
export function isPageType(name: string): boolean {
  return /(Connection|Page)$/.test(name);
}

/** A list whose length is not known in advance. */
function isPlainList(typeName: string, { type }: Field): boolean {
  return !isPageType(typeName) && isList(type);
}

function isList(type: GraphQLType): boolean {
  return isListType(getNullableType(type));
}

/** Entries are texts, or objects that are equal if they are written alike. */
function countDistinct(list: unknown): number {
  if (!Array.isArray(list)) return 1;
  return new Set(list.map((each: unknown) => (typeof each === 'object' ? JSON.stringify(each) : each))).size;
}

/** An invalid length is rejected when the field is resolved; until then it costs no more than a valid one. */
function pageSize({ first, last }: Arguments): number {
  const size = Math.max(Number(first ?? 0), Number(last ?? 0));
  return first == null && last == null ? DEFAULT_PAGE_SIZE : Math.min(MAX_PAGE_SIZE, Math.max(1, size));
}

/**
 * A page from the start is one batch; after a cursor it may span two; a page from the end takes one more call to find the
 * end, and if it is large, it may span two as well.
 */
function pageCalls({ after, last, before }: Arguments): number {
  if (after != null || before != null) return 2;
  if (last == null) return 1;
  return Number(last) <= SURE_END_SIZE ? 2 : 3;
}
