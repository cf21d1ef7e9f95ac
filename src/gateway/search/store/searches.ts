/**
 * How each kind of search is read. A page is read in the order of an index if the result may be large, and reading ends with its last row.
 * Totals and counts come from tables of counts, if these know them, or else from the ids that an index has: these end with the codes of the
 * values that are counted most.
 */
import { dateColumns } from '../rows.ts';
import { cheaperPage, keyedPage, rankedPage } from './pages.ts';
import type { DeadlineQuery, FacetColumn, SearchQuery } from './query.ts';
import { CODE } from './saving.ts';
import { assemble, type Result, type Statement, TOTAL, Values } from './statements.ts';
import { GRANTED, type IndexDialect, IS_ALL, isCoded, type WordSearch } from './tables.ts';

/** From where on a search is read in another way. Results are the same. */
export interface ReadingBounds {
  /** In place of the database's own, if it has such a bound. */
  readonly soughtAgents?: number;
  /** Of more agents, an index of all rows is read: their own rows are far apart. */
  readonly listedAgents: number;
  /** A larger result is not sorted, but read in its order. */
  readonly sorted: number;
}

const usual: ReadingBounds = { listedAgents: 16, sorted: 3_000 };

const granted = `in (${GRANTED})`;
const ofHolders = 'agent in (select number from holders)';
/** Keeps the database from using an index of the column, where another one is better. */
const unindexed = (column: string) => `${column} || ''`;
const ofAgents = (isListed: boolean, { oneOfFew }: IndexDialect) =>
  isListed ? `agent ${oneOfFew(GRANTED)}` : `(${IS_ALL} or agent + 0 ${granted})`;

export function searchStatement(query: SearchQuery, dialect: IndexDialect, bounds: ReadingBounds = usual): Statement {
  const values = new Values();
  const result =
    query.words.length > 0 ? withWords(query, values, dialect) : withoutWords(query, values, dialect, bounds);
  return assemble(query, values, dialect, { ...result, isDescending: query.sort.isDescending });
}

type Found = Omit<Result, 'isDescending'>;

function withWords(query: SearchQuery, values: Values, dialect: IndexDialect): Found {
  const { agents, words, sort } = query;
  const codes = codeConditions(query, CODE, values, dialect);
  const others = conditionsOf(query, values, dialect, false);
  // The words come first: the join is done in this order.
  const rows = (ids: string, columns: string, conditions: readonly string[] = []) =>
    select(columns, `(${ids}) as found cross join transactions`, ['transactions.id = found.id', ...conditions]);
  const found = (place?: WordSearch['place']) => {
    const search = { agents: agents.length, words, place };
    const ids = select('id', `(${dialect.matching(search, values)}) as indexed`, codes);
    return others.length === 0 ? ids : rows(ids, 'found.id', others);
  };
  const matching = (place?: WordSearch['place']) => {
    if (!dialect.keepsMatches) return found(place);
    if (place === 'elsewhere') return 'select id from anywhere where id not in (select id from heading)';
    return `select id from ${place ?? 'anywhere'}`;
  };
  const rowsWith = (...columns: readonly string[]) => rows(matching(), ['agent', 'trans_id', ...columns].join());
  const page =
    sort.column === 'relevance'
      ? rankedPage(values, {
          ids: matching,
          rows: (ids, key) => rows(ids, `transactions.id, agent, trans_id, ${key}`),
        })
      : keyedPage(values, (key) => rowsWith('transactions.id', key), sort.column);
  const facets = query.facets
    .filter((column) => !isCoded(column))
    .map((column) => ({ column, groups: groupsOf(column, rowsWith(...rowColumnsOf([column]))) }));
  return {
    page,
    facets,
    kept: dialect.keepsMatches
      ? [
          ['anywhere', found()],
          ['heading', found('heading')],
        ]
      : [],
    counted: { ids: matching() },
  };
}

function withoutWords(query: SearchQuery, values: Values, dialect: IndexDialect, bounds: ReadingBounds): Found {
  const { facets, ranges } = query;
  const sort = query.sort.column === 'relevance' ? 'last_update_date' : query.sort.column;
  const filtered = [...query.values, ...ranges].map(({ column }) => column);
  const isListed = query.agents.length <= bounds.listedAgents;
  const listed = (columns: readonly string[], isSought = !isListed) =>
    select(['id', 'agent', 'trans_id', ...columns].join(), 'transactions', [
      ofAgents(isListed, dialect),
      ...codeConditions(query, CODE, values, dialect),
      ...conditionsOf(query, values, dialect, isSought),
    ]);
  const page = (key: string, isSought?: boolean) => keyedPage(values, (sortKey) => listed([sortKey], isSought), key);
  const uncoded = facets.filter((column) => !isCoded(column));
  if (filtered.every(isCoded)) {
    const tally = (columns: string, of: string) =>
      select(columns, 'counts', [of, ...codeConditions(query, 'code', values, dialect)]);
    const isWhole = filtered.length === 0;
    const groups = (column: FacetColumn) => {
      if (column === 'agent')
        return isWhole
          ? 'select nrds_id as value, amount as number from granted where amount > 0'
          : `select nrds_id as value, sum(tally.amount) as number from (${tally('agent, amount', ofAgents(isListed, dialect))}) as tally
               join granted on granted.number = agent group by nrds_id`;
      if (!isWhole) return groupsOf(column, listed(rowColumnsOf([column])));
      return `select month as value, sum(amount) as number from months where ${ofHolders} and of_date = '${column}' group by month`;
    };
    return {
      page: page(isListed ? unindexed(sort) : sort),
      kept: [],
      counted: {
        tally:
          isWhole && uncoded.length === facets.length
            ? 'select 0 as code, amount from granted'
            : `${tally('code, sum(amount) as amount', ofHolders)} group by code`,
      },
      facets: uncoded.map((column) => ({ column, groups: groups(column) })),
    };
  }
  if (isListed) {
    const matched = listed([...new Set([sort, ...rowColumnsOf(uncoded)])]);
    return {
      page: keyedPage(values, (key) => `select id, agent, trans_id, ${key} from matched where true`, sort),
      kept: [['matched', matched]],
      counted: { ids: 'select id from matched' },
      facets: uncoded.map((column) => ({ column, groups: groupsOf(column, 'select * from matched') })),
    };
  }
  return {
    // Few rows within the range of another index are sorted; many are found in the order of this one.
    page: filtered.includes(sort)
      ? page(sort)
      : cheaperPage(`${TOTAL} <= ${bounds.sorted}`, page(sort, false), page(unindexed(sort))),
    kept: [],
    counted: { ids: listed([]) },
    facets: uncoded.map((column) => ({ column, groups: groupsOf(column, listed(rowColumnsOf([column]))) })),
  };
}

/** A deadline's key is its day and its kind, apart by a blank. */
export function deadlineStatement(
  query: DeadlineQuery,
  dialect: IndexDialect,
  bounds: ReadingBounds = usual,
): Statement {
  const values = new Values();
  const isListed = query.agents.length <= bounds.listedAgents;
  const [from, to] = [values.add(query.from), values.add(`${query.to}~`)];
  const anyOf = (column: string, list: readonly string[] | null) =>
    list === null ? [] : [isOneOf(column, list, values, dialect)];
  const conditions = [
    ofAgents(isListed, dialect),
    `due >= ${from} and due <= ${to}`,
    ...anyOf('substr(due, 12)', query.kinds),
    ...anyOf('status', query.statuses),
  ];
  return assemble(query, values, dialect, {
    page: keyedPage(values, (key) => select(`id, agent, trans_id, ${key}`, 'deadlines', conditions), 'due'),
    isDescending: false,
    counted: { ids: select('id', 'deadlines', conditions) },
    kept: [],
    facets: [],
  });
}

/** Of the values that codes stand for: a condition on the code. */
function codeConditions(
  { values: lists }: SearchQuery,
  code: string,
  values: Values,
  dialect: IndexDialect,
): readonly string[] {
  const coded = lists.filter(({ column }) => isCoded(column));
  if (coded.length === 0) return [];
  const conditions = coded.map(({ column, anyOf }) => isOneOf(column, anyOf, values, dialect));
  return [`${code} in (${select('number', 'codes', conditions)})`];
}

/** Of all other values. `isSought`: an index of the column may be used. */
function conditionsOf(
  { values: lists, ranges }: SearchQuery,
  values: Values,
  dialect: IndexDialect,
  isSought: boolean,
): readonly string[] {
  const keyOf = (column: string) => (isSought ? column : unindexed(column));
  return [
    ...lists
      .filter(({ column }) => !isCoded(column))
      .map(({ column, anyOf }) => isOneOf(keyOf(column), anyOf, values, dialect)),
    ...ranges.flatMap(({ column, from, to }) => {
      // A day includes its instants, which are written behind it.
      const last = to !== null && column in dateColumns ? `${to}~` : to;
      return [
        from === null ? `${keyOf(column)} > ''` : `${keyOf(column)} >= ${values.add(from)}`,
        ...(last === null ? [] : [`${keyOf(column)} <= ${values.add(last)}`]),
      ];
    }),
  ];
}

function isOneOf(column: string, anyOf: readonly string[], values: Values, { eachText }: IndexDialect): string {
  return `${column} in (select value from ${eachText(values.add(JSON.stringify(anyOf)))})`;
}

/** How many of these rows have each agent, or have the date in each month. */
function groupsOf(column: FacetColumn, rows: string): string {
  if (column === 'agent')
    return `select nrds_id as value, counted.number as number from (
        select agent, count(*) as number from (${rows}) as counted group by agent
      ) as counted join granted on granted.number = agent`;
  const month = `substr(${column}, 1, 7)`;
  return `select ${month} as value, count(*) as number from (${rows}) as counted where ${column} <> '' group by ${month}`;
}

/** What rows need besides the agent so that they can be counted by these. */
function rowColumnsOf(facets: readonly FacetColumn[]): readonly string[] {
  return facets.filter((column) => column !== 'agent');
}

function select(columns: string, from: string, conditions: readonly string[]): string {
  return `select ${columns} from ${from}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`;
}
