/** The ledger's entries in SQLite. What is in a file has a thread of its own (sqlite-thread.ts), because a commit waits for the disk. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import { messageTable } from '@realty-forms/platform/peers/sqlite-channel.ts';
import { leaseSteps } from '@realty-forms/platform/stores/leases.ts';
import { openSqliteSql, type SqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { entrySteps } from '../entry-steps.ts';
import type { LedgerStore } from '../store.ts';
import { tablesIn } from '../tables.ts';
import { moveOldEntries, putOldEntriesAside } from './old-entries.ts';

/** Its steps are run one after the other: the next when the promise of the one before has resolved. */
export interface SqliteStore {
  readonly steps: LedgerStore;
  /** Runs several steps as one transaction, so that they share one wait for the disk. */
  readonly inTransaction: SqliteSql['inTransaction'];
}

/** For what another entry may be like: those that may have made what is looked for. */
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

/** Creates those that are missing, and takes over what earlier versions have stored in others. */
async function createTables({ query, dialect }: SqliteSql): Promise<void> {
  const hasOld = await putOldEntriesAside(query);
  for (const statement of [...tablesIn(dialect), messageTable, MATCHES_INDEX]) await query(statement);
  if (hasOld) await moveOldEntries(query);
}
