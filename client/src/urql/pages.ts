/**
 * Shows graphcache's pages as one list, from its beginning to the requested page. Graphcache's own `relayPagination` joins all pages that
 * it finds, even if rows are missing between them because part of the list was loaded again.
 */
import { stringifyVariables } from '@urql/core';
import type { Cache, DataField, FieldArgs, Resolver } from '@urql/exchange-graphcache';

type Arguments = NonNullable<FieldArgs>;
type Rows = readonly DataField[] | undefined;

interface Page {
  readonly args: Arguments;
  readonly edges: Rows;
  readonly nodes: Rows;
  /** Undefined for fields that were not selected. */
  readonly startCursor: unknown;
  readonly hasPreviousPage: unknown;
  readonly endCursor: unknown;
  readonly hasNextPage: unknown;
}

export const pageAlone: Resolver = (_parent, args, cache, { parentKey, fieldName }) =>
  // Graphcache finds nothing under an empty object of arguments.
  cache.resolve(parentKey, fieldName, Object.keys(args).length > 0 ? args : undefined);

export const joinedPages: Resolver = (parent, args, cache, info) => {
  const { parentKey, fieldName } = info;
  const asked = pageAlone(parent, args, cache, info);
  if (typeof asked !== 'string' || (args['after'] == null) === (args['before'] == null)) return asked;
  const others = cache.inspectFields(parentKey).flatMap(({ fieldName: name, fieldKey, arguments: its }): Page[] => {
    const page = name === fieldName && listOf(its) === listOf(args) && cache.resolve(parentKey, fieldKey);
    return page && page !== asked ? [pageAt(cache, page as string, its ?? {})] : [];
  });
  const list = listTo(pageAt(cache, asked, args), others);
  // A page that no longer continues a list is shown alone.
  if (list === null) return asked;
  const pages = args['before'] == null ? list : list.toReversed();
  const [first, last] = [pages[0] as Page, pages.at(-1) as Page];
  return {
    __typename: cache.resolve(asked, '__typename'),
    edges: distinct(pages, 'edges', (edge) => cache.resolve(edge as string, 'node')),
    nodes: distinct(pages, 'nodes', (node) => node),
    pageInfo: {
      __typename: 'PageInfo',
      hasPreviousPage: first.hasPreviousPage,
      hasNextPage: last.hasNextPage,
      // A page without rows has no cursors.
      startCursor: pages.find(({ startCursor }) => startCursor != null)?.startCursor,
      endCursor: pages.findLast(({ endCursor }) => endCursor != null)?.endCursor,
    },
  } as ReturnType<Resolver>;
};

/** Pages of one list differ only in these arguments. */
function listOf(args: FieldArgs): string {
  const { first: _f, last: _l, after: _a, before: _b, ...list } = args ?? {};
  return stringifyVariables(Object.fromEntries(Object.entries(list).filter(([, value]) => value != null)));
}

function pageAt(cache: Cache, page: string, args: Arguments): Page {
  const info = cache.resolve(page, 'pageInfo') as string | undefined;
  const told = (name: string) => cache.resolve(info, name);
  return {
    args,
    edges: cache.resolve(page, 'edges') as Rows,
    nodes: cache.resolve(page, 'nodes') as Rows,
    startCursor: told('startCursor'),
    hasPreviousPage: told('hasPreviousPage'),
    endCursor: told('endCursor'),
    hasNextPage: told('hasNextPage'),
  };
}

/** The pages from the beginning of the list to this one, if all of them are known, with edges and nodes if this one has them. */
function listTo(page: Page, others: readonly Page[]): readonly Page[] | null {
  const { first, last, after, before } = page.args;
  if (after == null && before == null) return [page];
  const isNext = (other: Page) =>
    (after == null
      ? other.startCursor === before && other.args['after'] == null
      : other.endCursor === after && other.args['before'] == null) &&
    (!page.edges || other.edges) &&
    (!page.nodes || other.nodes);
  const isAlike = ({ args }: Page) => args['first'] === first && args['last'] === last;
  const next = others.filter(isNext).toSorted((one, other) => Number(isAlike(other)) - Number(isAlike(one)));
  for (const each of next) {
    const list = listTo(
      each,
      others.filter((other) => other !== each),
    );
    if (list) return [...list, page];
  }
  return null;
}

/** Each row once, at its first position: a row that moves meanwhile can be on two pages. */
function distinct(pages: readonly Page[], rows: 'edges' | 'nodes', nodeOf: (row: DataField) => unknown): DataField[] {
  const seen = new Set<unknown>();
  return pages.flatMap((page) =>
    (page[rows] ?? []).filter((row) => {
      const node = nodeOf(row);
      if (node == null) return true;
      const isNew = !seen.has(node);
      seen.add(node);
      return isNew;
    }),
  );
}
