/** Indexes on one PostgreSQL server for the tests of a describe block, each in a schema of its own. */
import { afterAll, beforeAll } from 'vitest';
import { openPostgresIndex } from '../../../src/gateway/search/store/postgres-index.ts';
import type { ReadingBounds } from '../../../src/gateway/search/store/searches.ts';
import { type PostgresServer, startPostgres } from '../../support/postgresql/server.ts';
import { times } from './index-under-test.ts';

export function usePostgres() {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());
  const newUrl = (schema = `of_${schemas}`) => {
    schemas += 1;
    return `postgresql://postgres@127.0.0.1:${server.port}/postgres?schema=${schema}`;
  };
  return { newUrl, open: (url = newUrl(), bounds?: ReadingBounds) => openPostgresIndex(url, times, bounds) };
}
