/** Version 3: members, their registrations with the outbox, and tickets (4.11 to 4.16). */
import type { Migration } from './migration.ts';

export const members: Migration = {
  version: 3,
  name: 'members',
  async up(schema, { text, integer, generatedId }) {
    await schema
      .createTable('members')
      .addColumn('client_id', text, (column) => column.primaryKey().notNull())
      .addColumn('user_id', text, (column) => column.notNull().unique())
      .addColumn('state_id', text, (column) => column.notNull())
      .addColumn('first_name', text, (column) => column.notNull())
      .addColumn('last_name', text, (column) => column.notNull())
      .addColumn('user_name', text, (column) => column.notNull())
      .addColumn('user_name_folded', text, (column) => column.notNull().unique())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('email_folded', text, (column) => column.notNull())
      .addColumn('phone', text, (column) => column.notNull())
      .addColumn('location_id', text, (column) => column.notNull())
      .addColumn('location_name', text, (column) => column.notNull())
      .addColumn('thl_hours', text, (column) => column.notNull())
      .addColumn('holidays', text, (column) => column.notNull())
      .execute();
    await schema.createIndex('members_by_email').on('members').column('email_folded').execute();

    await schema
      .createTable('registrations')
      .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
      .addColumn('client_id', text, (column) => column.notNull().references('members.client_id'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('registrations_by_expiry').on('registrations').column('expires_at').execute();

    await schema
      .createTable('outbox')
      .addColumn('token_hash', text, (column) =>
        column.primaryKey().notNull().references('registrations.token_hash').onDelete('cascade'),
      )
      .addColumn('recipient', text, (column) => column.notNull())
      .addColumn('link', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await schema
      .createTable('tickets')
      .addColumn('id', integer, generatedId)
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('user_name', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('phone', text, (column) => column.notNull())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
