/** The database has one writer at a time: whoever holds the write lock, in this process or another. */
import { sql } from 'kysely';
import type { Store, Tables } from './tables.ts';

/** One transaction that holds the write lock from its beginning, so that it never fails halfway because it cannot get the lock. */
export async function withWriteLock<T>(store: Store, work: (connection: Store) => Promise<T>): Promise<T> {
  return await store.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
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
