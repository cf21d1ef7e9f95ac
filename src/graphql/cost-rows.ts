/**
 * What one field costs, read once from the schema: `@scope` alone is one call for each object that the field stands on, and
 * as many as a page can need where the field is a page of a list; `@cost` says otherwise. The rules stand in docs/economy.md.
 */
import {
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../gateway/connection.ts';

export type Field = GraphQLField<unknown, unknown>;
export type Arguments = Readonly<Record<string, unknown>>;

export interface CostRow {
  /** Calls for each object that the field stands on. */
  readonly calls: (args: Arguments) => number;
  /** How many objects stand behind the field at most; those behind a page's `edges` and `nodes` stand behind the page. */
  readonly size: (args: Arguments) => number;
  /** Whether the objects of one page share the field's calls. */
  readonly isShared: boolean;
  /** Whether only objects of a page need the field's calls. */
  readonly isOfListed: boolean;
  /** Whether the field is a page, whose objects have something in common. */
  readonly isPage: boolean;
}

export type CostRows = ReadonlyMap<Field, CostRow>;

/** Throws where `@cost(each:)` names no list among the field's arguments. */
export function readCostRows(schema: GraphQLSchema): CostRows {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return new Map(
    types.flatMap((type) =>
      Object.values(type.getFields()).map((field) => [field, rowOf(schema, type.name, field)] as const),
    ),
  );
}

function rowOf(schema: GraphQLSchema, typeName: string, field: Field): CostRow {
  const { calls: told = null, each = null, shared = false, listed = false } = directive(schema, field, 'cost') ?? {};
  const isPage = field.args.some(({ name }) => name === 'first');
  if (each !== null && !field.args.some(({ name }) => name === each))
    throw new Error(`@cost of ${typeName}.${field.name} names the argument ${String(each)}, which is not there`);
  if (typeof each === 'string') {
    const count = (args: Arguments) => distinct(args[each]);
    return {
      calls: (args) => Number(told) * count(args),
      size: count,
      isShared: false,
      isOfListed: false,
      isPage: false,
    };
  }
  const row = {
    size: isPage ? pageSize : isPlainList(typeName, field) ? () => DEFAULT_PAGE_SIZE : () => 1,
    isShared: shared === true,
    isOfListed: listed === true,
    isPage,
  };
  if (told !== null) return { ...row, calls: () => Number(told) };
  if (directive(schema, field, 'scope') === undefined) return { ...row, calls: () => 0 };
  return { ...row, calls: isPage ? pageCalls : () => 1 };
}

function directive(schema: GraphQLSchema, { astNode }: Field, name: string): Arguments | undefined {
  const definition = schema.getDirective(name);
  return definition && astNode ? getDirectiveValues(definition, astNode) : undefined;
}

/** A list whose length nothing tells. */
function isPlainList(typeName: string, { type }: Field): boolean {
  return !typeName.endsWith('Connection') && isListType(isNonNullType(type) ? type.ofType : type);
}

function distinct(list: unknown): number {
  return Array.isArray(list) ? new Set(list).size : 1;
}

/** A length that is refused when the field is resolved costs no more than one that is not. */
function pageSize({ first, last }: Arguments): number {
  const size = Math.max(Number(first ?? 0), Number(last ?? 0));
  return first == null && last == null ? DEFAULT_PAGE_SIZE : Math.min(MAX_PAGE_SIZE, Math.max(1, size));
}

/** A page from the start is one batch; behind a cursor it may need two; from the end, one more to learn where that is. */
function pageCalls({ after, last, before }: Arguments): number {
  if (after != null || before != null) return 2;
  return last == null ? 1 : 3;
}
