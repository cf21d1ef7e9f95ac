/**
 * Transactions and their records (4.4 to 4.6). A record is stored as the JSON text of the response, once as a summary and
 * once in full. Neither contains transId: the responses that have one add it (2.4).
 */

import type { SortCategory } from '@realty-forms/contract/calls/requests.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Batch, Window } from './agents.ts';
import { chunks, withWriteLock } from './database.ts';
import { type SortColumn, type Store, sortableColumns, sortColumns, type Tables } from './tables.ts';

/** One condition of a filter on a sorted column; times in milliseconds since the epoch, both bounds inclusive. */
export type Condition =
  | { readonly column: SortColumn | 'realtor_name_folded'; readonly is: string }
  | { readonly column: SortColumn; readonly among: readonly string[] }
  | { readonly column: SortColumn; readonly from: number; readonly to: number | null };

export interface TransactionQuery {
  readonly agentNrdsId: string;
  readonly conditions: readonly Condition[];
  readonly sort: { readonly category: SortCategory; readonly descending: boolean };
  readonly window: Window;
  readonly fullDetails: boolean;
  readonly lists?: Lists;
}

/** Which transactions an agent lists: its own, or also the office's if the agent is not an `R`, as an assistant may. */
type Lists = 'own' | 'office';

/** A record in its wire format, without transId. */
export type WireRecord = Readonly<Record<string, string | number>>;

export type Transactions = Readonly<ReturnType<typeof createTransactions>>;

/** The order of records with the same value, or with a blank one. */
export interface Order {
  readonly ties: 'ascending' | 'descending';
  readonly blanks: 'low' | 'high';
}

const defaultOrder: Order = { ties: 'ascending', blanks: 'low' };

export function createTransactions(store: Store, order: Order = defaultOrder, lists: Lists = 'own') {
  return {
    /** Records as JSON text; with `fullDetails`, including transId. One transaction, so that all reads see the same. */
    list: (query: TransactionQuery) =>
      store.transaction().execute((snapshot) => list(snapshot, { ...query, lists }, order)),
    /** The record as JSON text, without transId; null if it does not exist or its agent has not enabled the integration. */
    async find(id: number): Promise<string | null> {
      const row = await store
        .selectFrom('transactions')
        .innerJoin('transaction_records', 'transaction_id', 'transactions.id')
        .innerJoin('agents', 'agents.nrds_id', 'agent_nrds_id')
        .where('transactions.id', '=', id)
        .where('enabled_at', 'is not', null)
        .select('record')
        .executeTakeFirst();
      return row?.record ?? null;
    },
    /** Adds a transaction and returns its record as JSON text, with transId; it is on disk when this resolves. */
    add: (agentNrdsId: string, record: WireRecord) =>
      withWriteLock(store, async (connection) => {
        const { id } = await connection
          .insertInto('transactions')
          .values({ agent_nrds_id: agentNrdsId, ...sortableColumns(record) })
          .returning('id')
          .executeTakeFirstOrThrow();
        await connection.insertInto('transaction_records').values(recordRow(id, record)).execute();
        return withTransId(JSON.stringify(record), id);
      }),
  };
}

async function list(store: Store, query: TransactionQuery, order: Order): Promise<Batch<string>> {
  const { max } = await matchCount(store, query).executeTakeFirstOrThrow();
  const ids = (await orderedIds(store, query, order).execute()).map(({ id }) => id);
  if (ids.length === 0) return { rows: [], max: Number(max) };
  const found = await store
    .selectFrom('transaction_records')
    .where('transaction_id', 'in', ids)
    .select(['transaction_id as id', query.fullDetails ? 'record as json' : 'summary as json'])
    .execute();
  const byId = new Map(found.map(({ id, json }) => [id, json]));
  const rows = ids.map((id) => {
    const json = byId.get(id) ?? '{}';
    return query.fullDetails ? withTransId(json, id) : json;
  });
  return { rows, max: Number(max) };
}

/** Counts all matching transactions, across all batches. */
export function matchCount(store: Store, query: TransactionQuery) {
  return matchingTransactions(store, query).select(({ fn }) => fn.countAll<number>().as('max'));
}

/** The ids of one batch in order: by default blanks below every value, ties by id. */
export function orderedIds(store: Store, query: TransactionQuery, { ties, blanks }: Order = defaultOrder) {
  const { category, descending } = query.sort;
  const areBlanksFirst = (blanks === 'low') !== descending;
  return matchingTransactions(store, query)
    .select('id')
    .orderBy(sortColumns[category], (order) => {
      const directed = descending ? order.desc() : order.asc();
      return areBlanksFirst ? directed.nullsFirst() : directed.nullsLast();
    })
    .orderBy('id', ties === 'ascending' ? 'asc' : 'desc')
    .limit(query.window.limit)
    .offset(query.window.offset);
}

function matchingTransactions(store: Store, { agentNrdsId, conditions, lists }: TransactionQuery) {
  const agents = store.selectFrom('agents').where('enabled_at', 'is not', null).select('nrds_id');
  const office = store
    .selectFrom('agents')
    .where('nrds_id', '=', agentNrdsId)
    .where('member_type', '<>', 'R')
    .select('office_nrds_id');
  return store
    .selectFrom('transactions')
    .where((eb) => {
      const own = eb('agent_nrds_id', '=', agentNrdsId);
      return lists === 'office'
        ? eb.or([own, eb('agent_nrds_id', 'in', agents.where('office_nrds_id', 'in', office))])
        : own;
    })
    .where(sql.val(agentNrdsId), 'in', agents)
    .where((eb) => eb.and(conditions.map((condition) => conditionExpression(eb, condition))));
}

function conditionExpression(eb: ExpressionBuilder<Tables, 'transactions'>, condition: Condition) {
  if ('is' in condition) return eb(condition.column, '=', condition.is);
  if ('among' in condition) return eb(condition.column, 'in', condition.among);
  const from = eb(condition.column, '>=', condition.from);
  return condition.to === null ? from : from.and(condition.column, '<=', condition.to);
}

export interface SeededTransaction {
  readonly id: number;
  readonly agentNrdsId: string;
  readonly record: WireRecord;
}

/** Adds transactions with given ids as the iterable yields them, so they are never all in memory. Used only for seeding. */
export async function insertTransactions(store: Store, transactions: Iterable<SeededTransaction>): Promise<void> {
  for (const chunk of chunks(transactions)) {
    const rows = chunk.map(({ id, agentNrdsId, record }) => ({
      id,
      agent_nrds_id: agentNrdsId,
      ...sortableColumns(record),
    }));
    await store.insertInto('transactions').values(rows).execute();
    const records = chunk.map(({ id, record }) => recordRow(id, record));
    await store.insertInto('transaction_records').values(records).execute();
  }
}

const summaryColumns = transactionSets
  .filter(({ group }) => group === 'summary')
  .flatMap(({ prefix, columns }) => columns.map(([suffix]) => prefix + suffix));

export function recordRow(id: number, record: WireRecord): Tables['transaction_records'] {
  const summary = Object.fromEntries(summaryColumns.map((column) => [column, record[column] ?? '']));
  return { transaction_id: id, summary: JSON.stringify(summary), record: JSON.stringify(record) };
}

// The record is a non-empty object, so the text before its closing brace can be extended by another member.
function withTransId(json: string, id: number): string {
  return `${json.slice(0, -1)},"transId":"${id}"}`;
}
