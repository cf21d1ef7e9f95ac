/**
 * The ledger's entries in SQLite. Each file has its own thread, because a durable commit waits for the disk. Once the thread has ended,
 * every step fails, so no write is sent.
 */
import { Fault } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { messageTable } from '@realty-forms/platform/replicas/channels.ts';
import type { SqlDatabase } from '@realty-forms/platform/stores/sql.ts';
import { diskFailureOf, isDamaged, isLocked, lockProblem } from '@realty-forms/platform/stores/sqlite.ts';
import { sqliteDialect } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { openSqliteThread, type ThreadedSqlite } from '@realty-forms/platform/stores/sqlite-threads.ts';
import { storeIn, tablesIn } from './sql-steps.ts';
import type { LedgerStore } from './store.ts';

/**
 * Resolves when the file is open. Also resolves, with an error in the log, if the disk is too full to open it: then every step fails, and
 * tries to open it again. Rejects with LEDGER_UNUSABLE if the file cannot be used for any other reason.
 */
export async function startSqliteStore(path: string, log: Log): Promise<LedgerStore> {
  let opening: Promise<ThreadedSqlite> | null = null;
  const open = (): Promise<ThreadedSqlite> => {
    opening ??= openWithTables(path).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  await open().catch((cause: Error) => {
    const reason = isLocked(cause) ? lockProblem(path) : cause.message;
    if (diskFailureOf(cause) === null) {
      const message = `The write ledger ${path} cannot be used: ${reason}. ${adviceOn(cause)}.`;
      throw new Fault('LEDGER_UNUSABLE', message, { cause });
    }
    log.error({ reason }, 'the write ledger cannot be opened; writes are rejected until the disk has space');
  });
  return storeIn({
    query: async (...args) => await (await open()).query(...args),
    transact: async (...args) => await (await open()).transact(...args),
    dialect: sqliteDialect(null),
    close: async () => await (await opening)?.close(),
  });
}

function adviceOn(error: Error): string {
  if (isLocked(error)) return 'End it, and start again';
  if (error instanceof OldFile || isDamaged(error))
    return 'Move it away, with its -wal and -shm, to start with an empty ledger: a retry of an earlier write is then sent again, and waiting webhooks are lost';
  return 'Set DATA_DIR to a writable folder, or LEDGER_URL';
}

/** Written by a version whose entries this one cannot read. */
class OldFile extends Error {}

async function openWithTables(path: string): Promise<ThreadedSqlite> {
  const database = await openSqliteThread(path);
  try {
    await createTables(database);
    return database;
  } catch (error) {
    // The earlier error is the one to throw.
    await database.close().catch(() => undefined);
    throw error;
  }
}

/** Serves to find other entries that may have created the same object. */
const MATCHES_INDEX = `create index if not exists entries_matches on entries (state)
  where matches <> '[]' and found is null and made is null`;

/** Creates the tables that are missing. */
export async function createTables({ transact, dialect }: SqlDatabase): Promise<void> {
  await transact(null, async (run) => {
    const old = await run(`select 1 from pragma_table_info('entries') where name = 'input_hash'`);
    if (old.length > 0) throw new OldFile('version 0.3 or an earlier one has written it');
    for (const statement of [...tablesIn(dialect), messageTable, MATCHES_INDEX]) await run(statement);
  });
}
