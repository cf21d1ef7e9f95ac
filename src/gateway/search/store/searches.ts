/**
 * How each kind of search is read. A page is read in the order of an index if the result may be large, and reading ends with its last row.
 * Totals and counts come from the text index and from the tables of counts, if these know them; only the rest is counted row by row.
 */
import { once } from '@realty-forms/platform/once.ts';
import { dateColumns } from '../rows.ts';
import { bothPages, keyedPage, rankedPage } from './pages.ts';
import type { DeadlineQuery, FacetColumn, SearchQuery } from './query.ts';
import { assemble, type Result, type Statement, Values } from './statements.ts';
import { countedColumns, type IndexDialect, type WordSearch } from './tables.ts';

/** Of more agents, each row that the text index has is compared with the set: otherwise each agent is one of its words. */
const MAX_SOUGHT_AGENTS = 128;
/** Of more agents, an index of all rows is read: their own rows are far apart. */
const MAX_LISTED_AGENTS = 16;
/** A larger result is not sorted, but read in its order. */
const MAX_SORTED = 3_000;

const numbers = 'select number from granted';
const granted = `in (${numbers})`;
/** Keeps the database from using an index of the column, where another one is better. */
const unindexed = (column: string) => `${column} || ''`;
const areListed = ({ agents }: SearchQuery | DeadlineQuery) => agents.length <= MAX_LISTED_AGENTS;
const ofAgents = (query: SearchQuery | DeadlineQuery, { oneOfFew }: IndexDialect) =>
  areListed(query) ? `agent ${oneOfFew(numbers)}` : `agent + 0 ${granted}`;

export function searchStatement(query: SearchQuery, dialect: IndexDialect): Statement {
  const values = new Values();
  const result = query.words.length > 0 ? withWords(query, values, dialect) : withoutWords(query, values, dialect);
  return assemble(query, values, dialect, { ...result, isDescending: query.sort.isDescending });
}

function withWords(query: SearchQuery, values: Values, dialect: IndexDialect): Omit<Result, 'isDescending'> {
  const { agents, words, sort, facets } = query;
  // Without agents, the text index would find all.
  const isFew = agents.length > 0 && agents.length <= MAX_SOUGHT_AGENTS;
  const matching = (place?: WordSearch['place']) =>
    dialect.matching(values.add(dialect.matchOf({ agents: isFew ? agents : [], words, place })));
  const conditions = conditionsOf(query, values, dialect, () => false);
  // The words come first: the join is done in this order.
  const found = (match: string, columns: string) =>
    select(columns, `(${match}) as found cross join transactions`, [
      'transactions.id = found.id',
      `agent ${granted}`,
      ...conditions,
    ]);
  // A text index finds the same again as slowly as before: what it finds for few agents is kept.
  const anywhere = once(() => (isFew ? 'select id from anywhere' : matching()));
  const placed = (place: WordSearch['place']) => {
    if (!isFew) return matching(place);
    return place === 'heading' ? 'select id from heading' : `${anywhere()} where id not in (select id from heading)`;
  };
  const { column } = sort;
  const isRanked = column === 'relevance';
  const isKept = facets.length > 0;
  const rows = once(() => (isKept ? 'select * from matched' : found(anywhere(), rowColumns())));
  const rowColumns = () => columnsOf(facets, isRanked ? [] : [column]);
  return {
    page: isRanked
      ? rankedPage(values, {
          ids: placed,
          matched: (ids, key) => found(ids, `transactions.id, agent, trans_id, ${key}`),
          isWhole: isFew && conditions.length === 0,
        })
      : keyedPage(
          values,
          (key) => `select id, agent, trans_id, ${key} from (${rows()}) as matching where true`,
          column,
        ),
    total() {
      const counted = `select count(*) from (${rows()}) as matching`;
      if (conditions.length > 0) return counted;
      const all = `select count(*) from (${anywhere()}) as found`;
      return isFew ? all : ifAll(all, counted);
    },
    kept: [
      ...(isFew ? [['anywhere', matching()] as const] : []),
      ...(isFew && isRanked ? [['heading', matching('heading')] as const] : []),
      ...(isKept ? [['matched', found(anywhere(), rowColumns())] as const] : []),
    ],
    facets: facets.map((each) => ({ column: each, counted: rows() })),
  };
}

function withoutWords(query: SearchQuery, values: Values, dialect: IndexDialect): Omit<Result, 'isDescending'> {
  const { facets, ranges } = query;
  const sort = query.sort.column === 'relevance' ? 'last_update_date' : query.sort.column;
  const filtered = [...query.values, ...ranges].map(({ column }) => column);
  const isTallied = filtered.every((column) => countedColumns.includes(column));
  const isKept = !isTallied && (facets.length > 0 || areListed(query));
  const isSought = (column: string) => !areListed(query) && !countedColumns.includes(column);
  const conditions = conditionsOf(query, values, dialect, isSought);
  const listed = (columns: string, more: readonly string[] = []) =>
    select(columns, 'transactions', [ofAgents(query, dialect), ...conditions, ...more]);
  const tally = (of: string) => select('*', 'counts', [of, ...conditions]);
  const rows = listed(columnsOf(facets, isKept ? [sort] : []));
  const total = isTallied
    ? filtered.length === 0
      ? 'select coalesce(sum(amount), 0) from granted'
      : `select coalesce(sum(amount), 0) from (${tally('agent in (select number from holders)')}) as tally`
    : isKept
      ? 'select count(*) from matched'
      : ifAll(select('count(*)', 'transactions', conditions), `select count(*) from (${rows}) as matching`);
  const page = (key: string, more?: string[]) =>
    keyedPage(values, (sortKey) => listed(`id, agent, trans_id, ${sortKey}`, more), key);
  // Few rows within the range of another index are sorted; many are found in the order of this one.
  const isEither = !isKept && !areListed(query) && filtered.some(isSought) && !filtered.includes(sort);
  const countedBy = (column: FacetColumn): string => {
    if (!isTallied || column in dateColumns) return isKept ? 'select * from matched' : rows;
    if (column !== 'agent') return tally('agent in (select number from holders)');
    return filtered.length === 0 ? 'select number as agent, amount from granted' : tally(ofAgents(query, dialect));
  };
  return {
    page: isKept
      ? keyedPage(values, (sortKey) => `select id, agent, trans_id, ${sortKey} from matched where true`, sort)
      : isEither
        ? bothPages(
            page(sort, [`(select number from total) > ${MAX_SORTED}`]),
            page(unindexed(sort), [`(select number from total) <= ${MAX_SORTED}`]),
          )
        : page(areListed(query) ? unindexed(sort) : sort),
    total: () => (isEither ? 'select number from total' : total),
    kept: [
      ...(isKept ? [['matched', rows] as const] : []),
      ...(isEither ? [['total', `select (${total}) as number`] as const] : []),
    ],
    facets: facets.map((column) => ({ column, counted: countedBy(column) })),
  };
}

/** A deadline's key is its day and its kind, apart by a blank. */
export function deadlineStatement(query: DeadlineQuery, dialect: IndexDialect): Statement {
  const values = new Values();
  const [from, to] = [values.add(query.from), values.add(`${query.to}~`)];
  const anyOf = (column: string, list: readonly string[] | null) =>
    list === null ? [] : [`${column} in (select value from ${dialect.eachText(values.add(JSON.stringify(list)))})`];
  const conditions = [
    ofAgents(query, dialect),
    `due >= ${from} and due <= ${to}`,
    ...anyOf('substr(due, 12)', query.kinds),
    ...anyOf('status', query.statuses),
  ];
  return assemble(query, values, dialect, {
    page: keyedPage(values, (key) => select(`id, agent, trans_id, ${key}`, 'deadlines', conditions), 'due'),
    isDescending: false,
    total: () => select('count(*)', 'deadlines', conditions),
    kept: [],
    facets: [],
  });
}

function conditionsOf(
  { values: lists, ranges }: SearchQuery,
  values: Values,
  { eachText }: IndexDialect,
  isSought: (column: string) => boolean,
): readonly string[] {
  const keyOf = (column: string) => (isSought(column) ? column : unindexed(column));
  return [
    ...lists.map(
      ({ column, anyOf }) => `${keyOf(column)} in (select value from ${eachText(values.add(JSON.stringify(anyOf)))})`,
    ),
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

/** If the agents are all that there are, no row has to be looked at for its agent. */
function ifAll(all: string, counted: string): string {
  return `select case when (select is_all from extent) then (${all}) else (${counted}) end`;
}

/** Of rows that are counted by these facets, and sorted by these columns. */
function columnsOf(facets: readonly FacetColumn[], sorts: readonly string[]): string {
  const counted = facets.flatMap((column) => (column === 'state_key' ? ['state', column] : [column]));
  return [...new Set(['transactions.id', 'agent', 'trans_id', ...counted, ...sorts]), '1 as amount'].join();
}

function select(columns: string, from: string, conditions: readonly string[]): string {
  return `select ${columns} from ${from} where ${conditions.join(' and ')}`;
}
