/** Version 5: texts of any length, where an index would limit them; folders stay unique, as they are made under the write lock (4.6, 4.7). */
import type { Migration } from './migration.ts';

export const longTexts: Migration = {
  version: 5,
  name: 'long-texts',
  async up(schema, { limitsIndexedText }) {
    if (!limitsIndexedText) return;
    await schema.dropIndex('transactions_by_trans_name').execute();
    await schema.alterTable('file_folders').dropConstraint('file_folders_by_sender').execute();
    await schema.createIndex('file_folders_by_transaction').on('file_folders').column('transaction_id').execute();
  },
};
