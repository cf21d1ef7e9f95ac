/**
 * The service's database, SQLite in the data folder or a PostgreSQL server: opened, migrated to the newest schema, and filled
 * once. Two processes that start on one database take turns; a start that fails halfway leaves the database unchanged.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { describePostgres } from '@realty-forms/platform/stores/postgres-url.ts';
import { openSqlite, type SqliteDatabase } from '@realty-forms/platform/stores/sqlite.ts';
import { type Dialect, Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import type { ReferenceFaultCode, ReferenceOptions } from '../options.ts';
import { ensureDataDir } from '../tokens/secret-file.ts';
import { withWriteLock } from './dialect.ts';
import { migrate } from './migrations/migrate.ts';
import type { Store, Tables } from './tables.ts';

const FILE_NAME = 'reference.sqlite';

/** Where the database is: on the server that `databaseUrl` names, otherwise in the data folder. */
export type DatabaseLocation = Pick<ReferenceOptions, 'dataDir' | 'databaseUrl'>;

/** Opens the store; `fill` runs under the write lock, in the same transaction as the migrations. */
export async function openStore(
  location: DatabaseLocation,
  now: number,
  fill: (store: Store) => Promise<void>,
): Promise<Store> {
  const { name, dialect } = await locate(location);
  const store = new Kysely<Tables>({ dialect });
  try {
    if (location.databaseUrl !== undefined) await checkConnection(store, name);
    await withWriteLock(store, async (connection) => {
      await migrate(connection, now);
      await fill(connection);
    });
  } catch (cause) {
    await store.destroy();
    if (cause instanceof Fault) throw cause;
    const reason = `${name} cannot be migrated to its schema: ${errorText(cause)}`;
    throw new Fault<ReferenceFaultCode>('DATABASE_UNUSABLE', reason, { cause });
  }
  return store;
}

async function locate({ dataDir, databaseUrl }: DatabaseLocation): Promise<{ name: string; dialect: Dialect }> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('@realty-forms/platform/stores/postgres.ts');
    return { name: describePostgres(databaseUrl), dialect: new PostgresDialect({ pool: openPostgres(databaseUrl) }) };
  }
  ensureDataDir(dataDir);
  const path = join(dataDir, FILE_NAME);
  return { name: path, dialect: new SqliteDialect({ database: openFile(path) }) };
}

async function checkConnection(store: Store, name: string): Promise<void> {
  try {
    await sql`select 1`.execute(store);
  } catch (cause) {
    const message = `the database ${name} cannot be reached: ${errorText(cause)}`;
    throw new Fault<ReferenceFaultCode>('DATABASE_UNREACHABLE', message, { cause });
  }
}

function openFile(path: string): SqliteDatabase {
  try {
    // Created before SQLite opens it: the files that SQLite puts beside the database get the database's own mode.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    return openSqlite(path);
  } catch (cause) {
    const isUnwritable = errorText(cause).match(/unable to open|read-?only|permission|EISDIR/i) !== null;
    const code = isUnwritable ? 'DATA_DIR_UNWRITABLE' : 'DATABASE_UNUSABLE';
    throw new Fault<ReferenceFaultCode>(code, `${path} cannot be opened: ${errorText(cause)}`, { cause });
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
