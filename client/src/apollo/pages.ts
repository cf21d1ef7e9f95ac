/**
 * The lists of pages in Apollo's cache. Each page is a value of its own, under all of its arguments: a query gets what it asked for, and a
 * later response replaces it. Only what `fetchMore` loads also extends a list, the one that was requested without a cursor.
 */
import type { FieldPolicy, Reference, StoreObject } from '@apollo/client';
import { canonicalStringify, isReference } from '@apollo/client/utilities';
import { hasListChanged } from '../core/values.ts';
import { tellChangedList } from './changed-lists.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Node = Reference | StoreObject | null;

interface Edge {
  readonly cursor?: unknown;
  readonly node?: Node;
}

/** A page, or a list of several pages. Rows are stored as edges, whether a query selects edges or nodes. */
interface Page {
  readonly edges?: readonly Edge[];
  readonly nodes?: readonly Node[];
  readonly pageInfo?: Arguments;
  readonly [field: string]: unknown;
}

/** What the cache is currently doing, which its policies cannot see. */
export interface Writing {
  /** The arguments of the list that the written page continues, as far as they differ from the page's; null if it continues none. */
  continued: Arguments | null;
  hasContinued: boolean;
  /** Whether the current write includes a page that begins or ends at a cursor. */
  hasCursor: boolean;
  /** The sizes of all lists, by their text. */
  readonly sizes: Map<string, Arguments>;
}

export const createWriting = (): Writing => ({
  continued: null,
  hasContinued: false,
  hasCursor: false,
  sizes: new Map(),
});

const cursorIn = (args: Arguments | null) => args?.['after'] ?? args?.['before'];

/** The same text for all notations of the same arguments. */
function textOf(args: Arguments): string {
  return canonicalStringify(Object.fromEntries(Object.entries(args).filter(([, value]) => value != null)));
}

export function listPolicy(writing: Writing): FieldPolicy<Page> {
  return {
    keyArgs(args) {
      const isContinuing = writing.continued && cursorIn(args) != null;
      return textOf({ ...args, ...(isContinuing && { after: null, before: null, ...writing.continued }) });
    },
    merge(existing, incoming, { args, cache, existingData, extensions, mergeObjects }) {
      if (writing.continued && args && cursorIn(args) != null) {
        const list = existing && incoming && continued(existing, inEdges(incoming, mergeObjects), args);
        writing.hasContinued ||= list !== undefined;
        return (list ?? existing) as Page;
      }
      // A field that failed is null, which must not replace the value that was read before and is shown.
      if (!incoming) return existing ?? (existingData as Page | undefined) ?? incoming;
      if (hasListChanged(extensions)) tellChangedList(cache);
      writing.hasCursor ||= cursorIn(args) != null;
      const page = inEdges(incoming, mergeObjects);
      return existing && agree(existing, page) ? united(existing, page) : page;
    },
    read(existing, { args, canRead, readField }) {
      if (cursorIn(args) == null) {
        const size = { first: args?.['first'], last: args?.['last'] };
        writing.sizes.set(textOf(size), size);
      }
      if (!existing?.edges) return existing;
      const nodeOf = (edge: Edge) => readField<Node>('node', edge as StoreObject) ?? null;
      const edges = existing.edges.filter((edge) => canRead(nodeOf(edge) as Reference));
      // A query that selects only cursors says nothing about the rows.
      return { ...existing, edges, ...(edges.every((edge) => 'node' in edge) && { nodes: edges.map(nodeOf) }) };
    },
  };
}

type MergeObjects = <T extends StoreObject | Reference>(existing: T, incoming: T) => T;

function inEdges({ nodes, ...page }: Page, mergeObjects: MergeObjects): Page {
  const rows = page.edges ?? nodes?.map((): Edge => ({}));
  if (!rows) return page;
  const { startCursor, endCursor } = page.pageInfo ?? {};
  const edges = rows.map((edge, index): Edge => {
    const cursor = edge.cursor ?? (index === rows.length - 1 ? endCursor : null) ?? (index === 0 ? startCursor : null);
    const node = nodes ? (edge.node && nodes[index] ? mergeObjects(edge.node, nodes[index]) : nodes[index]) : edge.node;
    return { ...edge, ...(cursor != null && { cursor }), ...(node !== undefined && { node }) };
  });
  return { ...page, edges };
}

/** Whether two responses describe the same page, as far as both describe it. Rows without an id never count as the same. */
function agree(one: Page, other: Page): boolean {
  const { edges, pageInfo, ...rest } = one;
  const rows = other.edges;
  return (
    agreeIn(rest, other) &&
    agreeIn(pageInfo ?? {}, other.pageInfo ?? {}) &&
    (!edges ||
      !rows ||
      (edges.length === rows.length && edges.every((edge, index) => agreeIn({ ...edge }, { ...rows[index] }))))
  );
}

function agreeIn(one: Arguments, other: Arguments): boolean {
  return Object.entries(one).every(([key, value]) => {
    const its = other[key];
    return its === undefined || its === value || (isReference(its) && isReference(value) && its.__ref === value.__ref);
  });
}

/** A page with the fields that different queries have selected. */
function united(existing: Page, page: Page): Page {
  const edges = page.edges?.map((edge, index) => ({ ...existing.edges?.[index], ...edge })) ?? existing.edges;
  const pageInfo = { ...existing.pageInfo, ...page.pageInfo };
  return {
    ...existing,
    ...page,
    ...(edges && { edges }),
    ...((existing.pageInfo || page.pageInfo) && { pageInfo }),
  };
}

/**
 * The list with a page in its place, followed by what continues that page. Undefined if the page does not, or no longer, border on the
 * list: rows would be missing between the two.
 */
function continued(list: Page, page: Page, { after, before }: Arguments): Page | undefined {
  const { edges } = list;
  if (!edges || !page.edges) return undefined;
  const cursors = edges.map(({ cursor }) => cursor);
  const border = cursors.lastIndexOf(after ?? before);
  // If no row has a cursor, only the caller's arguments say where the page belongs.
  if (border < 0 && cursors.some((cursor) => cursor != null)) return undefined;
  const outer = (after == null ? page.edges[0] : page.edges.at(-1))?.cursor;
  const known = outer == null ? -1 : cursors.indexOf(outer);
  let [start, end] = [0, edges.length];
  if (after == null) [start, end] = [Math.max(known < border ? known : 0, 0), Math.max(border, 0)];
  else [start, end] = [border < 0 ? end : border + 1, known > border && border >= 0 ? known + 1 : end];

  const [first, last] = [start > 0 ? list : page, end < edges.length ? list : page];
  const sides: Readonly<Record<string, Page>> = {
    hasPreviousPage: first,
    startCursor: first,
    hasNextPage: last,
    endCursor: last,
  };
  // A page without rows has no cursors.
  const told = (name: string) => (sides[name] ?? page).pageInfo?.[name] ?? list.pageInfo?.[name];
  const names = Object.keys({ ...list.pageInfo, ...page.pageInfo });
  return {
    ...list,
    ...page,
    edges: [...edges.slice(0, start), ...page.edges, ...edges.slice(end)],
    ...(names.length > 0 && { pageInfo: Object.fromEntries(names.map((name) => [name, told(name)])) }),
  };
}
