/**
 * Which pages of the cache make one list. `relayPagination` puts all that it finds side by side: of a list that is loaded again, rows
 * would be missing between its beginning and the pages that continued it before.
 */
import { stringifyVariables } from '@urql/core';
import type { Cache, FieldArgs, FieldInfo, Resolver } from '@urql/exchange-graphcache';

interface Page {
  readonly field: FieldInfo;
  readonly args: NonNullable<FieldArgs>;
  /** Undefined if it was not selected. */
  readonly startCursor: unknown;
  readonly endCursor: unknown;
}

/** Shows `pages` those only that follow each other, from the beginning of the list on. */
export function withoutGaps(pages: Resolver): Resolver {
  return (parent, args, cache, info) => {
    // A list that is asked for without any argument is no page for `relayPagination`, and would not be found.
    if (Object.keys(args).length === 0) return cache.resolve(info.parentKey, info.fieldName);
    const linked = linkedPages(cache, info.parentKey, info.fieldName, args);
    const narrowed = Object.create(cache, { inspectFields: { value: () => linked.map(({ field }) => field) } });
    return pages(parent, args, narrowed as Cache, info);
  };
}

/** The list with the page that is asked for; without it, the one that begins as that would. */
function linkedPages(cache: Cache, entity: string, name: string, asked: NonNullable<FieldArgs>): readonly Page[] {
  const list = listOf(asked);
  const pages = cache.inspectFields(entity).flatMap((field) => {
    const { fieldName, fieldKey, arguments: args } = field;
    if (fieldName !== name || args === null || listOf(args) !== list) return [];
    const pageInfo = cache.resolve(cache.resolve(entity, fieldKey) as string | null, 'pageInfo') as string | null;
    const [startCursor, endCursor] = ['startCursor', 'endCursor'].map((cursor) => cache.resolve(pageInfo, cursor));
    return { field, args, startCursor, endCursor };
  });
  const beginnings = pages.filter(({ args }) => args['after'] == null && args['before'] == null);
  const lists = beginnings.map((beginning) => listFrom(beginning, pages));
  const beginsAlike = (page?: Page) => page?.args['first'] === asked['first'] && page?.args['last'] === asked['last'];
  return (
    lists.find((each) => each.some(({ args }) => stringifyVariables(args) === stringifyVariables(asked))) ??
    lists.find(([beginning]) => beginsAlike(beginning)) ??
    lists[0] ??
    pages
  );
}

/** Pages of one list differ in these only. */
function listOf({ first: _f, last: _l, after: _a, before: _b, ...args }: NonNullable<FieldArgs>): string {
  return stringifyVariables(args);
}

function listFrom(beginning: Page, pages: readonly Page[]): readonly Page[] {
  const list = [beginning];
  for (const { startCursor, endCursor } of list)
    for (const page of pages) {
      const { after, before } = page.args;
      if (!list.includes(page) && (isAt(after, endCursor) || isAt(before, startCursor))) list.push(page);
    }
  return list;
}

function isAt(wanted: unknown, cursor: unknown): boolean {
  return wanted != null && (cursor === undefined || wanted === cursor);
}
