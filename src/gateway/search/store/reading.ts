/** Reads the index. Each search is one statement, so that its page, its counts and its freshness are from the same moment. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Rows, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { dateColumns, recordOf } from '../rows.ts';
import type {
  DeadlineQuery,
  FacetColumn,
  FacetCount,
  FoundPage,
  FoundRow,
  Freshness,
  Place,
  SearchQuery,
} from './query.ts';
import { deadlineStatement, type ReadingBounds, searchStatement } from './searches.ts';
import { grantedAgents } from './statements.ts';
import type { IndexDialect } from './tables.ts';

/** A row that was saved; without a record, a row that is gone; without a number, all rows of an agent who has left. */
interface LoggedChange {
  readonly change: number;
  readonly nrdsId: string;
  readonly transId: string | null;
  readonly record: FlatRecord | null;
}

export interface LoggedChanges {
  /** Identifies the log. When the index is emptied, a new log begins, whose numbers are unrelated to this one's. */
  readonly log: string;
  readonly changes: readonly LoggedChange[];
}

/** An agent's rows that are gone, by their numbers in the log of changes. */
export interface LoggedRemovals {
  /** Also changes when the agent's rows are erased, because removals are not known then. */
  readonly log: string;
  /** The last number of the log. */
  readonly last: number;
  readonly removals: readonly { readonly change: number; readonly transId: string }[];
}

export type SearchIndexReader = Readonly<ReturnType<typeof indexReader>>;

export function indexReader({ query: run }: SqlDatabase, dialect: IndexDialect, bounds?: ReadingBounds) {
  const granted = grantedAgents(dialect, '$1');
  return {
    async search(query: SearchQuery): Promise<FoundPage> {
      const { sql, values } = searchStatement(query, dialect, bounds);
      return pageOf(await run(sql, values), query, query.sort.isDescending, query.facets);
    },
    /** The keys of the rows' places are the dates and kinds of the deadlines, separated by a space. */
    async deadlines(query: DeadlineQuery): Promise<FoundPage> {
      const { sql, values } = deadlineStatement(query, dialect, bounds);
      return pageOf(await run(sql, values), query, false, []);
    },
    /** What has changed since a number of the log, in order, of all agents; and which agents have left. */
    async changesSince(change: number, limit: number): Promise<LoggedChanges> {
      const [fact] = await run(`select value from facts where name = 'log'`);
      // No part reads more rows than the page may need.
      const part = (columns: string, from: string) =>
        `select * from (select change, ${columns} from ${from} where change > $1 order by change limit $2) as part`;
      const noRecord = `cast(null as ${dialect.bytes}) as record`;
      const parts = [
        part(
          'nrds_id, trans_id, record',
          'agents join records on number = records.agent join transactions using (id) join texts using (id)',
        ),
        part(`nrds_id, trans_id, ${noRecord}`, 'agents join removals on number = agent'),
        part(`nrds_id, cast(null as text) as trans_id, ${noRecord}`, 'departures'),
      ];
      const rows = await run(`${parts.join(' union all ')} order by change limit $2`, [change, limit]);
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
    /** What is gone since a number of the log, in order. */
    async removalsSince(nrdsId: string, change: number, limit: number): Promise<LoggedRemovals> {
      const rows = await run(
        `with gone as (
             select change, trans_id from agents join removals on number = agent
               where nrds_id = $1 and change > $2 order by change limit $3
           )
           select log.value as log, last.value as last, erased.change as erased, gone.change, trans_id
             from facts as log join facts as last on last.name = 'changes'
               left join departures as erased on erased.nrds_id = $1 left join gone on true
             where log.name = 'log' order by gone.change`,
        [nrdsId, change, limit],
      );
      return {
        log: [rows[0]?.['log'], rows[0]?.['erased'] ?? ''].join(' '),
        last: Number(rows[0]?.['last']),
        removals: rows.flatMap((row) =>
          row['change'] === null ? [] : [{ change: Number(row['change']), transId: String(row['trans_id']) }],
        ),
      };
    },
    async freshness(agents: readonly string[]): Promise<Freshness> {
      const [row] = await run(`select sum(is_complete) as complete, min(as_of) as as_of from (${granted}) as granted`, [
        JSON.stringify(agents),
      ]);
      return freshnessOf(agents, row?.['complete'], row?.['as_of']);
    },
  };
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
  // The parts of a result come in no order.
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
          .sort(column in dateColumns ? (one, other) => compareTexts(one.value, other.value) : byCount),
      ]),
    ),
    freshness: freshnessOf(agents, fresh?.['value'], fresh?.['agent']),
  };
}

function byCount(one: FacetCount, other: FacetCount): number {
  return other.count - one.count || compareTexts(one.value, other.value);
}

/** Compares as databases do: by the bytes of the texts. */
function comparePlaces(one: Place, other: Place): number {
  return compareTexts(one.key, other.key) || compareTexts(one.transId, other.transId) || one.agent - other.agent;
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}

function freshnessOf(agents: readonly string[], complete: unknown, asOf: unknown): Freshness {
  return {
    asOf: asOf === null || asOf === undefined ? null : Number(asOf),
    isComplete: Number(complete ?? 0) === agents.length,
  };
}
