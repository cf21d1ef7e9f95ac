/**
 * What writes the index. Each step is one transaction, and all writers of a database take turns, so that the numbers of the log of
 * changes become visible in their order.
 */
import { randomUUID } from 'node:crypto';
import type { Query, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import type { AgentState, IndexedRecord } from '../index.ts';
import { type MakeRow, ROWS_VERSION, type Row, rowColumns } from '../rows.ts';
import { agentWord, createTables, dropTables, FACTS_TABLE, type IndexDialect } from './tables.ts';

export interface SearchIndexWriter {
  /** Makes the tables. Those that were filled under another fingerprint, of the settings that interpret records, are emptied. */
  readonly open: (fingerprint: string) => Promise<void>;
  readonly agents: () => Promise<readonly AgentState[]>;
  readonly stateOf: (nrdsId: string) => Promise<AgentState | null>;
  /** Begins to load the list anew. The rows that are there stay, and are found. */
  readonly beginLoad: (nrdsId: string) => Promise<AgentState>;
  /** False, and nothing is saved, if another load has begun since. */
  readonly saveBatch: (
    nrdsId: string,
    load: number,
    rows: readonly IndexedRecord[],
    position: string,
  ) => Promise<boolean>;
  /**
   * The numbers of the rows that nothing has shown since the load began: they stay until they are removed. Null, and nothing is
   * completed, if another load has begun since.
   */
  readonly completeLoad: (
    nrdsId: string,
    load: number,
    asOf: number,
    cursor: string,
  ) => Promise<readonly string[] | null>;
  /** What has changed until `asOf`, possibly nothing, and the cursor after it. */
  readonly saveChanges: (nrdsId: string, rows: readonly IndexedRecord[], asOf: number, cursor: string) => Promise<void>;
  /** A row that was read for another reason, such as a write: the rest of the list stays as old as it is. */
  readonly saveWritten: (nrdsId: string, row: IndexedRecord) => Promise<void>;
  /** `seenAt`: when it was known that they are gone. A read that began earlier does not bring them back. */
  readonly remove: (nrdsId: string, transIds: readonly string[], seenAt: number) => Promise<void>;
  /** Removes rows that are not kept any longer, although the service has them: the log of changes does not say that they are gone. */
  readonly forget: (nrdsId: string, transIds: readonly string[]) => Promise<void>;
  /** Removes rows that are not to be kept: of an agent, or all. The log of changes says nothing of it, unless the agent has left. */
  readonly erase: (nrdsId: string | 'all', hasLeft?: boolean) => Promise<void>;
}

const WRITERS = 'index';
/** Facts about the whole index. */
const [FINGERPRINT, LOG, CHANGES] = ['fingerprint', 'log', 'changes'];
/** Rows are made in portions, so that a large batch does not hold the event loop. */
const PORTION = 10;

const stateColumns = `nrds_id as "nrdsId", load, is_loading as "isLoading", position, is_complete as "isComplete", as_of as "asOf", cursor,
  (select count(*) from transactions where agent = agents.number) as rows`;

interface Agent {
  readonly nrdsId: string;
  readonly number: number;
  readonly load: number;
}

/** `scrub` is called after rows were erased: it removes what the database still keeps of them. */
export function indexWriter(
  { query, transact }: SqlDatabase,
  dialect: IndexDialect,
  makeRow: MakeRow,
  scrub: () => Promise<void>,
): SearchIndexWriter {
  const { each, eachText } = dialect;
  const write = <Result>(work: (run: Query) => Promise<Result>) => transact(WRITERS, work);

  const make = async (records: readonly IndexedRecord[]): Promise<readonly Row[]> => {
    // The last one of those with one number.
    const latest = [...new Map(records.map((record) => [record.transId, record])).values()];
    const rows: Row[] = [];
    for (let at = 0; at < latest.length; at += PORTION) {
      rows.push(...(await Promise.all(latest.slice(at, at + PORTION).map(makeRow))));
      await new Promise(setImmediate);
    }
    return rows;
  };

  const agentOf = async (run: Query, nrdsId: string): Promise<Agent | null> =>
    ((
      await run('select number, load, nrds_id as "nrdsId" from agents where nrds_id = $1', [nrdsId])
    )[0] as unknown as Agent) ?? null;

  const ensureAgent = async (run: Query, nrdsId: string): Promise<Agent> => {
    await run(
      'insert into agents (nrds_id, load, is_loading, is_complete) values ($1, 0, 0, 0) on conflict (nrds_id) do nothing',
      [nrdsId],
    );
    return (await agentOf(run, nrdsId)) as Agent;
  };

  const nextChanges = async (run: Query, count: number): Promise<number> => {
    const [row] = await run(
      `update facts set value = cast(cast(value as bigint) + $1 as text) where name = '${CHANGES}' returning value`,
      [count],
    );
    return Number(row?.['value']) - count + 1;
  };

  /** Saves rows unless newer ones are there, or they are known to be gone since. */
  const save = async (run: Query, agent: Agent, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return;
    const numbers = JSON.stringify(rows.map(({ transId }) => transId));
    const stored = new Map(
      (
        await run(
          `select trans_id, transactions.id, hash, seen_at from transactions join records using (id)
             where transactions.agent = $1 and trans_id in (select value from ${eachText('$2')})`,
          [agent.number, numbers],
        )
      ).map((row) => [row['trans_id'], row]),
    );
    const gone = new Map(
      (
        await run(
          `select trans_id, removed_at from removals where agent = $1 and trans_id in (select value from ${eachText('$2')})`,
          [agent.number, numbers],
        )
      ).map((row) => [row['trans_id'], Number(row['removed_at'])]),
    );
    const known = rows.filter(({ transId, hash, seenAt }) => {
      const row = stored.get(transId);
      return row !== undefined && (row['hash'] === hash || Number(row['seen_at']) > seenAt);
    });
    const changed = rows.filter((row) => !known.includes(row) && !((gone.get(row.transId) ?? -1) > row.seenAt));
    const seen = known.map(({ transId, seenAt }) => ({ id: stored.get(transId)?.['id'], seenAt }));
    if (seen.length > 0)
      await run(
        `update records set load = $1, seen_at = seen.at from (
           select cast(value->>'id' as bigint) as id, cast(value->>'seenAt' as bigint) as at from ${each('$2')}
         ) as seen where records.id = seen.id and seen_at <= seen.at`,
        [agent.load, JSON.stringify(seen)],
      );
    if (changed.length > 0) await saveChanged(run, agent, changed);
  };

  const saveChanged = async (run: Query, agent: Agent, rows: readonly Row[]): Promise<void> => {
    const first = await nextChanges(run, rows.length);
    const columns = ['trans_id', ...rowColumns];
    const values = rows.map(({ transId, ...row }) => ({ ...row, trans_id: transId }));
    const ids = await run(
      `insert into transactions (agent, ${columns.join()})
         select cast($1 as bigint), ${columns.map((column) => `value->>'${column}'`).join()} from ${each('$2')} where true
         on conflict (agent, trans_id) do update set ${rowColumns.map((column) => `${column} = excluded.${column}`).join()}
         returning id, trans_id`,
      [agent.number, JSON.stringify(values.map((row) => pick(row, columns)))],
    );
    const idOf = new Map(ids.map((row) => [row['trans_id'], row['id']]));
    const own = JSON.stringify([...idOf.values()].map(String));
    const parts = rows.map(({ transId, seenAt, hash, record, words }, at) => ({
      ...{ id: idOf.get(transId), seenAt, hash, record, change: first + at },
      words: `${agentWord(agent.nrdsId)} ${words}`,
    }));
    await run(
      `insert into records (id, agent, load, seen_at, hash, change, record)
         select cast(value->>'id' as bigint), cast($1 as bigint), cast($2 as integer), cast(value->>'seenAt' as bigint), value->>'hash',
           cast(value->>'change' as bigint), ${dialect.fromHex(`value->>'record'`)} from ${each('$3')} where true
         on conflict (id) do update set load = excluded.load, seen_at = excluded.seen_at, hash = excluded.hash,
           change = excluded.change, record = excluded.record`,
      [agent.number, agent.load, JSON.stringify(parts)],
    );
    await run(
      `insert into texts (id, words) select cast(value->>'id' as bigint), ${dialect.words(`value->>'words'`)}
         from ${each('$1')} where true on conflict (id) do update set words = excluded.words`,
      [JSON.stringify(parts.map(({ id, words }) => ({ id, words })))],
    );
    await run(`delete from deadlines where id in (select cast(value as bigint) from ${eachText('$1')})`, [own]);
    const deadlines = rows.flatMap((row) => row.deadlines.map((each) => ({ ...each, id: idOf.get(row.transId) })));
    await run(
      `insert into deadlines (agent, date, kind, id)
         select cast($1 as bigint), value->>'date', value->>'kind', cast(value->>'id' as bigint) from ${each('$2')}`,
      [agent.number, JSON.stringify(deadlines)],
    );
    await run(`delete from removals where agent = $1 and trans_id in (select value from ${eachText('$2')})`, [
      agent.number,
      JSON.stringify(rows.map(({ transId }) => transId)),
    ]);
  };

  const states = async (run: Query, rest: string, ...values: readonly unknown[]): Promise<readonly AgentState[]> =>
    (await run(`select ${stateColumns} from agents ${rest}`, values)).map((row) => ({
      ...(row as unknown as AgentState),
      isLoading: Boolean(row['isLoading']),
      isComplete: Boolean(row['isComplete']),
    }));

  const empty = async (run: Query, fingerprint: string): Promise<void> => {
    for (const statement of [...dropTables, ...createTables(dialect)]) await run(statement);
    for (const [name, value] of Object.entries({ [FINGERPRINT]: fingerprint, [LOG]: randomUUID(), [CHANGES]: '0' }))
      await run('insert into facts (name, value) values ($1, $2)', [name, value]);
  };

  return {
    open: (settings) =>
      write(async (run) => {
        const fingerprint = `${ROWS_VERSION} ${settings}`;
        await run(FACTS_TABLE);
        const [stored] = await run(`select value from facts where name = '${FINGERPRINT}'`);
        if (stored?.['value'] !== fingerprint) await empty(run, fingerprint);
      }),
    agents: () => states(query, 'order by nrds_id'),
    stateOf: async (nrdsId) => (await states(query, 'where nrds_id = $1', nrdsId))[0] ?? null,
    beginLoad: (nrdsId) =>
      write(async (run) => {
        await ensureAgent(run, nrdsId);
        await run('update agents set load = load + 1, is_loading = 1, position = null where nrds_id = $1', [nrdsId]);
        return (await states(run, 'where nrds_id = $1', nrdsId))[0] as AgentState;
      }),
    async saveBatch(nrdsId, load, records, position) {
      const rows = await make(records);
      return await write(async (run) => {
        const agent = await agentOf(run, nrdsId);
        if (agent?.load !== load) return false;
        await save(run, agent, rows);
        await run('update agents set position = $2 where number = $1', [agent.number, position]);
        return true;
      });
    },
    completeLoad: (nrdsId, load, asOf, cursor) =>
      write(async (run) => {
        const agent = await agentOf(run, nrdsId);
        if (agent?.load !== load) return null;
        await run(
          'update agents set is_loading = 0, position = null, is_complete = 1, as_of = $2, cursor = $3 where number = $1',
          [agent.number, asOf, cursor],
        );
        const unseen = await run(
          `select trans_id from transactions join records using (id)
             where transactions.agent = $1 and load <> $2 order by trans_id`,
          [agent.number, load],
        );
        return unseen.map((row) => String(row['trans_id']));
      }),
    async saveChanges(nrdsId, records, asOf, cursor) {
      const rows = await make(records);
      await write(async (run) => {
        const agent = await ensureAgent(run, nrdsId);
        await save(run, agent, rows);
        await run('update agents set as_of = $2, cursor = $3 where number = $1', [agent.number, asOf, cursor]);
      });
    },
    async saveWritten(nrdsId, record) {
      const rows = await make([record]);
      await write(async (run) => save(run, await ensureAgent(run, nrdsId), rows));
    },
    remove: (nrdsId, transIds, seenAt) =>
      write(async (run) => {
        const agent = await agentOf(run, nrdsId);
        if (agent === null || transIds.length === 0) return;
        const gone = await run(
          `delete from transactions where agent = $1 and trans_id in (select value from ${eachText('$2')})
             and id in (select id from records where seen_at <= $3) returning trans_id`,
          [agent.number, JSON.stringify(transIds), seenAt],
        );
        if (gone.length === 0) return;
        const first = await nextChanges(run, gone.length);
        const rows = gone.map((row, at) => ({ transId: row['trans_id'], change: first + at }));
        await run(
          `insert into removals (agent, trans_id, change, removed_at)
             select cast($1 as bigint), value->>'transId', cast(value->>'change' as bigint), cast($2 as bigint) from ${each('$3')} where true
             on conflict (agent, trans_id) do update set change = excluded.change, removed_at = excluded.removed_at`,
          [agent.number, seenAt, JSON.stringify(rows)],
        );
      }),
    forget: (nrdsId, transIds) =>
      write(async (run) => {
        const agent = await agentOf(run, nrdsId);
        await run(`delete from transactions where agent = $1 and trans_id in (select value from ${eachText('$2')})`, [
          agent?.number ?? null,
          JSON.stringify(transIds),
        ]);
      }),
    async erase(nrdsId, hasLeft = false) {
      await write(async (run) => {
        const [stored] = await run(`select value from facts where name = '${FINGERPRINT}'`);
        if (nrdsId === 'all') return await empty(run, String(stored?.['value']));
        await run('delete from agents where nrds_id = $1', [nrdsId]);
        if (hasLeft)
          await run(
            `insert into departures (nrds_id, change) values ($1, $2)
               on conflict (nrds_id) do update set change = excluded.change`,
            [nrdsId, await nextChanges(run, 1)],
          );
      });
      await scrub();
    },
  };
}

function pick(row: Readonly<Record<string, unknown>>, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
