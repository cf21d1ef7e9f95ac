// The index on a PostgreSQL server.
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { openPostgresIndex } from '../../../src/gateway/search/store/postgres-index.ts';
import { findBinaries, notInstalled } from '../../support/postgresql/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgresql/server.ts';
import { decode } from './index-under-test.ts';
import { describeWriting } from './writing-behavior.ts';

const isInstalled = findBinaries() !== null;

describe.skipIf(!isInstalled)(isInstalled ? 'on a PostgreSQL server' : notInstalled, () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  async function open() {
    schemas += 1;
    const url = `postgresql://postgres@127.0.0.1:${server.port}/postgres?schema=of_${schemas}`;
    const index = await openPostgresIndex(url, decode);
    onTestFinished(index.close);
    return index;
  }

  describeWriting('PostgreSQL', open);
});
