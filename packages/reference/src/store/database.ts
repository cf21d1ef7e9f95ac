/**
 * The service's database, a SQLite file in the data folder: opened, migrated to the newest schema, and filled once. Two
 * processes that start on one file take turns; a start that fails halfway leaves the database unchanged. It has one writer at a
 * time: the holder of the write lock, in this process or another.
 */
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import {
  BEGIN_WRITE,
  isLocked,
  lockProblem,
  openSqlite,
  type SqliteDatabase,
} from '@realty-forms/platform/stores/sqlite.ts';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { ReferenceFaultCode } from '../options.ts';
import { ensureDataDir } from '../tokens/secret-file.ts';
import { migrate } from './migrations.ts';
import type { Store, Tables } from './tables.ts';

export const DATABASE_FILE = 'reference.sqlite';

/** Opens the store; `fill` runs under the write lock, in the same transaction as the migrations. */
export async function openStore(dataDir: string, fill: (store: Store) => Promise<void>): Promise<Store> {
  ensureDataDir(dataDir);
  const path = join(dataDir, DATABASE_FILE);
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openFile(path) }) });
  try {
    await withWriteLock(store, async (connection) => {
      await migrate(connection);
      await fill(connection);
    });
  } catch (cause) {
    await store.destroy();
    if (cause instanceof Fault) throw cause;
    throw unusable(path, `cannot be migrated to its schema: ${(cause as Error).message}`, cause);
  }
  return store;
}

function openFile(path: string): SqliteDatabase {
  try {
    return openSqlite(path);
  } catch (cause) {
    const problem = `cannot be opened: ${(cause as Error).message}`;
    if (!/unable to open|read-?only|permission|EISDIR/i.test(problem)) throw unusable(path, problem, cause);
    throw new Fault<ReferenceFaultCode>('DATA_DIR_UNWRITABLE', `${path} ${problem}`, { cause });
  }
}

function unusable(path: string, problem: string, cause: unknown): Fault<ReferenceFaultCode> {
  if (isLocked(cause)) return new Fault('DATABASE_LOCKED', lockProblem(path), { cause });
  return new Fault('DATABASE_UNUSABLE', `${path} ${problem}`, { cause });
}

/** One transaction that holds the write lock from its beginning, so that it never fails halfway because it cannot get the lock. */
export async function withWriteLock<T>(store: Store, work: (connection: Store) => Promise<T>): Promise<T> {
  return await store.connection().execute(async (connection) => {
    await sql.raw(BEGIN_WRITE).execute(connection);
    try {
      const result = await work(connection);
      await sql`commit`.execute(connection);
      return result;
    } catch (error) {
      // Some errors, for example a full disk, have already rolled back; the first error is the one to report.
      await sql`rollback`.execute(connection).catch(() => undefined);
      throw error;
    }
  });
}

/** Drops the table's indexes, runs `work`, and recreates them: far fewer writes when very many rows are inserted. */
export async function withoutIndexes(store: Store, table: keyof Tables, work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<{ readonly name: string; readonly definition: string }>`
    select name, sql as definition from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null
  `.execute(store);
  for (const { name } of indexes) await store.schema.dropIndex(name).execute();
  await work();
  for (const { definition } of indexes) await sql.raw(definition).execute(store);
}

/** A note is a fact about the database itself, a text under its name; undefined if it has not been written yet. It is never changed. */
export async function readNote(store: Store, name: string): Promise<string | undefined> {
  const row = await store.selectFrom('notes').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeNote(store: Store, name: string, value: string): Promise<void> {
  await store.insertInto('notes').values({ name, value }).execute();
}

/** How many rows one statement inserts or looks up: few enough for its parameters. */
const ROWS_PER_STATEMENT = 50;

export function* chunks<T>(rows: Iterable<T>): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_PER_STATEMENT) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
