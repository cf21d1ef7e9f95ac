/**
 * The versions of the schema, each applied once, in order, whole or not at all. A version that has been released is never
 * changed: what comes later is a new one. A database newer than this list is refused.
 */
import type { SchemaModule } from 'kysely';
import { Fault } from '../../platform/fault.ts';
import type { ReferenceFaultCode } from '../options.ts';
import { type Store, sortColumns } from './tables.ts';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: (schema: SchemaModule) => Promise<void>;
}

const migrations: readonly Migration[] = [
  { version: 1, name: 'accounts-and-transactions', up: accountsAndTransactions },
];

/** Brings the schema to the newest version; `connection` holds the write lock, in a transaction of the caller's. */
export async function migrate(connection: Store, now: number): Promise<void> {
  await connection.schema
    .createTable('schema_versions')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const applied = await connection.selectFrom('schema_versions').select('version').execute();
  const newest = Math.max(0, ...applied.map(({ version }) => version));
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known) {
    const message = `the database has schema version ${newest}, this program knows up to ${known}`;
    throw new Fault<ReferenceFaultCode>('DATABASE_NEWER', message);
  }
  for (const { version, name, up } of migrations) {
    if (version <= newest) continue;
    await up(connection.schema);
    await connection.insertInto('schema_versions').values({ version, name, applied_at: now }).execute();
  }
}

async function accountsAndTransactions(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('notes')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('clients')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('vendor_email', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('offices')
    .addColumn('nrds_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('agents')
    .addColumn('nrds_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_folded', 'text', (column) => column.notNull().unique())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('member_type', 'text', (column) => column.notNull())
    .addColumn('office_nrds_id', 'text', (column) => column.references('offices.nrds_id'))
    .addColumn('enabled_at', 'bigint')
    .execute();
  await schema.createIndex('agents_by_enabling').on('agents').column('enabled_at').execute();

  await schema
    .createTable('transactions')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('agent_nrds_id', 'text', (column) => column.notNull().references('agents.nrds_id'))
    .addColumn('realtor_name_folded', 'text')
    .addColumn('trans_name', 'text')
    .addColumn('realtor_name', 'text')
    .addColumn('insert_date', 'bigint')
    .addColumn('last_update_date', 'bigint')
    .addColumn('property_type', 'text')
    .addColumn('transaction_type', 'text')
    .addColumn('property_status', 'text')
    .addColumn('listing_price', 'bigint')
    .addColumn('listing_start_date', 'bigint')
    .addColumn('listing_exp_date', 'bigint')
    .addColumn('purchase_price', 'bigint')
    .addColumn('purchase_agreement_date', 'bigint')
    .addColumn('earnest_money_due_date', 'bigint')
    .addColumn('closing_date', 'bigint')
    .execute();
  // A list is always one agent's (4.4), in one category's order, ties by id.
  for (const column of Object.values(sortColumns)) {
    await schema
      .createIndex(`transactions_by_${column}`)
      .on('transactions')
      .columns(['agent_nrds_id', column, 'id'])
      .execute();
  }

  // Apart from the sorted columns, so that counting and sorting never read the long texts.
  await schema
    .createTable('transaction_records')
    .addColumn('transaction_id', 'integer', (column) => column.primaryKey().references('transactions.id'))
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .execute();
}
