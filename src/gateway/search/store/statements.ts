/**
 * The statement of a search, the same in SQLite and PostgreSQL: it begins with the agents that it may see, and has all of a result in rows of
 * the same columns: the page, whether there is more around it, counts and freshness, all of the same moment.
 */
import { FIRST_TALLIED } from '@realty-forms/platform/stores/tally.ts';
import type { Edge, Page } from './pages.ts';
import type { DeadlineQuery, FacetColumn, Place, SearchQuery } from './query.ts';
import { CODE } from './saving.ts';
import { type IndexDialect, isCoded } from './tables.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export const MAX_FACET_VALUES = 120;

export const grantedAgents = ({ eachText }: IndexDialect, agents: string): string =>
  `select number, nrds_id, as_of, is_complete, amount from agents where nrds_id in (select value from ${eachText(agents)})`;

/** The selects of which a result consists. They may read `granted`, the agents; `extent`, which says whether these are all; and `kept`. */
export interface Result {
  readonly page: Page;
  readonly isDescending: boolean;
  /**
   * Selects of the ids of all rows that match, each of a part of them; or, where tables of counts know it, how many rows have each code: as
   * `code` and `amount`.
   */
  readonly counted: { readonly ids: readonly string[] } | { readonly tally: string };
  /** More parts, by name, that are computed once. */
  readonly kept: readonly (readonly [name: string, select: string])[];
  /** Those that codes do not have: selects of `value` and `number`. */
  readonly facets: readonly { readonly column: FacetColumn; readonly groups: string }[];
}

export function assemble(
  { agents, window, isCounted, ...query }: SearchQuery | DeadlineQuery,
  values: Values,
  dialect: IndexDialect,
  { page, isDescending, counted, kept, facets }: Result,
): Statement {
  const hasCodes = 'facets' in query && query.facets.some(isCoded);
  const noBytes = `cast(null as ${dialect.bytes})`;
  const noNumber = 'cast(null as bigint)';
  const part = (name: string, value: string, number: string, from = '') =>
    `select '${name}', ${value}, ${number}, null, null, null, ${noBytes} ${from}`;
  const isReversed = window.from === 'end';
  const direction = isDescending === isReversed ? 'asc' : 'desc';
  const [later, notLater, earlier, notEarlier] = isDescending
    ? (['<', '>=', '>', '<='] as const)
    : (['>', '<=', '<', '>='] as const);
  const edge = (place: Place | null, operator: Edge['operator']) => (place === null ? [] : [{ place, operator }]);
  // Whether there is anything outside of the given cursors. What is left between them shows itself.
  const outside = (name: string, place: Place | null, operator: Edge['operator']) =>
    edge(place, operator).map((beyond) =>
      part(name, 'null', 'count(*)', `from (${page([beyond], direction, 1)}) as few`),
    );
  const ctes = [
    `granted as (${grantedAgents(dialect, values.add(JSON.stringify(agents)))})`,
    'extent as (select (select count(*) from granted) = (select count(*) from agents) as is_all)',
    `holders as (select 0 as number from extent where is_all
       union all select number from granted where not (select is_all from extent))`,
    ...kept.map(([name, part]) => `${name} as materialized (${part})`),
    `counted as materialized (${countOf(counted, hasCodes, dialect)})`,
  ];
  const parts = [
    `select 'row', sort_key, null, page.agent, trans_id, nrds_id, record from (
       ${page([...edge(window.after, later), ...edge(window.before, earlier)], direction, window.take + 1)}
     ) as page join texts using (id) join granted on number = page.agent`,
    ...(isCounted ? [part('total', 'null', 'number', 'from counted')] : []),
    ...outside('before', window.after, notLater),
    ...outside('behind', window.before, notEarlier),
    ...(hasCodes
      ? [
          part('codes', 'codes', noNumber, 'from counted'),
          part('labels', `string_agg('[' || number || ',' || label || ']', ',')`, noNumber, 'from codes'),
        ]
      : []),
    ...facets.map(({ column, groups }) => {
      const order = column === 'agent' ? 'number desc, value' : 'value desc';
      return part(column, 'value', 'number', `from (${groups} order by ${order} limit ${MAX_FACET_VALUES}) as counted`);
    }),
    `select 'fresh', cast(sum(is_complete) as text), count(*), min(as_of), null, null, ${noBytes} from granted`,
  ];
  return {
    sql: `with ${ctes.join()}, parts (part, value, number, agent, trans_id, nrds_id, record) as (${parts.join(' union all ')})
      select * from parts`,
    values: values.list,
  };
}

/** How many rows match, and, if wanted, their codes as a text: one that the database makes faster than it counts groups. */
function countOf(counted: Result['counted'], hasCodes: boolean, { joined, tallied }: IndexDialect): string {
  const codes = (text: string) => (hasCodes ? `, ${text} as codes` : '');
  if ('ids' in counted) {
    // Each select is counted by itself: a union of them all would be a table in between.
    const counts = counted.ids.map(
      (ids) =>
        `select count(*) as number${codes(tallied(joined(`${CODE} + ${FIRST_TALLIED}`)))} from (${ids}) as found`,
    );
    if (counts.length === 1) return String(counts[0]);
    return `select cast(sum(number) as bigint) as number${codes(joined('codes'))} from (${counts.join(' union all ')}) as found`;
  }
  const amounts = joined(`(code + ${FIRST_TALLIED}) || ' ' || amount`);
  return `select coalesce(sum(amount), 0) as number${codes(tallied(amounts))} from (${counted.tally}) as tally`;
}

/** The parameters of a statement, in their order. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}
