/** An empty search index in memory, with the statements and functions of the one in a file. */
import { openSqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { createTurns } from '@realty-forms/platform/turns.ts';
import { onTestFinished } from 'vitest';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { rowMaker } from '../../../src/gateway/search/rows.ts';
import { indexReader } from '../../../src/gateway/search/store/reading.ts';
import type { ReadingBounds } from '../../../src/gateway/search/store/searches.ts';
import { sqliteDialect } from '../../../src/gateway/search/store/sqlite-index.ts';
import { functions } from '../../../src/gateway/search/store/tally.ts';
import { indexWriter } from '../../../src/gateway/search/store/writing.ts';
import type { RegisterCleanup } from './graph-under-test.ts';

export const openSqlInMemory = () => openSqliteSql(':memory:', null, functions);

export function indexInMemory(
  { close, ...sql } = openSqlInMemory(),
  times = { timeZone: 'UTC' },
  bounds?: ReadingBounds,
): SearchIndex {
  const inTurn = createTurns();
  const database = {
    ...sql,
    query: ((...given) => inTurn(() => sql.query(...given))) as typeof sql.query,
    transact: ((...given) => inTurn(() => sql.transact(...given))) as typeof sql.transact,
  };
  const dialect = sqliteDialect(bounds?.soughtAgents);
  const writer = indexWriter(database, dialect, rowMaker(times), async () => undefined);
  return { ...writer, ...indexReader(database, dialect, bounds), close: async () => close() };
}

/** Is closed with the test, or when `onCleanup` says so. */
export async function openSearchIndex(onCleanup: RegisterCleanup = onTestFinished): Promise<SearchIndex> {
  const index = indexInMemory();
  onCleanup(index.close);
  await index.open('settings');
  return index;
}
