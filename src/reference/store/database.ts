/**
 * The service's database file: opened, brought to the newest schema, and filled once. Two processes that start on one folder
 * take turns; a start that dies on the way leaves the database as it was.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { Fault } from '../../platform/fault.ts';
import { openSqlite, type SqliteDatabase } from '../../platform/sqlite.ts';
import { ensureDataDir } from '../keys.ts';
import type { ReferenceFaultCode } from '../options.ts';
import { underWriteLock } from './dialect.ts';
import { migrate } from './migrations.ts';
import type { Store, Tables } from './tables.ts';

const FILE_NAME = 'reference.sqlite';

/** Opens the store of a data folder; `fill` runs under the write lock, in the transaction that also holds the migrations. */
export async function openStore(dataDir: string, now: number, fill: (store: Store) => Promise<void>): Promise<Store> {
  await ensureDataDir(dataDir);
  const path = join(dataDir, FILE_NAME);
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database: openFile(path) }) });
  try {
    await underWriteLock(store, async (connection) => {
      await migrate(connection, now);
      await fill(connection);
    });
  } catch (cause) {
    await store.destroy();
    if (cause instanceof Fault) throw cause;
    throw new Fault<ReferenceFaultCode>('DATABASE_UNUSABLE', `${path} cannot be brought to its schema`, { cause });
  }
  return store;
}

function openFile(path: string): SqliteDatabase {
  try {
    const database = openSqlite(path);
    chmodSync(path, 0o600);
    return database;
  } catch (cause) {
    const unwritable = errorText(cause).match(/unable to open|readonly|permission/i) !== null;
    const code = unwritable ? 'DATA_DIR_UNWRITABLE' : 'DATABASE_UNUSABLE';
    throw new Fault<ReferenceFaultCode>(code, `${path} cannot be opened: ${errorText(cause)}`, { cause });
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
