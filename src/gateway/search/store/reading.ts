/**
 * What reads the index. Each search is one statement, so that its page, its counts and its freshness are of the same moment. Every query
 * names the agents whose rows it may see, and begins with them.
 */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { propertyStatuses, propertyTypes, transactionTypes } from '@realty-forms/contract/columns/codes.ts';
import type { Rows, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { dateColumns, IN_HEADING, recordOf } from '../rows.ts';
import type { DeadlineQuery, FacetColumn, Place, SearchQuery } from './query.ts';
import type { IndexDialect } from './tables.ts';

/** A row, and its place in the order of the search. */
export interface FoundRow {
  readonly nrdsId: string;
  readonly place: Place;
  readonly record: FlatRecord;
}

export interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export interface FoundPage {
  readonly rows: readonly FoundRow[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Null if it was not asked for. */
  readonly total: number | null;
  readonly facets: ReadonlyMap<FacetColumn, readonly FacetCount[]>;
  readonly freshness: Freshness;
}

interface Freshness {
  /** When all rows were current, of the agent for which that was the longest ago; null if nothing is loaded. */
  readonly asOf: number | null;
  /** Whether the lists of all agents are in the index. */
  readonly isComplete: boolean;
}

/** A row that was saved; without a record, one that is gone; without a number, all rows of an agent who has left. */
interface LoggedChange {
  readonly change: number;
  readonly nrdsId: string;
  readonly transId: string | null;
  readonly record: FlatRecord | null;
}

interface LoggedChanges {
  /** Identifies the log: another one begins when the index is emptied, and its numbers say nothing about this one's. */
  readonly log: string;
  readonly changes: readonly LoggedChange[];
}

/** Rows of an agent that are gone, by their numbers in the log of changes. */
export interface LoggedRemovals {
  readonly log: string;
  /** The last number of the log. */
  readonly last: number;
  readonly removals: readonly { readonly change: number; readonly transId: string }[];
}

export interface SearchIndexReader {
  readonly search: (query: SearchQuery) => Promise<FoundPage>;
  /** The keys of the rows' places are the dates and kinds of the deadlines, apart by a blank. */
  readonly deadlines: (query: DeadlineQuery) => Promise<FoundPage>;
  /** What has changed since a number of the log, in its order; of the given agents only, and which agents have left. */
  readonly changesSince: (agents: readonly string[], change: number, limit: number) => Promise<LoggedChanges>;
  /** The first change since then of any other agent; null for none. */
  readonly otherChangeSince: (agents: readonly string[], change: number) => Promise<number | null>;
  /** What is gone since a number of the log, in its order. */
  readonly removalsSince: (nrdsId: string, change: number, limit: number) => Promise<LoggedRemovals>;
  readonly freshness: (agents: readonly string[]) => Promise<Freshness>;
}

/** More of them are compared with each row that has the words: the text index would look each of them up. */
const MAX_SEARCHED_AGENTS = 64;
const MAX_FACET_VALUES = 120;
const places = '(sort_key, trans_id, agent)';

/** Columns of few values that are known: they are counted in one pass, where groups would have to be sorted. */
const knownValues: Partial<Readonly<Record<FacetColumn, readonly string[]>>> = {
  status: propertyStatuses.map(({ name }) => name),
  type: transactionTypes.map(({ name }) => name),
  property_type: propertyTypes.map(({ name }) => name),
};

export function indexReader({ query: run }: SqlDatabase, dialect: IndexDialect): SearchIndexReader {
  const { eachText } = dialect;

  const granted = (agents: string): string =>
    `select number, nrds_id, as_of, is_complete from agents where nrds_id in (select value from ${eachText(agents)})`;

  /** The parts of a result, in rows of the same columns. `matched` is a select of those that were found. */
  const read = async (
    { agents, window, isCounted }: Pick<SearchQuery, 'agents' | 'window' | 'isCounted'>,
    values: Values,
    matched: string,
    isDescending: boolean,
    facets: readonly FacetColumn[] = [],
    isCostly = false,
  ): Promise<FoundPage> => {
    // To find rows by their words again, for each part, costs more than to keep them.
    const kept = isCostly && facets.length > 0 ? 'materialized' : '';
    const all = values.add(JSON.stringify(agents));
    const isReversed = window.from === 'end';
    const direction = isDescending === isReversed ? 'asc' : 'desc';
    const after = (place: Place | null, than = isDescending ? '<' : '>') => comparison(values, place, than);
    const before = (place: Place | null) => after(place, isDescending ? '>' : '<');
    const noBytes = `cast(null as ${dialect.bytes})`;
    const known = facets.flatMap((column) => (knownValues[column] ?? []).map((value) => [column, value] as const));
    const counted = known.map(([column, value], at) => `count(*) filter (where ${column} = '${value}') as c${at}`);
    const counts = known.length === 0 ? '' : `counts as materialized (select ${counted.join()} from matched),`;
    const bounds = [after(window.after), before(window.before)].filter((bound) => bound !== null);
    const where = bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`;
    const order = ['sort_key', 'trans_id', 'agent'].map((column) => `${column} ${direction}`).join();
    const count = (part: string, condition: string) =>
      `select '${part}', null, count(*), null, null, null, ${noBytes} from (select 1 from matched ${condition} limit 1) as few`;
    // Whether there is anything outside of the given cursors. What is left between them shows itself.
    const outside = (place: Place | null, bound: string | null, part: string) =>
      place === null ? [] : [count(part, `where not (${bound})`)];
    const statement = [
      `select 'row', sort_key, null, page.agent, trans_id, nrds_id, record from (
         select id, agent, trans_id, sort_key from matched ${where} order by ${order} limit ${window.take + 1}
       ) as page join records using (id) join granted on number = page.agent`,
      ...(isCounted ? [`select 'total', null, count(*), null, null, null, ${noBytes} from matched`] : []),
      ...outside(window.after, after(window.after), 'before'),
      ...outside(window.before, before(window.before), 'behind'),
      ...facets.filter((column) => !(column in knownValues)).map((column) => facetPart(column, noBytes)),
      ...known.map(
        ([column, value], at) => `select '${column}', '${value}', c${at}, null, null, null, ${noBytes} from counts`,
      ),
      `select 'fresh', cast(sum(is_complete) as text), count(*), min(as_of), null, null, ${noBytes} from granted`,
    ].join(' union all ');
    const rows = await run(
      `with granted as (${granted(all)}), matched as ${kept} (${matched}), ${counts}
         parts (part, value, number, agent, trans_id, nrds_id, record) as (${statement})
         select * from parts`,
      values.list,
    );
    return pageOf(rows, { agents, window }, isDescending, facets);
  };

  return {
    search(query) {
      const { agents, words, ranges, sort, facets } = query;
      const values = new Values();
      const matching = (mark: string) =>
        dialect.matching(
          values.add(dialect.matchOf({ agents: agents.length > MAX_SEARCHED_AGENTS ? [] : agents, words, mark })),
        );
      const key =
        sort.column !== 'relevance'
          ? `coalesce(${sort.column}, '')`
          : words.length === 0
            ? `coalesce(last_update_date, '')`
            : `case when transactions.id in (${matching(IN_HEADING)}) then '1' else '0' end || coalesce(last_update_date, '')`;
      const counted = facets.flatMap((column) =>
        column === 'agent' ? [] : column === 'state_key' ? ['state', column] : [column],
      );
      const columns = ['transactions.id', 'agent', 'trans_id', `${key} as sort_key`, ...new Set(counted)];
      // The words come first: the join is done in this order.
      const from = words.length === 0 ? 'transactions' : `(${matching('')}) as found cross join transactions`;
      const conditions = [
        'agent in (select number from granted)',
        ...(words.length === 0 ? [] : ['transactions.id = found.id']),
        ...query.values.map(
          ({ column, anyOf }) => `${column} in (select value from ${eachText(values.add(JSON.stringify(anyOf)))})`,
        ),
        ...ranges.flatMap(({ column, from: least, to: most }) => [
          ...(least === null ? [] : [`${column} >= ${values.add(least)}`]),
          // A day includes its instants, which are written behind it.
          ...(most === null ? [] : [`${column} <= ${values.add(column in dateColumns ? `${most}~` : most)}`]),
        ]),
      ];
      const matched = `select ${columns.join()} from ${from} where ${conditions.join(' and ')}`;
      return read(query, values, matched, sort.isDescending, facets, words.length > 0);
    },
    deadlines(query) {
      const values = new Values();
      const { from, to, kinds, statuses } = query;
      const anyOf = (column: string, list: readonly string[] | null) =>
        list === null ? [] : [`${column} in (select value from ${eachText(values.add(JSON.stringify(list)))})`];
      const conditions = [
        'deadlines.agent in (select number from granted)',
        `date >= ${values.add(from)} and date <= ${values.add(to)}`,
        ...anyOf('kind', kinds),
        ...anyOf('status', statuses),
      ];
      const matched = `select deadlines.id as id, deadlines.agent as agent, trans_id, date || ' ' || kind as sort_key
        from deadlines join transactions on transactions.id = deadlines.id where ${conditions.join(' and ')}`;
      return read(query, values, matched, false);
    },
    async changesSince(agents, change, limit) {
      const [fact] = await run(`select value from facts where name = 'log'`);
      const own = `select number from (${granted('$1')}) as own`;
      const rows = await run(
        `select change, coalesce(nrds_id, left_id) as nrds_id, trans_id, record from (
           select change, records.agent, trans_id, record, null as left_id from records join transactions using (id)
             where change > $2 and records.agent in (${own})
           union all
           select change, agent, trans_id, null, null from removals where change > $2 and agent in (${own})
           union all
           select change, null, null, null, nrds_id from departures where change > $2
         ) as log left join agents on number = log.agent order by change limit $3`,
        [JSON.stringify(agents), change, limit],
      );
      return {
        log: String(fact?.['value']),
        changes: rows.map((row) => ({
          change: Number(row['change']),
          nrdsId: String(row['nrds_id']),
          transId: row['trans_id'] === null ? null : String(row['trans_id']),
          record: row['record'] === null ? null : recordOf(row['record'] as Uint8Array),
        })),
      };
    },
    async otherChangeSince(agents, change) {
      const others = `select number from agents where nrds_id not in (select value from ${eachText('$1')})`;
      const [row] = await run(
        `select min(change) as change from (
           select change from records where change > $2 and agent in (${others})
           union all select change from removals where change > $2 and agent in (${others})
         ) as log`,
        [JSON.stringify(agents), change],
      );
      return row?.['change'] == null ? null : Number(row['change']);
    },
    async removalsSince(nrdsId, change, limit) {
      const rows = await run(
        `select log.value as log, last.value as last, change, trans_id
           from facts as log join facts as last on last.name = 'changes' left join (
             select change, trans_id from removals join agents on number = agent
               where nrds_id = $1 and change > $2 order by change limit $3
           ) as gone on true where log.name = 'log' order by change`,
        [nrdsId, change, limit],
      );
      return {
        log: String(rows[0]?.['log']),
        last: Number(rows[0]?.['last']),
        removals: rows.flatMap((row) =>
          row['change'] === null ? [] : [{ change: Number(row['change']), transId: String(row['trans_id']) }],
        ),
      };
    },
    async freshness(agents) {
      const [row] = await run(
        `select sum(is_complete) as complete, min(as_of) as as_of from (${granted('$1')}) as granted`,
        [JSON.stringify(agents)],
      );
      return freshnessOf(agents, row?.['complete'], row?.['as_of']);
    },
  };
}

/** The parameters of a statement, in their order. */
class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

function comparison(values: Values, place: Place | null, operator: string): string | null {
  if (place === null) return null;
  const { key, transId, agent } = place;
  return `${places} ${operator} (${values.add(key)}, ${values.add(transId)}, cast(${values.add(agent)} as bigint))`;
}

function facetPart(column: FacetColumn, noBytes: string): string {
  const part = (value: string, from: string, group: string, order = 'number desc, value') =>
    `select '${column}', value, number, null, null, null, ${noBytes} from (
       select ${value} as value, count(*) as number from ${from} group by ${group}
         order by ${order} limit ${MAX_FACET_VALUES}
     ) as counted`;
  if (column === 'agent')
    return part('granted.nrds_id', 'matched join granted on granted.number = matched.agent', 'granted.nrds_id');
  const given = `matched where ${column} is not null`;
  if (column === 'state_key') return part('min(state)', given, column);
  const month = `substr(${column}, 1, 7)`;
  if (column in dateColumns) return part(month, given, month, 'value desc');
  return part(column, given, column);
}

function pageOf(
  rows: Rows,
  { agents, window }: Pick<SearchQuery, 'agents' | 'window'>,
  isDescending: boolean,
  facets: readonly FacetColumn[],
): FoundPage {
  const parts = Map.groupBy(rows, ({ part }) => String(part));
  const isAny = (part: string): boolean => Number(parts.get(part)?.[0]?.['number'] ?? 0) > 0;
  const found = (parts.get('row') ?? []).map(
    (row): FoundRow => ({
      nrdsId: String(row['nrds_id']),
      place: { key: String(row['value']), transId: String(row['trans_id']), agent: Number(row['agent']) },
      record: recordOf(row['record'] as Uint8Array),
    }),
  );
  const hasMore = found.length > window.take;
  // Parts have no order.
  const sorted = found.sort((one, other) => comparePlaces(one.place, other.place) * (isDescending ? -1 : 1));
  const shown = !hasMore ? sorted : window.from === 'start' ? sorted.slice(0, -1) : sorted.slice(1);
  const [fresh] = parts.get('fresh') ?? [];
  const total = parts.get('total')?.[0];
  return {
    rows: shown,
    hasNextPage: (window.from === 'start' && hasMore) || isAny('behind'),
    hasPreviousPage: (window.from === 'end' && hasMore) || isAny('before'),
    total: total === undefined ? null : Number(total['number']),
    facets: new Map(
      facets.map((column) => [
        column,
        (parts.get(column) ?? [])
          .map(({ value, number }) => ({ value: String(value), count: Number(number) }))
          .filter(({ count }) => count > 0)
          .sort((one, other) =>
            column in dateColumns
              ? compareTexts(one.value, other.value)
              : other.count - one.count || compareTexts(one.value, other.value),
          ),
      ]),
    ),
    freshness: freshnessOf(agents, fresh?.['value'], fresh?.['agent']),
  };
}

/** As databases do: by the bytes of their texts. */
function comparePlaces(one: Place, other: Place): number {
  return compareTexts(one.key, other.key) || compareTexts(one.transId, other.transId) || one.agent - other.agent;
}

function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function freshnessOf(agents: readonly string[], complete: unknown, asOf: unknown): Freshness {
  return {
    asOf: asOf === null || asOf === undefined ? null : Number(asOf),
    isComplete: Number(complete ?? 0) === new Set(agents).size,
  };
}
