/**
 * The service's database, a SQLite file in the data folder: opened, migrated to the newest schema, and filled once. Two
 * processes that start on one file take turns; a start that fails halfway leaves the database unchanged.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { openSqlite, type SqliteDatabase } from '@realty-forms/platform/stores/sqlite.ts';
import { Kysely, SqliteDialect } from 'kysely';
import type { ReferenceFaultCode } from '../options.ts';
import { ensureDataDir } from '../tokens/secret-file.ts';
import { migrate } from './migrations.ts';
import type { Store, Tables } from './tables.ts';
import { withWriteLock } from './write-lock.ts';

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
    const reason = `${path} cannot be migrated to its schema: ${errorText(cause)}`;
    throw new Fault<ReferenceFaultCode>('DATABASE_UNUSABLE', reason, { cause });
  }
  return store;
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
