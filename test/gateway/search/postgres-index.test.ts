// The index on a PostgreSQL server.
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { openPostgresIndex } from '../../../src/gateway/search/store/postgres-index.ts';
import { findBinaries, notInstalled } from '../../support/postgresql/binaries.ts';
import { type PostgresServer, startPostgres } from '../../support/postgresql/server.ts';
import { times } from './index-under-test.ts';
import { describeReading } from './reading-behavior.ts';
import { describeWriting } from './writing-behavior.ts';

const isInstalled = findBinaries() !== null;

describe.skipIf(!isInstalled)(isInstalled ? 'on a PostgreSQL server' : notInstalled, () => {
  let server: PostgresServer;
  let schemas = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  function open() {
    schemas += 1;
    return openPostgresIndex(`postgresql://postgres@127.0.0.1:${server.port}/postgres?schema=of_${schemas}`, times);
  }

  describeWriting('PostgreSQL', async () => {
    const index = await open();
    onTestFinished(index.close);
    return index;
  });
  describeReading('PostgreSQL', open);
});
