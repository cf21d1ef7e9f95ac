/** Version 2: the files of transactions and their folders (4.7, 4.8, 4.10). The bytes are on disk, not in the database. */
import type { Migration } from './migration.ts';

export const files: Migration = {
  version: 2,
  name: 'files',
  async up(schema, { text, integer, generatedId }) {
    await schema
      .createTable('file_folders')
      .addColumn('id', integer, generatedId)
      .addColumn('transaction_id', integer, (column) => column.notNull().references('transactions.id'))
      .addColumn('sender', text, (column) => column.notNull())
      .addColumn('sender_folded', text, (column) => column.notNull())
      .addUniqueConstraint('file_folders_by_sender', ['transaction_id', 'sender_folded'])
      .execute();

    await schema
      .createTable('files')
      .addColumn('id', integer, generatedId)
      .addColumn('transaction_id', integer, (column) => column.notNull().references('transactions.id'))
      .addColumn('folder_id', integer, (column) => column.notNull().references('file_folders.id'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('sender', text, (column) => column.notNull())
      .addColumn('pages', integer, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('size', integer, (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('stored_as', text, (column) => column.notNull().unique())
      .addColumn('insert_date', integer, (column) => column.notNull())
      .addColumn('last_update_date', integer, (column) => column.notNull())
      .execute();
    await schema
      .createIndex('files_by_transaction')
      .on('files')
      .columns(['transaction_id', 'insert_date', 'id'])
      .execute();
  },
};
