/**
 * Saves rows in the tables of the index. A row's id begins with the day of its last change, followed by its place among the rows of that
 * day, so that all tables and the text index have the latest rows at their end. It ends with the code of its status, types and state, so
 * that every index can count these without reading the row. A row that changes gets another id.
 */
import type { Query } from '@realty-forms/platform/stores/sql.ts';
import { dateColumns, type Row } from '../rows.ts';
import { AGENT_WORD, codedColumns, type IndexDialect, storedColumns } from './tables.ts';
import { MAX_CODES } from './tally.ts';

export interface Agent {
  readonly number: number;
  readonly load: number;
}

/** The name of the fact that holds the last number of the log of changes. */
export const CHANGES = 'changes';

/** No read takes this long. A row that seems to have been seen so much later was seen before the clock was set back. */
const CLOCK_MS = 600_000;

/** SQL: whether something was seen later than a read began. */
export const isNewer = (seenAt: string, readAt: string) =>
  `(${seenAt} > ${readAt} and ${seenAt} <= ${readAt} + ${CLOCK_MS})`;
const isLater = (seenAt: unknown, readAt: number) => Number(seenAt) > readAt && Number(seenAt) <= readAt + CLOCK_MS;

export function savingSteps(dialect: IndexDialect) {
  const { each, eachText } = dialect;

  const nextChanges = async (run: Query, count: number): Promise<number> => {
    const [row] = await run(
      `update facts set value = cast(cast(value as bigint) + cast($1 as bigint) as text) where name = '${CHANGES}' returning value`,
      [count],
    );
    return Number(row?.['value']) - count + 1;
  };

  /** The codes of these rows, by label; new labels get numbers. */
  const codesOf = async (run: Query, rows: readonly Row[]): Promise<ReadonlyMap<string, number>> => {
    const labels = new Map(rows.map((row) => [labelOf(row), row]));
    const given = [...labels].map(([label, row]) => ({ ...row, label }));
    const columns = [...codedColumns, 'label'];
    // A sequence will not do: PostgreSQL would waste numbers on transactions that are rolled back, and there are few numbers.
    await run(
      `insert into codes (number, ${columns.join()})
         select (select coalesce(max(number), 0) from codes) + row_number() over (),
           ${columns.map((column) => `value->>'${column}'`).join()} from ${each('$1')} where value->>'label' not in (select label from codes)`,
      [pick(given, columns)],
    );
    const stored = await run(`select number, label from codes where label in (select value from ${eachText('$1')})`, [
      JSON.stringify([...labels.keys()]),
    ]);
    return new Map(stored.map(({ label, number }) => [String(label), Number(number)]));
  };

  /** Returns a function that gives the next free place of a day. */
  const placesOf = async (run: Query, rows: readonly Row[]): Promise<(lastUpdateDate: string) => number> => {
    const starts = [...new Set(rows.map((row) => idOf(row.last_update_date, 0, 0)))];
    const start = 'cast(value as bigint)';
    const last = `select max(id) from transactions where id >= ${start} and id < ${start} + ${IDS_PER_DAY}`;
    const taken = await run(`select ${start} as start, (${last}) as last from ${eachText('$1')}`, [listOf(starts)]);
    const next = new Map(
      taken.map(({ start: first, last: id }) => {
        const from = Number(first);
        return [from, id === null ? 0 : Math.floor((Number(id) - from) / MAX_CODES) + 1];
      }),
    );
    return (lastUpdateDate) => {
      const from = idOf(lastUpdateDate, 0, 0);
      const place = next.get(from) ?? 0;
      next.set(from, place + 1);
      return place;
    };
  };

  /** Adds an agent's rows to the counts or, with -1, subtracts them. */
  const count = async (run: Query, agent: Agent, ids: readonly unknown[], sign: 1 | -1): Promise<void> => {
    await run('update agents set amount = amount + $1 where number = $2', [sign * ids.length, agent.number]);
    const holders = '(select cast($1 as bigint) as holder union all select 0) as holders';
    const codes = Map.groupBy(ids, (id) => codeOf(Number(id)));
    await run(
      `insert into counts (agent, code, amount)
         select holder, cast(value->>'code' as bigint), cast(value->>'amount' as bigint) from ${each('$2')} cross join ${holders} where true
         on conflict (agent, code) do update set amount = counts.amount + excluded.amount`,
      [agent.number, JSON.stringify([...codes].map(([code, own]) => ({ code, amount: sign * own.length })))],
    );
    const months = Object.keys(dateColumns).map(
      (column) => `select '${column}' as of_date, substr(${column}, 1, 7) as month from counted where ${column} <> ''`,
    );
    await run(
      `with counted as (select * from transactions where id in (select cast(value as bigint) from ${eachText('$2')}))
       insert into months (agent, of_date, month, amount)
         select holder, of_date, month, cast($3 as bigint) * count(*) from (${months.join(' union all ')}) as dates
           cross join ${holders} where true group by holder, of_date, month
         on conflict (agent, of_date, month) do update set amount = months.amount + excluded.amount`,
      [agent.number, listOf(ids), sign],
    );
    if (sign === 1) return;
    for (const table of ['counts', 'months'])
      await run(`delete from ${table} where agent in ($1, 0) and amount = 0`, [agent.number]);
  };

  const deleteRows = async (run: Query, agent: Agent, ids: readonly unknown[]): Promise<void> => {
    await count(run, agent, ids, -1);
    await run(`delete from transactions where id in (select cast(value as bigint) from ${eachText('$1')})`, [
      listOf(ids),
    ]);
  };

  const insertRows = async (run: Query, agent: Agent, rows: readonly Row[]): Promise<void> => {
    const first = await nextChanges(run, rows.length);
    const codes = await codesOf(run, rows);
    const nextPlace = await placesOf(run, rows);
    const given = rows.map((row, at) => {
      const change = first + at;
      const id = idOf(row.last_update_date, nextPlace(row.last_update_date), codes.get(labelOf(row)) ?? 0);
      return { ...row, id, change, words: `${AGENT_WORD}${agent.number} ${row.words}` };
    });
    const columns = ['transId', ...storedColumns];
    await run(
      `insert into transactions (id, agent, trans_id, ${storedColumns.join()})
         select cast(value->>'id' as bigint), cast($1 as bigint), ${columns.map((column) => `value->>'${column}'`).join()}
           from ${each('$2')}`,
      [agent.number, pick(given, ['id', ...columns])],
    );
    await run(
      `insert into records (id, agent, load, seen_at, hash, change)
         select cast(value->>'id' as bigint), cast($1 as bigint), cast($2 as integer), cast(value->>'seenAt' as bigint), value->>'hash',
           cast(value->>'change' as bigint) from ${each('$3')}`,
      [agent.number, agent.load, pick(given, ['id', 'seenAt', 'hash', 'change'])],
    );
    await run(
      `insert into texts (id, agent, words, record)
         select cast(value->>'id' as bigint), cast($1 as bigint), ${dialect.words(`value->>'words'`)}, ${dialect.fromHex(`value->>'record'`)}
           from ${each('$2')}`,
      [agent.number, pick(given, ['id', 'words', 'record'])],
    );
    const deadlines = given.flatMap(({ id, transId, status, deadlines: own }) =>
      own.map(({ date, kind }) => ({ id, transId, status, due: `${date} ${kind}` })),
    );
    await run(
      `insert into deadlines (agent, due, trans_id, status, id)
         select cast($1 as bigint), value->>'due', value->>'transId', value->>'status', cast(value->>'id' as bigint) from ${each('$2')}`,
      [agent.number, JSON.stringify(deadlines)],
    );
    await run(`delete from removals where agent = $1 and trans_id in (select value from ${eachText('$2')})`, [
      agent.number,
      JSON.stringify(rows.map(({ transId }) => transId)),
    ]);
    await count(
      run,
      agent,
      given.map(({ id }) => id),
      1,
    );
  };

  return {
    nextChanges,
    deleteRows,
    /** Saves rows unless newer ones are there, or they are known to be gone since. */
    async save(run: Query, agent: Agent, rows: readonly Row[]): Promise<void> {
      if (rows.length === 0) return;
      const numbers = JSON.stringify(rows.map(({ transId }) => transId));
      const read = async (sql: string) =>
        new Map((await run(sql, [agent.number, numbers])).map((row) => [row['trans_id'], row]));
      const ofNumbers = `agent = $1 and trans_id in (select value from ${eachText('$2')})`;
      const stored = await read(
        `select trans_id, own.id, hash, seen_at, last_update_date
           from (select id, trans_id, last_update_date from transactions where ${ofNumbers}) as own join records using (id)`,
      );
      const gone = await read(`select trans_id, removed_at from removals where ${ofNumbers}`);
      const known = new Set(
        rows.filter(({ transId, hash, seenAt, last_update_date: changedAt }) => {
          const row = stored.get(transId);
          if (row === undefined || row['hash'] === hash) return row !== undefined;
          // Another machine's clock may be ahead of ours. A record that the service changed later is newer in any case.
          return isLater(row['seen_at'], seenAt) && changedAt <= String(row['last_update_date']);
        }),
      );
      if (known.size > 0) {
        const seen = [...known].map(({ transId, seenAt }) => ({ id: stored.get(transId)?.['id'], seenAt }));
        await run(
          `update records set load = $1, seen_at = seen.at from (
             select cast(value->>'id' as bigint) as id, cast(value->>'seenAt' as bigint) as at from ${each('$2')}
           ) as seen where records.id = seen.id and not ${isNewer('seen_at', 'seen.at')}`,
          [agent.load, JSON.stringify(seen)],
        );
      }
      const changed = rows.filter(
        (row) => !known.has(row) && !isLater(gone.get(row.transId)?.['removed_at'], row.seenAt),
      );
      const replaced = changed.flatMap(({ transId }) => stored.get(transId)?.['id'] ?? []);
      if (replaced.length > 0) await deleteRows(run, agent, replaced);
      if (changed.length > 0) await insertRows(run, agent, changed);
    },
  };
}

/** All ids have 16 digits, so that they also sort as texts, and are exact as JavaScript numbers. */
const MIN_ID = 10 ** 15;
const IDS_PER_DAY = 2 ** 36;
const FIRST_DAY = Date.parse('1900-01-01') / 86_400_000;
const MAX_DAYS = 110_000;

/** SQL: the code of a row, from its id. */
export const CODE = `(id & ${MAX_CODES - 1})`;
const codeOf = (id: number): number => id % MAX_CODES;

/** The `place`th id of the day on which a row was last changed. */
export function idOf(lastUpdateDate: string, place: number, code: number): number {
  if (code >= MAX_CODES || place * MAX_CODES >= IDS_PER_DAY)
    throw new RangeError('Too many rows of a day, or kinds of rows');
  const day = Date.parse(lastUpdateDate.slice(0, 10)) / 86_400_000 - FIRST_DAY;
  return MIN_ID + Math.min(MAX_DAYS, Math.max(0, day || 0)) * IDS_PER_DAY + place * MAX_CODES + code;
}

const labelOf = (row: Row): string => JSON.stringify(codedColumns.map((column) => row[column]));
const listOf = (ids: readonly unknown[]): string => JSON.stringify(ids.map(String));

function pick<T extends object>(rows: readonly T[], columns: readonly string[]): string {
  return JSON.stringify(rows, [...columns]);
}
