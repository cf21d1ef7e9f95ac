/** A page of search results in the form of the graph: its connection, its cursors, and its counts. */
import { hash } from 'node:crypto';
import { badInput, faultOf } from '../fault.ts';
import { readParts, type Sealer, writeParts } from '../ids/seal.ts';
import { type Connection, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageArguments, pageOf } from '../paging/connection.ts';
import { dateColumnOf, type SearchDate } from './arguments.ts';
import type { FacetColumn, FacetCount, FoundPage, FoundRow, Place, Window } from './store/query.ts';

/** `totalCount` is 0 if it was not requested. */
export interface Page<Node> extends Pick<Connection<Node>, 'edges' | 'nodes' | 'pageInfo' | 'totalCount'> {
  readonly asOf: string;
  readonly isComplete: boolean;
}

export interface Facets {
  readonly statuses: readonly FacetCount[];
  readonly types: readonly FacetCount[];
  readonly propertyTypes: readonly FacetCount[];
  readonly states: readonly FacetCount[];
  readonly agentsFirst: (first: number | null | undefined) => FacetCount[];
  readonly monthsOf: (date: SearchDate) => FacetCount[];
}

type Cursors = ReturnType<typeof cursorsOf>;

export function cursorsOf(sealer: Pick<Sealer, 'sealCursor' | 'openCursor'>, search: readonly unknown[]) {
  const name = hash('sha256', JSON.stringify(search), 'base64url').slice(0, 16);
  return {
    seal: ({ key, transId, agent }: Place): string =>
      sealer.sealCursor('search', name, writeParts([key, transId, String(agent)])),
    open(argument: string, cursor: string | null | undefined): Place | null {
      if (cursor == null) return null;
      const [key, transId, agent] = readParts(sealer.openCursor('search', name, cursor) ?? Buffer.alloc(0)) ?? [];
      if (key !== undefined && transId !== undefined) return { key, transId, agent: Number(agent) };
      throw faultOf(
        'INVALID_CURSOR',
        argument,
        'not a cursor of this search with these arguments; start at the first page',
      );
    },
  };
}

export function windowOf(args: PageArguments, { open }: Cursors): Window {
  return { ...pageOf(args), after: open('after', args.after), before: open('before', args.before) };
}

export function connectionOf<Node>(
  { rows, hasNextPage, hasPreviousPage, total, freshness }: FoundPage,
  nodes: readonly Node[],
  { after, before }: PageArguments,
  { seal }: Cursors,
): Page<Node> {
  // Many queries select no cursors, or only those of the page's ends.
  const cursorOf = (row: FoundRow | undefined): string | undefined => row && seal(row.place);
  return {
    edges: rows.map((row, at) => ({
      node: nodes[at] as Node,
      get cursor() {
        return seal(row.place);
      },
    })),
    nodes,
    pageInfo: {
      hasNextPage,
      hasPreviousPage,
      // An empty page that is not the last one continues from where it began.
      get startCursor() {
        return cursorOf(rows[0]) ?? (hasPreviousPage ? (before ?? null) : null);
      },
      get endCursor() {
        return cursorOf(rows.at(-1)) ?? (hasNextPage ? (after ?? null) : null);
      },
    },
    totalCount: total ?? 0,
    asOf: new Date(freshness.asOf ?? 0).toISOString(),
    isComplete: freshness.isComplete,
  };
}

export function facetsOf(counts: FoundPage['facets']): Facets {
  const of = (column: FacetColumn) => counts.get(column) ?? [];
  return {
    statuses: of('status'),
    types: of('type'),
    propertyTypes: of('property_type'),
    states: of('state_key'),
    agentsFirst(first) {
      const length = first ?? DEFAULT_PAGE_SIZE;
      if (length < 1 || length > MAX_PAGE_SIZE)
        throw badInput('first', `must be from 1 to ${MAX_PAGE_SIZE}, not ${length}`);
      return of('agent').slice(0, length);
    },
    monthsOf: (date) => [...of(dateColumnOf(date))],
  };
}
