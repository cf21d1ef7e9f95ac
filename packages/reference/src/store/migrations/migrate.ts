/**
 * Migrates a store to the newest version of its schema: each version is applied once, in order, completely or not at all. A
 * database newer than the list is rejected.
 */
import { Fault } from '@realty-forms/platform/fault.ts';
import type { ReferenceFaultCode } from '../../options.ts';
import { schemaDialect } from '../dialect.ts';
import type { Store } from '../tables.ts';
import { accountsAndTransactions } from './0001-accounts-and-transactions.ts';
import { files } from './0002-files.ts';
import { members } from './0003-members.ts';
import { noClients } from './0004-no-clients.ts';
import { longTexts } from './0005-long-texts.ts';
import type { Migration } from './migration.ts';

/** The schema versions in order. A released version is never changed: later changes are a new version. */
const migrations: readonly Migration[] = [accountsAndTransactions, files, members, noClients, longTexts];

/** `connection` holds the write lock, inside the caller's transaction. */
export async function migrate(connection: Store, now: number): Promise<void> {
  const dialect = schemaDialect(connection);
  await connection.schema
    .createTable('schema_versions')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', dialect.text, (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const applied = await connection.selectFrom('schema_versions').select('version').execute();
  const newest = Math.max(0, ...applied.map(({ version }) => version));
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known) {
    const message = `the database has schema version ${newest}, this version supports up to ${known}`;
    throw new Fault<ReferenceFaultCode>('DATABASE_NEWER', message);
  }
  for (const { version, name, up } of migrations) {
    if (version <= newest) continue;
    await up(connection.schema, dialect);
    await connection.insertInto('schema_versions').values({ version, name, applied_at: now }).execute();
  }
}
