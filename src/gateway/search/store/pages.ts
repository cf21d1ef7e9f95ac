/** The rows of a page, as a select of `id, agent, trans_id, sort_key`: up to a number of rows, from one end, within the given edges. */
import type { Place } from './query.ts';
import type { Values } from './statements.ts';
import type { WordSearch } from './tables.ts';

/** Where a page ends. */
export interface Edge {
  readonly place: Place;
  readonly operator: '<' | '<=' | '>' | '>=';
}

export type Page = (edges: readonly Edge[], direction: 'asc' | 'desc', limit: number | string) => string;

/** A page in the order of a column, then of the number. `matched` is a select to which columns can be added. */
export function keyedPage(values: Values, matched: (sortKey: string) => string, key: string): Page {
  return (edges, direction, limit) => {
    const within = edges.map(
      ({ place, operator }) =>
        ` and (${key}, trans_id, agent) ${operator} (${values.add(place.key)}, ${values.add(place.transId)}, cast(${values.add(place.agent)} as bigint))`,
    );
    const order = [key, 'trans_id', 'agent'].map((column) => `${column} ${direction}`).join();
    return `${matched(`${key} as sort_key`)}${within.join('')} order by ${order} limit ${limit}`;
  };
}

/** The cheaper of two ways to read the same page: the second if few rows match. */
export function cheaperPage(isSmall: string, large: Page, small: Page): Page {
  return (edges, direction, limit) =>
    `select * from (${large(edges, direction, `case when ${isSmall} then 0 else ${limit} end`)}) as large union all
     select * from (${small(edges, direction, `case when ${isSmall} then ${limit} else 0 end`)}) as small`;
}

/** The sort key begins with a digit that says whether the heading has the words, followed by the digits of the id. */
const ranks = { '1': 'heading', '0': 'elsewhere' } as const satisfies Readonly<Record<string, WordSearch['place']>>;

interface Ranked {
  /** A select of the ids of all rows that match, and have the words in this place. */
  readonly ids: (place: WordSearch['place']) => string;
  /** A select of the rows with these ids. */
  readonly rows: (ids: string, sortKey: string) => string;
}

/**
 * A page in the order of relevance, then of the id, which begins with the day of the last change. The text index has its rows in this
 * order, and no more of them are read than the page needs.
 */
export function rankedPage(values: Values, { ids, rows }: Ranked): Page {
  return (edges, direction, limit) => {
    const part = (rank: keyof typeof ranks, count: string) => {
      const within = edges.map(({ place: { key }, operator }) => {
        const isSame = key.startsWith(rank);
        // All rows of the other rank are on the same side of the edge.
        if (!isSame) return operator.startsWith('<') === rank < key ? '' : ' and false';
        return ` and id ${operator} cast(${values.add(Number(key.slice(1)) || 0)} as bigint)`;
      });
      const found = `select id from (${ids(ranks[rank])}) as matching where true${within.join('')} order by id ${direction} limit ${count}`;
      // PostgreSQL plans for few rows only if their number is a literal.
      return `${rows(found, `'${rank}' || transactions.id as sort_key`)} limit ${limit}`;
    };
    const [first, second] = direction === 'desc' ? (['1', '0'] as const) : (['0', '1'] as const);
    // The other rows are not searched if the page is already full.
    return `with first as materialized (${part(first, String(limit))})
      select * from first union all
      select * from (${part(second, `(${limit}) - (select count(*) from first)`)}) as second`;
  };
}
