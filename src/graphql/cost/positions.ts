/**
 * Where an estimate stands in an operation: the path to it, and how many objects can be there. Objects of a page are told from
 * objects that were read on their own, because calls are shared within a page.
 */
import type { FieldNode, GraphQLObjectType } from 'graphql';
import { keyOf } from '../resolvers/lookahead.ts';
import { type Arguments, type CostRow, isPageType } from './cost-rows.ts';
import type { SizeRow } from './size-rows.ts';

/** A position in the operation, as a key of bills and as a path to show, and the maximum number of objects there. */
export interface Position {
  readonly key: string;
  readonly path: string;
  readonly count: number;
  /** The maximum number of pages that these objects belong to. */
  readonly pages: number;
  /** Whether they came with others, as those of a page do, as opposed to objects that were read on their own. */
  readonly isListed: boolean;
  /** How often these objects are in the response; unlike `count`, includes those of an id that is given twice. */
  readonly shown: number;
  /** The length of each page if the objects are pages. */
  readonly pageLength: number;
}

export const atRoot: Position = { key: '', path: '', count: 1, pages: 1, isListed: false, shown: 1, pageLength: 1 };

/** Whether only the paths of two positions differ, by the aliases in them. */
export function isSame(a: Position, b: Position): boolean {
  return (
    a.key === b.key &&
    a.count === b.count &&
    a.pages === b.pages &&
    a.isListed === b.isListed &&
    a.shown === b.shown &&
    a.pageLength === b.pageLength
  );
}

export function keysOf(nodes: readonly FieldNode[]): ReadonlySet<string> {
  return new Set(nodes.map(keyOf));
}

export function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The lengths of a page's lists are those of the page; null for a single value. */
export function itemsOf(type: GraphQLObjectType, { items }: SizeRow, args: Arguments, at: Position): number | null {
  if (items === null) return null;
  return isPageType(type.name) ? at.pageLength : items(args);
}

/**
 * How many groups that can share calls the objects behind a field form at most: those of a page are one group, a single
 * object stays in its parent's group, and the objects of any other list form a group each.
 */
export function pagesOf({ isPage, size }: CostRow, args: Arguments, times: number, before: number): number {
  if (isPage) return times;
  const length = size(args);
  return length === 1 ? Math.min(times, before) : times * length;
}

/** A page's `edges.node` and `nodes` are the same objects, so they get the same key. */
export function step(
  at: Position,
  type: GraphQLObjectType,
  name: string,
  [node]: readonly FieldNode[],
): Pick<Position, 'key' | 'path'> {
  const path = node === undefined ? at.path : join(at.path, keyOf(node));
  if (type.name.endsWith('Connection') && name === 'edges{}') return { key: at.key, path };
  const isNode = type.name.endsWith('Edge') && name === 'node{}';
  return { key: `${at.key}\n${isNode ? 'nodes{}' : name}`, path };
}
