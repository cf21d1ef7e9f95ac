/** An empty search index in a temporary file, which the test that opened it closes and removes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { openSqliteIndex } from '../../../src/gateway/search/store/sqlite-index.ts';

export async function openSearchIndex(): Promise<SearchIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'index-'));
  const index = await openSqliteIndex(join(folder, 'index.sqlite'), { timeZone: 'UTC' });
  await index.open('settings');
  onTestFinished(async () => {
    await index.close();
    await rm(folder, { recursive: true });
  });
  return index;
}
