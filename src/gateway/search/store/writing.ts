/**
 * Writes the index. Each step is one transaction, and all writers of a database take turns, so that the numbers of the log of changes
 * become visible in order.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Query, SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import type { AgentState, IndexedRecord } from '../index.ts';
import { type MakeRow, makeRows, ROWS_VERSION } from '../rows.ts';
import { type Agent, CHANGES, isNewer, savingSteps } from './saving.ts';
import { createTables, FACTS_TABLE, type IndexDialect, tableNames } from './tables.ts';

export type SearchIndexWriter = Readonly<ReturnType<typeof indexWriter>>;

const WRITERS = 'index';
/** Facts about the whole index. */
const [FINGERPRINT, LOG] = ['fingerprint', 'log'];

const stateColumns = `nrds_id as "nrdsId", load, is_loading as "isLoading", position, is_complete as "isComplete", as_of as "asOf", cursor,
  amount as rows`;

/** An erased agent is called so, followed by the agent's number, until its rows are gone. */
const DISOWNED = 'erased ';
export const isDisowned = (nrdsId: string): boolean => nrdsId.startsWith(DISOWNED);
/** Between transactions that follow each other: other processes that wait for a lock of SQLite's look for it so often. */
export const OTHERS_MS = 100;
/** What one transaction erases, in a small part of the time that another one waits. */
const ROWS_PER_PART = 200;

/** `scrub` is called after rows were erased: it removes what the database still keeps of them. */
export function indexWriter(
  { query, transact }: SqlDatabase,
  dialect: IndexDialect,
  makeRow: MakeRow,
  scrub: () => Promise<void>,
) {
  const { each, eachText } = dialect;
  const { save, deleteRows, nextChanges } = savingSteps(dialect);
  let ownFingerprint = '';
  const storedFingerprint = async (run: Query): Promise<string | null> => {
    const [stored] = await run(`select value from facts where name = '${FINGERPRINT}'`);
    return stored === undefined ? null : String(stored['value']);
  };
  const write = <Result>(work: (run: Query) => Promise<Result>) =>
    transact(WRITERS, async (run) => {
      if ((await storedFingerprint(run)) !== ownFingerprint)
        throw new Error('a process of another version, or with other settings, has emptied the search index');
      return await work(run);
    });
  const writeRows = <Result>(work: (run: Query) => Promise<Result>) =>
    write(async (run) => {
      const result = await work(run);
      for (const statement of dialect.tidying) await run(statement);
      return result;
    });

  const agentOf = async (run: Query, nrdsId: string): Promise<Agent | null> =>
    ((await run('select number, load from agents where nrds_id = $1', [nrdsId]))[0] as unknown as Agent) ?? null;

  const ensureAgent = async (run: Query, nrdsId: string): Promise<Agent> => {
    await run(
      'insert into agents (nrds_id, load, is_loading, is_complete, amount) values ($1, 0, 0, 0, 0) on conflict (nrds_id) do nothing',
      [nrdsId],
    );
    return (await agentOf(run, nrdsId)) as Agent;
  };

  const states = async (run: Query, rest: string, ...values: readonly unknown[]): Promise<readonly AgentState[]> =>
    (await run(`select ${stateColumns} from agents ${rest}`, values)).map((row) => ({
      ...(row as unknown as AgentState),
      rows: Number(row['rows']),
      isLoading: Boolean(row['isLoading']),
      isComplete: Boolean(row['isComplete']),
    }));

  const empty = async (run: Query, fingerprint: string): Promise<void> => {
    for (const statement of [...dialect.drop(tableNames), ...createTables(dialect)]) await run(statement);
    for (const [name, value] of Object.entries({ [FINGERPRINT]: fingerprint, [LOG]: randomUUID(), [CHANGES]: '0' }))
      await run('insert into facts (name, value) values ($1, $2)', [name, value]);
  };

  /** From then on, nobody finds the rows of these agents, and the log of changes says that they are gone. */
  const disown = async (run: Query, nrdsIds: readonly string[]): Promise<void> => {
    const gone = nrdsIds.filter((nrdsId) => !isDisowned(nrdsId));
    const names = JSON.stringify(gone);
    const ofThem = `nrds_id in (select value from ${eachText('$1')})`;
    await run(`delete from removals where agent in (select number from agents where ${ofThem})`, [names]);
    await run(`update agents set nrds_id = '${DISOWNED}' || number, position = null, cursor = null where ${ofThem}`, [
      names,
    ]);
    const first = await nextChanges(run, gone.length);
    await run(
      `insert into departures (nrds_id, change)
         select value->>'nrdsId', cast(value->>'change' as bigint) from ${each('$1')} where true
         on conflict (nrds_id) do update set change = excluded.change`,
      [JSON.stringify(gone.map((nrdsId, at) => ({ nrdsId, change: first + at })))],
    );
  };

  const idsOf = async (run: Query, condition: string, ...values: readonly unknown[]): Promise<readonly unknown[]> =>
    (await run(`select id from transactions where agent = $1 and ${condition}`, values)).map(({ id }) => id);

  /** Other writers take their turns between the parts. An agent without rows stays until nothing of these is left on disk. */
  const eraseDisowned = async (): Promise<void> => {
    const rows = await query(`select nrds_id from agents where nrds_id like '${DISOWNED}%'`);
    const disowned = rows.map((row) => String(row['nrds_id']));
    const erasePart = (nrdsId: string) =>
      write(async (run) => {
        const agent = await agentOf(run, nrdsId);
        // Another process may have erased everything, and its number is another agent's now.
        if (agent === null) return false;
        const ids = await idsOf(run, `true limit ${ROWS_PER_PART}`, agent.number);
        for (const statement of dialect.erasing.before) await run(statement);
        await deleteRows(run, agent, ids);
        for (const statement of dialect.erasing.after) await run(statement);
        return ids.length === ROWS_PER_PART;
      });
    for (const nrdsId of disowned) while (await erasePart(nrdsId)) await delay(OTHERS_MS);
    await scrub();
    await write((run) =>
      run(`delete from agents where nrds_id in (select value from ${eachText('$1')})`, [JSON.stringify(disowned)]),
    );
  };

  const openFor = (fingerprintBy: (stored: string | null) => string) =>
    transact(WRITERS, async (run) => {
      await run(FACTS_TABLE);
      const stored = await storedFingerprint(run);
      ownFingerprint = fingerprintBy(stored);
      if (stored !== ownFingerprint) await empty(run, ownFingerprint);
      return stored !== null && stored !== ownFingerprint;
    });

  return {
    /**
     * Creates the tables. Empties tables that were filled under another fingerprint (of the settings that interpret records), unless it is
     * null, and resolves to whether it did. Once another process has emptied them for its own fingerprint, nothing is written any more.
     */
    open: (settings: string | null) =>
      openFor((stored) =>
        settings === null && stored?.startsWith(`${ROWS_VERSION} `) ? stored : `${ROWS_VERSION} ${settings}`,
      ),
    /** Empties them again in that case. */
    reopen: () => openFor(() => ownFingerprint),
    agents: () => states(query, 'order by nrds_id'),
    stateOf: async (nrdsId: string) => (await states(query, 'where nrds_id = $1', nrdsId))[0] ?? null,
    /** Begins to load the list again. The existing rows stay, and can be found. */
    beginLoad: (nrdsId: string) =>
      write(async (run) => {
        await ensureAgent(run, nrdsId);
        await run('update agents set load = load + 1, is_loading = 1, position = null where nrds_id = $1', [nrdsId]);
        return (await states(run, 'where nrds_id = $1', nrdsId))[0] as AgentState;
      }),
    /** Returns false and saves nothing if another load has begun since. */
    async saveBatch(nrdsId: string, load: number, records: readonly IndexedRecord[], position: string) {
      const rows = await makeRows(makeRow, records);
      return await writeRows(async (run) => {
        const agent = await agentOf(run, nrdsId);
        if (agent?.load !== load) return false;
        await save(run, agent, rows);
        await run('update agents set position = $2 where number = $1', [agent.number, position]);
        return true;
      });
    },
    /** The numbers of the rows that have not been seen since the load began. */
    async unseen(nrdsId: string, load: number): Promise<readonly string[]> {
      const rows = await query(
        `select trans_id from agents join transactions on number = transactions.agent join records using (id)
           where nrds_id = $1 and records.load < $2 order by trans_id`,
        [nrdsId, load],
      );
      return rows.map((row) => String(row['trans_id']));
    },
    /** Does nothing if another load has begun since. */
    completeLoad: (nrdsId: string, load: number, asOf: number, cursor: string) =>
      write(async (run) => {
        await run(
          `update agents set is_loading = 0, position = null, is_complete = 1, as_of = $3, cursor = $4
             where nrds_id = $1 and load = $2`,
          [nrdsId, load, asOf, cursor],
        );
      }),
    /** Saves what has changed until `asOf`, possibly nothing, and the cursor after it. */
    async saveChanges(nrdsId: string, records: readonly IndexedRecord[], asOf: number, cursor: string) {
      const rows = await makeRows(makeRow, records);
      await writeRows(async (run) => {
        const agent = await ensureAgent(run, nrdsId);
        await save(run, agent, rows);
        await run('update agents set as_of = $2, cursor = $3 where number = $1', [agent.number, asOf, cursor]);
      });
    },
    /** Saves a row that was read for another reason, such as a write; the age of the rest of the list stays the same. */
    async saveWritten(nrdsId: string, record: IndexedRecord) {
      const rows = [await makeRow(record)];
      await writeRows(async (run) => save(run, await ensureAgent(run, nrdsId), rows));
    },
    /**
     * `seenAt`: when they were known to be gone. A read that began earlier does not bring them back. Returns those that existed and have
     * not been seen since.
     */
    remove: (nrdsId: string, transIds: readonly string[], seenAt: number) =>
      writeRows(async (run): Promise<readonly string[]> => {
        const agent = await agentOf(run, nrdsId);
        if (agent === null) return [];
        const gone = await run(
          `select transactions.id, trans_id from transactions join records using (id)
             where transactions.agent = $1 and trans_id in (select value from ${eachText('$2')}) and not ${isNewer('seen_at', '$3')}`,
          [agent.number, JSON.stringify(transIds), seenAt],
        );
        if (gone.length === 0) return [];
        await deleteRows(
          run,
          agent,
          gone.map(({ id }) => id),
        );
        const first = await nextChanges(run, gone.length);
        const rows = gone.map((row, at) => ({ transId: row['trans_id'], change: first + at }));
        await run(
          `insert into removals (agent, trans_id, change, removed_at)
             select cast($1 as bigint), value->>'transId', cast(value->>'change' as bigint), cast($2 as bigint) from ${each('$3')} where true
             on conflict (agent, trans_id) do update set change = excluded.change, removed_at = excluded.removed_at`,
          [agent.number, seenAt, JSON.stringify(rows)],
        );
        return rows.map(({ transId }) => String(transId));
      }),
    /** Removes rows that are no longer kept although the service has them. The log of changes does not report them as gone. */
    forget: (nrdsId: string, transIds: readonly string[]) =>
      writeRows(async (run) => {
        const agent = await agentOf(run, nrdsId);
        if (agent === null) return;
        const isNamed = `trans_id in (select value from ${eachText('$2')})`;
        await deleteRows(run, agent, await idsOf(run, isNamed, agent.number, JSON.stringify(transIds)));
      }),
    /** Each agent with a row that was read since then is found no longer. The next call of `erase` erases their rows. */
    disownSince: (readAt: number) =>
      write(async (run) => {
        const read = 'select nrds_id from agents where number in (select agent from records where seen_at >= $1)';
        const agents = await run(read, [readAt]);
        await disown(
          run,
          agents.map((agent) => String(agent['nrds_id'])),
        );
      }),
    /**
     * Removes rows that must not be kept: those of agents, which the log of changes reports, or all of them with the log. Also what is left
     * of agents who were disowned before.
     */
    async erase(nrdsIds: readonly string[] | 'all') {
      await write((run) => (nrdsIds === 'all' ? empty(run, ownFingerprint) : disown(run, nrdsIds)));
      await eraseDisowned();
    },
  };
}
