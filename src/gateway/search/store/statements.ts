/**
 * The statement of a search, the same in SQLite and PostgreSQL. It begins with the agents that it may see, and returns the whole result in
 * rows with the same columns: the page, whether there is more around it, counts and freshness, all from the same moment.
 */
import type { Edge, Page } from './pages.ts';
import type { DeadlineQuery, FacetColumn, Place, SearchQuery } from './query.ts';
import { type IndexDialect, isCoded } from './tables.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const MAX_FACET_VALUES = 120;

export const grantedAgents = ({ eachText }: IndexDialect, agents: string): string =>
  `select number, nrds_id, as_of, is_complete, amount from agents where nrds_id in (select value from ${eachText(agents)})`;

/**
 * The selects that make up a result. They may read `granted`, the agents; `extent`, which says whether these are all agents; and `kept`.
 */
export interface Result {
  readonly page: Page;
  readonly isDescending: boolean;
  /**
   * A select of the ids of all rows that match. Or, if tables of counts know it, a select of how many of them have each `code`, as
   * `amount`.
   */
  readonly counted: { readonly ids: string } | { readonly tally: string };
  /** Additional parts, by name, that are computed once. */
  readonly kept: Readonly<Record<string, string>>;
  /** A select of `value` and `number`: how many of these rows have each value of a column that is not part of their codes. */
  readonly groups: (column: FacetColumn) => string;
}

/** Sums up the part `counted`. */
export const TOTAL = '(select coalesce(sum(amount), 0) from counted)';

export function assemble(
  { agents, window, isCounted, ...query }: SearchQuery | DeadlineQuery,
  values: Values,
  dialect: IndexDialect,
  { page, isDescending, counted, kept, groups }: Result,
): Statement {
  const facets = 'facets' in query ? query.facets : [];
  const noBytes = `cast(null as ${dialect.bytes})`;
  const part = (name: string, value: string, number: string, from = '') =>
    `select '${name}', ${value}, ${number}, null, null, null, ${noBytes} ${from}`;
  const isReversed = window.from === 'end';
  const direction = isDescending === isReversed ? 'asc' : 'desc';
  const [later, notLater, earlier, notEarlier] = isDescending
    ? (['<', '>=', '>', '<='] as const)
    : (['>', '<=', '<', '>='] as const);
  const edge = (place: Place | null, operator: Edge['operator']) => (place === null ? [] : [{ place, operator }]);
  // Whether there is anything outside the given cursors. What remains between them is in the result anyway.
  const outside = (name: string, place: Place | null, operator: Edge['operator']) =>
    edge(place, operator).map((beyond) =>
      part(name, 'null', 'count(*)', `from (${page([beyond], direction, 1)}) as few`),
    );
  const ctes = [
    `granted as (${grantedAgents(dialect, values.add(JSON.stringify(agents)))})`,
    'extent as (select (select count(*) from granted) = (select count(*) from agents) as is_all)',
    `holders as (select 0 as number from extent where is_all
       union all select number from granted where not (select is_all from extent))`,
    ...Object.entries(kept).map(([name, part]) => `${name} as materialized (${part})`),
    `counted as materialized (${tallyOf(counted, facets.some(isCoded), dialect)})`,
  ];
  const parts = [
    `select 'row', sort_key, null, page.agent, trans_id, nrds_id, record from (
       ${page([...edge(window.after, later), ...edge(window.before, earlier)], direction, window.take + 1)}
     ) as page join texts using (id) join granted on number = page.agent`,
    ...(isCounted ? [part('total', 'null', TOTAL)] : []),
    ...outside('before', window.after, notLater),
    ...outside('behind', window.before, notEarlier),
    ...facets.map((column) => {
      const of = isCoded(column) ? groupsOfCodes(column) : groups(column);
      const order = column.endsWith('_date') ? 'value desc' : 'number desc, value';
      return part(column, 'value', 'number', `from (${of} order by ${order} limit ${MAX_FACET_VALUES}) as groups`);
    }),
    `select 'fresh', cast(sum(is_complete) as text), count(*), min(as_of), null, null, ${noBytes} from granted`,
  ];
  return {
    sql: `with ${ctes.join()}, parts (part, value, number, agent, trans_id, nrds_id, record) as (${parts.join(' union all ')})
      select * from parts`,
    values: values.list,
  };
}

/** How many rows match, by their codes if these are needed. */
function tallyOf(counted: Result['counted'], hasCodes: boolean, { tallied }: IndexDialect): string {
  if ('tally' in counted) return counted.tally;
  return hasCodes ? tallied(counted.ids) : `select 0 as code, count(*) as amount from (${counted.ids}) as found`;
}

/** All spellings of a state are counted together, and shown in one of them. */
function groupsOfCodes(column: FacetColumn): string {
  const shown = column === 'state_key' ? 'min(state)' : column;
  return `select ${shown} as value, sum(amount) as number from counted join codes on codes.number = code
    where ${column} <> '' group by ${column}`;
}

/** The parameters of a statement, in order. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}
