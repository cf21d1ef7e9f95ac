/** The index in a SQLite file of its own, which may be deleted while the program is stopped. */
import { openThreadedSqlite } from '@realty-forms/platform/stores/sqlite-threads.ts';
import type { Decode } from '../../reading/decode.ts';
import type { SearchIndex } from '../index.ts';
import { indexReader } from './reading.ts';
import { sqliteDialect } from './tables.ts';
import { indexWriter } from './writing.ts';

export async function openSqliteIndex(path: string, decode: Decode): Promise<SearchIndex> {
  const database = await openThreadedSqlite(path);
  return {
    ...indexWriter(database, sqliteDialect, decode, database.checkpoint),
    ...indexReader(database, sqliteDialect),
    close: database.close,
  };
}
