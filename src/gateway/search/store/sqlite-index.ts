/** The index in a SQLite file of its own, which may be deleted while the program is stopped. */

import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import { openThreadedSqlite, type ThreadedSqlite } from '@realty-forms/platform/stores/sqlite-threads.ts';
import type { SearchIndex } from '../index.ts';
import { rowMaker } from '../rows.ts';
import { indexReader } from './reading.ts';
import type { ReadingBounds } from './searches.ts';
import { sqliteDialect } from './tables.ts';
import { indexWriter } from './writing.ts';

/** Most searches take some milliseconds. */
const MAX_READ_MS = 10_000;
const LOADS_PER_MERGE = 50;
/** What one step of a merge writes: some 2 MB, for which another writer waits. */
const PAGES_PER_STEP = 500;

export async function openSqliteIndex(path: string, times: KindOptions, bounds?: ReadingBounds): Promise<SearchIndex> {
  const database = await openThreadedSqlite(path, MAX_READ_MS);
  const writer = indexWriter(database, sqliteDialect, rowMaker(times), database.checkpoint);
  let loads = 0;
  return {
    ...writer,
    ...indexReader(database, sqliteDialect, bounds),
    async completeLoad(...given) {
      loads += 1;
      if (loads % LOADS_PER_MERGE === 0) await mergeParts(database);
      return await writer.completeLoad(...given);
    },
    close: database.close,
  };
}

/**
 * Makes one part of the parts of the text index. SQLite leaves some ten, since it merges parts of like size only; a search by words looks into
 * each of them, and a row that changes is looked up there word by word.
 */
async function mergeParts({ transact }: ThreadedSqlite): Promise<void> {
  // A negative number begins with all parts; less than two changes: nothing is left to be done.
  for (let [pages, changes] = [-PAGES_PER_STEP, 2]; changes >= 2; pages = PAGES_PER_STEP)
    changes = await transact(null, async (run) => {
      const total = async () => Number((await run('select total_changes() as total'))[0]?.['total']);
      const before = await total();
      await run(`insert into text_index (text_index, rank) values ('merge', ${pages})`);
      return (await total()) - before;
    });
}
