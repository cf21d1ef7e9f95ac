/** Version 1: clients, offices and agents (4.1 to 4.3); transactions with one index per sort category (4.4 to 4.6). */
import { sortColumns } from '../tables.ts';
import type { Migration } from './migration.ts';

export const accountsAndTransactions: Migration = {
  version: 1,
  name: 'accounts-and-transactions',
  async up(schema, { text, integer, generatedId, blanksFirst }) {
    await schema
      .createTable('notes')
      .addColumn('name', text, (column) => column.primaryKey().notNull())
      .addColumn('value', text, (column) => column.notNull())
      .execute();

    await schema
      .createTable('clients')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('salt', text, (column) => column.notNull())
      .addColumn('secret_hash', text, (column) => column.notNull())
      .addColumn('vendor_email', text, (column) => column.notNull())
      .addColumn('scopes', text, (column) => column.notNull())
      .execute();

    await schema
      .createTable('offices')
      .addColumn('nrds_id', text, (column) => column.primaryKey().notNull())
      .addColumn('name', text, (column) => column.notNull())
      .execute();

    await schema
      .createTable('agents')
      .addColumn('nrds_id', text, (column) => column.primaryKey().notNull())
      .addColumn('account_id', text, (column) => column.notNull().unique())
      .addColumn('first_name', text, (column) => column.notNull())
      .addColumn('last_name', text, (column) => column.notNull())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('email_folded', text, (column) => column.notNull().unique())
      .addColumn('phone', text, (column) => column.notNull())
      .addColumn('member_type', text, (column) => column.notNull())
      .addColumn('office_nrds_id', text, (column) => column.references('offices.nrds_id'))
      .addColumn('enabled_at', 'bigint')
      .execute();
    await schema.createIndex('agents_by_enabling').on('agents').column('enabled_at').execute();

    await schema
      .createTable('transactions')
      .addColumn('id', integer, generatedId)
      .addColumn('agent_nrds_id', text, (column) => column.notNull().references('agents.nrds_id'))
      .addColumn('realtor_name_folded', text)
      .addColumn('trans_name', text)
      .addColumn('realtor_name', text)
      .addColumn('insert_date', 'bigint')
      .addColumn('last_update_date', 'bigint')
      .addColumn('property_type', text)
      .addColumn('transaction_type', text)
      .addColumn('property_status', text)
      .addColumn('listing_price', 'bigint')
      .addColumn('listing_start_date', 'bigint')
      .addColumn('listing_exp_date', 'bigint')
      .addColumn('purchase_price', 'bigint')
      .addColumn('purchase_agreement_date', 'bigint')
      .addColumn('earnest_money_due_date', 'bigint')
      .addColumn('closing_date', 'bigint')
      .execute();
    // A list contains one agent's transactions (4.4), sorted by one category and then by id.
    for (const column of Object.values(sortColumns)) {
      await schema
        .createIndex(`transactions_by_${column}`)
        .on('transactions')
        .column('agent_nrds_id')
        .expression(blanksFirst(column))
        .column('id')
        .execute();
    }

    // Separate from the sorted columns, so that counting and sorting never read the long texts.
    await schema
      .createTable('transaction_records')
      .addColumn('transaction_id', integer, (column) => column.primaryKey().references('transactions.id'))
      .addColumn('summary', text, (column) => column.notNull())
      .addColumn('record', text, (column) => column.notNull())
      .execute();
  },
};
