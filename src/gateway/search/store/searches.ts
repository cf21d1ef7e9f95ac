/**
 * How each kind of search is read. If the result may be large, a page is read in the order of an index, and reading ends with its last row.
 * Totals and counts come from tables of counts if these have them, or otherwise from the ids in an index, which end with the codes of the
 * values that are counted most.
 */
import { dateColumns } from '../rows.ts';
import { cheaperPage, keyedPage, rankedPage } from './pages.ts';
import type { DeadlineQuery, FacetColumn, SearchQuery } from './query.ts';
import { CODE } from './saving.ts';
import { assemble, type Result, type Statement, TOTAL, Values } from './statements.ts';
import { GRANTED, type IndexDialect, IS_ALL, isCoded, type WordSearch } from './tables.ts';

/** The sizes at which a search is read in another way. The results are the same. */
export interface ReadingBounds {
  /** Replaces the database's own bound. */
  readonly soughtAgents?: number;
  /** For more agents, an index of all rows is read, because their own rows are far apart. */
  readonly listedAgents: number;
  /** A larger result is not sorted, but read in order. */
  readonly sorted: number;
}

const usual: ReadingBounds = { listedAgents: 16, sorted: 3_000 };

export function searchStatement(query: SearchQuery, dialect: IndexDialect, bounds: ReadingBounds = usual): Statement {
  const values = new Values();
  const { agents, words, sort } = query;
  const read =
    words.length > 0
      ? byWords
      : columnsIn(query).every(isCoded)
        ? countedByCode
        : agents.length <= bounds.listedAgents
          ? forFewAgents
          : forManyAgents;
  const column = sort.column === 'relevance' && words.length === 0 ? 'last_update_date' : sort.column;
  const result = read({ ...query, sort: { ...sort, column } }, values, dialect, bounds);
  return assemble(query, values, dialect, { ...result, isDescending: sort.isDescending });
}

type Read = (
  query: SearchQuery,
  values: Values,
  dialect: IndexDialect,
  bounds: ReadingBounds,
) => Omit<Result, 'isDescending'>;

/** Reads the text index. */
const byWords: Read = (query, values, dialect) => {
  const { agents, words, sort } = query;
  const isKept = dialect.keepsMatches(agents.length);
  const codes = codeConditions(query, CODE, values, dialect);
  const others = conditionsOf(query, values, dialect, false);
  // The words come first: the database joins in this order.
  const rows = (ids: string, columns: string, conditions: readonly string[] = []) =>
    select(columns, `(${ids}) as found cross join transactions`, ['transactions.id = found.id', ...conditions]);
  const found = (place?: WordSearch['place']) => {
    const search = { agents: agents.length, words, place };
    const ids = select('id', `(${dialect.matching(search, values)}) as indexed`, codes);
    return others.length === 0 ? ids : rows(ids, 'found.id', others);
  };
  const matching = (place?: WordSearch['place']) => {
    if (!isKept) return found(place);
    if (place === 'elsewhere') return 'select id from anywhere where id not in (select id from heading)';
    return `select id from ${place ?? 'anywhere'}`;
  };
  const placed = (ids: string, key: string) => rows(ids, `transactions.id, agent, trans_id, ${key}`);
  return {
    page:
      sort.column === 'relevance'
        ? rankedPage(values, { ids: matching, rows: placed })
        : keyedPage(values, (key) => placed(matching(), key), sort.column),
    kept: {
      ...dialect.kept({ agents: agents.length, words }, values),
      ...(isKept && { anywhere: found(), heading: found('heading') }),
    },
    counted: { ids: matching() },
    groups: (column) => groupsOf(column, rows(matching(), column)),
  };
};

/** For searches without filters, or with filters that codes represent: `counts` has the result. */
const countedByCode: Read = (query, values, dialect, bounds) => {
  const isListed = query.agents.length <= bounds.listedAgents;
  const isWhole = columnsIn(query).length === 0;
  const tally = (columns: string, agentCondition: string) =>
    select(columns, 'counts', [agentCondition, ...codeConditions(query, 'code', values, dialect)]);
  const agentCondition = agentsCondition(isListed, dialect);
  const rows = (columns: string) => rowsOf(query, values, dialect, agentCondition, columns);
  const { sort, facets } = query;
  return {
    page: keyedPage(values, (key) => rows(`${PLACE}, ${key}`), isListed ? unindexed(sort.column) : sort.column),
    kept: {},
    counted: {
      tally:
        isWhole && !facets.some(isCoded)
          ? 'select 0 as code, amount from granted'
          : `${tally('code, sum(amount) as amount', OF_HOLDERS)} group by code`,
    },
    groups(column) {
      if (column !== 'agent')
        return isWhole
          ? `select month as value, sum(amount) as number from months where ${OF_HOLDERS} and of_date = '${column}' group by month`
          : groupsOf(column, rows(column));
      return isWhole
        ? 'select nrds_id as value, amount as number from granted where amount > 0'
        : `select nrds_id as value, sum(own.amount) as number from (${tally('agent, amount', agentCondition)}) as own
            join granted on granted.number = agent group by nrds_id`;
    },
  };
};

/** Reads all rows of the agents once. */
const forFewAgents: Read = (query, values, dialect) => {
  const { sort, facets } = query;
  const columns = new Set([sort.column, ...facets.filter((column) => column !== 'agent' && !isCoded(column))]);
  const agentCondition = agentsCondition(true, dialect);
  return {
    page: keyedPage(values, (key) => `select ${PLACE}, ${key} from matched where true`, sort.column),
    kept: { matched: rowsOf(query, values, dialect, agentCondition, [PLACE, ...columns].join()) },
    counted: { ids: 'select id from matched' },
    groups: (column) => groupsOf(column, 'select * from matched'),
  };
};

/** Reads an index of a column that is filtered or sorted by. */
const forManyAgents: Read = (query, values, dialect, bounds) => {
  const column = query.sort.column;
  const agentCondition = agentsCondition(false, dialect);
  const rows = (columns: string, isSought = true) => rowsOf(query, values, dialect, agentCondition, columns, isSought);
  const page = (key: string, isSought?: boolean) =>
    keyedPage(values, (sortKey) => rows(`${PLACE}, ${sortKey}`, isSought), key);
  return {
    // Few rows within the range of another index are sorted; many rows are found in the order of this one.
    page: columnsIn(query).includes(column)
      ? page(column)
      : cheaperPage(`${TOTAL} <= ${bounds.sorted}`, page(column, false), page(unindexed(column))),
    kept: {},
    counted: { ids: rows('id') },
    groups: (each) => groupsOf(each, rows(each)),
  };
};

/** The key of a deadline is its day and its kind, separated by a space. */
export function deadlineStatement(
  query: DeadlineQuery,
  dialect: IndexDialect,
  bounds: ReadingBounds = usual,
): Statement {
  const values = new Values();
  const anyOf = (column: string, list: readonly string[] | null) =>
    list === null ? [] : [isOneOf(column, list, values, dialect)];
  const conditions = [
    agentsCondition(query.agents.length <= bounds.listedAgents, dialect),
    `due >= ${values.add(query.from)} and due <= ${values.add(`${query.to}~`)}`,
    ...anyOf('substr(due, 12)', query.kinds),
    ...anyOf('status', query.statuses),
  ];
  return assemble(query, values, dialect, {
    page: keyedPage(values, (key) => select(`${PLACE}, ${key}`, 'deadlines', conditions), 'due'),
    isDescending: false,
    counted: { ids: select('id', 'deadlines', conditions) },
    kept: {},
    groups: () => '',
  });
}

/** Identifies a row, and sorts rows with equal values. */
const PLACE = 'id, agent, trans_id';

function columnsIn({ values, ranges }: SearchQuery): readonly string[] {
  return [...values, ...ranges].map(({ column }) => column);
}

/** Keeps the database from using an index of the column where another one is better. */
const unindexed = (column: string) => `${column} || ''`;
const OF_HOLDERS = 'agent in (select number from holders)';

/** `isListed`: the rows of each agent are looked up. */
function agentsCondition(isListed: boolean, { oneOfFew }: IndexDialect): string {
  return isListed ? `agent ${oneOfFew(GRANTED)}` : `(${IS_ALL} or agent + 0 in (${GRANTED}))`;
}

/** The rows that match. `isSought`: an index of a filtered column may be used. */
function rowsOf(
  query: SearchQuery,
  values: Values,
  dialect: IndexDialect,
  agentCondition: string,
  columns: string,
  isSought = false,
): string {
  return select(columns, 'transactions', [
    agentCondition,
    ...codeConditions(query, CODE, values, dialect),
    ...conditionsOf(query, values, dialect, isSought),
  ]);
}

/** Conditions on values that codes represent, as a condition on the code. */
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

/** Conditions on all other values. */
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
      // A day includes its instants, whose keys begin with the day.
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

/** How many of these rows each agent has, or have the date in each month. */
function groupsOf(column: FacetColumn, rows: string): string {
  if (column === 'agent')
    return `select nrds_id as value, own.number as number from (
        select agent, count(*) as number from (${rows}) as found group by agent
      ) as own join granted on granted.number = agent`;
  const month = `substr(${column}, 1, 7)`;
  return `select ${month} as value, count(*) as number from (${rows}) as found where ${column} <> '' group by ${month}`;
}

function select(columns: string, from: string, conditions: readonly string[]): string {
  return `select ${columns} from ${from}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`;
}
