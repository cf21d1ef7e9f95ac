/**
 * The statement of a search, the same in SQLite and PostgreSQL: it begins with the agents that it may see, and has all of a result in rows of
 * the same columns: the page, whether there is more around it, counts and freshness, all of the same moment.
 */
import { propertyStatuses, propertyTypes, transactionTypes } from '@realty-forms/contract/columns/codes.ts';
import type { Edge, Page } from './pages.ts';
import type { DeadlineQuery, FacetColumn, Place, SearchQuery } from './query.ts';
import type { IndexDialect } from './tables.ts';

export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const MAX_FACET_VALUES = 120;

/** Columns of few values that are known: they are counted in one pass, where groups would have to be sorted. */
const knownValues: Partial<Readonly<Record<FacetColumn, readonly string[]>>> = {
  status: propertyStatuses.map(({ name }) => name),
  type: transactionTypes.map(({ name }) => name),
  property_type: propertyTypes.map(({ name }) => name),
};

export const grantedAgents = ({ eachText }: IndexDialect, agents: string): string =>
  `select number, nrds_id, as_of, is_complete, amount from agents where nrds_id in (select value from ${eachText(agents)})`;

/** The selects of which a result consists. They may read `granted`, the agents; `extent`, which says whether these are all; and `kept`. */
export interface Result {
  readonly page: Page;
  readonly isDescending: boolean;
  /** A select of one number, made only if it is used: no parameter may be left over. */
  readonly total: () => string;
  /** More parts, by name, that are computed once. */
  readonly kept: readonly (readonly [name: string, select: string])[];
  /** Where a column's values are, and how many rows have them: as `amount`. */
  readonly facets: readonly { readonly column: FacetColumn; readonly counted: string }[];
}

export function assemble(
  { agents, window, isCounted }: SearchQuery | DeadlineQuery,
  values: Values,
  dialect: IndexDialect,
  { page, isDescending, total, kept, facets }: Result,
): Statement {
  const noBytes = `cast(null as ${dialect.bytes})`;
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
  const known = facets.filter(({ column }) => column in knownValues);
  const counts = known.flatMap(({ column }) => (knownValues[column] ?? []).map((value) => [column, value] as const));
  const filtered = counts.map(([column, value], at) => `sum(amount) filter (where ${column} = '${value}') as c${at}`);
  const [source] = known;
  const ctes = [
    `granted as (${grantedAgents(dialect, values.add(JSON.stringify(agents)))})`,
    'extent as (select (select count(*) from granted) = (select count(*) from agents) as is_all)',
    `holders as (select 0 as number from extent where is_all
       union all select number from granted where not (select is_all from extent))`,
    ...kept.map(([name, part]) => `${name} as materialized (${part})`),
    ...(source === undefined
      ? []
      : [`known as materialized (select ${filtered.join()} from (${source.counted}) as counted)`]),
  ];
  const parts = [
    `select 'row', sort_key, null, page.agent, trans_id, nrds_id, record from (
       ${page([...edge(window.after, later), ...edge(window.before, earlier)], direction, window.take + 1)}
     ) as page join records using (id) join granted on number = page.agent`,
    ...(isCounted ? [part('total', 'null', `(${total()})`)] : []),
    ...outside('before', window.after, notLater),
    ...outside('behind', window.before, notEarlier),
    ...counts.map(([column, value], at) => part(column, `'${value}'`, `c${at}`, 'from known')),
    ...facets
      .filter((facet) => !known.includes(facet))
      .map(({ column, counted }) => part(column, 'value', 'number', `from (${groups(column, counted)}) as counted`)),
    `select 'fresh', cast(sum(is_complete) as text), count(*), min(as_of), null, null, ${noBytes} from granted`,
  ];
  return {
    sql: `with ${ctes.join()}, parts (part, value, number, agent, trans_id, nrds_id, record) as (${parts.join(' union all ')})
      select * from parts`,
    values: values.list,
  };
}

function groups(column: FacetColumn, counted: string): string {
  const by = (value: string, group: string, from: string, order = 'number desc, value') =>
    `select ${value} as value, sum(counted.amount) as number from ${from} group by ${group} order by ${order} limit ${MAX_FACET_VALUES}`;
  if (column === 'agent')
    return `select nrds_id as value, counted.number as number from (
        select agent, sum(amount) as number from (${counted}) as counted group by agent
      ) as counted join granted on granted.number = agent order by number desc, value limit ${MAX_FACET_VALUES}`;
  const given = `(${counted}) as counted where ${column} <> ''`;
  if (column === 'state_key') return by('min(state)', column, given);
  const month = `substr(${column}, 1, 7)`;
  return by(month, month, given, 'value desc');
}

/** The parameters of a statement, in their order. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}
