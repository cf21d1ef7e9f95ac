/**
 * SQLite for Kysely's SqliteDialect: `prepare` with `reader, all, run, iterate`, over Node's own module. A commit is on disk before it
 * returns (WAL, synchronous FULL). The last process to close the database leaves a single file.
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { ensureFolder } from './private-files.ts';

interface SqliteStatement {
  /** True if the statement returns rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
}

export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  /** False after an error that has ended the transaction itself, such as a full disk. */
  isInTransaction(): boolean;
  /** How long the next statements wait for a lock of another connection. */
  setLockWait(milliseconds: number): void;
  close(): void;
}

/** More than the service's distinct queries. Bounds those that vary with the number of their parameters. */
const MAX_CACHED_STATEMENTS = 256;
const LOCK_WAIT_MS = 10_000;
/** Polling interval for a lock that SQLite itself does not wait for. */
const POLL_MS = 20;

export const IN_MEMORY = ':memory:';

/** Functions that statements may call, by name. */
export type SqliteFunctions = Readonly<Record<string, (value: unknown) => string>>;

/**
 * Begins a transaction that holds the write lock. Throws if the file has been deleted or replaced, or one of the files next to it, which
 * have the latest transactions: writes to a deleted file are lost with the processes that have it open.
 */
export const BEGIN_WRITE = 'begin immediate';

/** Opens the file, or creates it; only its owner can access it. */
export function openSqlite(path: string, functions: SqliteFunctions = {}): SqliteDatabase {
  if (path !== IN_MEMORY) makePrivate(path);
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, enableForeignKeyConstraints: true });
  try {
    switchToWal(database);
    database.exec('pragma synchronous = full');
    // The first read of a new file creates the files next to it.
    database.exec('select 1 from sqlite_schema');
    for (const [name, call] of Object.entries(functions)) database.function(name, { deterministic: true }, call);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, SqliteStatement>();
  const requireInPlace = path === IN_MEMORY ? () => undefined : guardFile(path);

  return {
    prepare(sql) {
      if (sql === BEGIN_WRITE) requireInPlace();
      const cached = statements.get(sql);
      if (cached !== undefined) return cached;
      const statement = adapt(database.prepare(sql));
      const [oldest] = statements.keys();
      if (statements.size >= MAX_CACHED_STATEMENTS && oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    },
    isInTransaction: () => database.isTransaction,
    setLockWait: (milliseconds) => database.exec(`pragma busy_timeout = ${milliseconds}`),
    close() {
      statements.clear();
      database.close();
    },
  };
}

/**
 * Done before SQLite opens it, since the files that SQLite creates next to the database inherit its mode. A file that exists is not opened:
 * closing it would end the locks that other connections of this process have on it. Another process would then delete their `-wal`.
 */
function makePrivate(path: string): void {
  ensureFolder(dirname(path));
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) chmodSync(path, 0o600);
  else closeSync(openSync(path, 'a', 0o600));
}

function guardFile(path: string): () => void {
  const files = ['', '-wal', '-shm'].map((ending) => `${path}${ending}`);
  const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino;
  const opened = files.map(inodeOf);
  return () => {
    const missing = files.find((file, at) => inodeOf(file) !== opened[at]);
    if (missing === undefined) return;
    const error = new Error(`${missing} was deleted or replaced; restart all processes that use it`);
    throw Object.assign(error, { errcode: SQLITE_READONLY_DBMOVED });
  };
}

/** While another process uses a file that is not in WAL mode yet, the switch fails at once, whatever the timeout. */
function switchToWal(database: DatabaseSync): void {
  const until = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    }
  }
}

const SQLITE_BUSY = 5;

/** SQLite's primary result code, also for an extended one. */
function resultCodeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/** The file, or one next to it, is no longer where it was opened. */
export const SQLITE_READONLY_DBMOVED = 1032;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;
/** What a quota, or a limit on the size of files, causes. */
const SQLITE_IOERR_WRITE = 778;
const POSTGRES_DISK_FULL = '53100';
const failedWrites: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  SQLITE_FULL,
  SQLITE_IOERR_WRITE,
  SQLITE_READONLY_DBMOVED,
  POSTGRES_DISK_FULL,
]);

/** In SQLite, and in PostgreSQL (`statement_timeout`). */
export const SQLITE_INTERRUPT = 9;
const POSTGRES_CANCELED = '57014';

/** Whether the file is damaged, or not a database. */
export function isDamaged(error: unknown): boolean {
  return damaged.has(resultCodeOf(error));
}

const damaged: ReadonlySet<unknown> = new Set([11, 26]);

/** Whether a lock of another connection did not end in time. */
export function isLocked(error: unknown): boolean {
  return resultCodeOf(error) === SQLITE_BUSY;
}

/** The problem of a file whose lock did not end in time, with the command that shows who has it. */
export function lockProblem(path: string): string {
  return `another program holds the lock of ${path} (\`fuser ${path}\` shows its process)`;
}

/** Whether a statement exceeded its time limit. */
export function isTimeout(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown };
  return code === POSTGRES_CANCELED || errcode === SQLITE_INTERRUPT;
}

/**
 * How Node, SQLite and PostgreSQL report a full or failing disk. `write`: something could not be written, so nothing of the transaction
 * was, whatever was sent to the database. `other`: that is not known. Both may pass, unlike null: a file that cannot be used.
 */
export function diskFailureOf(error: unknown): 'write' | 'other' | null {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  if (failedWrites.has(code) || failedWrites.has(errcode)) return 'write';
  return resultCodeOf(error) === SQLITE_IOERR ? 'other' : null;
}
