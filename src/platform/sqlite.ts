/**
 * SQLite as Kysely's SqliteDialect wants it: `prepare` with `reader, all, run, iterate`, over Node's own module. A commit is
 * on the disk before it returns (WAL, synchronous FULL); close leaves one file, with nothing waiting in the log.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

interface SqliteStatement {
  /** True where the statement gives rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
}

export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** More texts than the service has queries; what varies with its parameters' number stays bounded. */
const STATEMENTS_KEPT = 256;
const LOCK_WAIT_MS = 10_000;
/** How often a lock is looked at that SQLite itself does not wait for. */
const LOOK_MS = 20;

/** Opens the file, or makes it. */
export function openSqlite(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, enableForeignKeyConstraints: true });
  try {
    switchToWal(database);
    database.exec('pragma synchronous = full');
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, SqliteStatement>();

  return {
    prepare(sql) {
      const kept = statements.get(sql);
      if (kept !== undefined) return kept;
      const statement = adapt(database.prepare(sql));
      const [oldest] = statements.keys();
      if (statements.size >= STATEMENTS_KEPT && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
    close() {
      statements.clear();
      try {
        database.exec('pragma wal_checkpoint(truncate)');
      } finally {
        database.close();
      }
    },
  };
}

/**
 * Keeps a file from all others that ask for it in this way, and gives what lets go of it; null where another has it. The lock is
 * the system's: it ends with the process, however that ends.
 */
export function holdFile(path: string): (() => void) | null {
  const database = new DatabaseSync(path);
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return () => database.close();
}

/** While another process is at a file that is not in WAL mode yet, the switch fails at once, whatever the timeout. */
function switchToWal(database: DatabaseSync): void {
  const until = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
  }
}

/** SQLITE_BUSY, or one of the codes that say more exactly how. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
