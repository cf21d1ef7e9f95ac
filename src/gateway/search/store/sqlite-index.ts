/** The index in a SQLite file of its own, which may be deleted while the program is stopped. */

import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import { openThreadedSqlite } from '@realty-forms/platform/stores/sqlite-threads.ts';
import type { SearchIndex } from '../index.ts';
import { rowMaker } from '../rows.ts';
import { indexReader } from './reading.ts';
import { sqliteDialect } from './tables.ts';
import { indexWriter } from './writing.ts';

export async function openSqliteIndex(path: string, times: KindOptions): Promise<SearchIndex> {
  const database = await openThreadedSqlite(path);
  return {
    ...indexWriter(database, sqliteDialect, rowMaker(times), database.checkpoint),
    ...indexReader(database, sqliteDialect),
    close: database.close,
  };
}
