/** The ledger's entries in SQLite. A file has its own thread (sqlite-thread.ts), because a commit waits for the disk. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { messageTable } from '@realty-forms/platform/replicas/channels.ts';
import { leaseSteps } from '@realty-forms/platform/stores/leases.ts';
import { openSqliteSql, type SqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { entrySteps, tablesIn } from './sql-steps.ts';
import type { LedgerStore } from './store.ts';

/** Its steps are run one after the other: the next when the promise of the one before has resolved. */
export interface SqliteStore {
  readonly steps: LedgerStore;
  /** Runs several steps as one transaction, so that they share one wait for the disk. */
  readonly inTransaction: SqliteSql['inTransaction'];
}

/** Finds other entries that may have created the same object. */
const MATCHES_INDEX = `create index if not exists entries_matches on entries (state)
  where matches <> '[]' and found is null and made is null`;

/** Opens the file, or creates it. `clock` replaces the system's. */
export async function openSqliteStore(path: string, clock: Clock | null): Promise<SqliteStore> {
  const database = openSqliteSql(path, clock);
  const { query, inTransaction } = database;
  try {
    await inTransaction(() => createTables(database));
  } catch (error) {
    closeQuietly(database);
    throw error;
  }
  const close = async () => database.close();
  return {
    steps: { ...entrySteps(database), ...leaseSteps(database), query, close },
    inTransaction,
  };
}

/** The error that is thrown is the one before. */
function closeQuietly(database: SqliteSql): void {
  try {
    database.close();
  } catch {}
}

/** Creates the missing tables. */
async function createTables({ query, dialect }: SqliteSql): Promise<void> {
  const old = await query(`select 1 from pragma_table_info('entries') where name = 'input_hash'`);
  if (old.length > 0) throw new Error('version 0.3 or an earlier one has written it; start version 0.4 with it once');
  for (const statement of [...tablesIn(dialect), messageTable, MATCHES_INDEX]) await query(statement);
}
