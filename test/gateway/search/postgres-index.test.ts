// The index on a PostgreSQL server.
import { describe, onTestFinished } from 'vitest';
import { findBinaries, notInstalled } from '../../support/postgresql/binaries.ts';
import { usePostgres } from './postgres-under-test.ts';
import { describeReading } from './reading-behavior.ts';
import { describeWriting } from './writing-behavior.ts';

const isInstalled = findBinaries() !== null;

describe.skipIf(!isInstalled)(isInstalled ? 'on a PostgreSQL server' : notInstalled, () => {
  const { open } = usePostgres();

  describeWriting('PostgreSQL', async () => {
    const index = await open();
    onTestFinished(index.close);
    return index;
  });
  describeReading('PostgreSQL', open);
});
